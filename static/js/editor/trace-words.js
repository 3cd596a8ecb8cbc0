import { told } from "./words.js";

/** Why a reply came out as it did, in plain words. */

/** @param {number} score @returns {string} .91 as 0.91, so that it reads beside a threshold */
export function figure(score) {
  return score.toFixed(2);
}

/**
 * The one line beside the chips. With one answer per turn the scores share out 1 among the open nodes and “none”; with
 * several each node has to reach the limit by itself.
 * @param {{rule: string, candidates: {label: string, score: number, threshold: number, state: string}[]}} trace
 * @param {"single" | "multi"} mode
 * @returns {string}
 */
export function ruleWords({ rule, candidates }, mode) {
  const limit = figure(candidates.find(({ state }) => state === "used" || state === "open")?.threshold ?? 0);
  const single = mode === "single";
  const words = {
    opener: gettext("greets, before anything is asked"),
    root: gettext("root, always the first answer"),
    match: single ? gettext("the likeliest; no node: %(limit)s") : gettext("over %(limit)s"),
    match_several: gettext("all over %(limit)s, in tree order"),
    repeat: gettext("asked before: said once more"),
    vague: gettext("too vague to belong to a node"),
    irrelevant: gettext("has nothing to do with the task"),
    complete: gettext("nothing is left to ask for"),
    confirm: gettext("sums up and asks nothing"),
    no_match: single ? gettext("likelier than any node: %(limit)s") : gettext("no open node reaches %(limit)s"),
    goodbye: gettext("the conversation ends"),
  };
  return told(words[rule] ?? rule, { limit });
}

/** What the six types of the paper are called. @param {string} rule @returns {string} a sentence, or nothing */
export function ruleAdvice(rule) {
  const words = {
    vague: gettext("Counted as a vague statement. Nothing about an open node is given away."),
    irrelevant: gettext("Counted as irrelevant. Nothing about an open node is given away."),
    confirm: gettext("Counted as a confirmation of the whole task. Nothing new is given away."),
    no_match: gettext("Counted as a detail that no node settles. If a node should settle it, say so in its purpose."),
    complete: gettext("Every node has been given; the provider only says so."),
    repeat: gettext("Counted as a repetition: the text was given before."),
    match: gettext("The reply is the node’s text, word for word."),
    match_several: gettext("The reply is the nodes’ texts, word for word, in tree order."),
  };
  return words[rule] ?? "";
}

/** @param {string} evidence a code such as `likeness=0.62`, or the question itself @returns {string | null} null for the question */
export function evidenceWords(evidence) {
  const [, code, value] = /^([a-z_]+)(?:=(.*))?$/.exec(evidence) ?? [];
  const words = {
    likeness: told(gettext("likeness to its purpose %(value)s"), { value }),
    alternatives_named: told(gettext("names %(value)s of what it chooses between"), { value: (value ?? "").replace("/", " / ") }),
    parent_just_given: gettext("goes on from what was just said"),
    confirming: gettext("sounds like a confirmation"),
    head_asked: gettext("asks for the kind of thing it settles"),
    vague: gettext("vague"),
    answer_already_said: gettext("says its answer already"),
  };
  return words[code] ?? null;
}

/** The candidate nearest to being used where none was. @param {object[]} candidates @returns {object | undefined} */
export function bestOpen(candidates) {
  return candidates.filter(({ state }) => state === "open").toSorted((a, b) => b.score - a.score)[0];
}

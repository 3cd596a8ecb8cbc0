import { wordDiff } from "../lib/word-diff.js";
import { element, icon, langTag, markedPieces } from "./markup.js";
import { changedBadge, nodeLink, traceView } from "./trace-view.js";
import { told } from "./words.js";

/**
 * One line of the trial as it stands in the log.
 * @param {import("../lib/trial.js").Line & {expected?: string}} line
 * @param {{last: boolean, stale: boolean, language: "en" | "zh", tree: import("../lib/response-tree.js").ResponseTree}} view
 * @returns {HTMLElement}
 */
export function lineView(line, { last, stale, language, tree }) {
  const lang = langTag(language);
  const speaker = line.speaker === "seeker" ? gettext("You, as the seeker") : gettext("Provider");
  const bubble = element("div.bubble", { lang }, line.text);
  if (line.speaker === "seeker") return element("div.turn.me", {}, element("span.sr", {}, speaker), bubble);
  return element(
    "div.turn",
    { "data-uids": line.uids.join(" ") },
    element("span.sr", {}, speaker),
    line.before && beforeView(line, lang),
    bubble,
    missedView(line, tree),
    traceView(line, { open: last, stale, language }),
  );
}

/** What stood here before the replay, word by word where the words changed. */
function beforeView({ before, text }, lang) {
  const pieces = before.text === text ? [new Text(before.text)] : markedPieces(wordDiff(before.text, text));
  const told = before.text === text ? gettext("the same words, from another node") : "";
  return element("div.before", {}, changedBadge(), element("p", { lang }, ...pieces), told && element("p.muted", {}, told));
}

/** “Ask for every node” knows which node it asked for. */
function missedView({ expected, uids }, tree) {
  if (expected === undefined || !tree.has(expected)) return null;
  const found = uids.includes(expected);
  const { label } = tree.node(expected);
  if (found) return element("p.asked", {}, icon("given", "sm"), told(gettext("asked for %(label)s, and got it"), { label }));
  const words = gettext("This was meant for another node. Look at its purpose.");
  return element("p.asked.missed", {}, icon("warn", "sm"), words, nodeLink(expected, label, "open"));
}

/** How the conversation would count, told to the author alone. @param {{success: boolean, missing: import("../lib/content.js").Node[]}} outcome */
export function outcomeView({ success, missing }) {
  if (success) {
    const words = gettext("Every node was given. A seeker who talks like this succeeds.");
    return element("div.note.thin.given", {}, icon("given"), element("div", {}, words));
  }
  const chips = missing.map((node) => nodeLink(node.uid, node.label, "open"));
  const words = ngettext("One node was never given:", "%(count)s nodes were never given:", missing.length);
  const body = element("div", {}, told(words, { count: missing.length }), element("div.row.wrap", {}, ...chips), gettext("A seeker who talks like this does not succeed."));
  return element("div.note.thin.warn", {}, icon("warn"), body);
}

/** No reply came. @param {import("./server.js").ServerError} error @param {boolean} asked whether a question is kept @param {() => void} again */
export function failureView({ message, hint = "" }, asked, again) {
  const kept = asked ? gettext("Your question is in the field below.") : "";
  const retry = element("button.btn.sm", { type: "button", onclick: again }, icon("retry", "sm"), gettext("Try again"));
  const words = element("div", {}, element("strong", {}, message), ` ${kept} ${hint}`, element("div.acts", {}, retry));
  return element("div.note.thin.fail", { role: "alert" }, icon("fail"), words);
}

/** Somebody waits, and is told for what. @param {string} words */
export function waitingView(words) {
  const dots = element("span.dots", { "aria-hidden": "true" }, element("i"), element("i"), element("i"));
  return element("div.turn.waits", {}, element("div.bubble", {}, dots), element("p.meta", { role: "status" }, words));
}

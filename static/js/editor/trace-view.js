import { ResponseTree } from "../lib/response-tree.js";
import { drawing, element, icon, langTag, nodeLabel } from "./markup.js";
import { bestOpen, evidenceWords, figure, ruleAdvice, ruleWords } from "./trace-words.js";
import { told } from "./words.js";

/** Of a big tree the nodes that came nearest are shown, and the rest is counted. */
const MOST_SHOWN = 7;
const BAR = 72;

/**
 * The decision behind one reply: one line that answers “why this?”, unfolding to the alternatives.
 * Chips carry `data-uid`, so that the tree can light up and follow.
 * @param {import("../lib/trial.js").Line} line
 * @param {{open: boolean, stale: boolean, language: "en" | "zh"}} view
 * @returns {HTMLElement}
 */
export function traceView({ trace, content, uids, mode = "single" }, { open, stale, language }) {
  const tree = new ResponseTree(content.nodes);
  const none = uids.length === 0;
  const classes = ["trace", none && "none", stale && "stale"].filter(Boolean).join(" ");
  const summary = summaryLine({ trace, uids, mode }, tree);
  if (trace.candidates.length === 0) return element("div", { class: classes }, element("div.line", {}, ...summary));
  const shown = candidatesToShow(trace.candidates);
  const best = bestOpen(trace.candidates);
  const isTelling = (candidate) => candidate.state === "used" || (none && candidate === best);
  const hidden = trace.candidates.length - shown.length;
  const details = element("details", { class: classes, open }, element("summary", {}, ...summary));
  details.append(
    ...because(trace, language),
    element("div.alts", {}, ...shown.flatMap((candidate) => candidateRow(candidate, tree, { language, mode, isTelling: isTelling(candidate) })), ...noneRow(trace, mode)),
    ...(hidden > 0 ? [element("p.muted", {}, told(ngettext("and one more node further off", "and %(count)s more nodes further off", hidden), { count: hidden }))] : []),
    element("p.muted", {}, ruleAdvice(trace.rule)),
  );
  return details;
}

/** A node label that leads to its node. @param {string} uid @param {string} label @param {string} state */
export function nodeLink(uid, label, state) {
  const chip = nodeLabel(label, state);
  return element("button.chiplink", { type: "button", "data-uid": uid, title: gettext("Show in the tree") }, chip);
}

/** A summary may hold no buttons: its chips only light up, those below it lead to the nodes. */
function summaryLine({ trace, uids, mode }, tree) {
  const words = element("span.muted", {}, ruleWords(trace, mode));
  if (trace.rule === "opener") return [words];
  if (uids.length === 0) return [nodeLabel("", "none"), words, ...nearest(trace, tree)];
  const chips = uids.map((uid) => {
    const { label, parent } = tree.node(uid);
    return element("span", { "data-light": uid }, nodeLabel(label, parent === null ? "root" : "given"));
  });
  const used = trace.candidates.find(({ state }) => state === "used");
  const score = used ? [element("span.figure", {}, figure(used.score)), bar(used, 48, mode)] : [];
  return [...chips, ...score, words];
}

function nearest({ rule, candidates }, tree) {
  const best = bestOpen(candidates);
  if (!best || rule === "goodbye" || rule === "complete") return [];
  return [
    element("span.muted", {}, gettext("nearest")),
    element("span", { "data-light": tree.find(best.label).uid }, nodeLabel(best.label, "open")),
    element("span.figure", {}, figure(best.score)),
  ];
}

function because({ question }, language) {
  if (!question) return [];
  const said = element("q", { lang: langTag(language) }, question);
  return [element("p.because", {}, element("span.muted", {}, `${gettext("Decided by")} `), said)];
}

function candidatesToShow(candidates) {
  if (candidates.length <= MOST_SHOWN) return candidates;
  const weight = ({ state, score }) => ({ used: 3, open: 2, given: 1, locked: 0 })[state] + score;
  const chosen = new Set(candidates.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_SHOWN));
  return candidates.filter((candidate) => chosen.has(candidate));
}

/** @param {{isTelling: boolean}} view the evidence is told for the nodes that decided; of the others the score is enough */
function candidateRow(candidate, tree, view) {
  const { label, state, score } = candidate;
  const node = tree.find(label);
  const chip = nodeLink(node.uid, label, state === "used" ? "given" : state);
  const remark = element("span.remark", {}, ...remarks(candidate, node, tree, view));
  // What was given before is measured otherwise: how much the statement asks for it again.
  if (state === "locked" || state === "given") return [chip, element("span"), element("span"), remark];
  return [chip, bar(candidate, BAR, view.mode), element("span.figure", {}, figure(score)), remark];
}

/** With one answer per turn “no node” is a candidate like the others. */
function noneRow({ candidates }, mode) {
  const open = candidates.find(({ state }) => state === "open" || state === "used");
  if (mode !== "single" || open === undefined) return [];
  const candidate = { score: open.threshold, threshold: 0, state: "open" };
  return [nodeLabel("", "none"), bar(candidate, BAR, mode), element("span.figure", {}, figure(open.threshold)), element("span.remark.muted", {}, gettext("no node answers it"))];
}

function remarks({ state, evidence, score, threshold }, node, tree, { language, isTelling }) {
  if (state === "locked") {
    return [element("span.muted", {}, told(gettext("opens after %(label)s"), tree.node(node.parent)))];
  }
  if (state === "given") {
    const again = score >= threshold ? told(gettext("given before, and asked for again: %(score)s"), { score: figure(score) }) : gettext("given before");
    return [element("span.muted", {}, again)];
  }
  const words = isTelling ? (evidence ?? []).map(evidenceWords).filter(Boolean) : [];
  const asked = node.purpose || node.text;
  const purpose = element("span.purpose", { lang: langTag(language), title: asked, class: isTelling ? "purpose" : "purpose brief" }, asked);
  return [purpose, words.length > 0 && element("span.muted", {}, words.join(" · "))].filter(Boolean);
}

/** The cut shows what several answers per turn have to reach. */
function bar({ score, threshold, state }, width, mode) {
  const share = Math.min(1, Math.max(0, score));
  const fill = state === "used" ? "f-given" : "f-locked";
  const cut = Math.round(threshold * width * 10) / 10;
  return drawing(
    "svg",
    { class: width === BAR ? "scorebar" : "conf", viewBox: `0 0 ${width} 8`, "aria-hidden": "true" },
    drawing("rect", { class: "track", width, height: 8, rx: 2 }),
    drawing("rect", { class: fill, width: Math.round(share * width * 10) / 10, height: 8, rx: 2 }),
    ...(mode === "multi" ? [drawing("path", { class: "cut", d: `M${cut} 0v8` })] : []),
  );
}

/** A badge in a reply that a replay has changed. */
export function changedBadge() {
  return element("span.badge.warn", {}, icon("retry", "sm"), gettext("changed by your edit"));
}

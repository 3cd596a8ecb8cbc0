import { LISTS, readContent } from "./content.js";
import { contentDiff, readVersions, utteranceLines } from "./content-diff.js";
import { newIdentifier } from "./identifier.js";
import { mergeLines } from "./line-merge.js";
import { mergeTrees } from "./tree-merge.js";

/** @typedef {import("./content.js").Content} Content */
/** @typedef {"mine" | "theirs" | "both"} Choice */

/** The merge needs choices that were not made: `wheres` names them. Nothing is ever overwritten silently. */
export class MergeError extends Error {
  /** @param {string[]} wheres */
  constructor(wheres) {
    super(`undecided: ${wheres.join(", ")}`);
    this.name = "MergeError";
    this.code = "undecided";
    this.wheres = wheres;
  }
}

/**
 * One content out of two that both started from `base`.
 *
 * Without a choice the side that changed a thing is followed; each conflict of `contentDiff` needs a choice. `both`:
 * a text stands under the other, lists keep the lines of both, a node's text or purpose is kept in a second node
 * beside it (below the root, for the root), a node that one removed stays, a place or an order is mine.
 * The result is always one tree: a node whose parent is gone hangs from the nearest ancestor that is left, and of two
 * moves that make a circle mine holds.
 * @param {Content} base
 * @param {Content} mine
 * @param {Content} theirs
 * @param {Record<string, Choice>} [choices] by an entry's `where`
 * @param {{newUid?: () => string}} [options]
 * @returns {Readonly<Content>}
 * @throws {MergeError} when a conflict has no choice; {ContentError} when both together are too long
 */
export function merge(base, mine, theirs, choices = {}, { newUid = newIdentifier } = {}) {
  const entries = new Map(contentDiff(base, mine, theirs).map((entry) => [entry.where, entry]));
  const undecided = [...entries.values()].filter((entry) => entry.conflict && !choices[entry.where]);
  if (undecided.length) throw new MergeError(undecided.map((entry) => entry.where));

  const versions = readVersions(base, mine, theirs);
  const sideOf = (where) => choices[where] ?? sideThatChanged(entries.get(where));
  const nodes = mergeTrees(versions, sideOf, newUid);
  return readContent({
    language: chosenText("language", versions, sideOf),
    role: chosenText("role", versions, sideOf),
    goal: chosenText("goal", versions, sideOf),
    ...Object.fromEntries(LISTS.map((list) => [list, chosenLines(list, versions, sideOf, (v) => v.content[list])])),
    nodes,
    sample_dialogue: namedByLabel(chosenLines("sample_dialogue", versions, sideOf, utteranceLines), nodes),
  });
}

/** Lists that both changed are joined; of anything else that both changed alike, mine will do. */
function sideThatChanged(entry) {
  if (entry === undefined) return "mine";
  const joins = entry.part === "lines" || entry.part === "dialogue";
  return entry.changedBy === "both" && !joins ? "mine" : entry.changedBy;
}

function chosenText(field, versions, sideOf) {
  const side = sideOf(field);
  const [mine, theirs] = [versions.mine.content[field], versions.theirs.content[field]];
  if (side === "theirs") return theirs;
  return side === "mine" || mine === theirs || field === "language" ? mine : `${mine}\n${theirs}`;
}

function chosenLines(where, versions, sideOf, linesIn) {
  const side = sideOf(where);
  if (side !== "both") return linesIn(versions[side]);
  return mergeLines(linesIn(versions.base), linesIn(versions.mine), linesIn(versions.theirs)).lines;
}

function namedByLabel(lines, nodes) {
  const labels = new Map(nodes.map((node) => [node.uid, node.label]));
  return lines.map((line) => {
    const said = JSON.parse(line);
    return { ...said, nodes: said.nodes.flatMap((uid) => labels.get(uid) ?? []) };
  });
}

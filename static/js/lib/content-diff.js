import { FIELDS, LISTS, readContent } from "./content.js";
import { mergeLines } from "./line-merge.js";
import { ResponseTree } from "./response-tree.js";

/** @typedef {import("./content.js").Content} Content */
/**
 * One thing that is no longer as it was in `base`.
 *
 * | part     | where                                | base, mine, theirs                               |
 * | -------- | ------------------------------------ | ------------------------------------------------ |
 * | field    | `language` `role` `goal`             | texts                                            |
 * | lines    | `items` `skills` `scenes`            | lists of texts                                   |
 * | dialogue | `sample_dialogue`                    | lists of utterances                              |
 * | node     | `node:UID`: somebody added/removed it | nodes, null where it is not                      |
 * | text     | `node:UID.text`                      | texts                                            |
 * | purpose  | `node:UID.purpose`                   | texts                                            |
 * | parent   | `node:UID.parent`: it was moved      | uids                                             |
 * | order    | `node:UID.children`                  | uids of the children that all three versions have |
 * @typedef {{where: string, part: string, uid?: string, base: any, mine: any, theirs: any,
 *            changedBy: "mine" | "theirs" | "both", conflict: boolean}} Entry
 */

/**
 * What two people made of one version, nodes joined by uid.
 * @param {Content} base
 * @param {Content} mine
 * @param {Content} theirs
 * @returns {Entry[]} the background first, then the nodes in my order; `conflict` needs a choice
 */
export function contentDiff(base, mine, theirs) {
  const versions = readVersions(base, mine, theirs);
  return [
    ...["language", ...FIELDS].map((field) => compared(field, "field", versions, (v) => v.content[field])),
    ...LISTS.map((list) => comparedLines(list, "lines", versions, (v) => v.content[list])),
    comparedLines("sample_dialogue", "dialogue", versions, (v) => v.content.sample_dialogue, utteranceLines),
    ...nodeEntries(versions),
  ].filter((entry) => entry !== null);
}

/** @returns {{base: Version, mine: Version, theirs: Version}} each `{content, tree}` */
export function readVersions(base, mine, theirs) {
  const read = (value) => {
    const content = readContent(value);
    return { content, tree: new ResponseTree(content.nodes) };
  };
  return { base: read(base), mine: read(mine), theirs: read(theirs) };
}

/** Utterances as comparable lines that name nodes by uid: a mere relabelling is no change of the dialogue. */
export function utteranceLines({ content, tree }) {
  return content.sample_dialogue.map(({ nodes, ...said }) =>
    JSON.stringify({ ...said, nodes: nodes.flatMap((label) => tree.find(label)?.uid ?? []) }),
  );
}

function compared(where, part, versions, valueIn, extra = {}) {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(valueIn);
  const byMe = !same(base, mine);
  const byThem = !same(base, theirs);
  if (!byMe && !byThem) return null;
  const changedBy = byMe && byThem ? "both" : byMe ? "mine" : "theirs";
  return { where, part, ...extra, base, mine, theirs, changedBy, conflict: changedBy === "both" && !same(mine, theirs) };
}

function comparedLines(where, part, versions, valueIn, linesIn = valueIn) {
  const changed = compared(where, part, versions, linesIn);
  if (changed === null) return null;
  const { conflict } = mergeLines(changed.base, changed.mine, changed.theirs);
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(valueIn);
  return { ...changed, base, mine, theirs, conflict };
}

function nodeEntries(versions) {
  const nodes = [versions.mine, versions.theirs, versions.base].flatMap(({ tree }) => tree.depthFirst());
  const uids = new Set(nodes.map((node) => node.uid));
  return [...uids].flatMap((uid) => {
    const stays = versions.mine.tree.has(uid) && versions.theirs.tree.has(uid);
    return stays ? partEntries(uid, versions) : [presenceEntry(uid, versions)];
  });
}

function partEntries(uid, versions) {
  const part = (name) =>
    compared(`node:${uid}.${name}`, name, versions, ({ tree }) => (tree.has(uid) ? tree.node(uid)[name] : null), { uid });
  return [part("text"), part("purpose"), part("parent"), orderEntry(uid, versions)];
}

function orderEntry(uid, versions) {
  const trees = [versions.base, versions.mine, versions.theirs].map(({ tree }) => tree);
  const common = (child) => trees.every((tree) => tree.has(child.uid) && tree.node(child.uid).parent === uid);
  const order = ({ tree }) => (tree.has(uid) ? tree.children(uid).filter(common).map((child) => child.uid) : []);
  return compared(`node:${uid}.children`, "order", versions, order, { uid });
}

/** Somebody added or removed the node; a conflict when one removed what the other went on working at. */
function presenceEntry(uid, versions) {
  const nodeIn = ({ tree }) => (tree.has(uid) ? tree.node(uid) : null);
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(nodeIn);
  const entry = { where: `node:${uid}`, part: "node", uid, base, mine, theirs };
  if (base === null) return { ...entry, changedBy: mine ? "mine" : "theirs", conflict: false };
  if (!mine && !theirs) return { ...entry, changedBy: "both", conflict: false };
  const conflict = workedAt(uid, versions.base.tree, (mine ? versions.mine : versions.theirs).tree);
  return { ...entry, changedBy: conflict ? "both" : mine ? "theirs" : "mine", conflict };
}

function workedAt(uid, before, after) {
  const rewritten = ["text", "purpose", "parent"].some((part) => before.node(uid)[part] !== after.node(uid)[part]);
  const hadChild = new Set(before.children(uid).map((child) => child.uid));
  return rewritten || after.children(uid).some((child) => !hadChild.has(child.uid));
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

import { relabelled } from "./tree.js";

/** @typedef {import("./content.js").Node} Node */

/**
 * The tree of two versions, by the side chosen for each `where` of `contentDiff`; see `merge` for the rules.
 * @param {{base: object, mine: object, theirs: object}} versions each `{content, tree}`
 * @param {(where: string) => "mine" | "theirs" | "both"} sideOf
 * @param {() => string} newUid
 * @returns {readonly Node[]} one tree, or none
 */
export function mergeTrees(versions, sideOf, newUid) {
  const trees = { mine: versions.mine.tree, theirs: versions.theirs.tree };
  const alive = survivors(trees, sideOf);
  const root = [trees.mine.root?.uid, trees.theirs.root?.uid, ...alive].find((uid) => alive.has(uid));
  if (root === undefined) return [];
  const parents = mergedParents(trees, alive, root, sideOf);
  const nodes = inOrder(trees, alive, parents, root, sideOf).map((uid) => ({
    ...mergedNode(uid, trees, sideOf),
    parent: parents.get(uid),
  }));
  const second = (node) => secondVersion(node, trees, sideOf, newUid);
  const [first, ...others] = nodes;
  const below = second(first).map((node) => ({ ...node, parent: root }));
  return labelledLikeASide([first, ...others.flatMap((node) => [node, ...second(node)]), ...below], versions);
}

function survivors(trees, sideOf) {
  const uids = new Set([...trees.mine.depthFirst(), ...trees.theirs.depthFirst()].map((node) => node.uid));
  const stays = (uid) => {
    const side = sideOf(`node:${uid}`);
    return (trees.mine.has(uid) && trees.theirs.has(uid)) || side === "both" || trees[side].has(uid);
  };
  return new Set([...uids].filter(stays));
}

/**
 * Parents by uid. My tree is no circle; their new nodes hang below it, so they make none; then their moves are made one
 * by one, from the root down so that each finds its new parent in place, but for those that would close a circle.
 */
function mergedParents(trees, alive, root, sideOf) {
  const nearest = (tree, uid) => tree.ancestors(uid).find((above) => alive.has(above.uid))?.uid ?? root;
  const parents = new Map();
  for (const uid of alive) parents.set(uid, nearest(trees.mine.has(uid) ? trees.mine : trees.theirs, uid));
  parents.set(root, null);
  for (const { uid } of trees.theirs.depthFirst()) {
    const moved = uid !== root && alive.has(uid) && sideOf(`node:${uid}.parent`) === "theirs";
    if (moved && !hangsFrom(parents, nearest(trees.theirs, uid), uid)) parents.set(uid, nearest(trees.theirs, uid));
  }
  return parents;
}

function hangsFrom(parents, uid, above) {
  for (let at = uid; at !== null; at = parents.get(at)) if (at === above) return true;
  return false;
}

/** Uids with siblings in the chosen side's order, the other side's additions after the sibling that they followed there. */
function inOrder(trees, alive, parents, root, sideOf) {
  const order = [root];
  for (let at = 0; at < order.length; at++) {
    const parent = order[at];
    const [first, second] = sideOf(`node:${parent}.children`) === "theirs" ? ["theirs", "mine"] : ["mine", "theirs"];
    const kids = [...alive].filter((uid) => parents.get(uid) === parent);
    const children = childrenIn(trees[first], parent).filter((uid) => kids.includes(uid));
    insertFollowing(children, childrenIn(trees[second], parent), kids);
    order.push(...children, ...kids.filter((uid) => !children.includes(uid)));
  }
  return order;
}

function childrenIn(tree, parent) {
  return tree.has(parent) ? tree.children(parent).map((child) => child.uid) : [];
}

function insertFollowing(children, others, kids) {
  others.forEach((uid, i) => {
    if (!kids.includes(uid) || children.includes(uid)) return;
    const before = others.slice(0, i).findLast((other) => children.includes(other));
    children.splice(children.indexOf(before) + 1, 0, uid);
  });
}

function mergedNode(uid, trees, sideOf) {
  if (!trees.theirs.has(uid)) return trees.mine.node(uid);
  if (!trees.mine.has(uid)) return trees.theirs.node(uid);
  const from = (part) => (sideOf(`node:${uid}.${part}`) === "theirs" ? trees.theirs : trees.mine).node(uid)[part];
  return { ...trees.mine.node(uid), text: from("text"), purpose: from("purpose") };
}

/** Their version of a node as a node of its own, where both were chosen. */
function secondVersion(node, trees, sideOf, newUid) {
  const wanted = ["text", "purpose"].some((part) => sideOf(`node:${node.uid}.${part}`) === "both");
  if (!wanted || !trees.mine.has(node.uid) || !trees.theirs.has(node.uid)) return [];
  const { text, purpose } = trees.theirs.node(node.uid);
  if (text === node.text && purpose === node.purpose) return [];
  return [{ ...node, uid: newUid(), text, purpose }];
}

/** A side whose tree has just this shape keeps its labels, gaps included; any other shape is labelled anew. */
function labelledLikeASide(nodes, { base, mine, theirs }) {
  const merged = relabelled(nodes);
  const shape = (list) => JSON.stringify(list.map(({ uid, parent }) => [uid, parent]));
  const labels = ({ tree }) => JSON.stringify(tree.nodes.map(({ uid, label }) => [uid, label]));
  const sides = labels(mine) === labels(base) ? [theirs, mine] : [mine, theirs];
  const side = sides.find(({ tree }) => shape(tree.depthFirst()) === shape(merged));
  if (side === undefined) return merged;
  const byUid = new Map(merged.map((node) => [node.uid, node]));
  return side.tree.nodes.map(({ uid, label }) => ({ ...byUid.get(uid), label }));
}

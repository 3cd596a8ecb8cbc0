/**
 * Pure functions over a response tree kept as a list of nodes: the root first, every parent before
 * its children, siblings in the order in which they are offered.
 */

/** @typedef {import("./content.js").Node} Node */

export const ROOT_LABEL = "0";

/**
 * The tree refuses the change; `code` says why:
 * unknown-node, cycle, root-stays, root-exists, root-has-no-sibling, already-first, already-last,
 * already-top-level, no-previous-sibling, too-many-nodes; and for nodes that are not a tree:
 * repeated-uid, repeated-label, no-root, second-root, parent-not-before.
 */
export class TreeError extends Error {
  /** @param {string} code @param {string | null} [uid] */
  constructor(code, uid = null) {
    super(uid === null ? code : `${code} (node ${uid})`);
    this.name = "TreeError";
    this.code = code;
    this.uid = uid;
  }
}

/** @param {readonly Node[]} nodes @returns {Map<string | null, Node[]>} children by parent uid */
export function childrenByParent(nodes) {
  const children = new Map();
  for (const node of nodes) {
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  return children;
}

/** @param {readonly Node[]} nodes @returns {Node[]} every node before its children, branch by branch */
export function depthFirst(nodes) {
  const children = childrenByParent(nodes);
  const order = [];
  const waiting = (children.get(null) ?? []).toReversed();
  while (waiting.length) {
    const node = waiting.pop();
    order.push(node);
    waiting.push(...(children.get(node.uid) ?? []).toReversed());
  }
  return order;
}

/**
 * The same tree in depth-first order, labelled 0, 1, 1.1, 1.2, 2 …
 * @param {readonly Node[]} nodes
 * @returns {readonly Node[]} nodes whose label stays are the same objects
 */
export function relabelled(nodes) {
  const labels = new Map();
  const counts = new Map();
  return Object.freeze(
    depthFirst(nodes).map((node) => {
      const count = (counts.get(node.parent) ?? 0) + 1;
      counts.set(node.parent, count);
      const label = labelFor(labels.get(node.parent), count);
      labels.set(node.uid, label);
      return node.label === label ? node : Object.freeze({ ...node, label });
    }),
  );
}

function labelFor(above, count) {
  if (above === undefined) return ROOT_LABEL;
  return above === ROOT_LABEL ? String(count) : `${above}.${count}`;
}

/**
 * The tree with `node` as the `index`-th child of its parent, taken out of its old place if it had one.
 * @param {readonly Node[]} nodes
 * @param {Node} node
 * @param {number} [index] counted without the node itself; past the end means last
 */
export function placed(nodes, node, index = Infinity) {
  const others = nodes.filter((other) => other.uid !== node.uid);
  const siblings = others.filter((other) => other.parent === node.parent);
  const before = siblings[Math.max(0, index)];
  const at = before === undefined ? others.length : others.indexOf(before);
  return relabelled(others.toSpliced(at, 0, Object.freeze(node)));
}

/** @param {readonly Node[]} nodes @param {string} uid @returns {Set<string>} the node and all below it */
export function subtree(nodes, uid) {
  const inside = new Set([uid]);
  for (const node of depthFirst(nodes)) {
    if (inside.has(node.parent)) inside.add(node.uid);
  }
  return inside;
}

/**
 * Refuse nodes that are not one tree, root first, parents before children. That order cannot hold a cycle.
 * @param {readonly Node[]} nodes
 * @throws {TreeError}
 */
export function checkTree(nodes) {
  const seen = new Set();
  const labels = new Set();
  nodes.forEach((node, index) => {
    if (seen.has(node.uid)) throw new TreeError("repeated-uid", node.uid);
    if (labels.has(node.label)) throw new TreeError("repeated-label", node.uid);
    if (index === 0 && (node.parent !== null || node.label !== ROOT_LABEL)) throw new TreeError("no-root", node.uid);
    if (index > 0 && node.parent === null) throw new TreeError("second-root", node.uid);
    if (node.parent !== null && !seen.has(node.parent)) throw new TreeError("parent-not-before", node.uid);
    seen.add(node.uid);
    labels.add(node.label);
  });
}

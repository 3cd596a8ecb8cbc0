import { childrenByParent, depthFirst } from "./tree.js";

/** @typedef {import("./content.js").Node} Node */
/** @typedef {{column: number, row: number, radius: number, margin: number, caption: number}} Measures pixels */
/** @typedef {{uid: string, label: string, x: number, y: number, depth: number}} PlacedNode */

/** @type {Measures} */
const ROOMY = { column: 120, row: 29, radius: 14, margin: 16, caption: 22 };
/** @type {Measures} For many nodes: dots without labels, a screenful for 50 nodes. */
const COMPACT = { column: 78, row: 15, radius: 5.5, margin: 10, caption: 18 };
const MOST_ROOMY = 20;

/**
 * A picture of the tree: the root at the left, one column per level, one row per leaf, parents amid their children.
 * @param {readonly Node[]} nodes
 * @param {{compact?: boolean} & Partial<Measures>} [options] compact by itself beyond 20 nodes; `caption` is the
 *   height kept free below for the words under the columns
 * @returns {{width: number, height: number, radius: number, compact: boolean, nodes: PlacedNode[],
 *            links: {from: string, to: string, d: string}[], columns: {depth: number, x: number}[]}}
 *   nodes depth first; `d` is an SVG path from rim to rim; width and height are 0 for no tree
 */
export function layout(nodes, { compact = nodes.length > MOST_ROOMY, ...measures } = {}) {
  const sizes = { ...(compact ? COMPACT : ROOMY), ...measures };
  const { column, row, radius, margin, caption } = sizes;
  if (!nodes.length) return { width: 0, height: 0, radius, compact, nodes: [], links: [], columns: [] };

  const depths = depthsOf(nodes);
  const rows = rowsOf(nodes);
  const edge = margin + radius;
  const xOf = (depth) => edge + depth * column;
  const placed = depthFirst(nodes).map(({ uid, label }) => {
    return { uid, label, x: xOf(depths.get(uid)), y: rounded(edge + rows.get(uid) * row), depth: depths.get(uid) };
  });
  const deepest = Math.max(...depths.values());
  const lastRow = Math.max(...rows.values());
  return {
    width: xOf(deepest) + edge,
    height: edge + lastRow * row + edge + caption,
    radius,
    compact,
    nodes: placed,
    links: linksBetween(nodes, new Map(placed.map((node) => [node.uid, node])), radius),
    columns: Array.from({ length: deepest + 1 }, (_, depth) => ({ depth, x: xOf(depth) })),
  };
}

function depthsOf(nodes) {
  const depths = new Map();
  for (const node of depthFirst(nodes)) depths.set(node.uid, node.parent === null ? 0 : depths.get(node.parent) + 1);
  return depths;
}

/** Rows by uid, from 0: leaves one after the other, a parent half-way between its first and its last child. */
function rowsOf(nodes) {
  const children = childrenByParent(nodes);
  const order = depthFirst(nodes);
  const leaves = order.filter((node) => !children.has(node.uid));
  const rows = new Map(leaves.map((node, row) => [node.uid, row]));
  for (const { uid } of order.toReversed()) {
    const below = children.get(uid);
    if (below) rows.set(uid, (rows.get(below[0].uid) + rows.get(below.at(-1).uid)) / 2);
  }
  return rows;
}

function linksBetween(nodes, places, radius) {
  return nodes
    .filter((node) => node.parent !== null)
    .map((node) => ({ from: node.parent, to: node.uid, d: path(places.get(node.parent), places.get(node.uid), radius) }));
}

function path(from, to, radius) {
  const [x1, x2] = [from.x + radius, to.x - radius];
  if (from.y === to.y) return `M${x1} ${from.y}H${x2}`;
  const middle = rounded((x1 + x2) / 2);
  return `M${x1} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${x2} ${to.y}`;
}

function rounded(pixels) {
  return Math.round(pixels * 10) / 10;
}

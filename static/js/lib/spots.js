/**
 * A spot in a task: where a hint belongs, where a link leads, where an error points to.
 * node: `uid`, and `field` where only its text or purpose is meant; field: `field` (role, goal, items, skills, scenes);
 * line: `field` (items, skills, scenes) and `index`; tree: the tree as a whole.
 * @typedef {{kind: "node" | "field" | "line" | "tree", uid?: string, field?: string, index?: number}} Spot
 */

const TREE = Object.freeze({ kind: "tree" });
const FIELDS = ["role", "goal", "items", "skills", "scenes"];

/**
 * Whether a hint belongs to the spot; a node's spot without a field takes the hints of both halves.
 * @param {Spot} where @param {Spot} spot @returns {boolean}
 */
export function belongsTo(where, spot) {
  if (where.kind !== spot.kind) return false;
  return ["uid", "field", "index"].every((part) => spot[part] === undefined || spot[part] === where[part]);
}

/** @param {Spot} spot @returns {string} the address of the spot on the page, as a hash */
export function hashOf({ kind, uid, field, index }) {
  if (kind === "node") return `#node-${uid}${field ? `:${field}` : ""}`;
  if (kind === "line") return `#${field}-${index}`;
  return kind === "field" ? `#field-${field}` : "#tree";
}

/**
 * @param {string} hash from the address bar; a node may be named by its label too (`#node-2.1`)
 * @param {import("./response-tree.js").ResponseTree} tree
 * @returns {Spot | null} null for what is no spot of this task
 */
export function spotOfHash(hash, tree) {
  const text = decoded(hash.replace(/^#/, ""));
  if (text === "tree") return TREE;
  const [, field] = /^field-(\w+)$/.exec(text) ?? [];
  if (FIELDS.includes(field)) return { kind: "field", field };
  const [, list, index] = /^(items|skills|scenes)-(\d+)$/.exec(text) ?? [];
  if (list) return { kind: "line", field: list, index: Number(index) };
  const [, name, half] = /^node-(.+?)(?::(text|purpose))?$/.exec(text) ?? [];
  if (name === undefined) return null;
  const node = tree.has(name) ? tree.node(name) : tree.find(name);
  return node && { kind: "node", uid: node.uid, ...(half && { field: half }) };
}

/**
 * @param {string} path where the server found a problem: `nodes[3].text`, `items[2]`, `goal`
 * @param {import("./content.js").Content} content what was sent
 * @returns {Spot | null}
 */
export function spotOfPath(path, content) {
  const [, name, index, half] = /^(?:content\.)?(\w+)(?:\[(\d+)\])?(?:\.(\w+))?$/.exec(path) ?? [];
  if (name === "nodes") {
    const node = content.nodes[Number(index)];
    if (node === undefined) return TREE;
    return { kind: "node", uid: node.uid, ...(["text", "purpose"].includes(half) && { field: half }) };
  }
  if (!FIELDS.includes(name)) return null;
  return index === undefined ? { kind: "field", field: name } : { kind: "line", field: name, index: Number(index) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

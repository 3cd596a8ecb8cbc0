import { LIMITS } from "./content.js";
import { TreeError, childrenByParent, depthFirst, subtree } from "./tree.js";

/** @typedef {import("./content.js").Node} Node */
/**
 * Where a node stands; `position` counts from 1, `level` is 0 for the root.
 * @typedef {{label: string, parent: string | null, parentLabel: string | null,
 *            position: number, setsize: number, level: number}} Place
 */

/** The answers to every question about one tree, which never changes; a changed tree is a new object. */
export class ResponseTree {
  #byUid;
  #children;

  /** @param {readonly Node[]} nodes one tree, root first, parents before children; or none */
  constructor(nodes) {
    this.nodes = nodes;
    this.#byUid = new Map(nodes.map((node) => [node.uid, node]));
    this.#children = childrenByParent(nodes);
  }

  /** @returns {Node | null} null in a task that has no tree yet */
  get root() {
    return this.nodes[0] ?? null;
  }

  /** Levels below the root. @returns {number} */
  get depth() {
    return Math.max(0, ...this.nodes.map((node) => this.level(node.uid)));
  }

  /** @param {string} uid @returns {Node} */
  node(uid) {
    const node = this.#byUid.get(uid);
    if (node === undefined) throw new TreeError("unknown-node", uid);
    return node;
  }

  /** @param {string} uid @returns {boolean} */
  has(uid) {
    return this.#byUid.has(uid);
  }

  /** @param {string} label @returns {Node | null} for “Go to” by label */
  find(label) {
    return this.nodes.find((node) => node.label === label) ?? null;
  }

  /** @returns {Node[]} */
  depthFirst() {
    return depthFirst(this.nodes);
  }

  /** @param {string} uid @returns {readonly Node[]} */
  children(uid) {
    return this.#children.get(this.node(uid).uid) ?? [];
  }

  /** From the parent up to the root. @param {string} uid @returns {Node[]} */
  ancestors(uid) {
    const found = [];
    for (let above = this.node(uid).parent; above !== null; above = this.node(above).parent) {
      found.push(this.node(above));
    }
    return found;
  }

  /** 0 for the root; `aria-level` is one more. @param {string} uid @returns {number} */
  level(uid) {
    return this.ancestors(uid).length;
  }

  /** The node and all below it. @param {string} uid @returns {number} */
  subtreeSize(uid) {
    return subtree(this.nodes, this.node(uid).uid).size;
  }

  /** @param {string} uid @returns {Place} */
  place(uid) {
    const node = this.node(uid);
    const siblings = this.#children.get(node.parent);
    return {
      label: node.label,
      parent: node.parent,
      parentLabel: node.parent === null ? null : this.node(node.parent).label,
      position: siblings.indexOf(node) + 1,
      setsize: siblings.length,
      level: this.level(uid),
    };
  }

  /**
   * Why an operation on a node would be refused, as a TreeError's code; null when it would not.
   * @param {"addChild" | "addSibling" | "removeNode" | "moveUp" | "moveDown" | "indent" | "outdent" | "reparent"} action
   * @param {string} uid
   * @param {string} [newParent] for reparent
   * @returns {string | null}
   */
  refusal(action, uid, newParent) {
    const { parent, position, setsize, level } = this.place(uid);
    const adds = action === "addChild" || action === "addSibling";
    if (adds && this.nodes.length >= LIMITS.nodes) return "too-many-nodes";
    if (action === "addChild") return null;
    if (parent === null) return adds ? "root-has-no-sibling" : "root-stays";
    if (action === "moveUp" && position === 1) return "already-first";
    if (action === "moveDown" && position === setsize) return "already-last";
    if (action === "indent" && position === 1) return "no-previous-sibling";
    if (action === "outdent" && level === 1) return "already-top-level";
    if (action === "reparent") return this.#refusalOfParent(uid, newParent);
    return null;
  }

  #refusalOfParent(uid, newParent) {
    if (!this.has(newParent)) return "unknown-node";
    return subtree(this.nodes, uid).has(newParent) ? "cycle" : null;
  }
}

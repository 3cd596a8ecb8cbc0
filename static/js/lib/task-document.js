import { ContentError, FIELDS, LIMITS, LISTS, readContent, readLine, readText, readUtterances } from "./content.js";
import { newIdentifier } from "./identifier.js";
import { ResponseTree } from "./response-tree.js";
import { TreeError, placed, relabelled, subtree } from "./tree.js";

export { ContentError, TreeError };

/** @typedef {import("./content.js").Content} Content */
/** @typedef {import("./content.js").Node} Node */
/**
 * What an operation did, enough to announce it and to name its undo. `kind` is one of field-set, line-set,
 * line-added, line-removed, line-moved, node-added, node-set, node-removed, node-moved, dialogue-set.
 * `typing` names the field of a keystroke, so that a history can take consecutive ones as one step.
 * @typedef {{kind: string, uid?: string, list?: string, index?: number, from?: any, to?: any,
 *            count?: number, focus?: string, typing?: string}} Change
 */

/**
 * The task that the editor holds. Each operation replaces the frozen `content` and returns a Change, or null when
 * nothing changed. A refused operation throws (TreeError, ContentError) and leaves the content as it was.
 *
 * Labels of an imported task may have gaps; they stay until the tree's structure changes, then all nodes are
 * labelled anew, in the tree and in the sample dialogue that names them.
 */
export class TaskDocument {
  #content;
  #newUid;
  #tree;

  /** @param {unknown} content TaskContent as JSON @param {{newUid?: () => string}} [options] */
  constructor(content, { newUid = newIdentifier } = {}) {
    this.#newUid = newUid;
    this.#hold(readContent(content));
  }

  /** The frozen content; keep it as a snapshot, it never changes. @returns {Readonly<Content>} */
  get content() {
    return this.#content;
  }

  /** @returns {Content} a copy that the caller may change */
  toJSON() {
    return structuredClone(this.#content);
  }

  /** Go back (or on) to a snapshot. @param {unknown} content */
  restore(content) {
    this.#hold(readContent(content));
  }

  /** @param {TaskDocument | Content} other @returns {boolean} */
  equal(other) {
    const content = other instanceof TaskDocument ? other.content : readContent(other);
    return JSON.stringify(this.#content) === JSON.stringify(content);
  }

  /** All questions about the tree as it stands now: children, place, level, refusal … @returns {ResponseTree} */
  get tree() {
    return this.#tree;
  }

  // Changes of the tree

  /** The first node of a task that has none. @param {{text?: string, purpose?: string}} [said] @returns {Change} */
  addRoot(said = {}) {
    if (this.#tree.root !== null) throw new TreeError("root-exists", this.#tree.root.uid);
    return this.#add(null, undefined, said);
  }

  /** @param {string} uid @param {{text?: string, purpose?: string, index?: number}} [options] @returns {Change} */
  addChild(uid, { index, ...said } = {}) {
    this.#check("addChild", uid);
    return this.#add(uid, index, said);
  }

  /** A node right after this one. @param {string} uid @param {{text?: string, purpose?: string}} [said] @returns {Change} */
  addSibling(uid, said = {}) {
    this.#check("addSibling", uid);
    const { parent, position } = this.#tree.place(uid);
    return this.#add(parent, position, said);
  }

  /** @param {string} uid @param {{text?: string, purpose?: string}} said @returns {Change | null} */
  setNode(uid, said) {
    const before = this.#tree.node(uid);
    const after = Object.freeze({ ...before, ...this.#readSaid(said, uid) });
    const changed = ["text", "purpose"].filter((part) => before[part] !== after[part]);
    if (!changed.length) return null;
    this.#replace({ nodes: this.#content.nodes.map((node) => (node === before ? after : node)) });
    const pick = (node) => ({ text: node.text, purpose: node.purpose });
    const change = { kind: "node-set", uid, from: pick(before), to: pick(after) };
    return changed.length === 1 ? { ...change, typing: `node:${uid}.${changed[0]}` } : change;
  }

  /** Remove the node with all below it; `count` says how many, `focus` who stands nearest now. @param {string} uid @returns {Change} */
  removeNode(uid) {
    this.#check("removeNode", uid);
    const from = this.#tree.place(uid);
    const gone = subtree(this.#content.nodes, uid);
    const siblings = this.#tree.children(from.parent);
    const nearest = siblings[from.position] ?? siblings[from.position - 2];
    this.#restructure(relabelled(this.#content.nodes.filter((node) => !gone.has(node.uid))));
    return { kind: "node-removed", uid, from, count: gone.size, focus: nearest?.uid ?? from.parent };
  }

  /** @param {string} uid @returns {Change} */
  moveUp(uid) {
    this.#check("moveUp", uid);
    return this.#move(uid, this.#tree.place(uid).parent, this.#tree.place(uid).position - 2);
  }

  /** @param {string} uid @returns {Change} */
  moveDown(uid) {
    this.#check("moveDown", uid);
    return this.#move(uid, this.#tree.place(uid).parent, this.#tree.place(uid).position);
  }

  /** Become the last child of the previous sibling. @param {string} uid @returns {Change} */
  indent(uid) {
    this.#check("indent", uid);
    const { parent, position } = this.#tree.place(uid);
    return this.#move(uid, this.#tree.children(parent)[position - 2].uid);
  }

  /** Become the next sibling of one's parent. @param {string} uid @returns {Change} */
  outdent(uid) {
    this.#check("outdent", uid);
    const above = this.#tree.place(this.#tree.place(uid).parent);
    return this.#move(uid, above.parent, above.position);
  }

  /**
   * Hang the node, with all below it, from another parent.
   * @param {string} uid
   * @param {string} newParent
   * @param {number} [index] from 0, among the parent's other children; last when left out
   * @returns {Change | null} null when it stands there already
   */
  reparent(uid, newParent, index) {
    this.#check("reparent", uid, newParent);
    return this.#move(uid, newParent, index);
  }

  // Changes of the background

  /** @param {"role" | "goal" | "language"} field @param {string} value @returns {Change | null} */
  setField(field, value) {
    if (field !== "language" && !FIELDS.includes(field)) throw new ContentError("unknown-field", field);
    const from = this.#content[field];
    if (from === value) return null;
    this.#hold(readContent({ ...this.#content, [field]: value }));
    return { kind: "field-set", field, from, to: value, typing: field };
  }

  /** @param {"items" | "skills" | "scenes"} list @param {number} index @param {string} text @returns {Change | null} */
  setLine(list, index, text) {
    const from = this.#lines(list, index)[index];
    if (from === text) return null;
    this.#replace({ [list]: this.#content[list].with(index, readLine(text, `${list}[${index}]`)) });
    return { kind: "line-set", list, index, from, to: text, typing: `${list}[${index}]` };
  }

  /** @param {string} list @param {string} [text] @param {number} [index] last when left out @returns {Change} */
  addLine(list, text = "", index = this.#lines(list).length) {
    const lines = this.#lines(list);
    if (lines.length >= LIMITS.lines) throw new ContentError("too-many", list, { limit: LIMITS.lines });
    const at = Math.min(Math.max(0, index), lines.length);
    this.#replace({ [list]: lines.toSpliced(at, 0, readLine(text, `${list}[${at}]`)) });
    return { kind: "line-added", list, index: at, to: text };
  }

  /** @param {string} list @param {number} index @returns {Change} */
  removeLine(list, index) {
    const lines = this.#lines(list, index);
    this.#replace({ [list]: lines.toSpliced(index, 1) });
    return { kind: "line-removed", list, index, from: lines[index] };
  }

  /** @param {string} list @param {number} index @param {number} to @returns {Change | null} */
  moveLine(list, index, to) {
    const lines = this.#lines(list, index);
    const at = Math.min(Math.max(0, to), lines.length - 1);
    if (at === index) return null;
    this.#replace({ [list]: lines.toSpliced(index, 1).toSpliced(at, 0, lines[index]) });
    return { kind: "line-moved", list, index: at, from: index, to: at };
  }

  // The conversation that a task may start from (paper 000, section III-D, steps 1 and 2)

  /**
   * @param {{speaker: string, text: string, nodes?: string[]}[]} utterances all of them, as they shall be
   * @returns {Change | null} `from` and `to` are numbers of utterances
   */
  setSampleDialogue(utterances) {
    const before = this.#content.sample_dialogue;
    const after = readUtterances(utterances);
    if (JSON.stringify(before) === JSON.stringify(after)) return null;
    this.#replace({ sample_dialogue: after });
    return { kind: "dialogue-set", from: before.length, to: after.length };
  }

  /**
   * Make a node of what the provider said: the root of an empty tree, else the last child of `parent` (the root).
   * @param {string} text all of an utterance, or the part that was marked
   * @param {{utterance?: number, parent?: string}} [from] the utterance then names the new node
   * @returns {Change} a node-added
   */
  adoptUtterance(text, { utterance, parent = this.#tree.root?.uid } = {}) {
    const said = this.#content.sample_dialogue;
    if (utterance !== undefined && said[utterance] === undefined) {
      throw new ContentError("unknown-utterance", `sample_dialogue[${utterance}]`);
    }
    const change = parent === undefined ? this.addRoot({ text }) : this.addChild(parent, { text });
    if (utterance !== undefined) {
      const { nodes, ...rest } = this.#content.sample_dialogue[utterance];
      const naming = Object.freeze({ ...rest, nodes: Object.freeze([...nodes, change.to.label]) });
      this.#replace({ sample_dialogue: this.#content.sample_dialogue.with(utterance, naming) });
    }
    return change;
  }

  #add(parent, index, said) {
    const uid = this.#newUid();
    const node = { uid, parent, label: "", text: "", purpose: "", ...this.#readSaid(said, uid) };
    this.#restructure(placed(this.#content.nodes, node, index));
    return { kind: "node-added", uid, to: this.#tree.place(uid) };
  }

  #move(uid, parent, index) {
    const from = this.#tree.place(uid);
    const order = this.#tree.depthFirst().map((node) => node.uid);
    const nodes = placed(this.#content.nodes, { ...this.#tree.node(uid), parent }, index);
    if (from.parent === parent && nodes.every((node, i) => node.uid === order[i])) return null;
    this.#restructure(nodes);
    return { kind: "node-moved", uid, from, to: this.#tree.place(uid) };
  }

  #check(action, uid, newParent) {
    const code = this.#tree.refusal(action, uid, newParent);
    if (code !== null) throw new TreeError(code, uid);
  }

  #readSaid(said, uid) {
    const parts = ["text", "purpose"].filter((part) => said[part] !== undefined);
    return Object.fromEntries(parts.map((part) => [part, readText(said[part], `node:${uid}.${part}`)]));
  }

  #lines(list, index) {
    if (!LISTS.includes(list)) throw new ContentError("unknown-list", list);
    const lines = this.#content[list];
    if (index !== undefined && lines[index] === undefined) throw new ContentError("unknown-line", `${list}[${index}]`);
    return lines;
  }

  /** Take over a tree of another structure; the sample dialogue names nodes by label and follows. */
  #restructure(nodes) {
    const uids = new Map(this.#content.nodes.map((node) => [node.label, node.uid]));
    const labels = new Map(nodes.map((node) => [node.uid, node.label]));
    const follow = (label) => labels.get(uids.get(label)) ?? [];
    this.#replace({
      nodes,
      sample_dialogue: this.#content.sample_dialogue.map((utterance) =>
        Object.freeze({ ...utterance, nodes: Object.freeze(utterance.nodes.flatMap(follow)) }),
      ),
    });
  }

  #replace(parts) {
    for (const part of Object.values(parts)) Object.freeze(part);
    this.#hold(Object.freeze({ ...this.#content, ...parts }));
  }

  #hold(content) {
    this.#content = content;
    this.#tree = new ResponseTree(content.nodes);
  }
}

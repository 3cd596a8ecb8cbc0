import { ResponseTree } from "./response-tree.js";

/** @typedef {import("./content.js").Content} Content */
/** @typedef {import("./content.js").Node} Node */
/**
 * What the server answers to a trial: `nodes` are labels of the content that was sent with the question.
 * @typedef {{text: string, nodes: string[], kind: string, statement_type: number | null,
 *            trace: {rule: string, question: string, candidates: object[]}}} Reply
 */
/**
 * One line of the trial. A provider's line carries the nodes that it used, the decision behind it, and the content it
 * was decided on; after a replay also `before`, the line that stood in its place.
 * @typedef {{speaker: "seeker" | "provider", text: string, uids: string[], kind?: string, trace?: object,
 *            content?: Content, before?: {text: string, uids: string[]} | null, changed?: boolean}} Line
 */

/**
 * A conversation with the provider about a draft that changes meanwhile. Nodes are kept by uid, so that a node that was
 * given stays given wherever it is moved.
 */
export class Trial {
  /** @type {Line[]} */
  lines = [];
  ended = false;

  /** @returns {string[]} what the seeker has said, in order */
  get questions() {
    return this.lines.filter((line) => line.speaker === "seeker").map((line) => line.text);
  }

  /** @returns {boolean} whether the last question waits for its reply */
  get waiting() {
    return this.lines.at(-1)?.speaker === "seeker";
  }

  /** @param {string} text */
  ask(text) {
    this.lines.push({ speaker: "seeker", text, uids: [] });
  }

  /** Take back a question that got no reply. @returns {string} its words */
  takeBack() {
    return this.waiting ? this.lines.pop().text : "";
  }

  /**
   * @param {Reply} reply
   * @param {Content} content what the reply was decided on
   * @param {Line | null} [before] the line of an earlier trial that stood in its place
   * @returns {Line}
   */
  answer({ text, nodes, kind, trace }, content, before = null) {
    const uids = uidsOf(nodes, content);
    const changed = before !== null && (before.text !== text || before.uids.join() !== uids.join());
    const line = { speaker: "provider", text, uids, kind, trace, content, before: changed ? before : null, changed };
    this.lines.push(line);
    this.ended = trace.rule === "goodbye";
    return line;
  }

  /**
   * The turns as the server wants them, in the labels of the content that goes with them.
   * @param {Content} content @returns {{speaker: string, text: string, nodes: string[]}[]}
   */
  turnsFor(content) {
    const labels = new Map(content.nodes.map((node) => [node.uid, node.label]));
    return this.lines.map(({ speaker, text, uids }) => ({ speaker, text, nodes: uids.flatMap((uid) => labels.get(uid) ?? []) }));
  }

  /** @returns {Set<string>} uids of all nodes said so far */
  get given() {
    return new Set(this.lines.flatMap((line) => line.uids));
  }

  /**
   * @param {string} uid @param {ResponseTree} tree
   * @returns {"given" | "open" | "locked" | null} null while nothing was said yet
   */
  stateOf(uid, tree) {
    const { given } = this;
    if (given.size === 0) return null;
    if (given.has(uid)) return "given";
    const { parent } = tree.node(uid);
    return parent === null || given.has(parent) ? "open" : "locked";
  }

  /**
   * What was edited since replies were given.
   * @param {Content} content as it stands now
   * @returns {{labels: string[], background: boolean, after: number} | null} `after`: the number of the last question
   *   that was answered on another draft; null when all replies stand on this one
   */
  editsSince(content) {
    const answered = this.lines.filter((line) => line.content && line.kind !== "opener");
    const stale = answered.findLast((line) => !sameTask(line.content, content));
    if (stale === undefined) return null;
    const after = this.lines.slice(0, this.lines.indexOf(stale)).filter((line) => line.speaker === "seeker").length;
    const labels = changedNodes(stale.content, content);
    return { labels, background: !sameBackground(stale.content, content), after };
  }

  /** @param {Line} line @param {Content} content @returns {boolean} whether the line was decided on another draft */
  isStale(line, content) {
    return line.content !== undefined && line.kind !== "opener" && !sameTask(line.content, content);
  }

  /**
   * How it would count: a seeker has succeeded when every node's text stands in what the provider said.
   * @param {Content} content @returns {{success: boolean, missing: Node[]}}
   */
  outcome(content) {
    const said = this.lines.filter((line) => line.speaker === "provider").map((line) => squeezed(line.text));
    const missing = content.nodes.filter((node) => !said.some((text) => text.includes(squeezed(node.text))));
    return { success: missing.length === 0, missing };
  }
}

/** Nodes that may be asked for next, in tree order. @param {Trial} trial @param {ResponseTree} tree @returns {Node[]} */
export function openNodes(trial, tree) {
  return tree.depthFirst().filter((node) => node.parent !== null && trial.stateOf(node.uid, tree) === "open");
}

function uidsOf(labels, content) {
  const tree = new ResponseTree(content.nodes);
  return labels.flatMap((label) => tree.find(label)?.uid ?? []);
}

/** Labels as they are now, of nodes that are new, reworded or moved; of a deleted one the label it had. */
function changedNodes(before, after) {
  const old = new Map(before.nodes.map((node) => [node.uid, node]));
  const now = new Map(after.nodes.map((node) => [node.uid, node]));
  const edited = after.nodes.filter((node) => !old.has(node.uid) || !sameNode(old.get(node.uid), node));
  const deleted = before.nodes.filter((node) => !now.has(node.uid));
  return [...edited, ...deleted].map((node) => node.label);
}

/** A label alone is no edit: it follows from what was done to other nodes. */
function sameNode(a, b) {
  return a.parent === b.parent && a.text === b.text && a.purpose === b.purpose;
}

function sameBackground(a, b) {
  return same(background(a), background(b));
}

function sameTask(a, b) {
  return a === b || (same(a.nodes, b.nodes) && sameBackground(a, b));
}

function background({ role, goal, items, skills, scenes }) {
  return [role, goal, items, skills, scenes];
}

function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function squeezed(text) {
  return text.replace(/\s+/gu, " ").trim();
}

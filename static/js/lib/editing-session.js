import { contentDiff, merge } from "./diff.js";
import { standing } from "./draft-store.js";
import { History } from "./history.js";
import { TaskDocument } from "./task-document.js";

/** @typedef {import("./content.js").Content} Content */
/** @typedef {import("./task-document.js").Change} Change */
/**
 * One stored state of the task, as the server tells it.
 * @typedef {{version: number, title: string, content: Content, author?: string, saved_at?: string}} Stored
 */

/**
 * One person at work on one task: the document, its undo history, the stored version that the work started from, and,
 * after somebody else has saved, that newer version (`theirs`) until the two are joined.
 *
 * Tells `change` (detail: `{cause: "edit" | "undo" | "redo" | "join", change}`) after each change of the content, and
 * `title` after each change of the title.
 */
export class EditingSession extends EventTarget {
  #task;
  #history;
  #base;
  #drafts;
  #title;
  #titles = new Set();
  #me;

  /** How the draft found in the browser stood to the server's version: see `standing`. */
  found;
  /** @type {Stored | null} */
  theirs = null;

  /**
   * @param {Stored} served
   * @param {{drafts: import("./draft-store.js").DraftStore, me?: string, newUid?: () => string, now?: () => number}} tools
   *   `me` as the server names an author
   */
  constructor(served, { drafts, me = "", newUid, now = Date.now }) {
    super();
    this.#me = me;
    this.#drafts = drafts;
    this.#task = new TaskDocument(served.content, newUid && { newUid });
    this.#base = { version: served.version, title: served.title, content: this.#task.content };
    this.#title = served.title;
    this.#titles.add(served.title);
    const draft = drafts.load();
    this.found = standing(draft, served.content);
    this.#history = draft?.history ?? new History(this.#task.content, { now });
    this.#resume(draft, served);
  }

  get content() {
    return this.#task.content;
  }

  get tree() {
    return this.#task.tree;
  }

  get title() {
    return this.#title;
  }

  /** The stored version that the work started from. @returns {number} */
  get version() {
    return this.#base.version;
  }

  /** @returns {boolean} */
  get unsaved() {
    return this.#title !== this.#base.title || !same(this.content, this.#base.content);
  }

  get undoable() {
    return this.#history.undoable;
  }

  get redoable() {
    return this.#history.redoable;
  }

  /**
   * Change the document. @param {(task: TaskDocument) => Change | null} operation
   * @returns {Change | null} null when nothing changed
   * @throws {TreeError | ContentError} a refused operation changes nothing
   */
  perform(operation) {
    const change = operation(this.#task);
    if (change === null) return null;
    this.#history.record(this.content, change);
    this.#tell("edit", change);
    return change;
  }

  /** Another content altogether, as one step that can be undone. @param {unknown} content @param {string} kind of Change */
  replace(content, kind) {
    this.#task.restore(content);
    this.#record({ kind });
    this.#tell("edit", { kind });
  }

  /** @param {string} title */
  setTitle(title) {
    if (title === this.#title) return;
    this.#title = title;
    this.#titles.add(title);
    this.dispatchEvent(new CustomEvent("title", { detail: title }));
  }

  /** End a burst of typing: what follows is an undo step of its own. */
  seal() {
    this.#history.seal();
  }

  /** @returns {Change | null} what was taken back */
  undo() {
    return this.#travel("undo", this.#history.undo());
  }

  /** @returns {Change | null} what was made again */
  redo() {
    return this.#travel("redo", this.#history.redo());
  }

  /** Write the draft into the browser. @returns {"kept" | "shortened" | "refused"} see DraftStore */
  keep() {
    const { version, content } = this.#base;
    return this.#drafts.save({ history: this.#history, version, base: content });
  }

  /** What a save has to send; it stays an undo step of its own. @returns {{base: number, content: Content, title: string}} */
  toSave() {
    this.#history.seal();
    return { base: this.#base.version, content: this.content, title: this.#title };
  }

  /** The server has stored what was sent. @param {{content: Content, title: string}} sent @param {{version: number}} answer */
  saved(sent, { version }) {
    this.#base = { version, title: sent.title, content: sent.content };
  }

  /**
   * The server has a newer version. It may be one's own: stored, while the answer was lost on the way. Then the work
   * simply goes on from it; else it is `theirs` until the two are joined.
   * @param {Stored} stored
   */
  meet(stored) {
    this.theirs = null;
    if (this.#isMyOwn(stored)) this.#base = { version: stored.version, title: stored.title, content: stored.content };
    else this.theirs = stored;
  }

  /** The title's difference comes first, as a field named `title`. @returns {import("./content-diff.js").Entry[]} */
  differences() {
    if (this.theirs === null) return [];
    return [...this.#titleEntry(), ...contentDiff(this.#base.content, this.content, this.theirs.content)];
  }

  /**
   * Go on from one content made of both versions; the next save starts from theirs.
   * @param {Record<string, "mine" | "theirs" | "both">} [choices] one for each conflict, by `where`
   * @throws {import("./diff.js").MergeError} when a choice is missing; nothing is changed then
   */
  join(choices = {}) {
    const { theirs } = this;
    const merged = merge(this.#base.content, this.content, theirs.content, choices);
    const title = this.#joinedTitle(choices);
    this.#base = { version: theirs.version, title: theirs.title, content: theirs.content };
    this.theirs = null;
    this.setTitle(title);
    if (same(merged, this.content)) return;
    this.#task.restore(merged);
    this.#record({ kind: "joined", from: theirs.author ?? "", to: theirs.version });
    this.#tell("join", { kind: "joined" });
  }

  #resume(draft, served) {
    if (this.found === "unsaved" || this.found === "saved") this.#task.restore(this.#history.present);
    if (this.found === "outdated") this.#record({ kind: "joined", from: served.author ?? "", to: served.version });
    if (this.found !== "diverged") return;
    this.#task.restore(this.#history.present);
    this.#base = { version: Number(draft.version), title: served.title, content: draft.base };
    this.meet(served);
  }

  /** Words that one had on this screen oneself; the same words by somebody else may be a restored version. */
  #isMyOwn({ author, title, content }) {
    if (author !== this.#me || !this.#titles.has(title)) return false;
    return this.#history.toJSON().states.some((state) => same(state, content));
  }

  #record(change) {
    this.#history.seal();
    this.#history.record(this.content, change);
  }

  #travel(cause, step) {
    if (step === null) return null;
    this.#task.restore(step.snapshot);
    this.#tell(cause, step.change);
    return step.change;
  }

  #tell(cause, change) {
    this.dispatchEvent(new CustomEvent("change", { detail: { cause, change } }));
  }

  #titleEntry() {
    const [base, mine, theirs] = [this.#base.title, this.#title, this.theirs.title];
    const [byMe, byThem] = [mine !== base, theirs !== base];
    if (!byMe && !byThem) return [];
    const changedBy = byMe && byThem ? "both" : byMe ? "mine" : "theirs";
    const conflict = changedBy === "both" && mine !== theirs;
    return [{ where: "title", part: "field", base, mine, theirs, changedBy, conflict }];
  }

  #joinedTitle(choices) {
    const entry = this.#titleEntry()[0];
    if (entry === undefined) return this.#title;
    const side = choices.title ?? (entry.changedBy === "theirs" ? "theirs" : "mine");
    return side === "theirs" ? entry.theirs : entry.mine;
  }
}

function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

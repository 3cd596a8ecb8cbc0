import { MOVES, moveName } from "./node-form.js";
import { deleted, happened, refused, told } from "./words.js";

/** What can be done with the nodes, by whatever means: keys, menu, buttons, dragging. */
export class NodeActions {
  /** @param {HTMLElement & Record<string, any>} pane the tree pane */
  constructor(pane) {
    this.pane = pane;
    /** The node that was added last and not written yet. */
    this.fresh = null;
  }

  get session() {
    return this.pane.session;
  }

  get view() {
    return this.pane.view;
  }

  /** @param {string} action from tree-keys @param {string} uid */
  run(action, uid) {
    if (MOVES.includes(action)) return this.move(uid, action);
    const { tree } = this.session;
    const shown = this.view.visible();
    const step = (by) => this.pane.select(shown[Math.min(Math.max(0, shown.indexOf(uid) + by), shown.length - 1)]);
    const actions = {
      previous: () => step(-1),
      next: () => step(1),
      first: () => this.pane.select(shown[0]),
      last: () => this.pane.select(shown.at(-1)),
      closeOrParent: () => this.#closeOrParent(uid),
      openOrChild: () => this.#openOrChild(uid),
      openAll: () => this.#openAll(),
      edit: () => this.pane.edit(uid),
      remove: () => this.remove(uid),
      menu: () => this.openMenu(uid),
      addSibling: () => this.addSibling(uid),
      addChild: () => this.#added((document) => document.addChild(uid)),
      goTo: () => this.#goTo(),
      tryIt: () => this.pane.tell("ask", { uid, label: tree.node(uid).label }),
      showKeys: () => this.pane.tell("showkeys"),
    };
    actions[action]();
  }

  /** The button above the tree: the root first, then beside (below the root: under) the current node. */
  add() {
    const { root } = this.session.tree;
    if (root === null) return this.#added((document) => document.addRoot());
    const current = this.view.current ?? root.uid;
    this.addSibling(current);
  }

  /** Beside the node; the root has no sibling, so it gets a child. @param {string} uid */
  addSibling(uid) {
    const isRoot = this.session.tree.place(uid).parent === null;
    this.#added((document) => (isRoot ? document.addChild(uid) : document.addSibling(uid)));
  }

  /** @param {string} uid @param {"moveUp" | "moveDown" | "indent" | "outdent"} move */
  move(uid, move) {
    this.view.reveal(uid);
    const change = this.#perform((document) => document[move](uid));
    if (change) this.#landed(change);
  }

  reparent(uid, parent, index) {
    const change = this.#perform((document) => document.reparent(uid, parent, index));
    if (change) this.#landed(change);
    this.pane.select(uid);
  }

  /** @param {string} uid removed with all below it; what can be undone asks nothing */
  remove(uid) {
    const change = this.#perform((document) => document.removeNode(uid));
    if (!change) return;
    this.pane.select(change.focus);
    this.pane.editor.toast(deleted(change), { words: gettext("Undo"), run: () => this.pane.tell("travel", "undo") });
  }

  /** @param {string} uid @returns {boolean} whether the node is gone again */
  takeBackIfEmpty(uid) {
    const fresh = this.fresh === uid;
    this.fresh = null;
    if (!fresh || !this.session.tree.has(uid)) return false;
    const { text, purpose, parent } = this.session.tree.node(uid);
    const isLast = this.session.undoable?.kind === "node-added" && this.session.undoable.uid === uid;
    if (text || purpose || parent === null || !isLast) return false;
    const { position } = this.session.tree.place(uid);
    this.session.undo();
    const left = this.session.tree.children(parent);
    this.pane.select((left[position - 2] ?? left[0])?.uid ?? parent);
    this.pane.editor.announce(gettext("The empty node was taken back"));
    return true;
  }

  fold(uid) {
    if (this.session.tree.children(uid).length === 0) return;
    this.view.collapse(uid, !this.view.isCollapsed(uid));
    this.pane.select(uid);
  }

  openMenu(uid) {
    if (this.view.current !== uid) this.pane.select(uid);
    const { label } = this.session.tree.node(uid);
    const name = told(gettext("Actions for node %(label)s"), { label });
    this.pane.menu.open(this.view.item(uid).more, this.#entries(uid), name);
  }

  #entries(uid) {
    const { tree } = this.session;
    const count = tree.subtreeSize(uid);
    const entry = (icon, words, keys, action) => ({
      icon,
      words,
      keys,
      run: () => this.run(action, uid),
      refusal: action in REFUSABLE ? reason(tree.refusal(REFUSABLE[action], uid)) : "",
    });
    const ask = entry("chat", gettext("Ask for this in Try it"), "T", "tryIt");
    if (!this.pane.editor.editable) return [ask];
    const arrows = { moveUp: ["up", "↑"], moveDown: ["down", "↓"], outdent: ["left", "←"], indent: ["right", "→"] };
    const remove = told(ngettext("Delete node", "Delete %(count)s nodes", count), { count });
    return [
      entry("pencil", gettext("Edit"), "Enter", "edit"),
      entry("plus", gettext("Add a node beside it"), "N", "addSibling"),
      entry("branch", gettext("Add a node under it"), "Shift N", "addChild"),
      ask,
      ...MOVES.map((move) => entry(arrows[move][0], moveName(move), `Alt Shift ${arrows[move][1]}`, move)),
      { ...entry("x", remove, "Delete", "remove"), danger: true },
    ];
  }

  #added(operation) {
    const change = this.#perform(operation);
    if (!change) return;
    this.fresh = change.uid;
    this.pane.edit(change.uid);
    this.pane.editor.announce(happened(change));
  }

  #landed(change) {
    this.view.reveal(change.uid);
    this.pane.show();
    const { card } = this.view.item(change.uid);
    card.scrollIntoView({ block: "nearest" });
    card.classList.add("landed");
    card.addEventListener("animationend", () => card.classList.remove("landed"), { once: true });
    this.pane.editor.announce(happened(change));
  }

  /** A refusal is said, not thrown. */
  #perform(operation) {
    if (!this.pane.editor.editable) return null;
    try {
      return this.session.perform(operation);
    } catch (error) {
      if (!error.code) throw error;
      this.pane.editor.announce(refused(error.code));
      return null;
    }
  }

  #closeOrParent(uid) {
    const { tree } = this.session;
    const isOpen = tree.children(uid).length > 0 && !this.view.isCollapsed(uid);
    if (isOpen) this.fold(uid);
    else this.pane.select(tree.place(uid).parent ?? uid);
  }

  #openOrChild(uid) {
    if (this.view.isCollapsed(uid)) this.fold(uid);
    else this.pane.select(this.session.tree.children(uid)[0]?.uid ?? uid);
  }

  #openAll() {
    this.view.collapseAll(false);
    this.pane.show();
  }

  #goTo() {
    const field = this.pane.querySelector("[data-goto]");
    field.hidden = false;
    field.focus();
  }
}

const REFUSABLE = {
  addSibling: "addSibling",
  addChild: "addChild",
  moveUp: "moveUp",
  moveDown: "moveDown",
  outdent: "outdent",
  indent: "indent",
  remove: "removeNode",
};

function reason(code) {
  return code ? refused(code) : "";
}

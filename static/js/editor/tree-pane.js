import { NodeForm } from "./node-form.js";
import { ActionMenu } from "./action-menu.js";
import { EditorPart } from "./part.js";
import { NodeActions } from "./node-actions.js";
import { TreeDrag } from "./tree-drag.js";
import { fieldAction, itemAction } from "./tree-keys.js";
import { TreePicture } from "./tree-picture.js";
import { TreeView } from "./tree-view.js";
import { refused, told } from "./words.js";

/** The response tree: picture, cards, keys, mouse. */
class TreePane extends EditorPart {
  #lit = new Set();

  start() {
    const { language, editable } = this.editor;
    this.view = new TreeView(this.querySelector("[role=tree]"), { language, editable });
    this.view.root.replaceChildren();
    this.picture = new TreePicture(this.querySelector(".treefig"), (uid) => this.select(uid));
    this.actions = new NodeActions(this);
    this.menu = new ActionMenu();
    this.form = new NodeForm({
      language,
      write: (uid, said) => this.#write(uid, said),
      move: (uid, move) => this.actions.move(uid, move),
      done: () => this.stopEditing(),
      left: () => this.session.seal(),
    });
    if (editable) this.#makeDraggable();
    this.#listenToTree();
    this.#listenToHead();
    this.listen(this.session, "change", () => this.show());
    for (const type of ["checks", "trial"]) this.listen(this.editor, type, () => this.show());
    this.listen(this.editor, "light", ({ detail }) => this.#light(detail));
    this.listen(this.editor, "goto", ({ detail }) => detail.kind === "node" && this.goTo(detail));
    this.listen(this.editor, "goto", ({ detail }) => detail.kind === "tree" && this.focusTree());
    this.show();
  }

  show() {
    const { tree } = this.session;
    const stateOf = (uid) => this.editor.stateOf(uid);
    const hintsOf = (uid) => this.editor.hintsAt({ kind: "node", uid });
    this.view.show(tree, { hintsOf, stateOf });
    const { current } = this.view;
    this.picture.show(tree.nodes, { current, stateOf, hasHint: (uid) => hintsOf(uid).length > 0, lit: this.#lit });
    this.#showForm(tree);
    this.#showHead(tree);
    // An empty tree says itself how to begin.
    const hints = tree.root === null ? [] : this.editor.hintsAt({ kind: "tree" });
    this.editor.showHints(this.querySelector("[data-tree-hints]"), hints);
  }

  /** @param {string} uid @param {{focus?: boolean}} [options] */
  select(uid, { focus = true } = {}) {
    this.view.reveal(uid);
    this.view.current = uid;
    if (this.view.editing && this.view.editing !== uid) this.#leaveForm();
    this.show();
    const { element, card } = this.view.item(uid);
    if (focus) element.focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} uid @param {"text" | "purpose"} [field] */
  edit(uid, field = "text") {
    this.select(uid);
    if (!this.editor.editable) return;
    this.view.editing = uid;
    this.show();
    const area = this.form[field];
    area.focus({ preventScroll: true });
    area.setSelectionRange(area.value.length, area.value.length);
    this.view.item(uid).card.scrollIntoView({ block: "nearest" });
  }

  /** Back to the item. A new node that was left empty is taken back. */
  stopEditing() {
    const uid = this.view.editing;
    if (uid === null) return;
    this.#leaveForm();
    if (!this.actions.takeBackIfEmpty(uid)) this.select(uid);
  }

  /** @param {{uid: string, field?: "text" | "purpose"}} spot */
  goTo({ uid, field }) {
    if (!this.session.tree.has(uid)) return;
    this.tell("showpane", "tree");
    if (field && this.editor.editable) this.edit(uid, field);
    else this.select(uid);
  }

  focusTree() {
    this.tell("showpane", "tree");
    const target = this.view.current ? this.view.item(this.view.current).element : this.querySelector("[data-add]");
    target?.focus();
  }

  #makeDraggable() {
    new TreeDrag(this.view, {
      tree: () => this.session.tree,
      drop: (uid, parent, index) => this.actions.reparent(uid, parent, index),
      scroller: this.closest(".pane"),
      life: this.life,
    });
  }

  #listenToTree() {
    const { root } = this.view;
    this.listen(root, "keydown", (event) => this.#pressed(event));
    this.listen(root, "click", (event) => this.#clicked(event));
    this.listen(root, "focusin", (event) => this.#focused(event));
  }

  #listenToHead() {
    for (const add of this.querySelectorAll("[data-add]")) this.listen(add, "click", () => this.actions.add());
    this.listen(this.querySelector("[data-collapse]"), "click", () => this.#collapseAll());
    const goto = this.querySelector("[data-goto]");
    this.listen(goto, "keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.#goToLabel(goto);
      if (event.key === "Escape") this.focusTree();
    });
    this.listen(goto, "blur", () => goto.removeAttribute("aria-invalid"));
  }

  #pressed(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || this.menu.element.contains(event.target)) return;
    const action = event.target === item ? itemAction(event) : this.#fieldAction(event);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action === "done") this.stopEditing();
    else this.actions.run(action, item.dataset.uid);
  }

  #fieldAction(event) {
    return this.form.element.contains(event.target) ? fieldAction(event) : null;
  }

  #clicked(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const { uid } = item.dataset;
    if (event.target.closest(".more")) this.actions.openMenu(uid);
    else if (event.target.closest(".fold")) this.actions.fold(uid);
    else if (event.target.closest(".edit, .sheet, .grip")) return;
    else if (event.target.closest(".said") && this.editor.editable && getSelection().isCollapsed)
      this.edit(uid, event.target.closest(".why") ? "purpose" : "text");
    else if (event.target.closest(".ncard")) this.select(uid);
  }

  /** Whatever takes the focus inside an item makes it the current one, so that Tab comes back to it. */
  #focused(event) {
    const uid = event.target.closest("[role=treeitem]")?.dataset.uid;
    if (!uid || uid === this.view.current) return;
    this.view.current = uid;
    this.show();
  }

  #write(uid, said) {
    try {
      this.session.perform((document) => document.setNode(uid, said));
      return "";
    } catch (error) {
      return refused(error.code);
    }
  }

  #showForm(tree) {
    const { editing } = this.view;
    if (editing === null) return this.form.element.remove();
    const { card, said } = this.view.item(editing);
    if (this.form.element.parentElement !== card) said.after(this.form.element);
    this.form.show(tree.node(editing), tree);
  }

  #leaveForm() {
    this.session.seal();
    this.view.editing = null;
    this.form.element.remove();
    this.form.uid = null;
  }

  #showHead(tree) {
    const count = tree.nodes.length;
    const words = ngettext("%(count)s node, depth %(depth)s", "%(count)s nodes, depth %(depth)s", count);
    const size = count ? told(words, { count, depth: tree.depth }) : gettext("no nodes yet");
    this.querySelector("[data-size]").textContent = size;
    for (const badge of this.editor.querySelectorAll("[data-count]")) badge.textContent = count;
    this.querySelector(".empty").hidden = count > 0;
    this.view.root.hidden = count === 0;
    const collapse = this.querySelector("[data-collapse]");
    collapse.hidden = tree.depth < 2;
    collapse.textContent = this.view.anyCollapsed ? gettext("Open all") : gettext("Collapse all");
    this.querySelector("[data-goto]").hidden = count < 8;
  }

  #collapseAll() {
    this.view.collapseAll(!this.view.anyCollapsed);
    if (this.view.isHidden(this.view.current)) this.view.current = this.view.visible()[0];
    this.#leaveForm();
    this.show();
  }

  #goToLabel(field) {
    const found = this.session.tree.find(field.value.trim());
    field.toggleAttribute("aria-invalid", found === null);
    if (found === null) {
      field.setAttribute("aria-invalid", "true");
      return this.editor.announce(told(gettext("There is no node %(label)s."), { label: field.value.trim() }));
    }
    field.value = "";
    this.select(found.uid);
  }

  #light(uids) {
    this.#lit = new Set(uids);
    for (const item of this.view.items()) item.card.classList.toggle("lit", this.#lit.has(item.uid));
    this.show();
  }
}

customElements.define("tree-pane", TreePane);

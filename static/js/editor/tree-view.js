import { NodeItem } from "./node-item.js";

/** Beyond this many nodes the cards close ranks: the purpose shows on the current card only. */
const MANY = 20;

/** The tree as nested lists that follow the document, without losing focus, caret or scroll position. */
export class TreeView {
  #items = new Map();
  #collapsed = new Set();
  #tree;

  /** @type {string | null} the node with the one tabindex 0 */
  current = null;
  /** @type {string | null} the node whose card is open for editing */
  editing = null;

  /** @param {HTMLElement} root the `role="tree"` list @param {{language: "en" | "zh", editable: boolean}} options */
  constructor(root, options) {
    this.root = root;
    this.options = options;
  }

  /**
   * @param {import("../lib/response-tree.js").ResponseTree} tree
   * @param {{hintsOf: (uid: string) => object[], stateOf: (uid: string) => string}} view
   */
  show(tree, { hintsOf, stateOf }) {
    this.#tree = tree;
    this.#letGo();
    this.root.classList.toggle("compact", tree.nodes.length > MANY);
    const focused = this.#rememberFocus();
    for (const node of tree.depthFirst()) {
      const item = this.#itemOf(node);
      this.#put(item, tree.place(node.uid));
      item.show(node, tree.place(node.uid), {
        children: tree.children(node.uid).length,
        collapsed: this.#collapsed.has(node.uid),
        hidden: tree.subtreeSize(node.uid) - 1,
        current: node.uid === this.current,
        editing: node.uid === this.editing,
        state: stateOf(node.uid),
        hints: hintsOf(node.uid),
      });
      const childless = tree.children(node.uid).length === 0;
      if (childless && item.group.isConnected) item.group.remove();
      if (!childless && !item.group.isConnected) item.element.append(item.group);
    }
    focused?.();
  }

  /** @param {string} uid @returns {NodeItem | undefined} */
  item(uid) {
    return this.#items.get(uid);
  }

  /** @returns {IterableIterator<NodeItem>} */
  items() {
    return this.#items.values();
  }

  /** Nodes that can be seen, from top to bottom. @returns {string[]} */
  visible() {
    return this.#tree.depthFirst().map((node) => node.uid).filter((uid) => !this.isHidden(uid));
  }

  isHidden(uid) {
    return this.#tree.ancestors(uid).some((above) => this.#collapsed.has(above.uid));
  }

  isCollapsed(uid) {
    return this.#collapsed.has(uid);
  }

  /** @param {string} uid @param {boolean} shut */
  collapse(uid, shut) {
    if (shut) this.#collapsed.add(uid);
    else this.#collapsed.delete(uid);
  }

  /** Close everything below the first level, or open all. @param {boolean} shut */
  collapseAll(shut) {
    const inner = this.#tree.nodes.filter((node) => node.parent !== null && this.#tree.children(node.uid).length > 0);
    this.#collapsed = new Set(shut ? inner.map((node) => node.uid) : []);
  }

  get anyCollapsed() {
    return this.#collapsed.size > 0;
  }

  /** Open whatever hides the node. @param {string} uid */
  reveal(uid) {
    for (const above of this.#tree.ancestors(uid)) this.#collapsed.delete(above.uid);
  }

  #letGo() {
    for (const [uid, item] of this.#items) {
      if (this.#tree.has(uid)) continue;
      item.element.remove();
      this.#items.delete(uid);
      this.#collapsed.delete(uid);
    }
    if (this.editing && !this.#tree.has(this.editing)) this.editing = null;
    if (!this.current || !this.#tree.has(this.current)) this.current = this.#tree.root?.uid ?? null;
  }

  #itemOf(node) {
    if (!this.#items.has(node.uid)) this.#items.set(node.uid, new NodeItem(node, this.options));
    return this.#items.get(node.uid);
  }

  /** Into the parent's group at its place; an element that stands right is not touched, so that it keeps the focus. */
  #put(item, { parent, position }) {
    const list = parent === null ? this.root : this.#items.get(parent).group;
    const there = list.children[position - 1];
    if (there !== item.element) list.insertBefore(item.element, there ?? null);
  }

  /** Moving an element takes the focus away from it. @returns {(() => void) | null} gives it back */
  #rememberFocus() {
    const { activeElement } = document;
    if (!this.root.contains(activeElement)) return null;
    const { selectionStart, selectionEnd } = activeElement;
    return () => {
      if (document.activeElement === activeElement || !activeElement.isConnected) return;
      activeElement.focus({ preventScroll: true });
      if (selectionStart !== undefined) activeElement.setSelectionRange(selectionStart, selectionEnd);
    };
  }
}

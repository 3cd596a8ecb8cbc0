import { element } from "./markup.js";
import { refused, told } from "./words.js";

/** Near the edge of the pane it scrolls along. */
const EDGE = 48;
const STEP = 12;

/**
 * Dragging a node by its grip, with mouse, pen or finger. The place where it would land is drawn in the tree and said
 * in words; Escape lets it go. Every drag has its keys and buttons elsewhere.
 */
export class TreeDrag {
  #drag = null;

  /**
   * @param {import("./tree-view.js").TreeView} view
   * @param {{tree: () => import("../lib/response-tree.js").ResponseTree, drop: (uid: string, parent: string, index: number) => void,
   *          scroller: HTMLElement, life: AbortSignal}} options
   */
  constructor(view, { tree, drop, scroller, life }) {
    this.view = view;
    this.tree = tree;
    this.drop = drop;
    this.scroller = scroller;
    this.words = element("span.landing", { "aria-hidden": "true" });
    const { root } = view;
    root.addEventListener("pointerdown", (event) => this.#start(event), { signal: life });
    root.addEventListener("pointermove", (event) => this.#move(event), { signal: life });
    root.addEventListener("pointerup", () => this.#end(), { signal: life });
    root.addEventListener("pointercancel", () => this.#cancel(), { signal: life });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#cancel(), { signal: life });
  }

  #start(event) {
    const grip = event.target.closest(".grip");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const { uid } = grip.closest("[role=treeitem]").dataset;
    this.view.root.setPointerCapture(event.pointerId);
    this.view.root.classList.add("dragging");
    this.view.item(uid).element.classList.add("dragged");
    this.#drag = { uid, target: null, pointer: event.pointerId };
  }

  #move(event) {
    if (!this.#drag) return;
    this.#scroll(event.clientY);
    const target = this.#targetAt(event.clientX, event.clientY);
    this.#clear();
    this.#drag.target = target;
    if (target) this.#draw(target);
  }

  #end() {
    if (!this.#drag) return;
    const { uid, target } = this.#drag;
    this.#cancel();
    if (target && !target.refusal) this.drop(uid, target.parent, target.index);
  }

  #cancel() {
    if (!this.#drag) return;
    this.#clear();
    this.view.root.classList.remove("dragging");
    this.view.item(this.#drag.uid)?.element.classList.remove("dragged");
    if (this.view.root.hasPointerCapture(this.#drag.pointer)) this.view.root.releasePointerCapture(this.#drag.pointer);
    this.#drag = null;
  }

  /** Above the middle third of a card: before it; below: after it; else, and on the root: into it. */
  #targetAt(x, y) {
    const over = document.elementFromPoint(x, y)?.closest("[role=treeitem]");
    if (!over || !this.view.root.contains(over)) return null;
    const { uid } = over.dataset;
    const box = this.view.item(uid).card.getBoundingClientRect();
    const share = (y - box.top) / box.height;
    const isRoot = this.tree().place(uid).parent === null;
    const mode = isRoot || (share > 0.3 && share < 0.7) ? "inside" : share <= 0.3 ? "before" : "after";
    return this.#landing(uid, mode);
  }

  #landing(uid, mode) {
    const tree = this.tree();
    const dragged = this.#drag.uid;
    const parent = mode === "inside" ? uid : tree.place(uid).parent;
    const siblings = tree.children(parent).filter((child) => child.uid !== dragged);
    const beside = siblings.findIndex((child) => child.uid === uid) + (mode === "after" ? 1 : 0);
    const index = mode === "inside" ? siblings.length : Math.max(0, beside);
    const refusal = uid === dragged ? "" : tree.refusal("reparent", dragged, parent);
    return { uid, mode, parent, index, refusal, itself: uid === dragged };
  }

  #draw({ uid, mode, parent, index, refusal, itself }) {
    if (itself) return;
    const { card } = this.view.item(uid);
    card.classList.add(refusal ? "nodrop" : `drop-${mode}`);
    const above = this.tree().node(parent).label;
    const label = above === "0" ? String(index + 1) : `${above}.${index + 1}`;
    this.words.textContent = refusal ? refused(refusal) : told(gettext("becomes %(label)s"), { label });
    card.append(this.words);
  }

  #clear() {
    const target = this.#drag?.target;
    this.words.remove();
    if (target) this.view.item(target.uid)?.card.classList.remove("nodrop", "drop-inside", "drop-before", "drop-after");
  }

  #scroll(y) {
    const box = this.scroller.getBoundingClientRect();
    if (y < Math.max(box.top, 0) + EDGE) this.scroller.scrollBy(0, -STEP);
    if (y > Math.min(box.bottom, innerHeight) - EDGE) this.scroller.scrollBy(0, STEP);
  }
}

import { layout } from "../lib/tree-layout.js";
import { drawing } from "./markup.js";
import { told } from "./words.js";

/** Room for labels such as 2.1.1; from here on the letters shrink. */
const LETTERS = 5;

/** The live picture of the tree. Clicking selects; for keyboards and voices the tree itself is there. */
export class TreePicture {
  #shown = null;
  #marks = new Map();

  /** @param {HTMLElement} frame the scrolling figure @param {(uid: string) => void} select */
  constructor(frame, select) {
    this.frame = frame;
    frame.addEventListener("click", (event) => {
      const mark = event.target.closest("[data-uid]");
      if (mark) select(mark.dataset.uid);
    });
  }

  /**
   * @param {readonly import("../lib/content.js").Node[]} nodes
   * @param {{current: string | null, stateOf: (uid: string) => string, hasHint: (uid: string) => boolean, lit: Set<string>}} view
   */
  show(nodes, { current, stateOf, hasHint, lit }) {
    this.frame.hidden = nodes.length === 0;
    const shape = nodes.map(({ uid, parent, label }) => [uid, parent, label]).join();
    if (shape !== this.#shown) this.#draw(nodes);
    this.#shown = shape;
    for (const [uid, mark] of this.#marks) {
      mark.classList.toggle("sel", uid === current);
      mark.classList.toggle("hint", hasHint(uid));
      mark.classList.toggle("done", stateOf(uid) === "given");
      mark.classList.toggle("shut", stateOf(uid) === "locked");
      mark.classList.toggle("lit", lit.has(uid));
    }
    this.#follow(current);
  }

  #draw(nodes) {
    const picture = layout(nodes);
    const { width, height, radius, compact } = picture;
    this.#marks = new Map(picture.nodes.map((node) => [node.uid, mark(node, radius, compact)]));
    const svg = drawing(
      "svg",
      { class: `treepic${compact ? " small" : ""}`, viewBox: `0 0 ${width} ${height}`, width, height },
      ...picture.links.map(({ d }) => drawing("path", { class: "lk", d })),
      ...this.#marks.values(),
      ...picture.columns.map(({ depth, x }) => drawing("text", { class: "axis", x, y: height - 7 }, depthName(depth, compact))),
    );
    this.frame.replaceChildren(svg);
  }

  /** Keep the selected node in sight within the frame, without moving the page. */
  #follow(uid) {
    const circle = this.#marks.get(uid)?.querySelector("circle");
    if (!circle) return;
    const box = this.frame.getBoundingClientRect();
    const at = circle.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) this.frame.scrollTop += at.top - box.top - box.height / 2;
    if (at.left < box.left || at.right > box.right) this.frame.scrollLeft += at.left - box.left - box.width / 2;
  }
}

function mark({ uid, label, x, y, depth }, radius, compact) {
  const parts = [drawing("circle", { cx: x, cy: y, r: radius })];
  if (!compact) parts.push(drawing("text", { x, y: y + 3.5, class: label.length > LETTERS ? "long" : "" }, label));
  const made = drawing("g", { class: depth === 0 ? "mark rt" : "mark", "data-uid": uid }, ...parts);
  if (compact) made.append(drawing("title", {}, label));
  return made;
}

function depthName(depth, compact) {
  if (depth === 0) return gettext("root");
  return compact ? String(depth) : told(gettext("depth %(depth)s"), { depth });
}

import { element, icon, iconButton, langTag, nodeLabel, setAttributes, showLabel } from "./markup.js";
import { told } from "./words.js";

/** @typedef {import("../lib/content.js").Node} Node */

/**
 * One node in the tree: a `treeitem` with its card and the group of its children. It only shows what it is told;
 * `tree-view.js` decides.
 */
export class NodeItem {
  /** @param {Node} node @param {{language: "en" | "zh", editable: boolean}} options */
  constructor(node, { language, editable }) {
    this.uid = node.uid;
    this.chip = nodeLabel(node.label);
    this.chip.id = `label-${node.uid}`;
    this.text = element("p.text", { id: `text-${node.uid}` });
    this.purpose = element("span", {});
    this.why = element("p.why", { id: `why-${node.uid}` }, icon("why", "sm"), this.purpose);
    this.hints = element("div.lints", { id: `hints-${node.uid}` });
    this.said = element("div.said", { lang: langTag(language) }, this.text, this.why);
    this.more = iconButton("more", "", { class: "btn sm icon quiet more", "aria-haspopup": "menu", tabindex: -1 });
    this.grip = editable && node.parent !== null ? element("span.grip", { "aria-hidden": "true" }, icon("grip")) : null;
    this.card = element("div.ncard", {}, this.grip ?? element("span.nogrip"), this.chip, this.said, this.more, this.hints);
    this.group = element("ul", { role: "group" });
    this.element = element("li", { role: "treeitem", id: `node-${node.uid}`, tabindex: -1 }, this.card);
    this.element.dataset.uid = node.uid;
    this.fold = element("span.fold", { "aria-hidden": "true" }, icon("down", "sm"));
    this.chip.after(this.fold);
  }

  /**
   * @param {Node} node
   * @param {import("../lib/response-tree.js").Place} place
   * @param {{children: number, collapsed: boolean, current: boolean, editing: boolean, state: string, hints: object[],
   *          hidden: number}} view
   */
  show(node, place, view) {
    showLabel(this.chip, node.label, view.state);
    this.#showWords(node);
    this.#showHints(view.hints);
    const open = view.children > 0 && !view.collapsed;
    setAttributes(this.element, {
      "aria-level": place.level + 1,
      "aria-posinset": place.position,
      "aria-setsize": place.setsize,
      "aria-expanded": view.children > 0 ? String(open) : null,
      "aria-selected": String(view.current),
      "aria-labelledby": `label-${node.uid} text-${node.uid}`,
      "aria-describedby": `why-${node.uid}${view.hints.length ? ` hints-${node.uid}` : ""}`,
      tabindex: view.current ? 0 : -1,
    });
    setAttributes(this.more, {
      "aria-label": told(gettext("Actions for node %(label)s"), { label: node.label }),
      title: told(gettext("Actions for node %(label)s"), { label: node.label }),
      tabindex: view.current ? 0 : -1,
    });
    const { classList } = this.card;
    classList.toggle("rootcard", place.level === 0);
    classList.toggle("active", view.current);
    classList.toggle("editing", view.editing);
    this.said.hidden = view.editing;
    this.fold.hidden = view.children === 0;
    this.fold.classList.toggle("shut", view.collapsed);
    this.fold.dataset.hidden = view.collapsed ? `+${view.hidden}` : "";
    this.group.hidden = !open;
  }

  #showWords(node) {
    const isRoot = node.parent === null;
    this.#put(this.text, node.text, gettext("No text yet"));
    this.#put(this.purpose, node.purpose, isRoot ? gettext("The provider’s first answer: true, but not enough") : gettext("No purpose yet"));
    this.why.classList.toggle("isroot", isRoot && !node.purpose);
  }

  #put(target, words, otherwise) {
    if (target.dataset.words === words) return;
    target.dataset.words = words;
    target.textContent = words || otherwise;
    target.classList.toggle("blank", !words);
    // Our own words, not the task's: the page's language.
    setAttributes(target, { lang: words ? null : document.documentElement.lang });
  }

  #showHints(hints) {
    const key = JSON.stringify(hints.map((hint) => hint.message));
    if (this.hints.dataset.shows === key) return;
    this.hints.dataset.shows = key;
    this.hints.replaceChildren(...hints.map(hintLine));
  }
}

/** A hint under the spot it belongs to. @param {{severity: string, message: string, detail?: string}} hint */
export function hintLine({ severity, message, detail }) {
  const words = element("span", {}, message, detail ? ` ${detail}` : "");
  return element(`p.lint.${severity}`, {}, icon(severity === "error" ? "fail" : "warn", "sm"), words);
}

import { element, iconButton, langTag, setAttributes } from "./markup.js";
import { refused, told } from "./words.js";

export const MOVES = Object.freeze(["moveUp", "moveDown", "outdent", "indent"]);
const ARROWS = { moveUp: "up", moveDown: "down", outdent: "left", indent: "right" };
const KEYS = { moveUp: "ArrowUp", moveDown: "ArrowDown", outdent: "ArrowLeft", indent: "ArrowRight" };

/** What stands in the card that is open for editing: text, purpose, and the buttons beside dragging. */
export class NodeForm {
  /**
   * @param {{language: "en" | "zh", write: (uid: string, said: {text?: string, purpose?: string}) => string,
   *          move: (uid: string, move: string) => void, done: () => void, left: () => void}} options
   *   `write` returns why the words were not taken, or nothing
   */
  constructor({ language, write, move, done, left }) {
    this.uid = null;
    this.heading = element("strong.small", { id: "editing-heading" });
    this.text = this.#area("text", { language, write, left, rows: 2 });
    this.purpose = this.#area("purpose", { language, write, left, rows: 1 });
    this.moves = Object.fromEntries(MOVES.map((name) => [name, this.#moveButton(name, move)]));
    this.element = element("div.edit", {}, this.heading, ...this.#fields(), this.#foot(done));
  }

  /** @param {import("../lib/content.js").Node} node @param {import("../lib/response-tree.js").ResponseTree} tree */
  show(node, tree) {
    const shown = this.uid;
    this.uid = node.uid;
    const words = node.parent === null ? gettext("Editing the root") : gettext("Editing node %(label)s");
    this.heading.textContent = told(words, node);
    for (const [field, area] of [["text", this.text], ["purpose", this.purpose]]) {
      if (area.value === node[field]) continue;
      // Words that were too long to be taken stay in sight until they are shortened.
      if (this.uid === shown && area.hasAttribute("aria-invalid")) continue;
      area.value = node[field];
      showProblem(area, "");
    }
    for (const name of MOVES) this.#showMove(name, tree);
    this.group.hidden = node.parent === null;
    setAttributes(this.group, { "aria-label": told(gettext("Move node %(label)s"), node) });
  }

  #area(field, { language, write, left, rows }) {
    const said = () => showProblem(this[field], write(this.uid, { [field]: this[field].value }));
    return element("textarea.area", { id: `edit-${field}`, lang: langTag(language), rows, oninput: said, onblur: left });
  }

  #fields() {
    const field = (area, name, note) =>
      element("div.field", {}, element("label", { for: area.id }, `${name} `, element("span.muted", {}, note)), area, problemOf(area));
    return [
      field(this.text, gettext("Text"), gettext("said word for word by the provider")),
      field(this.purpose, gettext("Purpose"), gettext("the uncertainty it settles")),
    ];
  }

  #foot(done) {
    this.group = element("span.group", { role: "group" }, ...Object.values(this.moves));
    const keys = element(
      "div.keys",
      { "aria-hidden": "true" },
      keyHint(["Ctrl", "Enter"], gettext("next")),
      keyHint(["Alt", "Shift", "↑↓←→"], gettext("move")),
    );
    const close = element("button.btn.sm.quiet.done", { type: "button", onclick: done }, gettext("Done"), element("kbd", { "aria-hidden": "true" }, "Esc"));
    return element("div.row.wrap", {}, this.group, keys, close);
  }

  #moveButton(name, move) {
    return iconButton(ARROWS[name], "", {
      "aria-keyshortcuts": `Alt+Shift+${KEYS[name]}`,
      onclick: () => move(this.uid, name),
    });
  }

  #showMove(name, tree) {
    const code = tree.refusal(name, this.uid);
    const words = code ? `${moveName(name)}. ${refused(code)}` : moveName(name);
    setAttributes(this.moves[name], { "aria-disabled": code ? "true" : null, "aria-label": words, title: words });
  }
}

/** Where a field says why it does not take its words. @param {HTMLElement} area */
export function problemOf(area) {
  return element("p.error", { id: `${area.id}-problem`, hidden: true });
}

/** @param {HTMLElement} area @param {string} problem empty when all is well */
export function showProblem(area, problem) {
  const place = document.getElementById(`${area.id}-problem`);
  if (!place) return;
  setAttributes(area, { "aria-invalid": problem ? "true" : null, "aria-describedby": problem ? place.id : null });
  place.hidden = !problem;
  place.textContent = problem;
}

/** @param {string} move @returns {string} */
export function moveName(move) {
  return {
    moveUp: gettext("Move up"),
    moveDown: gettext("Move down"),
    outdent: gettext("Outdent: stand beside its parent"),
    indent: gettext("Indent: go under the node above it"),
  }[move];
}

function keyHint(keys, words) {
  return element("span", {}, ...keys.map((key) => element("kbd", {}, key)), words);
}

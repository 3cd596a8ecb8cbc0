import { hashOf } from "../lib/spots.js";
import { element, icon, langTag, nodeLabel } from "./markup.js";
import { EditorPart } from "./part.js";
import { told } from "./words.js";

/** All hints in one dialog, each a link to its spot. */
class HintsList extends EditorPart {
  start() {
    this.dialog = this.querySelector("dialog");
    this.listen(this.editor, "checks", () => this.show());
    this.listen(this.editor, "showhints", () => this.#open());
    this.listen(this.dialog, "click", (event) => {
      if (event.target.closest("a") || event.target.closest("[data-close]")) this.dialog.close();
    });
    this.show();
  }

  show() {
    const { hints } = this.editor.checks;
    const errors = hints.filter((hint) => hint.severity === "error");
    const rest = hints.filter((hint) => hint.severity !== "error");
    this.querySelector("[data-none]").hidden = hints.length > 0;
    this.querySelector("[data-list]").replaceChildren(
      ...this.#section(gettext("A finished task cannot have these"), errors),
      ...this.#section(errors.length ? gettext("Worth another look") : "", rest),
    );
  }

  #open() {
    this.show();
    this.dialog.showModal();
    (this.dialog.querySelector("a") ?? this.dialog.querySelector("[data-close]")).focus();
  }

  #section(title, hints) {
    if (hints.length === 0) return [];
    const list = element("ul.hintlist", {}, ...hints.map((hint) => this.#line(hint)));
    return title ? [element("h3", {}, title), list] : [list];
  }

  #line({ severity, where, message, detail }) {
    const words = element("span", {}, message, detail && element("span.sub", {}, detail));
    const sign = icon(severity === "error" ? "fail" : "warn");
    return element("li", {}, element(`a.${severity}`, { href: hashOf(where) }, sign, words, this.#place(where)));
  }

  #place({ kind, uid, field, index }) {
    if (kind === "node" && this.session.tree.has(uid)) {
      const { label, parent } = this.session.tree.node(uid);
      return nodeLabel(label, parent === null ? "root" : "open");
    }
    if (kind === "line") {
      const line = this.session.content[field][index] ?? "";
      return element("span.tiny.muted.place", { lang: langTag(this.editor.language) }, line);
    }
    return element("span.tiny.muted.place", {}, kind === "tree" ? gettext("the tree") : fieldName(field));
  }
}

/** @param {string} field @returns {string} */
export function fieldName(field) {
  const names = {
    title: gettext("Title"),
    role: gettext("Role"),
    goal: gettext("Goal"),
    items: gettext("Items"),
    skills: gettext("Skills"),
    scenes: gettext("Scenes"),
    language: gettext("Language"),
    sample_dialogue: gettext("Sample dialogue"),
  };
  return names[field] ?? told("%(field)s", { field });
}

customElements.define("hints-list", HintsList);

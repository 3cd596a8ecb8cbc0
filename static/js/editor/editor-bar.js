import { setAttributes } from "./markup.js";
import { EditorPart } from "./part.js";
import { named, told } from "./words.js";

/** The bar above the panes: title, undo and redo, hints, and the forms that move the task on. */
class EditorBar extends EditorPart {
  start() {
    this.titleField = this.querySelector("input[name=title]");
    this.undoButton = this.querySelector("[data-travel=undo]");
    this.redoButton = this.querySelector("[data-travel=redo]");
    this.hintsButton = this.querySelector("[data-showhints]");
    if (this.titleField) this.#listenToTitle();
    for (const button of [this.undoButton, this.redoButton].filter(Boolean)) {
      this.listen(button, "click", () => this.tell("travel", button.dataset.travel));
    }
    this.listen(this.hintsButton, "click", () => this.tell("showhints"));
    for (const button of this.querySelectorAll("[data-showkeys]")) this.listen(button, "click", () => this.tell("showkeys"));
    for (const form of this.querySelectorAll("form[data-move]")) {
      this.listen(form, "submit", (event) => this.#saveFirst(event, form));
    }
    this.listen(this.session, "change", () => this.show());
    this.listen(this.session, "title", () => this.show());
    this.listen(this.editor, "checks", () => this.show());
    this.listen(this.editor, "showkeys", () => this.editor.querySelector("#keys").showModal());
    this.show();
  }

  show() {
    if (this.titleField && this.titleField.value !== this.session.title && document.activeElement !== this.titleField) {
      this.titleField.value = this.session.title;
    }
    this.#showTravel(this.undoButton, gettext("Undo: %(what)s"), gettext("Nothing to undo"), this.session.undoable);
    this.#showTravel(this.redoButton, gettext("Redo: %(what)s"), gettext("Nothing to redo"), this.session.redoable);
    const { hints } = this.editor.checks;
    const count = told(ngettext("%(count)s hint", "%(count)s hints", hints.length), { count: hints.length });
    const words = hints.length ? count : gettext("No hints");
    this.hintsButton.querySelector("[data-words]").textContent = words;
    // On a phone the number stands alone.
    setAttributes(this.hintsButton, { "aria-label": words, "data-number": hints.length });
    this.hintsButton.classList.toggle("attention", hints.length > 0);
  }

  #showTravel(button, words, otherwise, change) {
    if (!button) return;
    const name = change ? told(words, { what: named(change) }) : otherwise;
    setAttributes(button, { "aria-label": name, title: name, "aria-disabled": change ? null : "true" });
  }

  #listenToTitle() {
    this.listen(this.titleField, "input", () => {
      const title = this.titleField.value.trim();
      if (title) this.session.setTitle(title);
    });
    this.listen(this.titleField, "blur", () => this.show());
    this.listen(this.titleField, "keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.titleField.blur();
    });
  }

  /** A task is opened with the words on the screen, not with those of a moment ago. */
  async #saveFirst(event, form) {
    event.preventDefault();
    const state = await this.editor.saveNow();
    if (state === "saved") form.submit();
    else this.editor.announce(gettext("Not yet: there are unsaved edits."), { loud: true });
  }
}

customElements.define("editor-bar", EditorBar);

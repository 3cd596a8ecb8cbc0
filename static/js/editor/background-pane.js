import { problemOf, showProblem } from "./node-form.js";
import { EditorPart } from "./part.js";
import { refused } from "./words.js";

/** Role and goal: what the seeker is told first. The lists below are `lines-field`s of their own. */
class BackgroundPane extends EditorPart {
  start() {
    for (const area of this.#areas) {
      if (!document.getElementById(`${area.id}-problem`)) area.after(problemOf(area));
      this.listen(area, "input", () => showProblem(area, this.#write(area.name, area.value)));
      this.listen(area, "blur", () => this.session.seal());
    }
    this.listen(this.session, "change", () => this.show());
    this.listen(this.editor, "checks", () => this.show());
    this.listen(this.editor, "goto", ({ detail }) => this.#goTo(detail));
    this.show();
  }

  show() {
    for (const area of this.#areas) {
      const words = this.session.content[area.name];
      if (area.value !== words && !area.hasAttribute("aria-invalid")) area.value = words;
      const place = this.querySelector(`[data-hints="${area.name}"]`);
      this.editor.showHints(place, this.editor.hintsAt({ kind: "field", field: area.name }));
    }
  }

  get #areas() {
    return this.querySelectorAll("textarea[name]");
  }

  #write(field, value) {
    try {
      this.session.perform((document) => document.setField(field, value));
      return "";
    } catch (error) {
      return refused(error.code);
    }
  }

  #goTo({ kind, field }) {
    const area = kind === "field" ? this.querySelector(`textarea[name="${field}"]`) : null;
    if (area === null) return;
    this.tell("showpane", "bg");
    area.focus();
    area.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("background-pane", BackgroundPane);

import { ActionMenu } from "./action-menu.js";
import { showRow, newRow } from "./line-row.js";
import { EditorPart } from "./part.js";
import { happened, refused, told } from "./words.js";

/** One list of the background (`data-list`: items, skills or scenes), a line to an entry. */
class LinesField extends EditorPart {
  start() {
    this.list = this.dataset.list;
    this.rows = this.querySelector("ul");
    this.rows.replaceChildren();
    this.menu = new ActionMenu();
    this.listen(this.rows, "input", (event) => this.#wrote(event.target));
    this.listen(this.rows, "keydown", (event) => this.#pressed(event));
    this.listen(this.rows, "paste", (event) => this.#pasted(event));
    this.listen(this.rows, "focusout", () => this.session.seal());
    this.listen(this.rows, "click", (event) => event.target.closest(".more") && this.#openMenu(this.#indexOf(event.target)));
    const add = this.querySelector("[data-add-line]");
    if (add) this.listen(add, "click", () => this.#insert(this.#lines.length));
    this.listen(this.session, "change", () => this.show());
    this.listen(this.editor, "checks", () => this.show());
    this.listen(this.editor, "goto", ({ detail }) => this.#goTo(detail));
    this.show();
  }

  show() {
    const lines = this.#lines;
    while (this.rows.children.length > lines.length) this.rows.lastElementChild.remove();
    while (this.rows.children.length < lines.length) this.rows.append(newRow(this.list, this.rows.children.length, this.editor));
    lines.forEach((line, index) => showRow(this.rows.children[index], line, this.#facts(index)));
    const count = ngettext("%(count)s line", "%(count)s lines", lines.length);
    this.querySelector("[data-size]").textContent = lines.length ? told(count, { count: lines.length }) : gettext("none yet");
    this.#showListHints();
  }

  get #lines() {
    return this.session.content[this.list];
  }

  #facts(index) {
    const { uses, states } = this.editor.checks;
    // The checks lag behind the typing by a moment; while the counts differ, or nothing can choose yet, nothing is said.
    const fresh = states[this.list].length === this.#lines.length && this.session.tree.depth > 0;
    return {
      state: fresh ? states[this.list][index] : "",
      nodes: fresh ? uses[this.list][index].map((label) => this.session.tree.find(label)).filter(Boolean) : [],
      hints: states[this.list].length === this.#lines.length ? this.editor.hintsAt({ kind: "line", field: this.list, index }) : [],
    };
  }

  #showListHints() {
    const place = this.querySelector("[data-hints]");
    this.editor.showHints(place, this.editor.hintsAt({ kind: "field", field: this.list }));
  }

  #wrote(area) {
    const index = this.#indexOf(area);
    if (area.value.includes("\n")) return this.#split(index, area.value);
    this.#perform((document) => document.setLine(this.list, index, area.value));
  }

  #pressed(event) {
    if (event.isComposing || !this.editor.editable || !event.target.matches("textarea")) return;
    const index = this.#indexOf(event.target);
    const at = { ArrowUp: index - 1, ArrowDown: index + 1 }[event.key];
    const act =
      event.altKey && event.shiftKey && at !== undefined
        ? () => this.#move(index, at)
        : event.key === "Enter"
          ? () => this.#insert(index + 1)
          : event.key === "Backspace" && event.target.value === ""
            ? () => this.#remove(index)
            : null;
    if (act === null) return;
    event.preventDefault();
    act();
  }

  /** Several lines pasted at once become several lines of the list. */
  #pasted(event) {
    const pasted = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n+$/, "");
    if (!pasted.includes("\n") || !this.editor.editable) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.target;
    this.#split(this.#indexOf(event.target), value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
  }

  #split(index, text) {
    const [first, ...rest] = text.split("\n").filter((line, i) => i === 0 || line.trim());
    this.#perform((document) => document.setLine(this.list, index, first));
    rest.forEach((line, i) => this.#perform((document) => document.addLine(this.list, line, index + 1 + i)));
    this.show();
    this.#focus(index + rest.length);
  }

  #insert(index) {
    if (this.#perform((document) => document.addLine(this.list, "", index))) this.#focus(index);
  }

  #remove(index) {
    const change = this.#perform((document) => document.removeLine(this.list, index));
    if (!change) return;
    if (change.from.trim()) {
      this.editor.toast(told(gettext("Removed “%(line)s”"), { line: change.from }), {
        words: gettext("Undo"),
        run: () => this.tell("travel", "undo"),
      });
    }
    if (this.#lines.length) this.#focus(Math.max(0, index - 1));
    else this.querySelector("[data-add-line]").focus();
  }

  #move(index, to) {
    const change = this.#perform((document) => document.moveLine(this.list, index, to));
    if (!change) return;
    this.#focus(change.to);
    this.editor.announce(happened(change));
  }

  #openMenu(index) {
    const opener = this.rows.children[index].querySelector(".more");
    const last = this.#lines.length - 1;
    const entries = [
      { icon: "plus", words: gettext("Add a line below"), keys: "Enter", run: () => this.#insert(index + 1) },
      { icon: "up", words: gettext("Move up"), keys: "Alt Shift ↑", run: () => this.#move(index, index - 1), refusal: index === 0 && refused("already-first") },
      { icon: "down", words: gettext("Move down"), keys: "Alt Shift ↓", run: () => this.#move(index, index + 1), refusal: index === last && refused("already-last") },
      { icon: "x", words: gettext("Remove the line"), run: () => this.#remove(index), danger: true },
    ];
    this.menu.open(opener, entries, told(gettext("Actions for line %(number)s"), { number: index + 1 }));
  }

  #perform(operation) {
    try {
      return this.session.perform(operation);
    } catch (error) {
      if (!error.code) throw error;
      this.editor.announce(refused(error.code));
      return null;
    }
  }

  #goTo({ kind, field, index }) {
    if (field !== this.list || (kind !== "line" && kind !== "field")) return;
    this.tell("showpane", "bg");
    if (index === undefined || index >= this.#lines.length) this.querySelector("textarea, [data-add-line]")?.focus();
    else this.#focus(index);
  }

  #focus(index) {
    const area = this.rows.children[index]?.querySelector("textarea");
    area?.focus();
    area?.scrollIntoView({ block: "nearest" });
  }

  #indexOf(target) {
    return [...this.rows.children].indexOf(target.closest(".lines > li"));
  }
}

customElements.define("lines-field", LinesField);

import { element, icon } from "./markup.js";

/** The menu of one node or line, below its “Actions” button. Arrow keys, Home, End and Escape as menus have them. */
export class ActionMenu {
  #opener = null;

  constructor() {
    this.element = element("div.sheet.actionmenu", { role: "menu" });
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("focusout", (event) => this.#left(event));
  }

  get isOpen() {
    return this.element.isConnected;
  }

  /**
   * @param {HTMLElement} opener the button; the menu opens beside it
   * @param {{icon: string, words: string, keys?: string, run: () => void, danger?: boolean, refusal?: string}[]} entries
   * @param {string} name
   */
  open(opener, entries, name) {
    this.#opener = opener;
    this.element.setAttribute("aria-label", name);
    this.element.replaceChildren(...entries.map((entry) => this.#entry(entry)));
    opener.after(this.element);
    opener.setAttribute("aria-expanded", "true");
    this.#entries()[0].focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  close({ focus = true } = {}) {
    if (!this.isOpen) return;
    const opener = this.#opener;
    // Taken away first: an element that is removed while focused would close the menu a second time.
    this.#opener = null;
    this.element.remove();
    opener.removeAttribute("aria-expanded");
    if (focus) opener.focus();
  }

  #entry({ icon: name, words, keys, run, danger, refusal }) {
    const choose = () => {
      if (refusal) return;
      this.close({ focus: false });
      run();
    };
    return element(
      danger ? "button.danger" : "button",
      { type: "button", role: "menuitem", tabindex: -1, onclick: choose, "aria-disabled": refusal ? "true" : null, title: refusal },
      icon(name, "sm"),
      element("span", {}, words, refusal && element("span.sub", {}, refusal)),
      keys && element("kbd", { "aria-hidden": "true" }, keys),
    );
  }

  #entries() {
    return [...this.element.querySelectorAll("[role=menuitem]")];
  }

  #pressed(event) {
    const entries = this.#entries();
    const at = entries.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") this.close();
    if (to === undefined) return;
    event.preventDefault();
    entries.at(to % entries.length).focus();
  }

  #left(event) {
    if (this.#opener && !this.element.contains(event.relatedTarget)) this.close({ focus: false });
  }
}

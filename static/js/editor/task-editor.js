import { DraftStore } from "../lib/draft-store.js";
import { EditingSession } from "../lib/editing-session.js";
import { belongsTo, spotOfHash } from "../lib/spots.js";
import { MemoryStorage, storageOf } from "../lib/storage.js";
import { checkWhileTyping } from "./checks.js";
import { element, icon } from "./markup.js";
import { hintLine } from "./node-item.js";
import { travelled } from "./words.js";

const TOAST_MS = 10_000;

/**
 * The editor: one editing session, shown and changed by the parts inside. The parts hear of each other through events
 * on this element:
 *
 * | event      | detail                    | meaning                                             |
 * | ---------- | ------------------------- | --------------------------------------------------- |
 * | checks     |                           | new hints and uses, in `checks`                     |
 * | goto       | Spot                      | show a spot and put the focus there                 |
 * | showpane   | "bg", "tree", "try"       | the narrow page shows this pane                     |
 * | travel     | "undo", "redo"            | take back, or make again                            |
 * | trial      |                           | the states of nodes in Try it have changed          |
 * | light      | uids                      | nodes that a decision is about                      |
 * | ask        | {uid, label}              | put a node's question into Try it                   |
 * | met, joined |                          | somebody saved a newer version; both were joined    |
 * | showhints, showkeys, decide |          | open a dialog                                       |
 */
class TaskEditor extends HTMLElement {
  #life;
  #trialState = () => null;

  connectedCallback() {
    this.#life = new AbortController();
    // What was there to be read before the scripts ran would only be found twice now.
    for (const reading of this.querySelectorAll(".unscripted")) reading.remove();
    this.served = readJson("task-content");
    this.config = readJson("task-config");
    this.editable = this.served.editable;
    this.language = this.served.language;
    this.checks = this.served;
    const { storage, lasting } = this.editable ? storageOf(window) : { storage: new MemoryStorage(), lasting: true };
    this.lasting = lasting;
    const drafts = new DraftStore(storage, { userId: this.dataset.user, taskId: this.served.id });
    this.session = new EditingSession(this.served, { drafts, me: this.dataset.username });
    this.#check();
    this.#listen();
    if (this.session.found === "unsaved") this.#tellOfDraft();
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  /** @param {import("../lib/spots.js").Spot} spot @returns {object[]} the hints that belong there */
  hintsAt(spot) {
    return this.checks.hints.filter((hint) => belongsTo(hint.where, spot));
  }

  /** @param {HTMLElement} place @param {object[]} hints */
  showHints(place, hints) {
    const key = JSON.stringify(hints.map(({ message }) => message));
    if (place.dataset.shows === key) return;
    place.dataset.shows = key;
    place.replaceChildren(...hints.map(hintLine));
  }

  /** @param {string} uid @returns {"root" | "open" | "given" | "locked"} as Try it has it, else open */
  stateOf(uid) {
    const isRoot = this.session.tree.place(uid).parent === null;
    return this.#trialState(uid) ?? (isRoot ? "root" : "open");
  }

  /** @param {(uid: string) => string | null} stateOf null while nothing is tried */
  showTrial(stateOf) {
    this.#trialState = stateOf;
    this.dispatchEvent(new CustomEvent("trial"));
  }

  /** Checks that came with another answer. @param {object} checks */
  takeChecks({ hints, uses, states }) {
    this.checks = { hints, uses, states };
    this.dispatchEvent(new CustomEvent("checks"));
  }

  /** @returns {Promise<string>} "saved", or why not */
  async saveNow() {
    return this.editable ? this.querySelector("save-state").saveNow() : "saved";
  }

  /** Say it in the live region. @param {string} words @param {{loud?: boolean}} [options] loud shows it as well */
  announce(words, { loud = false } = {}) {
    const place = this.querySelector("[data-announce]");
    // The same words twice are no change, and would stay unsaid.
    place.textContent = place.textContent === words ? `${words}\u00a0` : words;
    if (loud) this.toast(words);
  }

  /** @param {string} words @param {{words: string, run?: () => void, href?: string}} [act] */
  toast(words, act) {
    const place = document.getElementById("toasts");
    const toast = element("div.toast", {}, element("span", {}, words));
    const gone = () => toast.remove();
    if (act?.run) toast.append(element("button.btn.sm", { type: "button", onclick: () => (gone(), act.run()) }, icon("undo", "sm"), act.words));
    if (act?.href) toast.append(element("a.btn.sm", { href: act.href }, act.words));
    toast.append(element("button.btn.sm.icon.quiet", { type: "button", "aria-label": gettext("Close"), onclick: gone }, icon("x", "sm")));
    place.replaceChildren(toast);
    setTimeout(gone, TOAST_MS);
  }

  #check() {
    const { signal } = this.#life;
    this.asking = checkWhileTyping({
      url: this.config.urls.lint,
      content: () => this.session.content,
      show: (checks) => this.takeChecks(checks),
      life: signal,
    });
    this.session.addEventListener("change", () => this.asking.ask(), { signal });
    if (this.session.unsaved) this.asking.ask();
  }

  #listen() {
    const { signal } = this.#life;
    this.addEventListener("travel", ({ detail }) => this.#travel(detail), { signal });
    this.addEventListener("showpane", ({ detail }) => this.#showPane(detail), { signal });
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    // On the document: right after a reload nothing has the focus, and undo shall work all the same.
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    addEventListener("hashchange", () => this.goToHash(location.hash), { signal });
  }

  /** @param {string} hash @returns {boolean} whether it names a spot of this task, or a place that other pages link to */
  goToHash(hash) {
    if (hash === "#try") {
      this.#showPane("try");
      this.querySelector(".pane[data-name='try'] textarea")?.focus();
      return true;
    }
    if (hash === "#hints") {
      this.dispatchEvent(new CustomEvent("showhints"));
      return true;
    }
    const spot = spotOfHash(hash, this.session.tree);
    if (spot) this.dispatchEvent(new CustomEvent("goto", { detail: spot }));
    return spot !== null;
  }

  /** A link to a spot leads there without leaving a mark in the browser's history. */
  #clicked(event) {
    const link = event.target.closest("a[href^='#']");
    if (link && this.goToHash(link.getAttribute("href"))) event.preventDefault();
    const tab = event.target.closest("[data-pane-to]");
    if (tab) this.#showPane(tab.dataset.paneTo);
  }

  #pressed(event) {
    const isOurs = event.target === document.body || this.contains(event.target);
    if (event.isComposing || !isOurs || this.querySelector("dialog[open]")) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "s") {
      event.preventDefault();
      this.saveNow().then((state) => state === "saved" && this.announce(gettext("Everything is saved.")));
    } else if (control && (key === "z" || key === "y") && this.editable && !event.target.matches("[data-own-undo]")) {
      event.preventDefault();
      this.#travel(key === "y" || event.shiftKey ? "redo" : "undo");
    } else if (event.key === "F6") {
      event.preventDefault();
      this.#nextPane(event.shiftKey ? -1 : 1);
    } else if (event.target.matches("[role=tab]")) this.#nextTab(event);
  }

  #travel(way) {
    const change = this.session[way]();
    if (change === null) return this.announce(way === "undo" ? gettext("Nothing to undo") : gettext("Nothing to redo"));
    this.announce(travelled(way, change));
    if (change.uid && this.session.tree.has(change.uid)) this.querySelector("tree-pane").select(change.uid, { focus: false });
  }

  #showPane(pane) {
    this.dataset.pane = pane;
    for (const tab of this.querySelectorAll("[data-pane-to]")) {
      tab.setAttribute("aria-selected", String(tab.dataset.paneTo === pane));
      tab.tabIndex = tab.dataset.paneTo === pane ? 0 : -1;
    }
  }

  #nextTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...this.querySelectorAll("[data-pane-to]")];
    const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
    this.#showPane(next.dataset.paneTo);
    next.focus();
  }

  #nextPane(step) {
    const panes = [...this.querySelectorAll(".pane")];
    const at = panes.findIndex((pane) => pane.contains(document.activeElement));
    const pane = panes.at((at + step) % panes.length);
    this.#showPane(pane.dataset.name);
    pane.querySelector(".pane-focus [tabindex='0'], .pane-focus textarea, textarea")?.focus();
  }

  #tellOfDraft() {
    this.toast(gettext("Your unsaved edits were kept in this browser and are back."), {
      words: gettext("Discard them"),
      run: () => this.#discard(),
    });
  }

  /** As an edit like any other, so that even this can be undone. */
  #discard() {
    this.session.replace(this.served.content, "discarded");
  }
}

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

customElements.define("task-editor", TaskEditor);

import { Autosave } from "../lib/autosave.js";
import { spotOfPath, hashOf } from "../lib/spots.js";
import { element, icon } from "./markup.js";
import { EditorPart, rested } from "./part.js";
import { request } from "./server.js";
import { ago, moment, told } from "./words.js";

/** The browser's own copy is written this long after the last keystroke. */
const KEEP_MS = 250;
/** What a page that is being left may still send. */
const MOST_KEEPALIVE = 60_000;

/** Saves while one writes, and says how things stand: saved, saving, offline, two versions, refused. */
class SaveState extends EditorPart {
  #savedAt;
  #kept = "kept";
  #said = "saved";

  start() {
    this.words = this.querySelector("[data-words]");
    this.trouble = this.editor.querySelector("[data-trouble]");
    this.#savedAt = this.editor.served.saved_at;
    if (!this.editor.editable) return;
    const timers = { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer), now: Date.now };
    this.autosave = new Autosave({ send: () => this.#send(), isNeeded: () => this.session.unsaved, timers });
    this.life.addEventListener("abort", () => this.autosave.stop());
    this.keep = rested(() => this.#keep(), KEEP_MS, this.life);
    this.listen(this.autosave, "state", () => this.show());
    for (const type of ["change", "title"]) this.listen(this.session, type, () => this.#changed());
    this.listen(this.editor, "joined", () => this.#joined());
    this.listen(window, "online", () => this.autosave.flush());
    this.listen(window, "pagehide", () => this.#leave());
    this.listen(window, "beforeunload", (event) => this.#warn(event));
    this.listen(document, "visibilitychange", () => document.hidden && this.keep.now());
    const clock = setInterval(() => this.#showWords(), 5_000);
    this.life.addEventListener("abort", () => clearInterval(clock));
    if (this.session.theirs) this.autosave.pause();
    else this.autosave.touch();
    this.show();
  }

  /** @returns {Promise<string>} the state afterwards */
  saveNow() {
    this.keep.now();
    return this.autosave.flush();
  }

  show() {
    this.#showWords();
    this.#showTrouble();
    const { state } = this.autosave;
    // Said when the reason changes, not with each save.
    const spoken = { offline: gettext("Offline"), refused: gettext("Not saved"), paused: gettext("Two versions") }[state];
    if (spoken && this.#said !== state) this.editor.announce(spoken);
    if (state === "saved" && this.#said !== "saved") this.editor.announce(gettext("Everything is saved again"));
    if (spoken || state === "saved") this.#said = spoken ? state : "saved";
  }

  #changed() {
    this.keep();
    this.autosave.touch();
  }

  async #send() {
    const sent = this.session.toSave();
    try {
      const answer = await request(this.editor.config.urls.content, { method: "PUT", body: sent });
      this.session.saved(sent, answer);
      this.#savedAt = answer.saved_at;
      this.#keep();
      if (sent.content === this.session.content) this.editor.takeChecks(answer);
    } catch (error) {
      if (error.code !== "version_conflict") throw error;
      this.session.meet(error.detail.current);
      this.#keep();
      // One's own words, whose answer was lost on the way: the next save starts from them.
      if (this.session.theirs === null) return;
      this.autosave.pause();
      this.tell("met");
    }
  }

  #joined() {
    this.#keep();
    this.autosave.resume();
  }

  #keep() {
    this.#kept = this.session.keep();
  }

  #showWords() {
    const { state, error } = this.autosave;
    const version = this.querySelector("[data-version]");
    version.textContent = told(gettext("version %(version)s"), { version: this.session.version });
    const past = ago((Date.now() - new Date(this.#savedAt)) / 1000) || moment(this.#savedAt);
    const [name, kind, words] = {
      saved: ["cloud", "", told(gettext("Saved %(ago)s"), { ago: past })],
      waiting: ["cloud", "busy", gettext("Saving")],
      saving: ["cloud", "busy", gettext("Saving")],
      offline: ["wifioff", "warn", offlineWords(error, this.#kept)],
      paused: ["warn", "warn", gettext("Two versions")],
      refused: ["fail", "fail", gettext("Not saved")],
    }[state];
    this.className = `conn ${kind}`;
    if (this.dataset.icon !== name) this.querySelector("svg").replaceWith(icon(name));
    this.dataset.icon = name;
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  #showTrouble() {
    const { state, error } = this.autosave;
    const key = state === "refused" ? error.message : state === "offline" ? "offline" : this.#kept;
    if (this.trouble.dataset.shows === key) return;
    this.trouble.dataset.shows = key;
    const notes = [];
    if (state === "refused") notes.push(this.#refusal(error));
    if (state === "offline") notes.push(this.#offline(error));
    if (this.#kept === "refused") notes.push(fullStorage());
    this.trouble.replaceChildren(...notes);
  }

  #offline({ message }) {
    const words =
      this.#kept === "refused"
        ? gettext("Keep this page open: your edits are sent when it answers again.")
        : gettext("Keep writing: your edits are kept in this browser and are sent when it answers again. “Try it” waits until then.");
    const again = this.#retryButton(gettext("Try now"));
    return note("warn", "wifioff", message, words, again);
  }

  #refusal(error) {
    const kept = error.hint || gettext("Your text is still here and kept in this browser.");
    if (error.code === "signed_out" || error.status === 401) return this.#signedOut(error);
    const spot = spotOfPath(error.where ?? "", this.session.content);
    const lead = spot && element("a.btn.sm", { href: hashOf(spot) }, gettext("Go to the spot"));
    return note("fail", "fail", error.message, kept, lead, this.#retryButton(gettext("Save again")));
  }

  #signedOut({ message }) {
    const words = gettext("Your text is still here and kept in this browser. Sign in again in a new tab, then save here.");
    const door = element("a.btn.sm", { href: "/sign-in/", target: "_blank", rel: "noopener" }, gettext("Sign in"));
    return note("fail", "key", message, words, door, this.#retryButton(gettext("Save again")));
  }

  #retryButton(words) {
    return element("button.btn.sm", { type: "button", onclick: () => this.autosave.flush() }, icon("retry", "sm"), words);
  }

  /** The words are safe in the browser; the server gets them a moment earlier if it still can. */
  #leave() {
    this.keep.now();
    this.#keep();
    const body = this.session.toSave();
    if (!this.session.unsaved || this.session.theirs || JSON.stringify(body).length > MOST_KEEPALIVE) return;
    request(this.editor.config.urls.content, { method: "PUT", body, keepalive: true }).catch(() => {});
  }

  #warn(event) {
    this.#keep();
    if (this.session.unsaved && (this.#kept === "refused" || !this.editor.lasting)) event.preventDefault();
  }
}

function offlineWords(error, kept) {
  if (kept === "refused") return gettext("Not reached: keep this page open");
  return error?.code === "offline" ? gettext("Offline: kept in this browser") : gettext("Server away: kept in this browser");
}

function fullStorage() {
  const words = gettext("Edits go to the server as always; without a connection, copy your text before you leave.");
  return note("warn", "info", gettext("This browser has no room left for a copy of your edits."), words);
}

function note(kind, name, title, words, ...acts) {
  const buttons = acts.filter(Boolean);
  const row = buttons.length ? element("div.acts", {}, ...buttons) : null;
  return element(`div.note.thin.${kind}`, { role: "alert" }, icon(name), element("div", {}, element("strong", {}, title), ` ${words}`, row));
}

customElements.define("save-state", SaveState);

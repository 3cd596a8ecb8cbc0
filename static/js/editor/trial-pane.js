import { Trial, openNodes } from "../lib/trial.js";
import { EditorPart } from "./part.js";
import { ProviderDoor } from "./provider-door.js";
import { questionFor, suggestions } from "./suggestions.js";
import { linkToTree, showLatest } from "./trial-log.js";
import { failureView, lineView, outcomeView, waitingView } from "./trial-line.js";
import { told } from "./words.js";

/** A wait shorter than this is not worth a word. */
const PATIENCE_MS = 300;
const GOODBYE = { en: "Goodbye.", zh: "再见。" };

/** Try it: a conversation with the provider on the draft as it stands, with the decision behind each reply. */
class TrialPane extends EditorPart {
  #running = null;
  /** A question sent while something else was still on its way. */
  #next = "";
  #failure = null;

  start() {
    this.trial = new Trial();
    this.door = new ProviderDoor({ url: this.editor.dataset.try, warmUrl: this.editor.dataset.warm, language: this.editor.language });
    this.log = this.querySelector("[role=log]");
    this.composer = this.querySelector("form");
    this.words = this.querySelector("textarea");
    this.mode = this.querySelector("select");
    this.#listenToComposer();
    linkToTree(this);
    this.listen(this.querySelector("[data-restart]"), "click", () => this.restart());
    this.listen(this.querySelector("[data-replay]"), "click", () => this.#replay());
    this.listen(this.querySelector("[data-stop]"), "click", () => this.#running?.abort());
    this.listen(this.mode, "change", () => (this.trial.questions.length ? this.#replay() : this.restart()));
    this.listen(this, "pointerenter", () => this.door.warmUp());
    this.listen(this, "focusin", () => this.door.warmUp());
    this.listen(this.session, "change", () => this.#edited());
    this.listen(this.editor, "ask", ({ detail }) => this.#suggest(detail.uid));
    this.life.addEventListener("abort", () => this.#running?.abort());
    this.restart();
  }

  restart() {
    this.#begin();
    this.#run((signal) => this.#reply(signal));
  }

  #begin() {
    this.#running?.abort();
    this.#next = "";
    this.trial = new Trial();
    this.editor.showTrial((uid) => (this.session.tree.has(uid) ? this.trial.stateOf(uid, this.session.tree) : null));
    this.#show();
  }

  /** One thing at a time; a newer one ends what runs. @param {(signal: AbortSignal) => Promise<void>} steps */
  async #run(steps) {
    this.#running?.abort();
    const mine = (this.#running = new AbortController());
    this.#failure = null;
    try {
      if (this.session.tree.root !== null) await steps(mine.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.#failed(error);
    } finally {
      if (this.#running === mine) this.#running = null;
      this.querySelector("[data-progress]").hidden = true;
    }
    this.#show();
    if (this.#next && !this.#running) this.#ask(this.#next);
  }

  /** The reply to what was asked last, or the opener. @param {AbortSignal} signal @param {object} [extra] */
  async #reply(signal, { before = null, expected } = {}) {
    const { content } = this.session;
    const { trial } = this;
    this.#showWaiting(signal);
    const answer = await this.door.reply({ content, turns: trial.turnsFor(content), mode: this.mode.value }, signal);
    if (signal.aborted) throw new DOMException("A newer trial has begun.", "AbortError");
    const line = Object.assign(trial.answer(answer, content, before), { mode: this.mode.value });
    if (expected !== undefined) line.expected = expected;
    this.#show();
    this.editor.showTrial((uid) => (this.session.tree.has(uid) ? trial.stateOf(uid, this.session.tree) : null));
    return line;
  }

  #ask(text) {
    if (!text.trim() || this.trial.ended) return;
    this.words.value = "";
    this.#next = this.#running ? text : "";
    if (this.#running) return;
    this.trial.ask(text.trim());
    this.#show();
    this.#run(async (signal) => {
      const line = await this.#reply(signal);
      this.editor.announce(told(gettext("Provider: %(text)s"), line));
    });
  }

  /** The same questions on the draft as it stands now, with the replies that changed marked. */
  #replay() {
    const old = this.trial;
    const replies = old.lines.filter((line) => line.speaker === "provider");
    this.#begin();
    this.#run(async (signal) => {
      await this.#reply(signal);
      for (const [i, question] of old.questions.entries()) {
        this.#progress(gettext("Replaying %(number)s of %(count)s"), { number: i + 1, count: old.questions.length });
        this.trial.ask(question);
        await this.#reply(signal, { before: replies[i + 1] ?? null });
      }
      const changed = this.trial.lines.filter((line) => line.changed).length;
      const words = ngettext("Replayed: one reply changed", "Replayed: %(count)s replies changed", changed);
      this.editor.announce(changed ? told(words, { count: changed }) : gettext("Replayed: every reply is the same"), { loud: true });
    });
  }

  /** A question for each node, made of its purpose: does each find its own node? */
  #askEverything() {
    this.#begin();
    this.#run(async (signal) => {
      await this.#reply(signal);
      this.trial.ask(this.session.content.goal || "?");
      await this.#reply(signal);
      const asked = new Set();
      let found = 0;
      for (;;) {
        const node = openNodes(this.trial, this.session.tree).find(({ uid }) => !asked.has(uid));
        if (node === undefined) break;
        asked.add(node.uid);
        this.#progress(gettext("Asking for node %(label)s"), node);
        this.trial.ask(questionFor(node, this.session.content));
        const line = await this.#reply(signal, { expected: node.uid });
        if (line.uids.includes(node.uid)) found += 1;
      }
      const words = gettext("%(found)s of %(count)s questions found their node");
      this.editor.announce(told(words, { found, count: asked.size }), { loud: true });
    });
  }

  #progress(words, values) {
    this.querySelector("[data-progress]").hidden = false;
    this.querySelector("[data-progress-words]").textContent = told(words, values);
  }

  #failed(error) {
    const question = this.trial.takeBack() || this.#next;
    this.#next = "";
    this.#failure = error;
    if (question && !this.words.value) this.words.value = question;
  }

  #again() {
    if (this.words.value) this.#ask(this.words.value);
    else this.restart();
  }

  #edited() {
    this.#showEdits();
    this.#showSuggestions();
    const opened = this.session.tree.root !== null && this.trial.lines.length === 0 && !this.#running;
    if (opened) this.restart();
    else if (this.session.tree.root === null) this.#show();
    for (const [i, line] of this.trial.lines.entries()) {
      this.log.children[i]?.querySelector(".trace")?.classList.toggle("stale", this.trial.isStale(line, this.session.content));
    }
  }

  #show() {
    const { tree, content } = this.session;
    const { lines } = this.trial;
    const isEmpty = tree.root === null;
    this.querySelector("[data-empty]").hidden = !isEmpty;
    this.composer.hidden = isEmpty;
    this.log.hidden = isEmpty;
    const last = lines.findLastIndex((line) => line.speaker === "provider");
    const view = (line, i) => lineView(line, { last: i === last, stale: this.trial.isStale(line, content), language: this.editor.language, tree });
    this.log.replaceChildren(...lines.map(view));
    if (this.trial.ended) this.log.append(outcomeView(this.trial.outcome(content)));
    if (this.#failure) this.log.append(failureView(this.#failure, this.words.value !== "", () => this.#again()));
    this.words.readOnly = this.trial.ended;
    this.words.placeholder = this.trial.ended ? gettext("The conversation has ended. Restart it.") : gettext("Ask as the seeker would");
    this.#showEdits();
    this.#showSuggestions();
    showLatest(this);
  }

  #showEdits() {
    const edits = this.#running ? null : this.trial.editsSince(this.session.content);
    const note = this.querySelector("[data-stale]");
    note.hidden = edits === null || edits.after === 0;
    if (note.hidden) return;
    const { labels, background, after } = edits;
    const named = labels.length > 3 ? [...labels.slice(0, 3), "…"].join(", ") : labels.join(", ");
    const what = named || (background ? gettext("the background") : gettext("the order"));
    const words = gettext("You edited %(what)s after question %(after)s.");
    note.querySelector("[data-words]").textContent = told(words, { what, after });
  }

  #showSuggestions() {
    const place = this.querySelector("[data-suggestions]");
    place.hidden = this.#running !== null || this.trial.lines.length === 0;
    const bye = GOODBYE[this.editor.language];
    const { trial, session } = this;
    const acts = { fill: (words) => this.#fill(words), leave: () => this.#ask(bye), askEverything: () => this.#askEverything() };
    place.replaceChildren(...suggestions({ trial, session, ...acts }));
  }

  /** A node's purpose as a question in the composer, ready to be reworded. @param {string} uid */
  #suggest(uid) {
    this.tell("showpane", "try");
    this.#fill(questionFor(this.session.tree.node(uid), this.session.content));
  }

  #fill(question) {
    this.words.value = question;
    this.words.focus();
    this.words.setSelectionRange(question.length, question.length);
  }

  #showWaiting(signal) {
    const timer = setTimeout(() => {
      if (signal.aborted || this.#running?.signal !== signal) return;
      this.log.querySelector(".waits")?.remove();
      this.log.append(waitingView(this.door.reason));
      showLatest(this);
    }, PATIENCE_MS);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  #listenToComposer() {
    this.listen(this.composer, "submit", (event) => {
      event.preventDefault();
      this.#ask(this.words.value);
    });
    this.listen(this.words, "keydown", (event) => {
      // An Enter that ends a Chinese word is not yet a question.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.#ask(this.words.value);
    });
  }
}

customElements.define("trial-pane", TrialPane);

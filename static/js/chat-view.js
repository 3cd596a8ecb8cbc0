// What the conversation looks like. Every text goes in as textContent; markup comes from the page's templates.

const byId = (id) => document.getElementById(id);

export function say(words, names = {}) {
  return interpolate(gettext(words), names, true);
}

/** A copy of one of the page's templates. @param {string} id @returns {HTMLElement} */
function copyOf(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

export class ChatView {
  constructor(talk) {
    this.talk = talk;
    this.name = talk.dataset.name;
    this.most = Number(talk.dataset.max);
    this.field = byId("say");
    this.clock = null;
    this.waitTimer = null;
    byId("look-again").hidden = true; // for browsers without scripts
    this.#showLocalTimes(talk);
  }

  /** The turns that the server put into the page. */
  turnsOnPage() {
    return [...this.talk.querySelectorAll("#messages [data-turn]")].map((turn) => ({
      seq: Number(turn.dataset.turn),
      speaker: turn.classList.contains("me") ? "seeker" : "provider",
      text: turn.querySelector("[data-text]").textContent,
      client_id: turn.dataset.client,
    }));
  }

  addTurn(turn) {
    const row = copyOf(turn.speaker === "seeker" ? "turn-mine" : "turn-theirs");
    row.dataset.turn = turn.seq;
    row.querySelector("[data-text]").textContent = turn.text;
    row.querySelector("[data-at]").dateTime = turn.at;
    this.#showLocalTimes(row);
    byId("messages").append(row);
  }

  /** Words that are not stored yet, and why. @param {import("./lib/outbox.js").Message[]} messages */
  showKept(messages, { online, lasting }) {
    byId("kept").replaceChildren(...messages.map((message) => this.#kept(message, online, lasting)));
  }

  #kept(message, online, lasting) {
    const row = copyOf("turn-kept");
    const rejected = message.state === "rejected";
    row.classList.add(rejected ? "failed" : "kept");
    row.querySelector("[data-text]").textContent = message.text;
    row.querySelector("[data-why]").textContent = rejected ? message.error.message : this.#whyKept(message, online, lasting);
    row.querySelector("[data-waits]").hidden = rejected;
    row.querySelector("[data-refused]").hidden = !rejected;
    const buttons = row.querySelector("[data-choices]");
    buttons.hidden = !rejected;
    for (const button of buttons.querySelectorAll("button")) button.dataset.client = message.clientId;
    return row;
  }

  #whyKept(message, online, lasting) {
    if (!online && !lasting) return gettext("Kept on this page, sent when you are back online. Leave the page open.");
    if (!online) return gettext("Kept on this device, sent when you are back online");
    if (message.state === "sending") return gettext("Sending");
    return say("Kept on this device, sent after the answer of %(name)s", { name: this.name });
  }

  /** Why nothing comes yet; null when nothing is owed. A wait that ends at once is not shown at all. */
  showWaiting(waiting) {
    clearTimeout(this.waitTimer);
    clearInterval(this.clock);
    if (waiting === null) {
      byId("waiting").hidden = true;
      byId("waiting-words").textContent = "";
      return;
    }
    const shown = !byId("waiting").hidden;
    const show = () => this.#wait(waiting);
    if (shown) show();
    else this.waitTimer = setTimeout(show, 300);
  }

  #wait({ reason, since }) {
    const words = byId("waiting-words");
    const told = this.#reason(reason);
    if (words.textContent.trim() !== told) words.textContent = told;
    byId("waiting").className = `wait ${reason}`;
    byId("retry-button").hidden = reason !== "failed";
    byId("waiting").hidden = false;
    const tick = () => {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1000));
      const text = seconds < 2 ? "" : seconds < 90 ? say("%(n)s s", { n: seconds }) : say("%(n)s min", { n: Math.round(seconds / 60) });
      byId("waiting-clock").textContent = reason === "failed" ? "" : text;
    };
    tick();
    this.clock = setInterval(tick, 1000);
    this.#keepLatestInView();
  }

  #reason(reason) {
    const words = {
      queued: "Your message is stored. %(name)s answers next.",
      thinking: "%(name)s is thinking.",
      no_worker:
        "Your message is stored. The program that answers for %(name)s is not running at the moment; the answer comes as soon as it is back. You may close this page.",
      failed: "Your message is stored, but the answer of %(name)s could not be made.",
    };
    return say(words[reason] ?? words.queued, { name: this.name });
  }

  /** @param {"connecting" | "connected" | "offline" | "ended" | "signed_out"} state */
  showConnection(state) {
    const words = {
      connecting: gettext("Connecting"),
      connected: gettext("Connected"),
      offline: gettext("Reconnecting"),
      ended: gettext("Finished"),
      signed_out: gettext("Signed out"),
    };
    const signs = { connected: "connected", ended: "finished", offline: "away", signed_out: "away" };
    const place = byId("connection");
    const sign = byId("signs").content.querySelector(`[data-sign="${signs[state] ?? "away"}"]`).cloneNode(true);
    place.classList.toggle("warn", state !== "connected" && state !== "ended");
    place.replaceChildren(...sign.childNodes, words[state]);
  }

  /** One note above the composer, or none. @param {string} kind warn or fail @param {string} words */
  showNote(kind, words, link = null) {
    const note = copyOf(`note-${kind}`);
    const place = note.querySelector("[data-words]");
    place.textContent = words;
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link.href;
      anchor.textContent = link.words;
      place.append(" ", anchor);
    }
    byId("notes").replaceChildren(note);
  }

  clearNote() {
    byId("notes")?.replaceChildren();
  }

  showUsed(used) {
    const number = Math.min(used + 1, this.most);
    byId("used").textContent =
      number === this.most
        ? gettext("Your last message: the conversation ends with it")
        : say("Message %(number)s of at most %(most)s", { number, most: this.most });
  }

  showLength(length, limit) {
    const place = byId("too-long");
    place.hidden = length <= limit;
    if (length > limit) place.textContent = say("%(length)s of at most %(limit)s characters", { length, limit });
  }

  /** The end: no more composer, the closing words instead. */
  close({ moveFocus }) {
    byId("foot").hidden = true;
    byId("goodbye-button").hidden = true;
    byId("waiting").hidden = true;
    byId("closing").hidden = false;
    if (moveFocus) byId("h-end").focus();
    this.#keepLatestInView();
  }

  keepLatestInView() {
    this.#keepLatestInView();
  }

  #keepLatestInView() {
    window.scrollTo({ top: document.documentElement.scrollHeight });
  }

  #showLocalTimes(root) {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    for (const time of root.querySelectorAll("time[data-at]")) {
      if (time.dateTime) time.textContent = format.format(new Date(time.dateTime));
    }
  }
}

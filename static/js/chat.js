// The live conversation: joins the socket, the outbox and the page. The database is the truth; this page follows it.

import { ChatView } from "./chat-view.js";
import { Conversation } from "./lib/conversation.js";
import { LiveSocket } from "./lib/live-socket.js";
import { Outbox } from "./lib/outbox.js";
import { storageOf } from "./lib/storage.js";

/** Refusals that pass by themselves: the words stay on their way. Every other one is shown at its message. */
const PASSING = ["reply_owed", "slow_down", "internal", "signed_out"];
const AGAIN_AFTER = 2000;
const wide = window.matchMedia("(min-width: 861px)");

class Chat {
  constructor(talk) {
    this.talk = talk;
    this.view = new ChatView(talk);
    this.limit = Number(talk.dataset.limit);
    this.storage = storageOf(window).storage;
    this.draftKey = `clarify:draft:${talk.dataset.dialogue}`;
    this.conversation = new Conversation({ me: "seeker", turns: this.view.turnsOnPage() });
    this.outbox = new Outbox(this.storage, talk.dataset.dialogue);
    for (const turn of this.conversation.turns) this.acknowledge(turn);
    this.greeted = false;
    this.signedOut = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new LiveSocket(`${scheme}://${location.host}${talk.dataset.socket}`, {
      onUp: () => this.hello(),
      onFrame: (frame) => this.follow(frame),
      onDown: (down) => this.down(down),
    });
  }

  start() {
    this.restoreDraft();
    this.listen();
    this.showAll();
    this.view.showConnection("connecting");
    this.socket.open();
    if (wide.matches) this.view.field.focus({ preventScroll: true });
    if (this.conversation.lastSeq > 1) this.view.keepLatestInView();
  }

  // The socket

  hello() {
    this.socket.send({ type: "hello", since: this.conversation.lastSeq });
  }

  follow(frame) {
    const steps = {
      state: () => this.greet(frame.dialogue),
      turn: () => this.takeTurn(frame),
      ack: () => this.acknowledge(frame),
      waiting: () => this.conversation.wait({ ...frame, afterSeq: frame.after_seq }),
      ended: () => this.end(frame.reason),
      error: () => this.refused(frame),
    };
    steps[frame.type]?.();
    this.showAll();
    this.sendNext();
  }

  greet(state) {
    this.greeted = true;
    this.conversation.connected();
    this.view.showConnection("connected");
    this.view.clearNote();
    this.conversation.merge([], { lastSeq: state.last_seq });
  }

  /** Words leave the outbox when their turn is on the page, so that they are never nowhere. */
  acknowledge({ client_id: clientId, seq }) {
    if (clientId && seq <= this.conversation.lastSeq) this.outbox.acknowledge(clientId, seq);
  }

  takeTurn(frame) {
    for (const turn of this.conversation.merge([frame])) this.view.addTurn(turn);
    this.acknowledge(frame);
    this.view.keepLatestInView();
  }

  refused(error) {
    const passing = PASSING.includes(error.code);
    if (error.client_id && passing) this.outbox.release();
    else if (error.client_id) this.outbox.reject(error.client_id, error);
    if (error.code === "signed_out") this.leave(error);
    else if (passing) setTimeout(() => this.sendNext(), AGAIN_AFTER);
    else if (!error.client_id) this.view.showNote("fail", `${error.message} ${error.hint}`.trim());
  }

  leave(error) {
    this.signedOut = true;
    const link = { href: this.talk.dataset.signIn, words: gettext("Sign in and go on here") };
    this.view.showNote("fail", error.message, link);
    this.view.showConnection("signed_out");
  }

  down({ final }) {
    this.greeted = false;
    this.outbox.release();
    if (this.conversation.state === "ended") return;
    this.conversation.offline();
    if (!final) {
      this.view.showConnection("offline");
      this.view.showNote(
        "warn",
        gettext("The connection dropped. Your words are kept on this device. You can go on writing; they are sent in order when it returns."),
      );
    }
    this.showAll();
  }

  end(reason) {
    this.conversation.end(reason);
    for (const { clientId, state } of this.outbox.pending()) {
      if (state !== "rejected") {
        this.outbox.reject(clientId, { message: gettext("Not sent: the conversation has ended. Copy your words if you need them.") });
      }
    }
    this.view.showConnection("ended");
    this.view.close({ moveFocus: true });
    this.socket.close();
  }

  // What the person does

  listen() {
    const composer = document.getElementById("composer");
    composer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.speak();
    });
    this.view.field.addEventListener("keydown", (event) => {
      // 229: the key belongs to an input method, also where isComposing is already false (Safari).
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.speak();
    });
    this.view.field.addEventListener("input", () => this.keepDraft());
    document.getElementById("kept").addEventListener("click", (event) => this.choose(event.target.closest("button")));
    document.getElementById("retry").addEventListener("submit", (event) => {
      event.preventDefault();
      this.socket.send({ type: "retry" });
    });
    this.listenForGoodbye();
    window.addEventListener("online", () => this.socket.retryNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.socket.retryNow();
    });
  }

  listenForGoodbye() {
    const question = document.getElementById("goodbye-question");
    document.getElementById("goodbye").addEventListener("submit", (event) => {
      event.preventDefault();
      question.showModal();
    });
    question.addEventListener("close", () => {
      if (question.returnValue === "goodbye") this.put(this.talk.dataset.goodbye);
      question.returnValue = "";
    });
  }

  speak() {
    const text = this.view.field.value.trim();
    if (!text) return;
    if (text.length > this.limit) {
      this.view.showNote("fail", gettext("Too long to send. Your text is still here: shorten it, or send it in parts."));
      return;
    }
    this.view.field.value = "";
    this.keepDraft();
    this.view.clearNote();
    this.put(text);
    this.view.field.focus();
  }

  put(text) {
    foldBrief();
    this.outbox.add(text);
    this.showAll();
    this.sendNext();
    this.view.keepLatestInView();
  }

  /** The buttons at a refused message: back into the composer, or once more. */
  choose(button) {
    if (!button) return;
    if (button.dataset.choice === "again") {
      this.outbox.retry(button.dataset.client);
    } else {
      const text = this.outbox.discard(button.dataset.client);
      this.view.field.value = [this.view.field.value.trim(), text].filter(Boolean).join("\n");
      this.keepDraft();
      this.view.field.focus();
    }
    this.showAll();
    this.sendNext();
  }

  /** One message at a time, and only when it is the seeker's turn: so they arrive in the order of writing. */
  sendNext() {
    const mine = this.conversation.lastSeq % 2 === 1 && this.conversation.waiting === null;
    if (!this.greeted || !mine || this.conversation.state === "ended" || this.conversation.missingSince() !== null) return;
    const message = this.outbox.take();
    if (message === null) return;
    if (!this.socket.send({ type: "say", client_id: message.clientId, text: message.text })) this.outbox.release();
    this.showKept();
  }

  // What is shown

  showAll() {
    this.showKept();
    this.view.showWaiting(this.conversation.waiting);
    const unsent = this.outbox.pending().filter(({ state }) => state !== "rejected").length;
    this.view.showUsed(Math.floor(this.conversation.lastSeq / 2) + unsent);
  }

  showKept() {
    const online = this.greeted && !this.signedOut;
    this.view.showKept(this.outbox.pending(), { online, lasting: this.outbox.lasting });
  }

  restoreDraft() {
    if (!this.view.field.value) this.view.field.value = this.storage.getItem(this.draftKey) ?? "";
    this.keepDraft();
  }

  keepDraft() {
    const text = this.view.field.value;
    this.view.field.rows = Math.min(6, text.split("\n").length);
    this.view.showLength(text.trim().length, this.limit);
    try {
      if (text) this.storage.setItem(this.draftKey, text);
      else this.storage.removeItem(this.draftKey);
    } catch {
      // Full or forbidden: the draft lives as long as the page.
    }
  }
}

/** On a phone the brief is open until the first message, and folds to its goal then. */
function foldBrief() {
  if (!wide.matches) document.getElementById("brief").open = false;
}

function fitBrief(turns) {
  const brief = document.getElementById("brief");
  const summary = brief.querySelector("summary");
  const fit = () => {
    if (wide.matches) brief.open = true;
    summary.tabIndex = wide.matches ? -1 : 0;
  };
  if (turns > 1) foldBrief();
  fit();
  wide.addEventListener("change", fit);
}

const talk = document.getElementById("talk");
fitBrief(Number(talk.dataset.lastSeq));
if (talk.dataset.over === "true") new ChatView(talk);
else new Chat(talk).start();

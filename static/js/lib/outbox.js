import { newIdentifier } from "./identifier.js";

/**
 * What a person has said and the server has not yet acknowledged.
 * `waiting`: to be sent; `sending`: on its way; `rejected`: the server refused it, `error` says why.
 * @typedef {{clientId: string, text: string, order: number, state: "waiting" | "sending" | "rejected", error: any}} Message
 */

/** The outbox was asked for something it cannot do; `code` is empty-text, unknown-message or not-rejected. */
export class OutboxError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.name = "OutboxError";
    this.code = code;
  }
}

/**
 * One dialogue's unacknowledged messages, in the order in which they were written, kept in the browser.
 *
 * Each message has a key of its own in the storage, so that two tabs do not overwrite each other's words. After a
 * reload everything is sent again under its old id; the server stores an id once.
 */
export class Outbox {
  #storage;
  #prefix;
  #newId;
  #messages;
  #lasting = true;

  /** @param {Storage} storage @param {string | number} dialogueId @param {{newId?: () => string}} [options] */
  constructor(storage, dialogueId, { newId = newIdentifier } = {}) {
    this.#storage = storage;
    this.#prefix = `clarify:outbox:${dialogueId}:`;
    this.#newId = newId;
    this.#messages = this.#read();
  }

  /** Whether a reload would find every message again; if not, say so on the page. */
  get lasting() {
    return this.#lasting;
  }

  /** @returns {Message[]} in order, rejected ones included */
  pending() {
    return this.#messages.map((message) => ({ ...message }));
  }

  /** @param {string} text @returns {Message} */
  add(text) {
    if (!text.trim()) throw new OutboxError("empty-text");
    const order = (this.#messages.at(-1)?.order ?? 0) + 1;
    const message = { clientId: this.#newId(), text, order, state: "waiting", error: null };
    this.#messages.push(message);
    this.#write(message);
    return { ...message };
  }

  /**
   * The next message to send, marked as on its way. One at a time, so that the order holds: null while another one
   * is on its way, or when nothing waits.
   * @returns {Message | null}
   */
  take() {
    if (this.#messages.some((message) => message.state === "sending")) return null;
    const next = this.#messages.find((message) => message.state === "waiting");
    if (next === undefined) return null;
    next.state = "sending";
    return { ...next };
  }

  /** The connection broke: what was on its way is to be sent again, under the same id. */
  release() {
    for (const message of this.#messages) if (message.state === "sending") message.state = "waiting";
  }

  /**
   * The server has stored the message (an acknowledgement, or its turn seen in the dialogue).
   * @param {string} clientId
   * @param {number} seq
   * @returns {(Message & {seq: number}) | null} null when it is not one of ours, or was acknowledged before
   */
  acknowledge(clientId, seq) {
    const message = this.#remove(clientId);
    return message && { ...message, seq };
  }

  /** The server refused the message; its text stays. @param {string} clientId @param {any} error @returns {Message | null} */
  reject(clientId, error) {
    const message = this.#messages.find((other) => other.clientId === clientId);
    if (message === undefined) return null;
    Object.assign(message, { state: "rejected", error });
    this.#write(message);
    return { ...message };
  }

  /** Send a rejected message again. Nothing was stored under its id, so the id stays. @param {string} clientId */
  retry(clientId) {
    const message = this.#rejected(clientId);
    Object.assign(message, { state: "waiting", error: null });
    this.#write(message);
  }

  /** Take a rejected message back, to edit or drop it. @param {string} clientId @returns {string} its text */
  discard(clientId) {
    const { text } = this.#rejected(clientId);
    this.#remove(clientId);
    return text;
  }

  #rejected(clientId) {
    const message = this.#messages.find((other) => other.clientId === clientId);
    if (message === undefined) throw new OutboxError("unknown-message");
    if (message.state !== "rejected") throw new OutboxError("not-rejected");
    return message;
  }

  #remove(clientId) {
    const at = this.#messages.findIndex((message) => message.clientId === clientId);
    this.#attempt(() => this.#storage.removeItem(this.#prefix + clientId));
    return at === -1 ? null : this.#messages.splice(at, 1)[0];
  }

  #write({ clientId, text, order, state, error }) {
    const kept = { text, order, state: state === "rejected" ? state : "waiting", error };
    this.#attempt(() => this.#storage.setItem(this.#prefix + clientId, JSON.stringify(kept)));
  }

  #read() {
    const keys = this.#attempt(() => Array.from({ length: this.#storage.length }, (_, i) => this.#storage.key(i))) ?? [];
    const ours = keys.filter((key) => key?.startsWith(this.#prefix));
    const messages = ours.flatMap((key) => readMessage(key.slice(this.#prefix.length), this.#storage.getItem(key)));
    return messages.sort((a, b) => a.order - b.order || (a.clientId < b.clientId ? -1 : 1));
  }

  #attempt(access) {
    try {
      return access();
    } catch {
      // Full or forbidden: the message lives on in this page, and `lasting` says that a reload would lose it.
      this.#lasting = false;
      return null;
    }
  }
}

/** @returns {Message[]} one, or none when what is stored cannot be read */
function readMessage(clientId, stored) {
  try {
    const { text, order, state, error } = JSON.parse(stored);
    if (typeof text !== "string" || !Number.isInteger(order)) return [];
    return [{ clientId, text, order, state: state === "rejected" ? "rejected" : "waiting", error: error ?? null }];
  } catch {
    return [];
  }
}

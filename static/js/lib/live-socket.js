import { Backoff } from "./reconnect.js";

/** Close codes after which coming back makes no sense: signed out, no such dialogue. */
export const FINAL_CODES = [4401, 4404];

const PING_EVERY = 25_000;
const SILENT_FOR = 10_000;

/**
 * A socket that comes back. It carries JSON objects and knows nothing of what they mean.
 *
 * `onUp` after each (re)connection, `onFrame` for each message, `onDown` when it breaks (with whether it will try
 * again). A connection that dies without saying so (a phone in a tunnel) is noticed by a ping that nobody answers.
 */
export class LiveSocket {
  #url;
  #page;
  #listener;
  #backoff;
  #socket = null;
  #timer = null;
  #pulse = null;
  #heardAt = 0;
  #finished = false;

  /**
   * @param {string} url
   * @param {{onUp: () => void, onFrame: (frame: any) => void, onDown: (down: {code: number, final: boolean}) => void}} listener
   * @param {{page?: any, backoff?: Backoff}} [options] `page` gives WebSocket, timers and the clock: `window`
   */
  constructor(url, listener, { page = globalThis, backoff = new Backoff() } = {}) {
    this.#url = url;
    this.#listener = listener;
    this.#page = page;
    this.#backoff = backoff;
  }

  get isUp() {
    return this.#socket?.readyState === 1;
  }

  open() {
    if (this.#finished || this.#socket !== null) return;
    const socket = new this.#page.WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#up();
    socket.onmessage = (event) => this.#hear(event.data);
    socket.onclose = (event) => this.#down(event.code);
  }

  /** @param {object} message @returns {boolean} whether it went out; what did not is the caller's to keep */
  send(message) {
    if (!this.isUp) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Do not wait for the next attempt: the network is back, or the person is looking again. */
  retryNow() {
    if (this.#timer === null) return;
    this.#page.clearTimeout(this.#timer);
    this.#timer = null;
    this.open();
  }

  /** For good. */
  close() {
    this.#finished = true;
    this.#rest();
    this.#socket?.close();
  }

  #up() {
    this.#backoff.reset();
    this.#heardAt = this.#page.Date.now();
    this.#pulse = this.#page.setInterval(() => this.#beat(), PING_EVERY);
    this.#listener.onUp();
  }

  #hear(data) {
    this.#heardAt = this.#page.Date.now();
    this.#listener.onFrame(JSON.parse(data));
  }

  #beat() {
    const socket = this.#socket;
    const askedAt = this.#page.Date.now();
    this.send({ type: "ping" });
    this.#page.setTimeout(() => {
      if (this.#socket === socket && this.#heardAt < askedAt) socket.close();
    }, SILENT_FOR);
  }

  #down(code) {
    this.#socket = null;
    this.#rest();
    const final = this.#finished || FINAL_CODES.includes(code);
    this.#finished = final;
    if (!final) {
      this.#timer = this.#page.setTimeout(() => {
        this.#timer = null;
        this.open();
      }, this.#backoff.next());
    }
    this.#listener.onDown({ code, final });
  }

  #rest() {
    this.#page.clearInterval(this.#pulse);
    this.#page.clearTimeout(this.#timer);
    this.#timer = null;
  }
}

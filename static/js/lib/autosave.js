import { Backoff } from "./reconnect.js";

/** A save waits until the typing rests this long … */
const REST_MS = 800;
/** … but not longer than this, however long somebody types on. */
const LONGEST_MS = 6_000;

/**
 * @typedef {"saved" | "waiting" | "saving" | "offline" | "paused" | "refused"} SaveState
 * saved: nothing is unsaved; waiting: an edit will be sent soon; offline: the server was not reached, another attempt
 * comes by itself; paused: nothing is sent until `resume`; refused: the server will not take it as it is.
 */

/**
 * Sends edits when the typing rests, one request at a time, again after trouble.
 *
 * `send` resolves when everything is stored, throws an error with `retryable` true when it shall be tried again, and
 * calls `pause` itself when a person has to decide first. Tells `state` after each change of `state`.
 */
export class Autosave extends EventTarget {
  #send;
  #isNeeded;
  #timers;
  #backoff;
  #timer = null;
  #first = null;
  #running = null;

  /** @type {SaveState} */
  state = "saved";
  /** @type {any} the error behind offline and refused */
  error = null;

  /**
   * @param {{send: () => Promise<void>, isNeeded: () => boolean, backoff?: Backoff,
   *          timers: {set: (run: () => void, ms: number) => any, clear: (timer: any) => void, now: () => number}}} parts
   */
  constructor({ send, isNeeded, timers, backoff = new Backoff({ first: 2_000, cap: 60_000 }) }) {
    super();
    this.#send = send;
    this.#isNeeded = isNeeded;
    this.#timers = timers;
    this.#backoff = backoff;
  }

  /** Something may have changed. */
  touch() {
    if (this.state === "paused" || this.#running) return;
    if (!this.#isNeeded()) return this.#rest();
    this.#first ??= this.#timers.now();
    const wait = Math.min(REST_MS, Math.max(0, this.#first + LONGEST_MS - this.#timers.now()));
    // While the server is away the next attempt is planned already; typing does not hurry it.
    if (this.state !== "offline") this.#plan(wait, "waiting");
  }

  /** Save now. @returns {Promise<SaveState>} the state afterwards */
  async flush() {
    if (this.#running) await this.#running;
    if (this.state !== "paused" && this.#isNeeded()) await this.#run();
    return this.state;
  }

  /** Send nothing until `resume`. */
  pause() {
    this.#cancel();
    this.#become("paused");
  }

  resume() {
    if (this.state !== "paused") return;
    this.#become("waiting");
    this.touch();
  }

  /** The page goes away: no attempt will come. */
  stop() {
    this.#cancel();
  }

  #plan(wait, state) {
    this.#cancel();
    this.#timer = this.#timers.set(() => this.#run(), wait);
    this.#become(state);
  }

  #run() {
    this.#cancel();
    this.#become("saving");
    this.#running = this.#attempt().finally(() => {
      this.#running = null;
      // Words written meanwhile, or two versions that were joined at once, are sent in turn.
      if (this.state === "saved" || this.state === "waiting") this.touch();
    });
    return this.#running;
  }

  async #attempt() {
    this.#first = null;
    try {
      await this.#send();
      this.#backoff.reset();
      if (this.state === "saving") this.#become("saved");
    } catch (error) {
      this.error = error;
      if (error.retryable) this.#plan(this.#backoff.next(), "offline");
      else this.#become("refused");
    }
  }

  #rest() {
    this.#cancel();
    this.#first = null;
    this.#become("saved");
  }

  #cancel() {
    if (this.#timer !== null) this.#timers.clear(this.#timer);
    this.#timer = null;
  }

  #become(state) {
    if (state === "saved") this.error = null;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }
}

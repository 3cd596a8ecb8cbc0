/** @typedef {import("./task-document.js").Change} Change */

/** Typing joins into one step until it rests this long … */
const PAUSE_MS = 1_500;
/** … or has gone on this long: one undo should not take back a whole page. */
const BURST_MS = 15_000;

/**
 * Undo and redo over snapshots that never change (TaskDocument's `content`), the oldest falling out at `limit`.
 * Consecutive changes with the same `typing` (one field) are one step.
 * @template Snapshot
 */
export class History {
  /** states[i] became states[i + 1] by changes[i]; states[cursor] is the present. */
  #states;
  #changes;
  #cursor;
  #limit;
  #now;
  #burst = null;

  /** @param {Snapshot} present @param {{limit?: number, now?: () => number}} [options] */
  constructor(present, { limit = 200, now = Date.now } = {}) {
    this.#states = [present];
    this.#changes = [];
    this.#cursor = 0;
    this.#limit = limit;
    this.#now = now;
  }

  /** @returns {Snapshot} */
  get present() {
    return this.#states[this.#cursor];
  }

  /** The change that undo would take back, for “Undo: move 2.1”; null when there is none. @returns {Change | null} */
  get undoable() {
    return this.#changes[this.#cursor - 1] ?? null;
  }

  /** @returns {Change | null} the change that redo would make again */
  get redoable() {
    return this.#changes[this.#cursor] ?? null;
  }

  /**
   * Take note of a change that has been made. What had been undone before it is given up.
   * @param {Snapshot} snapshot the content after the change
   * @param {Change | null} change null (nothing changed) is ignored
   */
  record(snapshot, change) {
    if (change === null || snapshot === this.present) return;
    if (this.#continuesBurst(change)) {
      this.#states[this.#cursor] = snapshot;
      this.#changes[this.#cursor - 1] = { ...change, from: this.undoable.from };
      this.#burst.last = this.#now();
      return;
    }
    this.#states.splice(this.#cursor + 1, Infinity, snapshot);
    this.#changes.splice(this.#cursor, Infinity, change);
    this.#cursor += 1;
    this.#forgetOldest();
    this.#burst = change.typing ? { typing: change.typing, first: this.#now(), last: this.#now() } : null;
  }

  /** End a burst of typing: the field was left, or the text was saved. */
  seal() {
    this.#burst = null;
  }

  /** @returns {{snapshot: Snapshot, change: Change} | null} where one is now, and what was taken back */
  undo() {
    const change = this.undoable;
    if (change === null) return null;
    this.seal();
    this.#cursor -= 1;
    return { snapshot: this.present, change };
  }

  /** @returns {{snapshot: Snapshot, change: Change} | null} where one is now, and what was made again */
  redo() {
    const change = this.redoable;
    if (change === null) return null;
    this.seal();
    this.#cursor += 1;
    return { snapshot: this.present, change };
  }

  /** @param {number} [steps] keep at most so many on either side @returns {{states: Snapshot[], changes: Change[], cursor: number}} */
  toJSON(steps = Infinity) {
    const count = Number.isFinite(steps) ? steps : this.#limit;
    const first = Math.max(0, this.#cursor - count);
    const last = this.#cursor + count;
    return {
      states: this.#states.slice(first, last + 1),
      changes: this.#changes.slice(first, last),
      cursor: this.#cursor - first,
    };
  }

  /**
   * @param {unknown} value what toJSON gave
   * @param {(state: unknown) => any} readState reads one snapshot; throws for a broken one
   * @param {{limit?: number, now?: () => number}} [options]
   * @returns {History}
   * @throws {TypeError} when the value is not a history
   */
  static fromJSON(value, readState, options = {}) {
    const { states, changes, cursor } = value ?? {};
    const whole = Array.isArray(states) && Array.isArray(changes) && states.length === changes.length + 1;
    if (!whole || !Number.isInteger(cursor) || states[cursor] === undefined || changes.some((change) => !change?.kind)) {
      throw new TypeError("This is not a history.");
    }
    const history = new History(null, options);
    history.#states = states.map(readState);
    history.#changes = [...changes];
    history.#cursor = cursor;
    return history;
  }

  #continuesBurst(change) {
    if (!this.#burst || this.#burst.typing !== change.typing) return false;
    const now = this.#now();
    return now - this.#burst.last <= PAUSE_MS && now - this.#burst.first <= BURST_MS;
  }

  #forgetOldest() {
    if (this.#changes.length <= this.#limit) return;
    this.#states.shift();
    this.#changes.shift();
    this.#cursor -= 1;
  }
}

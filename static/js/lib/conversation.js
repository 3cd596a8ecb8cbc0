/** @typedef {{seq: number, speaker: "seeker" | "provider", text: string, client_id?: string | null}} Turn */
/**
 * Why nothing comes yet: queued, thinking, rate-limited, partner-away, failed … `afterSeq` is the turn that
 * waits for its answer; anything else the server says (until when, which attempt) is passed on.
 * @typedef {{reason: string, afterSeq: number}} Waiting
 */

/** What came is no turn of a dialogue; `code` is bad-turn. */
export class ConversationError extends Error {
  /** @param {string} code @param {unknown} what */
  constructor(code, what) {
    super(`${code}: ${JSON.stringify(what)}`);
    this.name = "ConversationError";
    this.code = code;
  }
}

/**
 * One dialogue as this page knows it. Turns come twice, late and out of order, by socket and by REST; they are shown
 * once each, in order, and none before those it follows.
 */
export class Conversation {
  #turns = [];
  #early = new Map();
  #announced = 0;
  #waiting = null;
  #state = "connecting";
  #endReason = null;

  /** @param {{me: "seeker" | "provider", turns?: Turn[]}} options */
  constructor({ me, turns = [] }) {
    this.me = me;
    this.merge(turns);
  }

  /** @returns {Turn[]} those that can be shown: 1, 2, … without a gap */
  get turns() {
    return [...this.#turns];
  }

  /** The last turn that can be shown; what “since” is to say after a reconnect. 0 before the first. */
  get lastSeq() {
    return this.#turns.length;
  }

  /** @returns {"connecting" | "connected" | "offline" | "ended"} */
  get state() {
    return this.#state;
  }

  /** @returns {string | null} why the dialogue ended */
  get endReason() {
    return this.#endReason;
  }

  /** @returns {Waiting | null} */
  get waiting() {
    return this.#waiting;
  }

  /**
   * Take in turns from anywhere, as often as they come. Turns never change: the first one of a number stays.
   * @param {Turn[]} turns
   * @param {{lastSeq?: number}} [options] the server's last number, where it said one
   * @returns {Turn[]} the turns that have become showable, in order
   * @throws {ConversationError} for something without a number; nothing is taken in then
   */
  merge(turns, { lastSeq = 0 } = {}) {
    for (const turn of turns) if (!isTurn(turn)) throw new ConversationError("bad-turn", turn);
    for (const turn of turns) if (turn.seq > this.lastSeq && !this.#early.has(turn.seq)) this.#early.set(turn.seq, turn);
    this.#announced = Math.max(this.#announced, lastSeq, ...this.#early.keys());
    const shown = [];
    while (this.#early.has(this.lastSeq + 1)) {
      const turn = this.#early.get(this.lastSeq + 1);
      this.#early.delete(turn.seq);
      this.#turns.push(turn);
      shown.push(turn);
    }
    if (this.#waiting && this.#answered(this.#waiting.afterSeq)) this.#waiting = null;
    return shown;
  }

  /** @returns {number | null} ask the server for the turns after this one; null when none is known to be missing */
  missingSince() {
    return this.#announced > this.lastSeq ? this.lastSeq : null;
  }

  /** Note why nothing comes; null when nobody owes anything. News of a wait that has been answered is ignored. @param {Waiting | null} waiting */
  wait(waiting) {
    const over = this.#state === "ended" || (waiting !== null && this.#answered(waiting.afterSeq));
    this.#waiting = over ? null : waiting;
  }

  connecting() {
    this.#become("connecting");
  }

  connected() {
    this.#become("connected");
  }

  offline() {
    this.#become("offline");
  }

  /** The dialogue is over, for good; turns may still be read. @param {string} reason */
  end(reason) {
    this.#endReason ??= reason;
    this.#state = "ended";
    this.#waiting = null;
  }

  #become(state) {
    if (this.#state !== "ended") this.#state = state;
  }

  #answered(afterSeq) {
    return this.#turns.some((turn) => turn.seq > afterSeq && turn.speaker !== this.me);
  }
}

function isTurn(turn) {
  return Number.isInteger(turn?.seq) && turn.seq > 0 && typeof turn.text === "string";
}

/**
 * How long to wait before the next attempt: twice as long each time up to a cap, half of it by chance, so that
 * everybody's browser does not come back in the same second after a restart.
 */
export class Backoff {
  #first;
  #cap;
  #random;

  /** @param {{first?: number, cap?: number, random?: () => number}} [options] milliseconds; chance in [0, 1) */
  constructor({ first = 500, cap = 30_000, random = Math.random } = {}) {
    this.#first = first;
    this.#cap = cap;
    this.#random = random;
    this.attempts = 0;
  }

  /** @returns {number} milliseconds, between half of this attempt's longest wait and all of it */
  next() {
    const longest = Math.min(this.#cap, this.#first * 2 ** this.attempts);
    this.attempts += 1;
    return Math.round(longest / 2 + (longest / 2) * this.#random());
  }

  /** The connection stands; the next trouble starts from the shortest wait. */
  reset() {
    this.attempts = 0;
  }
}

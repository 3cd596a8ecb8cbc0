import { rested } from "./part.js";
import { request } from "./server.js";

/** Short enough to be read while the sentence is still in mind, long enough not to judge half a word. */
const REST_MS = 500;

/**
 * Asks the server to check the draft while it is being written. `show` gets `{hints, uses, states}`; the newest wins.
 * Trouble is silent: the save state says it already, and the last hints stay.
 * @param {{url: string, content: () => object, show: (checks: object) => void, life: AbortSignal}} parts
 * @returns {{ask: () => void, take: (checks: object) => void}} `take` shows checks that came with a save
 */
export function checkWhileTyping({ url, content, show, life }) {
  let running = null;
  const ask = rested(run, REST_MS, life);

  async function run() {
    running?.abort();
    const mine = (running = new AbortController());
    const signal = AbortSignal.any([mine.signal, life]);
    try {
      const checks = await request(url, { method: "POST", body: { content: content() }, signal });
      if (running === mine) show(checks);
    } catch {
      // Said elsewhere, or overtaken by a newer question.
    }
  }

  return { ask, take: show };
}

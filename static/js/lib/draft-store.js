import { readContent } from "./content.js";
import { History } from "./history.js";

/** @typedef {import("./content.js").Content} Content */
/**
 * What the editor knows that the server may not: the undo history (its present is the text on the screen) and the
 * server's version that it started from, with that version's content.
 * @typedef {{history: History, version: number | string, base: Content}} Draft
 */

const FORMAT = 1;
/** When the browser's storage is full, the oldest steps go first; the present text never does. */
const STEPS_TO_KEEP = [Infinity, 50, 10, 0];

/** One person's draft of one task, kept in the browser so that undo and unsaved text survive a reload. */
export class DraftStore {
  #storage;
  #key;

  /** @param {Storage} storage localStorage in the page @param {{userId: string | number, taskId: string | number}} whose */
  constructor(storage, { userId, taskId }) {
    this.#storage = storage;
    this.#key = `clarify:draft:${userId}:${taskId}`;
  }

  /**
   * @param {Draft} draft
   * @returns {"kept" | "shortened" | "refused"} shortened: the storage was full, old undo steps were given up;
   *   refused: nothing is kept, say so on the page
   */
  save({ history, version, base }) {
    for (const steps of STEPS_TO_KEEP) {
      const { states, changes, cursor } = history.toJSON(steps);
      const value = { format: FORMAT, version, cursor, changes, packed: pack([base, ...states]) };
      if (this.#write(JSON.stringify(value))) return steps === Infinity ? "kept" : "shortened";
    }
    // An older draft left behind would come back as if it were the newest text.
    this.clear();
    return "refused";
  }

  /** @returns {Draft | null} null when there is none, or it cannot be read */
  load() {
    try {
      const value = JSON.parse(this.#storage.getItem(this.#key));
      if (value?.format !== FORMAT) return null;
      const [base, ...states] = unpack(value.packed);
      const history = History.fromJSON({ ...value, states }, readContent);
      return { history, version: value.version, base: readContent(base) };
    } catch {
      // Whatever cannot be read is no draft: the server's version is whole.
      return null;
    }
  }

  clear() {
    try {
      this.#storage.removeItem(this.#key);
    } catch {
      // A storage that refuses even this holds nothing of ours.
    }
  }

  #write(text) {
    try {
      this.#storage.setItem(this.#key, text);
      return true;
    } catch {
      return false;
    }
  }
}

/**
 * How a draft stands to what the server has now:
 * none: there is no draft; saved: nothing unsaved; unsaved: the draft goes on from the server's version;
 * outdated: nothing unsaved, but the server has moved on; diverged: both have changed since `draft.base`.
 * @param {Draft | null} draft
 * @param {Content} server
 * @returns {"none" | "saved" | "unsaved" | "outdated" | "diverged"}
 */
export function standing(draft, server) {
  if (draft === null) return "none";
  const [base, mine, theirs] = [draft.base, draft.history.present, readContent(server)].map((v) => JSON.stringify(v));
  if (mine === theirs) return "saved";
  if (base === theirs) return "unsaved";
  return base === mine ? "outdated" : "diverged";
}

/**
 * Snapshots share nearly all their parts (one keystroke changes one node); each part is written once.
 * @param {Content[]} states
 * @returns {{parts: any[], states: Record<string, number | number[]>[]}}
 */
function pack(states) {
  const parts = [];
  const byObject = new Map();
  const byText = new Map();
  const numberOf = (value) => {
    if (byObject.has(value)) return byObject.get(value);
    const text = JSON.stringify(value);
    if (!byText.has(text)) byText.set(text, parts.push(value) - 1);
    if (typeof value === "object") byObject.set(value, byText.get(text));
    return byText.get(text);
  };
  const packed = (value) => (Array.isArray(value) ? value.map(numberOf) : numberOf(value));
  return { parts, states: states.map((state) => mapValues(state, packed)) };
}

function unpack({ parts, states }) {
  const unpacked = (part) => (Array.isArray(part) ? part.map((number) => parts[number]) : parts[part]);
  return states.map((state) => mapValues(state, unpacked));
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** A Storage that lives as long as the page: for browsers that refuse localStorage, and for tests. */
export class MemoryStorage {
  #values = new Map();

  get length() {
    return this.#values.size;
  }

  key(index) {
    return [...this.#values.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#values.get(key) ?? null;
  }

  setItem(key, value) {
    this.#values.set(key, String(value));
  }

  removeItem(key) {
    this.#values.delete(key);
  }
}

/**
 * The page's lasting storage, or one that lasts as long as the page where the browser refuses it
 * (private windows, blocked site data: there even reading the property throws).
 * @param {{localStorage: Storage}} page `window`
 * @returns {{storage: Storage, lasting: boolean}}
 */
export function storageOf(page) {
  try {
    const storage = page.localStorage;
    storage.getItem("clarify");
    return { storage, lasting: true };
  } catch {
    return { storage: new MemoryStorage(), lasting: false };
  }
}

import { MemoryStorage } from "../../static/js/lib/storage.js";

/** A browser's storage with room for `limit` characters, full beyond it as browsers are. */
export class SmallStorage extends MemoryStorage {
  constructor(limit) {
    super();
    this.limit = limit;
  }

  setItem(key, value) {
    if (value.length > this.limit) throw new DOMException("The storage is full.", "QuotaExceededError");
    super.setItem(key, value);
  }
}

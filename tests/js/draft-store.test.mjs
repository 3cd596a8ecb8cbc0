import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { DraftStore, standing } from "../../static/js/lib/draft-store.js";
import { History } from "../../static/js/lib/history.js";
import { MemoryStorage, storageOf } from "../../static/js/lib/storage.js";
import { TaskDocument } from "../../static/js/lib/task-document.js";
import { countingUids, gappedContent, seededRandom } from "./examples.mjs";
import { editAtRandom } from "./random-edits.mjs";
import { SmallStorage } from "./small-storage.mjs";

const KEY = "clarify:draft:5:12";
const storeIn = (storage) => new DraftStore(storage, { userId: 5, taskId: 12 });

/** A task after `steps` random edits, with its history. */
function edited(steps = 30, seed = 3) {
  const random = seededRandom(seed);
  const task = new TaskDocument(gappedContent(), { newUid: countingUids() });
  const base = task.content;
  const history = new History(base, { now: () => 0 });
  while (history.toJSON().cursor < steps) {
    history.record(task.content, editAtRandom(task, random).change);
    history.seal();
  }
  return { history, version: 14, base };
}

const allBack = (history) => {
  const states = [JSON.stringify(history.present)];
  for (let undone = history.undo(); undone; undone = history.undo()) states.push(JSON.stringify(undone.snapshot));
  return states;
};

describe("After a reload", () => {
  test("text, undo, redo and the version it started from are all there", () => {
    const storage = new MemoryStorage();
    const draft = edited();
    draft.history.undo();
    assert.equal(storeIn(storage).save(draft), "kept");
    const found = storeIn(storage).load();
    assert.equal(found.version, 14);
    assert.deepEqual(found.base, gappedContent());
    assert.deepEqual(found.history.redoable, draft.history.redoable);
    assert.deepEqual(allBack(found.history), allBack(draft.history));
  });

  test("a text that looks like written-down text is not taken for another", () => {
    const storage = new MemoryStorage();
    const base = new TaskDocument({ ...gappedContent(), role: "lamp", goal: '"lamp"', items: ["0", '"0"', "[0]"] }).content;
    storeIn(storage).save({ history: new History(base), version: 1, base });
    assert.deepEqual(storeIn(storage).load().history.present, base);
  });

  test("another person at the same browser, or another task, finds nothing", () => {
    const storage = new MemoryStorage();
    storeIn(storage).save(edited());
    assert.equal(new DraftStore(storage, { userId: 6, taskId: 12 }).load(), null);
    assert.equal(new DraftStore(storage, { userId: 5, taskId: 13 }).load(), null);
  });

  test("a cleared draft is gone", () => {
    const storage = new MemoryStorage();
    storeIn(storage).save(edited());
    storeIn(storage).clear();
    assert.equal(storeIn(storage).load(), null);
  });

  test("200 steps of a 50-node task take far less room than 200 copies", () => {
    const storage = new MemoryStorage();
    const task = new TaskDocument(gappedContent(), { newUid: countingUids() });
    while (task.tree.nodes.length < 50) task.addChild("r", { text: "The north stair is dry. ".repeat(5) });
    const history = new History(task.content);
    for (let i = 0; i < 200; i++) {
      history.record(task.content, task.setNode("a", { text: `Amber oil, ${i} cups.` }));
      history.seal();
    }
    storeIn(storage).save({ history, version: 1, base: task.content });
    assert.ok(storage.getItem(KEY).length < 30 * JSON.stringify(task).length);
  });
});

describe("When the browser's storage is full", () => {
  test("old steps are given up before the text is", () => {
    const draft = edited(120);
    const whole = new MemoryStorage();
    storeIn(whole).save(draft);
    const storage = new SmallStorage(whole.getItem(KEY).length - 1);
    assert.equal(storeIn(storage).save(draft), "shortened");
    const found = storeIn(storage).load();
    assert.deepEqual(found.history.present, draft.history.present);
    assert.equal(allBack(found.history).length, 51);
  });

  test("it says that nothing is kept, and an older draft does not pose as the newest", () => {
    const storage = new SmallStorage(Infinity);
    storeIn(storage).save(edited(2));
    storage.limit = 10;
    assert.equal(storeIn(storage).save(edited(5)), "refused");
    assert.equal(storeIn(storage).load(), null);
  });
});

describe("A draft that cannot be read is no draft", () => {
  const broken = [
    ["cut-off JSON", (text) => text.slice(0, -9)],
    ["no JSON at all", () => "{{{"],
    ["another format", (text) => text.replace('"format":1', '"format":0')],
    ["a tree that is none", (text) => text.replaceAll('"parent":"r"', '"parent":"nobody"')],
    ["a missing part", (text) => text.replace('"parts"', '"gone"')],
    ["null", () => "null"],
  ];
  for (const [what, breakIt] of broken) {
    test(what, () => {
      const storage = new MemoryStorage();
      storeIn(storage).save(edited());
      storage.setItem(KEY, breakIt(storage.getItem(KEY)));
      assert.equal(storeIn(storage).load(), null);
    });
  }
});

describe("A draft and the server's version", () => {
  const base = gappedContent();
  const mine = { ...base, goal: "Mine." };
  const theirs = { ...base, goal: "Theirs." };
  const draftOf = (present) => ({ history: new History(new TaskDocument(present).content), version: 1, base });
  const cases = [
    ["no draft", null, base, "none"],
    ["the same text everywhere", draftOf(base), base, "saved"],
    ["text that the server has not got", draftOf(mine), base, "unsaved"],
    ["a newer version, nothing unsaved", draftOf(base), theirs, "outdated"],
    ["a newer version and unsaved text", draftOf(mine), theirs, "diverged"],
    ["a newer version that says the same", draftOf(mine), mine, "saved"],
  ];
  for (const [what, draft, server, expected] of cases) {
    test(`${what}: ${expected}`, () => assert.equal(standing(draft, server), expected));
  }
});

describe("The page's storage", () => {
  test("is the browser's own where there is one", () => {
    const localStorage = new MemoryStorage();
    assert.deepEqual(storageOf({ localStorage }), { storage: localStorage, lasting: true });
  });

  test("lasts as long as the page where the browser refuses", () => {
    const refusing = {
      get localStorage() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    };
    const { storage, lasting } = storageOf(refusing);
    storage.setItem("a", "b");
    assert.deepEqual([storage.getItem("a"), storage.length, storage.key(0), lasting], ["b", 1, "a", false]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Autosave } from "../../static/js/lib/autosave.js";
import { Backoff } from "../../static/js/lib/reconnect.js";

/** A clock that moves when told, with the timers that wait on it. */
class Clock {
  #now = 0;
  #timers = new Map();
  #next = 1;

  timers = {
    now: () => this.#now,
    set: (run, ms) => {
      this.#timers.set(this.#next, { run, at: this.#now + ms });
      return this.#next++;
    },
    clear: (timer) => this.#timers.delete(timer),
  };

  async pass(ms) {
    this.#now += ms;
    for (const [id, { run, at }] of [...this.#timers]) {
      if (at > this.#now || !this.#timers.delete(id)) continue;
      run();
      await settled();
    }
  }

  get waiting() {
    return this.#timers.size;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const away = Object.assign(new Error("away"), { retryable: true });

/** An editor with one text; `answers` are what the server does, one after the other, then it stores. */
function editorWith(...answers) {
  const clock = new Clock();
  const editor = { text: "", stored: "", sent: [], clock };
  const send = async () => {
    const text = editor.text;
    editor.sent.push(text);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    await answer?.(editor);
    if (editor.autosave.state !== "paused") editor.stored = text;
  };
  const isNeeded = () => editor.text !== editor.stored;
  const backoff = new Backoff({ first: 2_000, cap: 60_000, random: () => 1 });
  editor.autosave = new Autosave({ send, isNeeded, timers: clock.timers, backoff });
  editor.type = (text) => {
    editor.text = text;
    editor.autosave.touch();
  };
  return editor;
}

test("a save waits until the typing rests", async () => {
  const editor = editorWith();
  editor.type("a");
  await editor.clock.pass(500);
  editor.type("ab");
  await editor.clock.pass(500);
  assert.deepEqual(editor.sent, []);
  await editor.clock.pass(300);
  assert.deepEqual(editor.sent, ["ab"]);
  assert.equal(editor.autosave.state, "saved");
});

test("whoever types without a rest is saved all the same", async () => {
  const editor = editorWith();
  for (let i = 0; i < 14; i++) {
    editor.type("x".repeat(i + 1));
    await editor.clock.pass(500);
  }
  assert.equal(editor.sent.length, 1);
});

test("nothing is sent when undo has brought the stored text back", async () => {
  const editor = editorWith();
  editor.type("a");
  editor.type("");
  await editor.clock.pass(5_000);
  assert.deepEqual(editor.sent, []);
  assert.equal(editor.autosave.state, "saved");
});

test("words written during a save are sent after it, never beside it", async () => {
  const editor = editorWith((self) => self.type("ab"));
  editor.type("a");
  await editor.clock.pass(800);
  assert.deepEqual(editor.sent, ["a"]);
  await editor.clock.pass(800);
  assert.deepEqual(editor.sent, ["a", "ab"]);
});

describe("Without a connection", () => {
  test("it tries again by itself, later each time", async () => {
    const editor = editorWith(away, away);
    editor.type("a");
    await editor.clock.pass(800);
    assert.equal(editor.autosave.state, "offline");
    await editor.clock.pass(2_000);
    assert.equal(editor.sent.length, 2);
    await editor.clock.pass(2_000);
    assert.equal(editor.sent.length, 2);
    await editor.clock.pass(2_000);
    assert.equal(editor.stored, "a");
    assert.equal(editor.autosave.state, "saved");
  });

  test("typing neither hurries nor loses the next attempt", async () => {
    const editor = editorWith(away);
    editor.type("a");
    await editor.clock.pass(800);
    editor.type("ab");
    assert.equal(editor.clock.waiting, 1);
    await editor.clock.pass(2_000);
    assert.equal(editor.stored, "ab");
  });
});

test("what the server refuses waits for the next edit", async () => {
  const editor = editorWith(new Error("too long"));
  editor.type("a");
  await editor.clock.pass(800);
  assert.equal(editor.autosave.state, "refused");
  assert.equal(editor.autosave.error.message, "too long");
  await editor.clock.pass(100_000);
  assert.equal(editor.sent.length, 1);
  editor.type("b");
  await editor.clock.pass(800);
  assert.equal(editor.autosave.state, "saved");
  assert.equal(editor.autosave.error, null);
});

test("while two versions wait for a choice nothing is sent; afterwards it is", async () => {
  const editor = editorWith((self) => self.autosave.pause());
  editor.type("a");
  await editor.clock.pass(800);
  editor.type("ab");
  await editor.clock.pass(100_000);
  assert.deepEqual(editor.sent, ["a"]);
  assert.equal(await editor.autosave.flush(), "paused");
  editor.autosave.resume();
  await editor.clock.pass(800);
  assert.equal(editor.stored, "ab");
});

test("two versions that are joined on the spot are saved without another keystroke", async () => {
  const editor = editorWith((self) => {
    self.autosave.pause();
    self.text = "ab, joined";
    self.autosave.resume();
  });
  editor.type("ab");
  await editor.clock.pass(800);
  await editor.clock.pass(800);
  assert.equal(editor.stored, "ab, joined");
  assert.equal(editor.autosave.state, "saved");
});

test("flush saves at once and says how it went", async () => {
  const editor = editorWith();
  editor.type("a");
  assert.equal(await editor.autosave.flush(), "saved");
  assert.equal(editor.stored, "a");
  assert.equal(editor.clock.waiting, 0);
});

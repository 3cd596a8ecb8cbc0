import assert from "node:assert/strict";
import { test } from "node:test";

import { LiveSocket } from "../../static/js/lib/live-socket.js";
import { Backoff } from "../../static/js/lib/reconnect.js";

/** A page whose network and clock are in the test's hands. */
class Page {
  sockets = [];
  timers = new Map();
  now = 0;
  #next = 1;

  constructor() {
    const page = this;
    this.Date = { now: () => page.now };
    this.WebSocket = class {
      readyState = 0;
      sent = [];
      constructor(url) {
        this.url = url;
        page.sockets.push(this);
      }
      send(text) {
        this.sent.push(JSON.parse(text));
      }
      close(code = 1000) {
        this.readyState = 3;
        this.onclose({ code });
      }
      answers() {
        this.readyState = 1;
        this.onopen();
      }
    };
    this.setTimeout = (run, after) => this.#add(run, after, null);
    this.setInterval = (run, every) => this.#add(run, every, every);
    this.clearTimeout = this.clearInterval = (id) => this.timers.delete(id);
  }

  #add(run, after, every) {
    this.timers.set(this.#next, { run, at: this.now + after, every });
    return this.#next++;
  }

  pass(milliseconds) {
    const until = this.now + milliseconds;
    for (;;) {
      const due = [...this.timers].filter(([, timer]) => timer.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      const [id, timer] = due;
      this.now = timer.at;
      if (timer.every === null) this.timers.delete(id);
      else timer.at += timer.every;
      timer.run();
    }
    this.now = until;
  }

  get last() {
    return this.sockets.at(-1);
  }
}

function opened() {
  const page = new Page();
  const heard = { ups: 0, frames: [], downs: [] };
  const listener = {
    onUp: () => (heard.ups += 1),
    onFrame: (frame) => heard.frames.push(frame),
    onDown: (down) => heard.downs.push(down),
  };
  const socket = new LiveSocket("ws://x/", listener, { page, backoff: new Backoff({ first: 500, random: () => 1 }) });
  socket.open();
  return { page, heard, socket };
}

test("frames arrive as objects", () => {
  const { page, heard } = opened();
  page.last.answers();
  page.last.onmessage({ data: '{"type": "pong"}' });
  assert.deepEqual(heard.frames, [{ type: "pong" }]);
});

test("what cannot be sent is told to the caller, who keeps it", () => {
  const { page, socket } = opened();
  assert.equal(socket.send({ type: "say" }), false);
  page.last.answers();
  assert.equal(socket.send({ type: "say" }), true);
  assert.deepEqual(page.last.sent, [{ type: "say" }]);
});

test("a broken connection is tried again after a growing pause", () => {
  const { page, heard } = opened();
  page.last.answers();
  page.last.close(1006);
  assert.deepEqual(heard.downs, [{ code: 1006, final: false }]);
  page.pass(499);
  assert.equal(page.sockets.length, 1);
  page.pass(1);
  assert.equal(page.sockets.length, 2);
  page.last.close(1006);
  page.pass(999);
  assert.equal(page.sockets.length, 2);
  page.pass(1);
  assert.equal(page.sockets.length, 3);
});

for (const code of [4401, 4404]) {
  test(`close code ${code} is final`, () => {
    const { page, heard } = opened();
    page.last.answers();
    page.last.close(code);
    page.pass(100_000);
    assert.deepEqual(heard.downs, [{ code, final: true }]);
    assert.equal(page.sockets.length, 1);
  });
}

test("when the network is back nobody waits for the pause to end", () => {
  const { page, socket } = opened();
  page.last.close(1006);
  socket.retryNow();
  assert.equal(page.sockets.length, 2);
  page.pass(60_000);
  assert.equal(page.sockets.length, 2);
});

test("retrying while the connection stands opens no second one", () => {
  const { page, socket } = opened();
  page.last.answers();
  socket.retryNow();
  socket.open();
  assert.equal(page.sockets.length, 1);
});

test("a connection that died without a word is noticed and replaced", () => {
  const { page, heard } = opened();
  page.last.answers();
  page.pass(25_000);
  assert.deepEqual(page.last.sent, [{ type: "ping" }]);
  page.pass(10_000);
  assert.equal(heard.downs.length, 1);
});

test("a connection that answers its pings stays", () => {
  const { page, heard } = opened();
  page.last.answers();
  for (let i = 0; i < 5; i += 1) {
    page.pass(25_000);
    page.last.onmessage({ data: '{"type": "pong"}' });
  }
  page.pass(9_000);
  assert.deepEqual(heard.downs, []);
});

test("closed for good is for good", () => {
  const { page, socket } = opened();
  page.last.answers();
  socket.close();
  page.pass(100_000);
  assert.equal(page.sockets.length, 1);
  assert.equal(page.timers.size, 0);
});

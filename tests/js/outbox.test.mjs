import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Outbox } from "../../static/js/lib/outbox.js";
import { MemoryStorage } from "../../static/js/lib/storage.js";
import { countingUids, pick, seededRandom } from "./examples.mjs";
import { SmallStorage } from "./small-storage.mjs";

const open = (storage = new MemoryStorage(), prefix = "id") => new Outbox(storage, 7, { newId: countingUids(prefix) });
const texts = (outbox) => outbox.pending().map((message) => message.text);
const states = (outbox) => outbox.pending().map((message) => message.state);

describe("Sending", () => {
  test("messages go one at a time, in the order in which they were written", () => {
    const outbox = open();
    outbox.add("first");
    outbox.add("second");
    assert.equal(outbox.take().text, "first");
    assert.equal(outbox.take(), null);
    outbox.acknowledge("id1", 4);
    assert.equal(outbox.take().text, "second");
  });

  test("an acknowledged message is gone; a second acknowledgement does nothing", () => {
    const outbox = open();
    outbox.add("first");
    const { text, seq } = outbox.acknowledge("id1", 4);
    assert.deepEqual([text, seq], ["first", 4]);
    assert.equal(outbox.acknowledge("id1", 4), null);
    assert.deepEqual(outbox.pending(), []);
  });

  test("after a broken connection the same message is sent again under the same id", () => {
    const outbox = open();
    outbox.add("first");
    outbox.take();
    outbox.release();
    assert.equal(outbox.take().clientId, "id1");
  });

  test("a text of nothing but blanks is refused", () => {
    assert.throws(() => open().add(" \n"), { name: "OutboxError", code: "empty-text" });
  });

  test("what it hands out can be changed without changing what is kept", () => {
    const outbox = open();
    outbox.add("first").text = "other";
    outbox.pending()[0].state = "rejected";
    assert.deepEqual([texts(outbox), states(outbox)], [["first"], ["waiting"]]);
  });
});

describe("A message that the server refused", () => {
  const refused = (storage) => {
    const outbox = open(storage);
    outbox.add("much too long");
    outbox.add("next");
    outbox.take();
    outbox.reject("id1", { code: "too-long" });
    return outbox;
  };

  test("keeps its text and says why, also after a reload, and does not hold up the next", () => {
    const storage = new MemoryStorage();
    assert.equal(refused(storage).take().text, "next");
    const [message] = open(storage).pending();
    assert.deepEqual([message.text, message.state, message.error], ["much too long", "rejected", { code: "too-long" }]);
  });

  test("can be sent again, or taken back into the composer", () => {
    const outbox = refused();
    outbox.retry("id1");
    assert.equal(outbox.take().clientId, "id1");
    outbox.reject("id1", "again");
    assert.equal(outbox.discard("id1"), "much too long");
    assert.deepEqual(texts(outbox), ["next"]);
  });

  test("one that was not refused is neither retried nor taken back: it may be stored any moment", () => {
    const outbox = refused();
    assert.throws(() => outbox.discard("id2"), { code: "not-rejected" });
    assert.throws(() => outbox.retry("nobody"), { code: "unknown-message" });
    assert.equal(outbox.reject("nobody", "x"), null);
  });
});

describe("After a reload", () => {
  test("everything unacknowledged is there, in order, and what was on its way is sent again", () => {
    const storage = new MemoryStorage();
    const before = open(storage);
    for (const text of ["one", "two", "three"]) before.add(text);
    before.take();
    before.acknowledge("id1", 2);
    before.take();
    const after = open(storage);
    assert.deepEqual([texts(after), states(after)], [["two", "three"], ["waiting", "waiting"]]);
    assert.equal(after.take().clientId, "id2");
  });

  test("more than nine messages keep their order", () => {
    const storage = new MemoryStorage();
    const written = Array.from({ length: 12 }, (_, i) => `message ${i}`);
    const before = open(storage);
    written.forEach((text) => before.add(text));
    assert.deepEqual(texts(open(storage)), written);
  });

  test("another dialogue's messages stay where they are", () => {
    const storage = new MemoryStorage();
    open(storage).add("for seven");
    assert.deepEqual(new Outbox(storage, 70).pending(), []);
    assert.deepEqual(new Outbox(storage, "7:x").pending(), []);
  });

  test("what cannot be read is passed over, the rest is kept", () => {
    const storage = new MemoryStorage();
    open(storage).add("good");
    storage.setItem("clarify:outbox:7:bad", "{{{");
    storage.setItem("clarify:outbox:7:odd", '{"text": 3}');
    assert.deepEqual(texts(open(storage)), ["good"]);
  });

  test("two tabs do not overwrite each other's words", () => {
    const storage = new MemoryStorage();
    const [left, right] = [open(storage, "left"), open(storage, "right")];
    left.add("from the left");
    right.add("from the right");
    left.acknowledge("left1", 2);
    assert.deepEqual(texts(open(storage)), ["from the right"]);
  });
});

test("a storage that is full loses nothing in this page, and the page can say that a reload would", () => {
  const outbox = open(new SmallStorage(5));
  assert.equal(outbox.lasting, true);
  outbox.add("first");
  assert.deepEqual([texts(outbox), outbox.lasting], [["first"], false]);
  assert.equal(outbox.take().text, "first");
});

test("whatever happens, the server stores each message once and in order", () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = seededRandom(seed);
    const storage = new MemoryStorage();
    const newId = countingUids("id");
    const server = []; // stores an id once, as the database does
    const written = [];
    let outbox = new Outbox(storage, 7, { newId });
    const happenings = {
      write: () => written.push(outbox.add(`text ${written.length}`).clientId),
      send: () => deliver({ acknowledged: true }),
      loseAcknowledgement: () => deliver({ acknowledged: false }),
      loseMessage: () => outbox.take() && outbox.release(),
      reload: () => (outbox = new Outbox(storage, 7, { newId })),
    };
    const deliver = ({ acknowledged }) => {
      const message = outbox.take();
      if (message === null) return;
      if (!server.includes(message.clientId)) server.push(message.clientId);
      if (acknowledged) outbox.acknowledge(message.clientId, server.indexOf(message.clientId));
      else outbox.release();
    };
    for (let i = 0; i < 60; i++) happenings[pick(random, Object.keys(happenings))]();
    while (outbox.pending().length) happenings.send();
    assert.deepEqual(server, written, `seed ${seed}`);
  }
});

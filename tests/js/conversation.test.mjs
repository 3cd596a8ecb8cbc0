import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Conversation } from "../../static/js/lib/conversation.js";
import { seededRandom } from "./examples.mjs";

/** As in a live dialogue: odd turns are the provider's, even ones the seeker's. */
const turn = (seq) => ({ seq, speaker: seq % 2 ? "provider" : "seeker", text: `turn ${seq}` });
const upTo = (last) => Array.from({ length: last }, (_, i) => turn(i + 1));
const begun = (last = 2) => new Conversation({ me: "seeker", turns: upTo(last) });
const numbers = (turns) => turns.map(({ seq }) => seq);

describe("Turns", () => {
  test("a turn that comes again changes nothing", () => {
    const conversation = begun(2);
    assert.deepEqual(conversation.merge([turn(1), { ...turn(2), text: "other" }]), []);
    assert.deepEqual(conversation.turns, upTo(2));
  });

  test("one that comes too early waits for those before it, then all appear in order", () => {
    const conversation = begun(2);
    assert.deepEqual(conversation.merge([turn(5), turn(4)]), []);
    assert.equal(conversation.lastSeq, 2);
    assert.equal(conversation.missingSince(), 2);
    assert.deepEqual(numbers(conversation.merge([turn(3)])), [3, 4, 5]);
    assert.equal(conversation.missingSince(), null);
  });

  test("the server's last number shows a gap before any later turn has come", () => {
    const conversation = begun(2);
    conversation.merge([], { lastSeq: 4 });
    assert.equal(conversation.missingSince(), 2);
    conversation.merge([turn(3)]);
    assert.equal(conversation.missingSince(), 3);
  });

  test("an empty dialogue asks for everything", () => {
    const conversation = new Conversation({ me: "seeker" });
    assert.equal(conversation.missingSince(), null);
    conversation.merge([], { lastSeq: 1 });
    assert.equal(conversation.missingSince(), 0);
  });

  test("something without a number is refused, and nothing beside it is taken in", () => {
    const conversation = begun(2);
    for (const bad of [{ text: "x" }, { seq: 0, text: "x" }, { seq: 1.5, text: "x" }, { seq: 3 }, null]) {
      assert.throws(() => conversation.merge([turn(3), bad]), { name: "ConversationError", code: "bad-turn" });
    }
    assert.equal(conversation.lastSeq, 2);
  });

  test("in whatever order and however often turns come, they are shown once and in order", () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = seededRandom(seed);
      const arriving = [...upTo(12), ...upTo(12)].map((t) => [random(), t]).sort(([a], [b]) => a - b);
      const conversation = new Conversation({ me: "seeker" });
      const shown = arriving.flatMap(([, t]) => conversation.merge([t]));
      assert.deepEqual(numbers(shown), numbers(upTo(12)), `seed ${seed}`);
    }
  });
});

describe("Waiting", () => {
  test("the reason stands until the other one has spoken", () => {
    const conversation = begun(2);
    conversation.wait({ reason: "thinking", afterSeq: 2, attempt: 1 });
    conversation.merge([turn(2)]);
    assert.deepEqual(conversation.waiting, { reason: "thinking", afterSeq: 2, attempt: 1 });
    conversation.merge([turn(3)]);
    assert.equal(conversation.waiting, null);
  });

  test("one's own next words do not end the wait", () => {
    const conversation = begun(2);
    conversation.wait({ reason: "partner-away", afterSeq: 2 });
    conversation.merge([{ seq: 3, speaker: "seeker", text: "Are you there?" }]);
    assert.equal(conversation.waiting.reason, "partner-away");
  });

  test("late news of a wait that has been answered is ignored", () => {
    const conversation = begun(3);
    conversation.wait({ reason: "queued", afterSeq: 2 });
    assert.equal(conversation.waiting, null);
  });

  test("an answer that cannot be shown yet does not end the wait", () => {
    const conversation = begun(2);
    conversation.wait({ reason: "thinking", afterSeq: 4 });
    conversation.merge([turn(5)]);
    assert.equal(conversation.waiting.reason, "thinking");
  });

  test("the server can say that nobody owes anything", () => {
    const conversation = begun(2);
    conversation.wait({ reason: "queued", afterSeq: 2 });
    conversation.wait(null);
    assert.equal(conversation.waiting, null);
  });
});

describe("The connection", () => {
  test("comes and goes", () => {
    const conversation = begun();
    assert.equal(conversation.state, "connecting");
    conversation.connected();
    assert.equal(conversation.state, "connected");
    conversation.offline();
    assert.equal(conversation.state, "offline");
    conversation.connecting();
    assert.equal(conversation.state, "connecting");
  });

  test("an ended dialogue stays ended, with its first reason, and waits for nothing", () => {
    const conversation = begun(2);
    conversation.wait({ reason: "thinking", afterSeq: 2 });
    conversation.end("goodbye");
    conversation.offline();
    conversation.connected();
    conversation.end("cap");
    conversation.wait({ reason: "queued", afterSeq: 2 });
    assert.deepEqual([conversation.state, conversation.endReason, conversation.waiting], ["ended", "goodbye", null]);
  });

  test("turns that were missing are still read after the end", () => {
    const conversation = begun(2);
    conversation.end("cap");
    assert.deepEqual(numbers(conversation.merge([turn(3)])), [3]);
  });
});

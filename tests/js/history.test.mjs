import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { History } from "../../static/js/lib/history.js";
import { TaskDocument } from "../../static/js/lib/task-document.js";
import { countingUids, gappedContent, pick, seededRandom } from "./examples.mjs";
import { editAtRandom } from "./random-edits.mjs";

const step = (name) => ({ kind: name });
const keystroke = (field, from, to) => ({ kind: "field-set", typing: field, from, to });

function typed(history, clock, field, texts) {
  let from = history.present;
  for (const [ms, text] of texts) {
    clock.now += ms;
    history.record(text, keystroke(field, from, text));
    from = text;
  }
}

describe("Undo and redo", () => {
  test("undo names what it takes back, redo what it makes again", () => {
    const history = new History("a");
    history.record("b", step("first"));
    history.record("c", step("second"));
    assert.deepEqual(history.undo(), { snapshot: "b", change: step("second") });
    assert.deepEqual(history.undoable, step("first"));
    assert.deepEqual(history.redoable, step("second"));
    assert.deepEqual(history.redo(), { snapshot: "c", change: step("second") });
  });

  test("at either end there is nothing to do", () => {
    const history = new History("a");
    assert.equal(history.undo(), null);
    assert.equal(history.redo(), null);
    assert.equal(history.present, "a");
  });

  test("a new change gives up what had been undone", () => {
    const history = new History("a");
    history.record("b", step("first"));
    history.undo();
    history.record("c", step("other"));
    assert.equal(history.redo(), null);
    assert.equal(history.undo().snapshot, "a");
  });

  test("an operation that changed nothing leaves no step", () => {
    const history = new History("a");
    history.record("a", null);
    assert.equal(history.undoable, null);
  });

  test("the oldest step falls out at the limit", () => {
    const history = new History(0, { limit: 3 });
    for (const n of [1, 2, 3, 4, 5]) history.record(n, step(`to ${n}`));
    const back = [history.undo(), history.undo(), history.undo(), history.undo()].map((undone) => undone?.snapshot);
    assert.deepEqual(back, [4, 3, 2, undefined]);
  });

  test("200 steps are kept unless told otherwise", () => {
    const history = new History(0);
    for (let n = 1; n <= 250; n++) history.record(n, step("one"));
    let count = 0;
    while (history.undo()) count += 1;
    assert.equal(count, 200);
  });
});

describe("Typing", () => {
  const started = (clock) => new History("", { now: () => clock.now });

  test("keystrokes in one field are one step, from the first text to the last", () => {
    const clock = { now: 0 };
    const history = started(clock);
    typed(history, clock, "goal", [[0, "l"], [200, "la"], [200, "lamp"]]);
    assert.deepEqual(history.undo(), { snapshot: "", change: keystroke("goal", "", "lamp") });
    assert.equal(history.redo().snapshot, "lamp");
  });

  const apart = [
    ["a pause", (clock) => (clock.now += 1_501), "goal"],
    ["another field", () => {}, "role"],
    ["leaving the field", (clock, history) => history.seal(), "goal"],
    ["an undo and redo", (clock, history) => history.undo() && history.redo(), "goal"],
    ["an undo", (clock, history) => history.record("x", step("move")) ?? history.undo(), "goal"],
  ];
  for (const [what, happens, field] of apart) {
    test(`${what} starts a new step`, () => {
      const clock = { now: 0 };
      const history = started(clock);
      typed(history, clock, "goal", [[0, "lamp"]]);
      happens(clock, history);
      typed(history, clock, field, [[0, "lamp oil"]]);
      assert.equal(history.undo().snapshot, "lamp");
    });
  }

  test("typing without rest is cut into steps all the same", () => {
    const clock = { now: 0 };
    const history = started(clock);
    typed(history, clock, "goal", Array.from({ length: 40 }, (_, i) => [1_000, "x".repeat(i + 1)]));
    assert.ok(history.undo().snapshot.length > 0);
  });
});

describe("A history that was written down", () => {
  const written = () => {
    const history = new History("a");
    history.record("b", step("first"));
    history.record("c", step("second"));
    history.undo();
    return JSON.parse(JSON.stringify(history.toJSON()));
  };
  const read = (value) => History.fromJSON(value, (state) => state);

  test("goes on where it was, both ways", () => {
    assert.equal(read(written()).undo().snapshot, "a");
    assert.equal(read(written()).redo().snapshot, "c");
  });

  test("can be shortened around the present", () => {
    const history = new History(0);
    for (const n of [1, 2, 3, 4]) history.record(n, step(`to ${n}`));
    history.undo();
    const short = read(history.toJSON(1));
    assert.deepEqual([short.present, short.undo().snapshot, short.undo()], [3, 2, null]);
    assert.deepEqual(history.toJSON(0), { states: [3], changes: [], cursor: 0 });
  });

  const broken = [
    ["nothing", () => null],
    ["a state too few", (value) => value.states.pop() && value],
    ["a present out of range", (value) => ({ ...value, cursor: 9 })],
    ["changes without a name", (value) => ({ ...value, changes: [null, null] })],
  ];
  for (const [what, breakIt] of broken) {
    test(`${what} is refused`, () => assert.throws(() => read(breakIt(written())), TypeError));
  }
});

test("however one edits, undoes and redoes, each state comes back to the letter", () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = seededRandom(seed);
    const task = new TaskDocument(gappedContent(), { newUid: countingUids() });
    const history = new History(task.content, { now: () => 0 });
    const seen = [JSON.stringify(task)]; // what a person saw, step by step
    let at = 0;
    for (let turn = 0; turn < 150; turn++) {
      const move = pick(random, ["edit", "edit", "undo", "redo"]);
      const moved = move === "edit" ? null : history[move]();
      if (moved) {
        at += move === "undo" ? -1 : 1;
        task.restore(moved.snapshot);
      } else if (move === "edit") {
        const { change } = editAtRandom(task, random);
        history.record(task.content, change);
        history.seal();
        if (change) seen.splice(++at, Infinity, JSON.stringify(task));
      }
      assert.equal(JSON.stringify(task), seen[at], `seed ${seed}, turn ${turn}`);
    }
  }
});

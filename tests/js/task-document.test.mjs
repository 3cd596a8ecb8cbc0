import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { TaskDocument } from "../../static/js/lib/task-document.js";
import { countingUids, emptyContent, gappedContent, seededRandom } from "./examples.mjs";
import { editAtRandom } from "./random-edits.mjs";

const opened = (content = gappedContent()) => new TaskDocument(content, { newUid: countingUids() });
const outline = (task) => task.tree.depthFirst().map((node) => `${node.label} ${node.uid}`);
const refused = (code) => ({ name: "TreeError", code });

describe("Reading a task", () => {
  test("what was read is what is written", () => {
    assert.deepEqual(opened().toJSON(), gappedContent());
  });

  test("two tasks are equal when they say the same, whoever holds it", () => {
    const task = opened();
    assert.ok(task.equal(opened()) && task.equal(gappedContent()));
    task.setField("goal", "Other.");
    assert.ok(!task.equal(opened()) && !task.equal(gappedContent()));
  });

  test("the copy it gives away can be changed without changing the task", () => {
    const task = opened();
    task.toJSON().nodes[0].text = "changed";
    assert.deepEqual(task.toJSON(), gappedContent());
  });

  const broken = [
    ["a child before its parent", (c) => c.nodes.splice(1, 0, c.nodes.pop()), "parent-not-before"],
    ["a second root", (c) => (c.nodes[1].parent = null), "second-root"],
    ["a repeated label", (c) => (c.nodes[2].label = "1"), "repeated-label"],
    ["a repeated uid", (c) => (c.nodes[2].uid = "a"), "repeated-uid"],
    ["a root that is not labelled 0", (c) => (c.nodes[0].label = "9"), "no-root"],
    ["a cycle", (c) => (c.nodes[1].parent = "b"), "parent-not-before"],
    ["an unknown language", (c) => (c.language = "fr"), "unknown-language"],
    ["a text that is a number", (c) => (c.goal = 7), "not-a-text"],
    ["a line with a line break", (c) => (c.items[0] = "one\ntwo"), "not-a-line"],
    ["a text with a zero character", (c) => (c.role = "a\0b"), "zero-character"],
    ["201 lines", (c) => (c.scenes = Array(201).fill("")), "too-many"],
    ["4,001 characters", (c) => (c.nodes[1].text = "x".repeat(4001)), "too-long"],
    ["an empty uid", (c) => (c.nodes[1].uid = ""), "not-an-identifier"],
    ["an unknown speaker", (c) => (c.sample_dialogue[0].speaker = "narrator"), "unknown-speaker"],
    ["nodes that are no list", (c) => (c.nodes = {}), "not-a-list"],
  ];
  for (const [what, breakIt, code] of broken) {
    test(`${what} is refused`, () => {
      const content = gappedContent();
      breakIt(content);
      assert.throws(() => opened(content), { code });
    });
  }

  test("4,000 rare characters fit although each takes two code units", () => {
    const content = { ...gappedContent(), role: "𠮷".repeat(4000) };
    assert.equal(opened(content).content.role.length, 8000);
  });
});

describe("Questions about the tree", () => {
  test("siblings keep their order and branches stay together", () => {
    assert.deepEqual(outline(opened()), ["0 r", "1 a", "1.1 b", "3 c"]);
  });

  test("a place says where a screen reader stands", () => {
    const { tree } = opened();
    assert.deepEqual(tree.place("c"), {
      label: "3", parent: "r", parentLabel: "0", position: 2, setsize: 2, level: 1,
    });
    assert.equal(tree.depth, 2);
    assert.equal(tree.subtreeSize("a"), 2);
    assert.equal(tree.find("1.1").uid, "b");
    assert.equal(tree.find("2"), null);
  });

  test("an unknown node is an error, not an empty answer", () => {
    assert.throws(() => opened().tree.children("nobody"), refused("unknown-node"));
  });
});

describe("Labels", () => {
  test("typing keeps the labels of the imported file, gaps and order included", () => {
    const task = opened();
    task.setNode("c", { text: "The south stair." });
    assert.deepEqual(task.toJSON().nodes.map((node) => node.label), ["0", "1", "3", "1.1"]);
  });

  test("a new node labels the tree anew, depth first", () => {
    const task = opened();
    task.addSibling("a");
    assert.deepEqual(outline(task), ["0 r", "1 a", "1.1 b", "2 new1", "3 c"]);
  });

  test("the sample dialogue goes on naming the same nodes", () => {
    const task = opened();
    task.moveUp("c");
    assert.deepEqual(task.content.sample_dialogue[1].nodes, ["2", "1"]);
    task.removeNode("c");
    assert.deepEqual(task.content.sample_dialogue[1].nodes, ["1"]);
  });
});

describe("Changing the tree", () => {
  test("a child comes last and says where it landed", () => {
    const change = opened().addChild("a", { text: "In tin cups." });
    assert.deepEqual(change, {
      kind: "node-added",
      uid: "new1",
      to: { label: "1.2", parent: "a", parentLabel: "1", position: 2, setsize: 2, level: 2 },
    });
  });

  test("removing takes the subtree along, counts it and names the nearest node", () => {
    const task = opened();
    const change = task.removeNode("a");
    assert.deepEqual([change.count, change.focus, change.from.label], [2, "c", "1"]);
    assert.deepEqual(outline(task), ["0 r", "1 c"]);
    assert.equal(task.removeNode("c").focus, "r");
  });

  test("up and down trade places with a sibling, subtree included", () => {
    const task = opened();
    task.moveDown("a");
    assert.deepEqual(outline(task), ["0 r", "1 c", "2 a", "2.1 b"]);
    task.moveUp("a");
    assert.deepEqual(outline(task), ["0 r", "1 a", "1.1 b", "2 c"]);
  });

  test("indent hangs a node last from its previous sibling; outdent puts it after its parent", () => {
    const task = opened();
    const change = task.indent("c");
    assert.deepEqual([change.from.label, change.to.label, change.to.level], ["3", "1.2", 2]);
    task.outdent("b");
    assert.deepEqual(outline(task), ["0 r", "1 a", "1.1 c", "2 b"]);
  });

  test("a node is dropped at an index among its new parent's children", () => {
    const task = opened();
    task.reparent("c", "a", 0);
    assert.deepEqual(outline(task), ["0 r", "1 a", "1.1 c", "1.2 b"]);
  });

  test("dropping a node where it stands changes nothing, not even labels with gaps", () => {
    const task = opened();
    assert.equal(task.reparent("c", "r", 1), null);
    assert.deepEqual(task.toJSON(), gappedContent());
  });

  const refusals = [
    ["hanging a node from its own grandchild", (task) => task.reparent("a", "b"), "cycle"],
    ["hanging a node from itself", (task) => task.reparent("a", "a"), "cycle"],
    ["hanging a node from nowhere", (task) => task.reparent("a", "nobody"), "unknown-node"],
    ["moving the root", (task) => task.reparent("r", "a"), "root-stays"],
    ["removing the root", (task) => task.removeNode("r"), "root-stays"],
    ["a sibling of the root", (task) => task.addSibling("r"), "root-has-no-sibling"],
    ["a second root", (task) => task.addRoot(), "root-exists"],
    ["moving the first up", (task) => task.moveUp("a"), "already-first"],
    ["moving the last down", (task) => task.moveDown("c"), "already-last"],
    ["indenting without a previous sibling", (task) => task.indent("b"), "no-previous-sibling"],
    ["outdenting from the first level", (task) => task.outdent("c"), "already-top-level"],
  ];
  for (const [what, act, code] of refusals) {
    test(`${what} is refused and changes nothing`, () => {
      const task = opened();
      assert.throws(() => act(task), refused(code));
      assert.deepEqual(task.toJSON(), gappedContent());
    });
  }

  test("a button can ask beforehand why it would be refused", () => {
    const { tree } = opened();
    assert.equal(tree.refusal("moveUp", "a"), "already-first");
    assert.equal(tree.refusal("reparent", "a", "b"), "cycle");
    assert.equal(tree.refusal("indent", "c"), null);
  });

  test("the 201st node is refused", () => {
    const task = opened();
    while (task.tree.nodes.length < 200) task.addChild("r");
    assert.throws(() => task.addChild("r"), refused("too-many-nodes"));
    assert.throws(() => task.addSibling("a"), refused("too-many-nodes"));
  });
});

describe("Changing texts and lists", () => {
  test("typing in one field names it, so that a history can join the keystrokes", () => {
    const task = opened();
    assert.equal(task.setNode("a", { text: "Amber" }).typing, "node:a.text");
    assert.equal(task.setField("goal", "Light it.").typing, "goal");
    assert.equal(task.setLine("items", 0, "amber").typing, "items[0]");
    assert.equal(task.setNode("a", { text: "x", purpose: "y" }).typing, undefined);
  });

  test("saying the same again is no change", () => {
    const task = opened();
    const before = task.content;
    assert.equal(task.setNode("a", { text: "Amber oil." }), null);
    assert.equal(task.setField("goal", "Light the lamp."), null);
    assert.equal(task.setLine("items", 0, "amber oil"), null);
    assert.equal(task.moveLine("items", 0, 0), null);
    assert.equal(task.content, before);
  });

  test("lines are added, moved and removed in their place", () => {
    const task = opened();
    task.addLine("items", "lamp", 1);
    assert.deepEqual(task.content.items, ["amber oil", "lamp", "clear oil"]);
    assert.deepEqual(task.moveLine("items", 0, 2), { kind: "line-moved", list: "items", index: 2, from: 0, to: 2 });
    assert.equal(task.removeLine("items", 0).from, "lamp");
    assert.deepEqual(task.content.items, ["clear oil", "amber oil"]);
  });

  test("a line that is not there is refused", () => {
    assert.throws(() => opened().setLine("scenes", 0, "x"), { name: "ContentError", code: "unknown-line" });
    assert.throws(() => opened().addLine("nodes", "x"), { name: "ContentError", code: "unknown-list" });
    assert.throws(() => opened().setField("uid", "x"), { name: "ContentError", code: "unknown-field" });
  });

  test("a text that is too long is refused with its length, and the task stays as it was", () => {
    const task = opened();
    const tooLong = { name: "ContentError", code: "too-long", details: { limit: 4000, length: 4001 } };
    assert.throws(() => task.setNode("a", { text: "x".repeat(4001) }), tooLong);
    assert.deepEqual(task.toJSON(), gappedContent());
  });
});

describe("Starting from a conversation", () => {
  test("the provider's first words become the root, the next ones its children", () => {
    const task = opened(emptyContent());
    task.setSampleDialogue([
      { speaker: "provider", text: "Fill the lamp." },
      { speaker: "seeker", text: "Which oil?" },
      { speaker: "provider", text: "Amber oil. Two cups." },
    ]);
    task.adoptUtterance("Fill the lamp.", { utterance: 0 });
    task.adoptUtterance("Amber oil.", { utterance: 2 });
    task.adoptUtterance("Two cups.", { utterance: 2 });
    assert.deepEqual(task.tree.depthFirst().map((n) => `${n.label} ${n.text}`), [
      "0 Fill the lamp.", "1 Amber oil.", "2 Two cups.",
    ]);
    assert.deepEqual(task.content.sample_dialogue.map((u) => u.nodes), [["0"], [], ["1", "2"]]);
  });

  test("an utterance that is not there is refused before a node is made", () => {
    const task = opened();
    assert.throws(() => task.adoptUtterance("x", { utterance: 9 }), { code: "unknown-utterance" });
    assert.deepEqual(task.toJSON(), gappedContent());
  });
});

describe("Whatever is done to a task", () => {
  const CASES = Array.from({ length: 40 }, (_, seed) => seed);

  for (const seed of CASES) {
    test(`it stays one tree, and every snapshot comes back to the letter (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const task = opened();
      const past = [];
      for (let step = 0; step < 150; step++) {
        const before = JSON.stringify(task);
        const snapshot = task.content;
        const { name, change } = editAtRandom(task, random);
        const after = JSON.stringify(task);
        assert.equal(change !== null, before !== after, `${name}: a change is reported if and only if there is one`);
        assert.doesNotThrow(() => new TaskDocument(JSON.parse(after)), `${name} at step ${step}`);
        past.push([snapshot, before]);
      }
      for (const [snapshot, before] of past.toReversed()) {
        task.restore(snapshot);
        assert.equal(JSON.stringify(task), before);
      }
    });
  }

  test("uids survive every move: only adding and removing changes who is there", () => {
    const random = seededRandom(7);
    const task = opened();
    for (let step = 0; step < 500; step++) {
      const before = new Set(task.tree.nodes.map((node) => node.uid));
      const { change } = editAtRandom(task, random);
      const grown = task.tree.nodes.length - before.size;
      const expected = { "node-added": 1, "node-removed": -(change?.count ?? 0) }[change?.kind] ?? 0;
      assert.equal(grown, expected);
      if (expected === 0) assert.ok(task.tree.nodes.every((node) => before.has(node.uid)));
    }
  });

  test("the sample dialogue names only nodes that are there", () => {
    const random = seededRandom(11);
    const task = opened();
    for (let step = 0; step < 500; step++) {
      editAtRandom(task, random);
      for (const label of task.content.sample_dialogue.flatMap((said) => said.nodes)) {
        assert.ok(task.tree.find(label), `${label} is named but not there`);
      }
    }
  });
});

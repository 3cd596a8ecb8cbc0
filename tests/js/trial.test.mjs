import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ResponseTree } from "../../static/js/lib/response-tree.js";
import { TaskDocument } from "../../static/js/lib/task-document.js";
import { Trial, openNodes } from "../../static/js/lib/trial.js";
import { gappedContent } from "./examples.mjs";

const reply = (text, nodes, rule = "match") => ({ text, nodes, kind: nodes.length ? "I" : "II", trace: { rule, question: "", candidates: [] } });

/** The opener, the root, and oil (node 1) asked for and given. */
function oilGiven(content = new TaskDocument(gappedContent()).content) {
  const trial = new Trial();
  trial.answer({ ...reply("Hello.", [], "opener"), kind: "opener" }, content);
  trial.ask("How do I light the lamp?");
  trial.answer(reply("Fill the lamp.", ["0"], "root"), content);
  trial.ask("Which oil?");
  trial.answer(reply("Amber oil.", ["1"]), content);
  return trial;
}

const states = (trial, content) => {
  const tree = new ResponseTree(content.nodes);
  return Object.fromEntries(content.nodes.map(({ uid }) => [uid, trial.stateOf(uid, tree)]));
};

describe("What is given, open and locked", () => {
  test("nothing has a state before the root was said", () => {
    const trial = new Trial();
    trial.answer({ ...reply("Hello.", [], "opener"), kind: "opener" }, gappedContent());
    assert.deepEqual(states(trial, gappedContent()), { r: null, a: null, b: null, c: null });
  });

  test("a node opens when its parent was said", () => {
    const trial = new Trial();
    trial.answer(reply("Fill the lamp.", ["0"], "root"), gappedContent());
    assert.deepEqual(states(trial, gappedContent()), { r: "given", a: "open", b: "locked", c: "open" });
  });

  test("open nodes come in tree order, without the root", () => {
    const found = openNodes(oilGiven(), new ResponseTree(gappedContent().nodes));
    assert.deepEqual(found.map(({ uid }) => uid), ["b", "c"]);
  });
});

describe("Editing while one tries", () => {
  test("a node that was given and then moved is sent by the label it has now", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.moveDown("a");
    assert.deepEqual(trial.turnsFor(task.content).map(({ nodes }) => nodes), [[], [], ["0"], [], ["2"]]);
  });

  test("a node that was deleted is left out", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.removeNode("a");
    assert.deepEqual(trial.turnsFor(task.content).at(-1).nodes, []);
  });

  test("the edit is named, with the question after which it came", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.setNode("b", { text: "Three cups." });
    assert.deepEqual(trial.editsSince(task.content), { labels: ["1.1"], background: false, after: 2 });
  });

  test("an edit that was taken back is none", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.setNode("b", { text: "Three cups." });
    task.setNode("b", { text: "Two cups." });
    assert.equal(trial.editsSince(task.content), null);
  });

  test("the background counts, the sample dialogue does not", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.setSampleDialogue([]);
    assert.equal(trial.editsSince(task.content), null);
    task.setLine("items", 0, "amber lamp oil");
    assert.deepEqual(trial.editsSince(task.content), { labels: [], background: true, after: 2 });
  });

  test("deleted nodes are named by the label they had", () => {
    const task = new TaskDocument(gappedContent());
    const trial = oilGiven(task.content);
    task.removeNode("c");
    assert.deepEqual(trial.editsSince(task.content).labels, ["3"]);
  });

  test("the opener stands on no draft", () => {
    const trial = new Trial();
    trial.answer({ ...reply("Hello.", [], "opener"), kind: "opener" }, gappedContent());
    assert.equal(trial.editsSince({ ...gappedContent(), goal: "Burn." }), null);
  });
});

describe("A replay", () => {
  const before = { text: "Amber oil.", uids: ["a"] };

  test("marks a reply with other words", () => {
    const line = new Trial().answer(reply("Dark oil.", ["1"]), gappedContent(), before);
    assert.equal(line.changed, true);
    assert.deepEqual(line.before, before);
  });

  test("marks the same words from another node", () => {
    assert.equal(new Trial().answer(reply("Amber oil.", ["3"]), gappedContent(), before).changed, true);
  });

  test("leaves a reply alone that is the same, whatever its label is now", () => {
    const task = new TaskDocument(gappedContent());
    task.moveDown("a");
    const line = new Trial().answer(reply("Amber oil.", ["2"]), task.content, before);
    assert.equal(line.changed, false);
    assert.equal(line.before, null);
  });
});

describe("The end", () => {
  test("comes with goodbye, and says what was never given", () => {
    const trial = oilGiven();
    trial.ask("Goodbye.");
    trial.answer(reply("Goodbye.", [], "goodbye"), gappedContent());
    assert.equal(trial.ended, true);
    const { success, missing } = trial.outcome(gappedContent());
    assert.equal(success, false);
    assert.deepEqual(missing.map(({ label }) => label), ["3", "1.1"]);
  });

  test("is a success when every text was said, several in one reply included", () => {
    const trial = oilGiven();
    trial.ask("How much, and which stair?");
    trial.answer(reply("Two cups. The north\nstair.", ["1.1", "3"], "match_several"), gappedContent());
    assert.equal(trial.outcome(gappedContent()).success, true);
  });
});

test("a question that got no reply can be taken back, words and all", () => {
  const trial = oilGiven();
  trial.ask("Which stair?");
  assert.equal(trial.waiting, true);
  assert.equal(trial.takeBack(), "Which stair?");
  assert.equal(trial.waiting, false);
  assert.equal(trial.takeBack(), "");
  assert.deepEqual(trial.questions, ["How do I light the lamp?", "Which oil?"]);
});

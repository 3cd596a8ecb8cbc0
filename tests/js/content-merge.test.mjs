import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { contentDiff, merge } from "../../static/js/lib/diff.js";
import { TaskDocument } from "../../static/js/lib/task-document.js";
import { countingUids, emptyContent, gappedContent, pick, seededRandom } from "./examples.mjs";
import { editAtRandom } from "./random-edits.mjs";

function edited(prefix, ...edits) {
  const task = new TaskDocument(gappedContent(), { newUid: countingUids(prefix) });
  for (const edit of edits) edit(task);
  return task.content;
}

const base = gappedContent();
const joined = (mine, theirs, choices) =>
  merge(base, edited("m", ...mine), edited("t", ...theirs), choices, { newUid: countingUids("copy") });
const outline = (content) =>
  new TaskDocument(content).tree.depthFirst().map(({ label, uid, text }) => `${label} ${uid} ${text}`.trim());

const rewrite = (uid, text) => (task) => task.setNode(uid, { text });
const remove = (uid) => (task) => task.removeNode(uid);
const hang = (uid, parent) => (task) => task.reparent(uid, parent);

describe("Where only one side changed a thing, that side is followed", () => {
  test("two people at two nodes and two fields need not choose", () => {
    const result = joined(
      [rewrite("a", "Amber."), (task) => task.setField("goal", "Light it.")],
      [rewrite("c", "South."), (task) => task.setField("role", "You are Ines.")],
    );
    assert.deepEqual(outline(result), ["0 r Fill the lamp.", "1 a Amber.", "1.1 b Two cups.", "3 c South."]);
    assert.deepEqual([result.goal, result.role], ["Light it.", "You are Ines."]);
  });

  test("lines added by both are all there, in place", () => {
    const result = joined([(t) => t.addLine("items", "wick", 0)], [(t) => t.addLine("items", "key")]);
    assert.deepEqual(result.items, ["wick", "amber oil", "clear oil", "key"]);
  });

  test("a text edit alone keeps the labels of the imported file", () => {
    const result = joined([rewrite("a", "Amber.")], [rewrite("c", "South.")]);
    assert.deepEqual(result.nodes.map((node) => node.label), ["0", "1", "3", "1.1"]);
  });

  test("new nodes of both stand where they were put, labelled anew", () => {
    const result = joined([(t) => t.addSibling("a", { text: "M" })], [(t) => t.addChild("a", { text: "T", index: 0 })]);
    assert.deepEqual(outline(result), [
      "0 r Fill the lamp.", "1 a Amber oil.", "1.1 t1 T", "1.2 b Two cups.", "2 m1 M", "3 c The north stair.",
    ]);
  });

  test("the sample dialogue names the same nodes under their new labels", () => {
    const result = joined([(task) => task.addSibling("a")], [(task) => task.adoptUtterance("x", { utterance: 1 })]);
    const named = result.sample_dialogue[1].nodes.map((label) => new TaskDocument(result).tree.find(label).uid);
    assert.deepEqual(named, ["a", "c", "t1"]);
  });
});

describe("A conflict needs a choice", () => {
  const both = [[rewrite("a", "Mine.")], [rewrite("a", "Theirs.")]];

  test("without one the merge refuses and names the spot", () => {
    assert.throws(() => joined(...both), { name: "MergeError", code: "undecided", wheres: ["node:a.text"] });
  });

  test("mine or theirs is taken as chosen", () => {
    assert.ok(outline(joined(...both, { "node:a.text": "mine" })).includes("1 a Mine."));
    assert.ok(outline(joined(...both, { "node:a.text": "theirs" })).includes("1 a Theirs."));
  });

  test("both become siblings, and the children stay with mine", () => {
    assert.deepEqual(outline(joined(...both, { "node:a.text": "both" })), [
      "0 r Fill the lamp.", "1 a Mine.", "1.1 b Two cups.", "2 copy1 Theirs.", "3 c The north stair.",
    ]);
  });

  test("two roots' texts cannot be siblings: theirs goes below mine", () => {
    const result = joined([rewrite("r", "Mine.")], [rewrite("r", "Theirs.")], { "node:r.text": "both" });
    assert.ok(outline(result).includes("3 copy1 Theirs."));
    assert.equal(result.nodes[0].text, "Mine.");
  });

  test("a text that both changed alike makes no second node when the purpose is decided", () => {
    const say = (purpose) => (task) => task.setNode("a", { text: "Same.", purpose });
    const result = joined([say("mine")], [say("theirs")], { "node:a.purpose": "mine" });
    assert.deepEqual(result.nodes.map((node) => node.uid), ["r", "a", "c", "b"]);
  });

  test("both goals stand under each other; both lists keep the lines of both", () => {
    const say = (text) => (task) => [task.setField("goal", text), task.setLine("items", 0, text)];
    const result = joined([say("M")], [say("T")], { goal: "both", items: "both" });
    assert.equal(result.goal, "M\nT");
    assert.deepEqual(result.items, ["M", "T", "clear oil"]);
  });
});

describe("The result is one tree", () => {
  test("what was added below a removed node hangs from the nearest ancestor that is left", () => {
    const result = joined([remove("a")], [(t) => t.addChild("b", { text: "T" })], { "node:b": "mine" });
    assert.deepEqual(outline(result), ["0 r Fill the lamp.", "1 c The north stair.", "2 t1 T"]);
  });

  test("what one removed and the other rewrote stays if so chosen, without its removed parent", () => {
    const result = joined([remove("a")], [rewrite("b", "T")], { "node:b": "theirs" });
    assert.deepEqual(outline(result), ["0 r Fill the lamp.", "1 c The north stair.", "2 b T"]);
  });

  test("of two moves that make a circle mine holds", () => {
    const result = joined([hang("a", "c")], [hang("c", "a")]);
    assert.deepEqual(outline(result), [
      "0 r Fill the lamp.", "1 c The north stair.", "1.1 a Amber oil.", "1.1.1 b Two cups.",
    ]);
  });

  test("two people who each began a tree get one: their root becomes a child of mine", () => {
    const begun = (uid) => ({ ...emptyContent(), nodes: [{ uid, parent: null, label: "0", text: uid, purpose: "" }] });
    assert.deepEqual(outline(merge(emptyContent(), begun("M"), begun("T"))), ["0 M M", "1 T T"]);
  });

  test("no tree and no tree is no tree", () => {
    assert.deepEqual(merge(emptyContent(), emptyContent(), emptyContent()), emptyContent());
  });
});

describe("Whatever two people do", () => {
  /** Two random versions of one base. Texts are one of a kind so that a lost one is noticed. */
  function diverged(seed) {
    const random = seededRandom(seed);
    const version = (prefix) => {
      const task = new TaskDocument(gappedContent(), { newUid: countingUids(prefix) });
      for (let step = 0; step < 12; step++) {
        editAtRandom(task, random);
        if (random() < 0.5) task.setNode(pick(random, task.tree.nodes).uid, { text: `${prefix}${step}` });
      }
      return task.content;
    };
    return { random, mine: version("m"), theirs: version("t") };
  }
  const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);
  const chosen = (entries, choice) => Object.fromEntries(entries.map(({ where }) => [where, choice()]));

  test("random choices always give one tree that holds every node that both have", () => {
    for (const seed of SEEDS) {
      const { random, mine, theirs } = diverged(seed);
      const choices = chosen(contentDiff(base, mine, theirs), () => pick(random, ["mine", "theirs", "both"]));
      const result = new TaskDocument(merge(base, mine, theirs, choices));
      for (const { uid } of mine.nodes) {
        if (theirs.nodes.some((node) => node.uid === uid)) assert.ok(result.tree.has(uid), `seed ${seed}: ${uid}`);
      }
    }
  });

  test("with both for every conflict no text that anybody wrote is lost", () => {
    for (const seed of SEEDS) {
      const { mine, theirs } = diverged(seed);
      const entries = contentDiff(base, mine, theirs);
      const result = merge(base, mine, theirs, chosen(entries.filter((e) => e.conflict), () => "both"));
      const texts = new Set(result.nodes.map((node) => node.text));
      for (const { conflict, part, mine: m, theirs: t } of entries) {
        if (!conflict || part !== "text") continue;
        assert.ok(texts.has(m) && texts.has(t), `seed ${seed}: ${m}, ${t}`);
      }
    }
  });

  test("against an idle partner the busy one's version comes out to the letter", () => {
    for (const seed of SEEDS) {
      const { mine, theirs } = diverged(seed);
      assert.deepEqual(merge(base, mine, base), mine, `seed ${seed}: mine`);
      assert.deepEqual(merge(base, base, theirs), theirs, `seed ${seed}: theirs`);
      assert.deepEqual(merge(base, mine, mine), mine, `seed ${seed}: both the same`);
    }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { contentDiff } from "../../static/js/lib/diff.js";
import { TaskDocument } from "../../static/js/lib/task-document.js";
import { countingUids, gappedContent } from "./examples.mjs";

/** The base after some edits; uids of new nodes start with `prefix`. */
function edited(prefix, ...edits) {
  const task = new TaskDocument(gappedContent(), { newUid: countingUids(prefix) });
  for (const edit of edits) edit(task);
  return task.content;
}

const base = gappedContent();
const entries = (mine, theirs) => contentDiff(base, edited("m", ...mine), edited("t", ...theirs));
const brief = (list) => list.map(({ where, changedBy, conflict }) => `${where} ${changedBy}${conflict ? " !" : ""}`);

const rewrite = (uid, text) => (task) => task.setNode(uid, { text });
const remove = (uid) => (task) => task.removeNode(uid);
const line = (text, index) => (task) => task.addLine("items", text, index);

describe("What has changed since the common version", () => {
  test("nothing, when nobody did anything", () => assert.deepEqual(entries([], []), []));

  test("an entry shows all three versions", () => {
    assert.deepEqual(entries([rewrite("a", "Clear oil.")], [rewrite("a", "No oil.")]), [
      {
        where: "node:a.text", part: "text", uid: "a", base: "Amber oil.", mine: "Clear oil.", theirs: "No oil.",
        changedBy: "both", conflict: true,
      },
    ]);
  });

  const cases = [
    ["one side rewrote a text", [rewrite("a", "x")], [], ["node:a.text mine"]],
    ["both rewrote different nodes", [rewrite("a", "x")], [rewrite("b", "y")], ["node:a.text mine", "node:b.text theirs"]],
    ["both wrote the same", [rewrite("a", "x")], [rewrite("a", "x")], ["node:a.text both"]],
    ["text here, purpose there", [rewrite("a", "x")], [(t) => t.setNode("a", { purpose: "y" })], ["node:a.text mine", "node:a.purpose theirs"]],
    ["both changed the goal", [(t) => t.setField("goal", "x")], [(t) => t.setField("goal", "y")], ["goal both !"]],
    ["both added lines, apart", [line("x", 0)], [line("y")], ["items both"]],
    ["both added lines at one spot", [line("x")], [line("y")], ["items both"]],
    ["both rewrote one line", [(t) => t.setLine("items", 0, "x")], [(t) => t.setLine("items", 0, "y")], ["items both !"]],
    ["one added a node", [], [(t) => t.addChild("c")], ["node:t1 theirs"]],
    ["one removed a branch", [remove("a")], [], ["sample_dialogue mine", "node:a mine", "node:b mine"]],
    ["both removed it", [remove("b")], [remove("b")], ["node:b both"]],
    ["one removed what the other rewrote", [remove("b")], [rewrite("b", "x")], ["node:b both !"]],
    ["one removed where the other added", [(t) => t.addChild("b")], [remove("b")], ["node:b both !", "node:m1 mine"]],
    ["one moved a node", [(t) => t.reparent("b", "c")], [], ["node:b.parent mine"]],
    ["both moved it elsewhere", [(t) => t.reparent("b", "c")], [(t) => t.reparent("b", "r")], ["node:b.parent both !"]],
    ["one changed the order", [(t) => t.moveUp("c")], [], ["node:r.children mine"]],
  ];
  for (const [what, mine, theirs, expected] of cases) {
    test(what, () => assert.deepEqual(brief(entries(mine, theirs)), expected));
  }

  test("labels made anew are no change by themselves, not in the sample dialogue either", () => {
    const there = [(task) => task.moveUp("c"), (task) => task.moveDown("c")];
    assert.deepEqual(entries(there, []), []);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { TaskDocument } from "../../static/js/lib/task-document.js";
import { layout } from "../../static/js/lib/tree-layout.js";
import { countingUids, gappedContent, pick, seededRandom } from "./examples.mjs";

/** A tree of `size` nodes, grown at random. */
function grown(size, seed) {
  const random = seededRandom(seed);
  const task = new TaskDocument(gappedContent(), { newUid: countingUids() });
  while (task.tree.nodes.length < size) task.addChild(pick(random, task.tree.nodes).uid);
  return task.content.nodes;
}

const ROOT = { uid: "r", parent: null, label: "0", text: "", purpose: "" };
const child = (uid, parent, label) => ({ uid, parent, label, text: "", purpose: "" });
const SIZES = { column: 100, row: 20, radius: 5, margin: 5, caption: 0 };

describe("The picture of the tree", () => {
  test("a small tree, worked out by hand", () => {
    const nodes = [ROOT, child("a", "r", "1"), child("b", "r", "2"), child("c", "b", "2.1")];
    assert.deepEqual(layout(nodes, SIZES), {
      width: 220,
      height: 40,
      radius: 5,
      compact: false,
      nodes: [
        { uid: "r", label: "0", x: 10, y: 20, depth: 0 },
        { uid: "a", label: "1", x: 110, y: 10, depth: 1 },
        { uid: "b", label: "2", x: 110, y: 30, depth: 1 },
        { uid: "c", label: "2.1", x: 210, y: 30, depth: 2 },
      ],
      links: [
        { from: "r", to: "a", d: "M15 20C60 20 60 10 105 10" },
        { from: "r", to: "b", d: "M15 20C60 20 60 30 105 30" },
        { from: "b", to: "c", d: "M115 30H205" },
      ],
      columns: [{ depth: 0, x: 10 }, { depth: 1, x: 110 }, { depth: 2, x: 210 }],
    });
  });

  test("no tree is an empty picture", () => {
    assert.deepEqual([layout([]).width, layout([]).nodes, layout([]).links], [0, [], []]);
  });

  test("a root alone has room for itself and its caption", () => {
    const picture = layout([ROOT], { ...SIZES, caption: 12 });
    assert.deepEqual([picture.width, picture.height, picture.links], [20, 32, []]);
  });

  test("a middle child stands level with its parent", () => {
    const nodes = [ROOT, child("a", "r", "1"), child("b", "r", "2"), child("c", "r", "3")];
    const { nodes: placed } = layout(nodes);
    assert.equal(placed[0].y, placed[2].y);
  });

  test("more than 20 nodes are drawn compactly, unless told otherwise", () => {
    assert.equal(layout(grown(20, 1)).compact, false);
    assert.equal(layout(grown(21, 1)).compact, true);
    assert.equal(layout(grown(21, 1), { compact: false }).compact, false);
  });
});

describe("However a tree of up to 200 nodes has grown", () => {
  const trees = [4, 50, 200].flatMap((size) => [1, 2, 3, 4, 5].map((seed) => grown(size, seed)));

  test("no two nodes overlap and none leaves the picture", () => {
    for (const nodes of trees) {
      const { nodes: placed, radius, width, height } = layout(nodes);
      for (const [i, a] of placed.entries()) {
        assert.ok(a.x >= radius && a.x <= width - radius && a.y >= radius && a.y <= height - radius);
        for (const b of placed.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= 2 * radius, `${a.label}, ${b.label}`);
      }
    }
  });

  test("siblings stand in their order, levels in their column, each node but the root has one link", () => {
    for (const nodes of trees) {
      const { nodes: placed, links, columns } = layout(nodes);
      const at = new Map(placed.map((node) => [node.uid, node]));
      const tree = new TaskDocument({ ...gappedContent(), nodes, sample_dialogue: [] }).tree;
      for (const { uid } of nodes) {
        const ys = tree.children(uid).map((node) => at.get(node.uid).y);
        assert.deepEqual(ys, ys.toSorted((a, b) => a - b));
        assert.equal(at.get(uid).x, columns[tree.level(uid)].x);
      }
      assert.deepEqual(links.map((link) => link.to).toSorted(), nodes.slice(1).map((node) => node.uid).toSorted());
    }
  });

  test("typing moves nothing", () => {
    const task = new TaskDocument(gappedContent());
    const before = layout(task.content.nodes);
    task.setNode("a", { text: "Changed." });
    assert.deepEqual(layout(task.content.nodes), before);
  });
});

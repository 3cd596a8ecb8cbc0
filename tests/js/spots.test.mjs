import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { ResponseTree } from "../../static/js/lib/response-tree.js";
import { belongsTo, hashOf, spotOfHash, spotOfPath } from "../../static/js/lib/spots.js";
import { gappedContent } from "./examples.mjs";

const content = gappedContent();
const tree = new ResponseTree(content.nodes);

describe("A spot's address", () => {
  const spots = [
    { kind: "node", uid: "b" },
    { kind: "node", uid: "b", field: "purpose" },
    { kind: "field", field: "goal" },
    { kind: "field", field: "items" },
    { kind: "line", field: "scenes", index: 2 },
    { kind: "tree" },
  ];
  for (const spot of spots) {
    test(`${hashOf(spot)} leads back to the spot`, () => assert.deepEqual(spotOfHash(hashOf(spot), tree), spot));
  }

  test("may name a node by its label", () => {
    assert.deepEqual(spotOfHash("#node-1.1", tree), { kind: "node", uid: "b" });
  });

  test("of another page, or of a node that is gone, is no spot", () => {
    for (const hash of ["", "#main", "#node-zz", "#field-title", "#node-%E0%A4%A"]) assert.equal(spotOfHash(hash, tree), null);
  });
});

describe("Where the server found a problem", () => {
  const cases = [
    ["nodes[3].text", { kind: "node", uid: "b", field: "text" }],
    ["content.nodes[1].uid", { kind: "node", uid: "a" }],
    ["nodes", { kind: "tree" }],
    ["items[1]", { kind: "line", field: "items", index: 1 }],
    ["goal", { kind: "field", field: "goal" }],
    ["base", null],
    ["", null],
  ];
  for (const [path, spot] of cases) {
    test(`“${path}” is ${JSON.stringify(spot)}`, () => assert.deepEqual(spotOfPath(path, content), spot));
  }
});

test("a node's spot takes the hints of both halves, a half only its own", () => {
  const where = { kind: "node", uid: "b", field: "text" };
  assert.equal(belongsTo(where, { kind: "node", uid: "b" }), true);
  assert.equal(belongsTo(where, { kind: "node", uid: "b", field: "purpose" }), false);
  assert.equal(belongsTo(where, { kind: "node", uid: "a" }), false);
  assert.equal(belongsTo(where, { kind: "line", field: "text" }), false);
});

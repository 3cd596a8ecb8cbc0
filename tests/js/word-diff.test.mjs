import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { wordDiff } from "../../static/js/lib/diff.js";
import { pick, seededRandom } from "./examples.mjs";

/** `[-deleted-]`, `{+inserted+}`, the rest as it is. */
const marked = (base, text) =>
  wordDiff(base, text)
    .map((piece) => ({ same: piece.text, del: `[-${piece.text}-]`, ins: `{+${piece.text}+}` })[piece.kind])
    .join("");

describe("Marking words", () => {
  const cases = [
    ["Two cups.", "Two cups.", "Two cups."],
    ["Two cups.", "Three cups.", "[-Two-]{+Three+} cups."],
    ["Two cups.", "Two cups. No more.", "Two cups.{+ No more.+}"],
    ["how much oil to fill in", "how much oil the lamp takes", "how much oil [-to fill in-]{+the lamp takes+}"],
    ["the red cap here", "the blue hat here", "the [-red cap-]{+blue hat+} here"],
    ["don't go", "do go", "[-don't-]{+do+} go"],
    ["", "new", "{+new+}"],
    ["old", "", "[-old-]"],
    ["", "", ""],
    ["去西矿找他", "去北矿找他", "去[-西-]{+北+}矿找他"],
    ["用 lamp 油", "用 oil 油", "用 [-lamp-]{+oil+} 油"],
  ];
  for (const [base, text, expected] of cases) {
    test(`“${base}” to “${text}”`, () => assert.equal(marked(base, text), expected));
  }

  test("only blanks that changed are marked as blanks", () => {
    assert.equal(marked("a  b", "a b"), "a[-  -]{+ +}b");
  });
});

test("the pieces always spell both texts, and nothing empty is among them", () => {
  const random = seededRandom(1);
  const parts = ["oil", " ", "  ", "\n", "灯", "油", ".", "it's", "𠮷", "é", "cup", "，"];
  const words = () => Array.from({ length: Math.floor(random() * 12) }, () => pick(random, parts)).join("");
  for (let i = 0; i < 2_000; i++) {
    const [base, text] = [words(), words()];
    const pieces = wordDiff(base, text);
    const spelled = (kind) => pieces.filter((piece) => piece.kind !== kind).map((piece) => piece.text).join("");
    assert.equal(spelled("ins"), base);
    assert.equal(spelled("del"), text);
    assert.ok(pieces.every((piece) => piece.text));
  }
});

test("texts of the greatest length are compared, or called rewritten, while a person waits", () => {
  const random = seededRandom(2);
  const text = (length) => Array.from({ length }, () => pick(random, [..."灯油矿山北西东南"])).join("");
  for (const length of [2_900, 4_000]) {
    const [base, other, start] = [text(length), text(length), performance.now()];
    assert.ok(wordDiff(base, other).length > 0);
    assert.ok(performance.now() - start < 3_000, `${length} characters`);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";

import { questionFrom } from "../../static/js/lib/question.js";

const CASES = [
  ["en", "Which cable to fit: the cloth one or the plastic one.", "Which cable to fit: the cloth one or the plastic one?"],
  ["en", "There are two pots, and it is unclear which pot to use.", "Which pot to use?"],
  ["en", "It is unclear whether the door is locked", "Whether the door is locked?"],
  ["en", "how much oil", "How much oil?"],
  ["en", "  ", ""],
  ["zh", "该换哪种电线：编织电线，还是白色塑料电线。", "该换哪种电线：编织电线，还是白色塑料电线？"],
  ["zh", "有两种壶，不清楚该用哪一种壶。", "该用哪一种壶？"],
  ["zh", "用哪种壶不清楚。", "用哪种壶不清楚？"],
  ["zh", "", ""],
];

for (const [language, purpose, question] of CASES) {
  test(`“${purpose}” is asked as “${question}”`, () => assert.equal(questionFrom(purpose, language), question));
}

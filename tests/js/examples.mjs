/** Example contents and seeded chance, shared by the tests of the plain classes. */

/** Labels with a gap (no 2), out of depth-first order, as published files have them. */
export function gappedContent() {
  return {
    language: "en",
    role: "You are the new keeper.",
    goal: "Light the lamp.",
    items: ["amber oil", "clear oil"],
    skills: ["trim a wick"],
    scenes: [],
    nodes: [
      { uid: "r", parent: null, label: "0", text: "Fill the lamp.", purpose: "" },
      { uid: "a", parent: "r", label: "1", text: "Amber oil.", purpose: "which oil" },
      { uid: "c", parent: "r", label: "3", text: "The north stair.", purpose: "which stair" },
      { uid: "b", parent: "a", label: "1.1", text: "Two cups.", purpose: "how much" },
    ],
    sample_dialogue: [
      { speaker: "seeker", text: "Which oil?", nodes: [] },
      { speaker: "provider", text: "Amber oil. Take the north stair.", nodes: ["1", "3"] },
    ],
  };
}

export function emptyContent() {
  return { language: "en", role: "", goal: "", items: [], skills: [], scenes: [], nodes: [], sample_dialogue: [] };
}

/** `1`, `2`, … so that failures repeat to the letter. */
export function countingUids(prefix = "new") {
  let count = 0;
  return () => `${prefix}${++count}`;
}

/** Numbers in [0, 1) that depend on the seed alone (a linear congruential generator). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

import { align } from "./alignment.js";

/**
 * Three-way merge of lists of lines: each side's changes, wherever they do not touch the same lines.
 * @param {readonly string[]} base
 * @param {readonly string[]} mine
 * @param {readonly string[]} theirs
 * @returns {{lines: string[], conflict: boolean}} where both changed the same lines differently, conflict is
 *   true and `lines` holds mine, then theirs; lines that both only added are no conflict
 */
export function mergeLines(base, mine, theirs) {
  const inMine = new Map(align(base, mine));
  const inTheirs = new Map(align(base, theirs));
  const lines = [];
  let conflict = false;
  let [b, m, t] = [0, 0, 0];
  for (let anchor = 0; anchor <= base.length; anchor++) {
    const last = anchor === base.length;
    if (!last && !(inMine.has(anchor) && inTheirs.has(anchor))) continue;
    const [nextM, nextT] = last ? [mine.length, theirs.length] : [inMine.get(anchor), inTheirs.get(anchor)];
    const merged = mergeChunk(base.slice(b, anchor), mine.slice(m, nextM), theirs.slice(t, nextT));
    lines.push(...merged.lines, ...base.slice(anchor, anchor + 1));
    conflict ||= merged.conflict;
    [b, m, t] = [anchor + 1, nextM + 1, nextT + 1];
  }
  return { lines, conflict };
}

function mergeChunk(base, mine, theirs) {
  if (equal(mine, theirs) || equal(theirs, base)) return { lines: mine, conflict: false };
  if (equal(mine, base)) return { lines: theirs, conflict: false };
  const unsaid = theirs.filter((line) => !mine.includes(line));
  return { lines: [...mine, ...unsaid], conflict: base.length > 0 };
}

function equal(a, b) {
  return a.length === b.length && a.every((line, i) => line === b[i]);
}

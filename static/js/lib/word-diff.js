import { align } from "./alignment.js";

/** A Chinese or Japanese character, a word of letters and digits, a run of blanks, or one other character. */
const TOKEN =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_'’])+|\s+|./gsu;

/** @typedef {{kind: "same" | "ins" | "del", text: string}} Piece */

/**
 * What changed from `base` to `text`, word by word (Chinese: character by character).
 * The same and del pieces spell `base`, the same and ins pieces spell `text`.
 * @param {string} base
 * @param {string} text
 * @returns {Piece[]} where words were replaced, del comes before ins
 */
export function wordDiff(base, text) {
  const blocks = joinAcrossBlanks(blocksOf(base.match(TOKEN) ?? [], text.match(TOKEN) ?? []));
  return blocks.flatMap(({ same, del, ins }) => [
    ...(del ? [{ kind: "del", text: del }] : []),
    ...(ins ? [{ kind: "ins", text: ins }] : []),
    ...(same ? [{ kind: "same", text: same }] : []),
  ]);
}

/** Blocks of a replacement and the unchanged text that follows it. */
function blocksOf(before, after) {
  const blocks = [{ del: "", ins: "", same: "" }];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...align(before, after), [before.length, after.length]]) {
    const del = before.slice(i, nextI).join("");
    const ins = after.slice(j, nextJ).join("");
    if (del || ins) blocks.push({ del, ins, same: "" });
    blocks.at(-1).same += before[nextI] ?? "";
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return blocks;
}

/** “red cap” to “blue hat” reads better as one replacement than as two with a blank between them. */
function joinAcrossBlanks(blocks) {
  const joined = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const replaces = last && (last.del || block.del) && (last.ins || block.ins) && (last.del || last.ins);
    if (replaces && (block.del || block.ins) && /^\s+$/u.test(last.same)) {
      last.del += last.same + block.del;
      last.ins += last.same + block.ins;
      last.same = block.same;
    } else {
      joined.push({ ...block });
    }
  }
  return joined;
}

/** Beyond this many comparisons (two quite different texts of 3,000 Chinese characters) the middle counts as rewritten. */
const MOST_COMPARISONS = 9_000_000;

/**
 * Which entries of `a` stand unchanged in `b`: a longest common subsequence.
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 * @returns {[number, number][]} pairs of positions, rising in both
 */
export function align(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const middle = alignMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [
    ...Array.from({ length: start }, (_, i) => [i, i]),
    ...middle.map(([i, j]) => [i + start, j + start]),
    ...Array.from({ length: end }, (_, i) => [a.length - end + i, b.length - end + i]),
  ];
}

function alignMiddle(a, b) {
  if (a.length * b.length > MOST_COMPARISONS) return [];
  const width = b.length + 1;
  // lengths[i * width + j]: the longest common subsequence of what follows a[i] and b[j], inclusive
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      lengths[at] = a[i] === b[j] ? lengths[at + width + 1] + 1 : Math.max(lengths[at + width], lengths[at + 1]);
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}

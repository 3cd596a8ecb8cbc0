/** Comparing and joining versions of a task: the public face. */
export { wordDiff } from "./word-diff.js";
export { contentDiff } from "./content-diff.js";
export { MergeError, merge } from "./content-merge.js";

/**
 * What a task says, as frozen plain values: the shape and the rules of `annotation/clarq/content.py`.
 *
 * The server judges in the end; these rules are here so that the page can refuse at the keystroke.
 */
import { checkTree } from "./tree.js";

/** @typedef {"en" | "zh"} Language */
/** @typedef {{uid: string, parent: string | null, label: string, text: string, purpose: string}} Node */
/** @typedef {{speaker: "seeker" | "provider", text: string, nodes: readonly string[]}} Utterance */
/**
 * @typedef {object} Content
 * @property {Language} language
 * @property {string} role
 * @property {string} goal
 * @property {readonly string[]} items
 * @property {readonly string[]} skills
 * @property {readonly string[]} scenes
 * @property {readonly Node[]} nodes root first, every parent before its children
 * @property {readonly Utterance[]} sample_dialogue
 */

export const FIELDS = Object.freeze(["role", "goal"]);
export const LISTS = Object.freeze(["items", "skills", "scenes"]);
export const LIMITS = Object.freeze({ text: 4000, lines: 200, nodes: 200, identifier: 64 });

/** The content cannot be a task; `code` says why, `where` names the spot (`nodes[3].text`). */
export class ContentError extends Error {
  /** @param {string} code @param {string} where @param {object} [details] */
  constructor(code, where, details = {}) {
    super(`${where || "content"}: ${code}`);
    this.name = "ContentError";
    this.code = code;
    this.where = where;
    this.details = details;
  }
}

/**
 * Read untrusted JSON values into frozen content.
 * @param {unknown} value
 * @returns {Readonly<Content>}
 * @throws {ContentError} for wrong shapes; {TreeError} for nodes that are not one tree
 */
export function readContent(value) {
  const data = readObject(value, "");
  if (!["en", "zh"].includes(data.language)) throw new ContentError("unknown-language", "language");
  const nodes = readList(data.nodes ?? [], "nodes", LIMITS.nodes, readNode);
  checkTree(nodes);
  return Object.freeze({
    language: data.language,
    role: readText(data.role ?? "", "role"),
    goal: readText(data.goal ?? "", "goal"),
    items: readList(data.items ?? [], "items", LIMITS.lines, readLine),
    skills: readList(data.skills ?? [], "skills", LIMITS.lines, readLine),
    scenes: readList(data.scenes ?? [], "scenes", LIMITS.lines, readLine),
    nodes,
    sample_dialogue: readUtterances(data.sample_dialogue ?? []),
  });
}

/** @param {unknown} value @returns {readonly Utterance[]} */
export function readUtterances(value) {
  return readList(value, "sample_dialogue", LIMITS.lines, readUtterance);
}

/** @param {unknown} value @param {string} where @returns {string} */
export function readText(value, where) {
  if (typeof value !== "string") throw new ContentError("not-a-text", where);
  // Counted in code points, as Python counts: a rare Chinese character is one, not two.
  if (value.length > LIMITS.text && [...value].length > LIMITS.text) {
    throw new ContentError("too-long", where, { limit: LIMITS.text, length: [...value].length });
  }
  if (value.includes("\0")) throw new ContentError("zero-character", where);
  return value;
}

/** One entry of a list. @param {unknown} value @param {string} where @returns {string} */
export function readLine(value, where) {
  const text = readText(value, where);
  if (text.includes("\n")) throw new ContentError("not-a-line", where);
  return text;
}

function readObject(value, where) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new ContentError("not-an-object", where);
  }
  return value;
}

function readList(value, where, limit, readEntry) {
  if (!Array.isArray(value)) throw new ContentError("not-a-list", where);
  if (value.length > limit) throw new ContentError("too-many", where, { limit, length: value.length });
  return Object.freeze(value.map((entry, index) => readEntry(entry, `${where}[${index}]`)));
}

function readIdentifier(value, where) {
  const text = readText(value, where);
  const length = [...text].length;
  if (length < 1 || length > LIMITS.identifier) throw new ContentError("not-an-identifier", where);
  return text;
}

function readNode(value, where) {
  const data = readObject(value, where);
  return Object.freeze({
    uid: readIdentifier(data.uid, `${where}.uid`),
    parent: data.parent == null ? null : readIdentifier(data.parent, `${where}.parent`),
    label: readIdentifier(data.label, `${where}.label`),
    text: readText(data.text ?? "", `${where}.text`),
    purpose: readText(data.purpose ?? "", `${where}.purpose`),
  });
}

function readUtterance(value, where) {
  const data = readObject(value, where);
  if (!["seeker", "provider"].includes(data.speaker)) throw new ContentError("unknown-speaker", `${where}.speaker`);
  return Object.freeze({
    speaker: data.speaker,
    text: readText(data.text ?? "", `${where}.text`),
    nodes: readList(data.nodes ?? [], `${where}.nodes`, LIMITS.nodes, readIdentifier),
  });
}

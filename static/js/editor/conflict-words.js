import { ResponseTree } from "../lib/response-tree.js";
import { fieldName } from "./hints-list.js";
import { told } from "./words.js";

/**
 * Conflicts gathered by the node or field that they belong to, in their order.
 * @param {import("../lib/content-diff.js").Entry[]} conflicts
 * @param {import("../lib/editing-session.js").EditingSession} session
 * @returns {{name: string, entries: (import("../lib/content-diff.js").Entry & {name: string, ours: boolean})[]}[]}
 *   `ours`: its values are shown in words of the page, not of the task
 */
export function conflictGroups(conflicts, session) {
  const groups = new Map();
  for (const entry of conflicts) {
    const key = entry.uid ?? entry.where;
    const name = entry.uid ? nodeName(entry.uid, session) : fieldName(entry.where);
    if (!groups.has(key)) groups.set(key, { name, entries: [] });
    groups.get(key).entries.push({ ...entry, name: entryName(entry), ours: entry.part === "parent" });
  }
  return [...groups.values()];
}

/**
 * What one side says, as a text that can be compared word by word; null where a node is not.
 * @param {import("../lib/content-diff.js").Entry} entry @param {"base" | "mine" | "theirs"} side
 * @returns {string | null}
 */
export function shownValue(entry, side, session) {
  const value = entry[side];
  if (value === null || value === undefined) return null;
  switch (entry.part) {
    case "lines":
      return value.join("\n");
    case "dialogue":
      return value.map(({ text }) => text).join("\n");
    case "node":
      return value.purpose ? `${value.text}\n${value.purpose}` : value.text;
    case "parent":
      return told(gettext("under %(node)s"), { node: nodeName(value, session) });
    case "order":
      return value.map((uid) => node(uid, session)?.text ?? "").join("\n");
    default:
      return value;
  }
}

function entryName({ part, where }) {
  const names = {
    text: gettext("Text"),
    purpose: gettext("Purpose"),
    node: gettext("Kept or deleted"),
    parent: gettext("Place"),
    order: gettext("Order of its children"),
  };
  return names[part] ?? fieldName(where);
}

function nodeName(uid, session) {
  const found = node(uid, session);
  if (found === null) return gettext("a node");
  return found.parent === null ? gettext("the root") : told(gettext("Node %(label)s"), found);
}

function node(uid, { tree, theirs }) {
  if (tree.has(uid)) return tree.node(uid);
  const other = new ResponseTree(theirs.content.nodes);
  return other.has(uid) ? other.node(uid) : null;
}

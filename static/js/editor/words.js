/** What the editor says about changes, places and refusals. */

/** @typedef {import("../lib/task-document.js").Change} Change */

const say = (words, values) => interpolate(words, values, true);

/** What has just happened, for the live region. @param {Change} change @returns {string} */
export function happened(change) {
  const [from, to] = [change.from ?? {}, change.to ?? {}];
  switch (change.kind) {
    case "node-added":
      return say(gettext("Node %(label)s added, %(position)s of %(setsize)s, level %(level)s"), to);
    case "node-moved":
      return movedTo(from, to);
    case "node-removed":
      return deleted(change);
    case "line-added":
      return gettext("Line added");
    case "line-removed":
      return gettext("Line removed");
    case "line-moved":
      return say(gettext("Now line %(number)s"), { number: change.to + 1 });
    default:
      return "";
  }
}

function movedTo(from, to) {
  const place = { ...to, old: from.label };
  if (from.label === to.label) return say(gettext("%(label)s stays where it is"), place);
  return say(gettext("%(old)s is now %(label)s, %(position)s of %(setsize)s, level %(level)s"), place);
}

/** @param {Change} change a node-removed @returns {string} */
export function deleted({ count, from }) {
  const words = ngettext("Deleted node %(label)s", "Deleted %(count)s nodes", count);
  return say(words, { count, label: from.label });
}

/** @param {"undo" | "redo"} cause @param {Change} change @returns {string} */
export function travelled(cause, change) {
  const words = cause === "undo" ? gettext("Undone: %(what)s") : gettext("Made again: %(what)s");
  return say(words, { what: named(change) });
}

/** A change as a noun, for “Undo: …”. @param {Change} change @returns {string} */
export function named(change) {
  const names = {
    "field-set": gettext("edit of the background"),
    "line-set": gettext("edit of a line"),
    "line-added": gettext("new line"),
    "line-removed": gettext("removed line"),
    "line-moved": gettext("moved line"),
    "node-added": gettext("new node"),
    "node-set": gettext("edit of a node"),
    "node-removed": gettext("deleted node"),
    "node-moved": gettext("moved node"),
    "dialogue-set": gettext("edit of the sample dialogue"),
    discarded: gettext("discarding of unsaved edits"),
    joined: gettext("joining with a newer version"),
  };
  return names[change.kind] ?? change.kind;
}

/** Why the document refuses an operation. @param {string} code a TreeError's or ContentError's @returns {string} */
export function refused(code) {
  const reasons = {
    "already-first": gettext("It is the first already."),
    "already-last": gettext("It is the last already."),
    "already-top-level": gettext("It stands right below the root already."),
    "no-previous-sibling": gettext("There is no node above it on this level to go under."),
    "root-stays": gettext("The root stays where it is."),
    "root-has-no-sibling": gettext("There is only one root. Add a child instead."),
    "root-exists": gettext("There is a root already."),
    cycle: gettext("A node cannot go below itself."),
    "too-many-nodes": gettext("A task holds at most 200 nodes."),
    "too-many": gettext("A list holds at most 200 lines."),
    "too-long": gettext("At most 4,000 characters fit here. This is not saved until it is shorter."),
    "zero-character": gettext("This holds a character that cannot be stored."),
  };
  return reasons[code] ?? gettext("This cannot be done.");
}

/** @param {string} iso @returns {string} “14:02” today, “18 Nov, 14:02” before */
export function moment(iso) {
  const at = new Date(iso);
  const time = { hour: "2-digit", minute: "2-digit" };
  const today = at.toDateString() === new Date().toDateString();
  const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;
  return at.toLocaleString(language, today ? time : { day: "numeric", month: "short", ...time });
}

/** @param {number} seconds @returns {string} */
export function ago(seconds) {
  if (seconds < 5) return gettext("just now");
  if (seconds < 60) return say(gettext("%(n)s s ago"), { n: Math.floor(seconds / 5) * 5 });
  if (seconds < 3600) return say(gettext("%(n)s min ago"), { n: Math.floor(seconds / 60) });
  return "";
}

/** @param {string} words with %(names)s @param {Record<string, any>} values @returns {string} */
export const told = say;

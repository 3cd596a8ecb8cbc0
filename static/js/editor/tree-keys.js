/** Keys of the tree: what each means, from the event alone. */

const MOVES = { ArrowUp: "moveUp", ArrowDown: "moveDown", ArrowLeft: "outdent", ArrowRight: "indent" };
const ON_ITEM = {
  ArrowUp: "previous",
  ArrowDown: "next",
  ArrowLeft: "closeOrParent",
  ArrowRight: "openOrChild",
  Home: "first",
  End: "last",
  Enter: "edit",
  F2: "edit",
  Delete: "remove",
  ContextMenu: "menu",
  n: "addSibling",
  N: "addChild",
  g: "goTo",
  t: "tryIt",
  "*": "openAll",
  "?": "showKeys",
};

/**
 * @param {KeyboardEvent} event while a tree item itself has the focus
 * @returns {string | null} the action, null for keys that the tree leaves alone
 */
export function itemAction(event) {
  if (event.isComposing) return null;
  if (isMove(event)) return MOVES[event.key];
  if (event.shiftKey && event.key === "F10") return "menu";
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.shiftKey && event.key.startsWith("Arrow")) return null;
  const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase();
  return ON_ITEM[key] ?? null;
}

/** @param {KeyboardEvent} event while a field of the open card has the focus @returns {string | null} */
export function fieldAction(event) {
  if (event.isComposing) return null;
  if (isMove(event)) return MOVES[event.key];
  if (event.key === "Escape") return "done";
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return event.shiftKey ? "addChild" : "addSibling";
  return null;
}

/** Alt+Shift+arrows are the outliner's habit, and not the browser's Back. */
function isMove(event) {
  return event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && event.key in MOVES;
}

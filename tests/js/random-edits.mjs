/** Random edits of a TaskDocument, refusals included, for tests of properties. */
import { pick } from "./examples.mjs";

const WORDS = ["oil", "wick", "stair", "rope", "cup", "灯", "油"];

/** Lines that differ: to swap two equal ones would be a change that shows nowhere. */
const line = (random) => `${pick(random, WORDS)} ${random()}`;

const EDITS = {
  addChild: (task, uid, random) => task.addChild(uid, { text: pick(random, WORDS) }),
  addSibling: (task, uid, random) => task.addSibling(uid, { text: pick(random, WORDS) }),
  setNode: (task, uid, random) => task.setNode(uid, { text: pick(random, WORDS), purpose: pick(random, WORDS) }),
  removeNode: (task, uid) => task.removeNode(uid),
  moveUp: (task, uid) => task.moveUp(uid),
  moveDown: (task, uid) => task.moveDown(uid),
  indent: (task, uid) => task.indent(uid),
  outdent: (task, uid) => task.outdent(uid),
  reparent: (task, uid, random) =>
    task.reparent(uid, pick(random, task.tree.nodes).uid, Math.floor(random() * 4)),
  setField: (task, uid, random) => task.setField("goal", pick(random, WORDS)),
  addLine: (task, uid, random) => task.addLine("items", line(random), Math.floor(random() * 4)),
  setLine: (task, uid, random) =>
    task.setLine("items", Math.floor(random() * task.content.items.length), line(random)),
  moveLine: (task, uid, random) => task.moveLine("items", 0, Math.floor(random() * 4)),
  removeLine: (task) => task.removeLine("items", 0),
  adoptUtterance: (task, uid, random) => task.adoptUtterance(pick(random, WORDS), { utterance: 1, parent: uid }),
};

/**
 * One edit of a random kind at a random node.
 * @returns {{name: string, change: object | null, refused: string | null}}
 */
export function editAtRandom(task, random) {
  const name = pick(random, Object.keys(EDITS));
  const uid = pick(random, task.tree.nodes).uid;
  try {
    return { name, change: EDITS[name](task, uid, random), refused: null };
  } catch (error) {
    if (!["TreeError", "ContentError"].includes(error.name)) throw error;
    return { name, change: null, refused: error.code };
  }
}

import { questionFrom } from "../lib/question.js";
import { openNodes } from "../lib/trial.js";
import { element, icon, nodeLabel } from "./markup.js";

const MOST = 3;

/** What the seeker could ask to hear this node. @param {import("../lib/content.js").Node} node @returns {string} */
export function questionFor(node, { language, goal }) {
  if (node.parent === null) return goal;
  return questionFrom(node.purpose, language) || node.text;
}

/**
 * Questions at hand: the goal to begin with, then the open nodes, and the way out.
 * @param {{trial: import("../lib/trial.js").Trial, session: import("../lib/editing-session.js").EditingSession,
 *          fill: (question: string) => void, leave: () => void, askEverything: () => void}} parts
 *   `fill` puts words into the composer
 * @returns {HTMLElement[]}
 */
export function suggestions({ trial, session: { tree, content }, fill, leave, askEverything }) {
  const all = tree.nodes.length > 1 && [
    chip({ onclick: askEverything, title: gettext("One question per node, made of its purpose: does each find its own node?") }, icon("play", "sm"), gettext("Ask for every node")),
  ];
  if (trial.ended) return all || [];
  if (trial.given.size === 0) {
    const goal = content.goal && chip({ onclick: () => fill(content.goal) }, icon("chat", "sm"), gettext("Start with the goal"));
    return [goal, ...(all || [])].filter(Boolean);
  }
  const asked = openNodes(trial, tree).slice(0, MOST).map((node) => {
    const question = questionFor(node, content);
    return chip({ onclick: () => fill(question), title: question }, nodeLabel(node.label), gettext("ask for it"));
  });
  return [...asked, chip({ onclick: leave }, icon("door", "sm"), gettext("Say goodbye"))];
}

function chip(attributes, ...children) {
  return element("button.suggestion", { type: "button", ...attributes }, ...children);
}

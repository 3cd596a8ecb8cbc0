import { element, icon, iconButton, langTag, labelWords, setAttributes } from "./markup.js";
import { hintLine } from "./node-item.js";
import { told } from "./words.js";

/** More chips than this would push the words away; the rest is counted. */
const MOST_CHIPS = 2;

/** @param {string} list @param {number} index @param {{language: "en" | "zh", editable: boolean}} editor */
export function newRow(list, index, { language, editable }) {
  const names = { items: gettext("Item %(number)s"), skills: gettext("Skill %(number)s"), scenes: gettext("Scene %(number)s") };
  const name = told(names[list], { number: index + 1 });
  const area = element("textarea.input", { rows: 1, id: `${list}-${index}`, "aria-label": name, lang: langTag(language), readonly: !editable });
  const more = editable && iconButton("more", told(gettext("Actions for line %(number)s"), { number: index + 1 }), {
    class: "btn sm icon quiet more",
    "aria-haspopup": "menu",
  });
  const line = element("div.line", {}, area, element("span.uses"), more);
  return element("li", {}, line, element("div.lints", { id: `${list}-${index}-hints` }));
}

/**
 * @param {HTMLElement} row @param {string} words
 * @param {{state: string, nodes: import("../lib/content.js").Node[], hints: object[]}} facts from the checks
 */
export function showRow(row, words, { state, nodes, hints }) {
  const area = row.querySelector("textarea");
  if (area.value !== words) area.value = words;
  row.classList.toggle("unclear", hints.length > 0 || state === "loose");
  const key = JSON.stringify([state, nodes.map(({ uid, label }) => [uid, label]), hints.map(({ message }) => message)]);
  if (row.dataset.shows === key) return;
  row.dataset.shows = key;
  row.querySelector(".uses").replaceChildren(...useMarks(state, nodes));
  const place = row.querySelector(".lints");
  place.replaceChildren(...hints.map(hintLine));
  setAttributes(area, { "aria-describedby": hints.length ? place.id : null });
}

function useMarks(state, nodes) {
  if (state === "loose") return [element("span.badge.warn", { title: gettext("No node chooses it") }, icon("warn", "sm"), gettext("loose"))];
  if (state === "fixed") return [element("span.tiny.muted", { title: gettext("Nothing has to be chosen here") }, gettext("fixed"))];
  const shown = nodes.slice(0, MOST_CHIPS).map(({ uid, label }) => {
    const words = told(gettext("chosen by %(node)s"), { node: labelWords(label, "open") });
    return element("a.node", { href: `#node-${uid}`, title: words, "aria-label": words }, label);
  });
  const more = nodes.length - shown.length;
  return more > 0 ? [...shown, element("span.tiny.muted", {}, `+${more}`)] : shown;
}

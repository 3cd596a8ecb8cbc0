/** Elements built from data: texts always become text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag may carry classes: "p.small.muted"
 * @param {Record<string, any>} [attributes] false and null leave one out, true sets it empty; `on…` takes a listener
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(" ");
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** @param {string} name @param {Record<string, any>} [attributes] @param {...(Node | string)} children @returns {SVGElement} */
export function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Set, or take away, whatever differs. @param {Element} target @param {Record<string, any>} attributes */
export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) target.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) target.removeAttribute(name);
    else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value === true ? "" : value);
  }
}

/** A picture from the sprite; decoration only, words stand beside it. @param {string} name @param {string} [size] */
export function icon(name, size = "") {
  const sprite = document.querySelector("[data-icons]").dataset.icons;
  const use = drawing("use", { href: `${sprite}#${name}` });
  return drawing("svg", { class: `i ${size}`.trim(), "aria-hidden": "true" }, use);
}

/** @param {string} iconName @param {string} words @param {Record<string, any>} [attributes] @returns {HTMLButtonElement} */
export function button(iconName, words, attributes = {}) {
  return element("button.btn.sm", { type: "button", ...attributes }, iconName && icon(iconName, "sm"), words);
}

/** @param {string} iconName @param {string} name @param {Record<string, any>} [attributes] @returns {HTMLButtonElement} */
export function iconButton(iconName, name, attributes = {}) {
  const shown = { type: "button", "aria-label": name, title: name, ...attributes };
  return element("button.btn.sm.icon", shown, icon(iconName, "sm"));
}

/**
 * The atom: ring = open, solid with check = given, dashed with lock = locked, dotted = none.
 * @param {string} label @param {"open" | "given" | "locked" | "root" | "none"} [state]
 */
export function nodeLabel(label, state = "open") {
  const chip = element("span", {});
  showLabel(chip, label, state);
  return chip;
}

/** Let an existing chip show another label or state. @param {HTMLElement} chip @param {string} label @param {string} state */
export function showLabel(chip, label, state) {
  const key = `${state} ${label}`;
  if (chip.dataset.shows === key) return;
  chip.dataset.shows = key;
  chip.className = `node ${state}`;
  const sign = { given: "check", locked: "lock" }[state];
  const shown = state === "none" ? gettext("none") : label;
  const words = element("span.sr", {}, labelWords(label, state));
  chip.replaceChildren(...(sign ? [icon(sign, "sm")] : []), element("span", { "aria-hidden": "true" }, shown), words);
}

/** @param {string} label @param {string} state @returns {string} */
export function labelWords(label, state) {
  const words = {
    open: gettext("node %(label)s, open"),
    given: gettext("node %(label)s, given"),
    locked: gettext("node %(label)s, locked"),
    root: gettext("node %(label)s, the root"),
    none: gettext("no node"),
  }[state];
  return interpolate(words, { label }, true);
}

/** @param {"en" | "zh"} language @returns {string} the `lang` attribute of a text */
export function langTag(language) {
  return language === "zh" ? "zh-Hans" : "en";
}

/** Words marked as put in or taken out. @param {import("../lib/word-diff.js").Piece[]} pieces @returns {Node[]} */
export function markedPieces(pieces) {
  return pieces.map(({ kind, text }) => (kind === "same" ? new Text(text) : element(kind, {}, text)));
}

/** The log of Try it: pointing at a decision lights up its nodes, a chip leads to its node. */

/** @param {HTMLElement & Record<string, any>} pane the trial pane, with its `log` */
export function linkToTree(pane) {
  const light = ({ target, type }) => {
    const chip = target.closest("[data-uid]")?.dataset.uid ?? target.closest("[data-light]")?.dataset.light;
    const line = target.closest("[data-uids]")?.dataset.uids;
    const away = type === "pointerleave" || type === "focusout";
    pane.tell("light", away ? [] : chip ? [chip] : (line ?? "").split(" ").filter(Boolean));
  };
  for (const type of ["pointerover", "pointerleave", "focusin", "focusout"]) pane.listen(pane.log, type, light);
  pane.listen(pane.log, "click", (event) => {
    const uid = event.target.closest("[data-uid]")?.dataset.uid;
    if (!uid) return;
    event.preventDefault();
    pane.tell("goto", { kind: "node", uid });
  });
}

/** The last question at the top, so that reply and decision are read from their beginning. @param {HTMLElement & Record<string, any>} pane */
export function showLatest({ log, editor }) {
  const question = [...log.querySelectorAll(".me")].at(-1);
  if (question === undefined) return;
  if (getComputedStyle(log).overflowY === "auto") log.scrollTop = question.offsetTop - log.offsetTop - 8;
  else if (editor.dataset.pane === "try") question.scrollIntoView({ block: "start" });
}

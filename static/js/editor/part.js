import { EditingSession } from "../lib/editing-session.js";

/**
 * A part of the editor's page: knows the editor around it, and takes all its listeners and timers along when it goes.
 * Subclasses build themselves in `start`.
 */
export class EditorPart extends HTMLElement {
  #life;

  /** The `<task-editor>` around this part. @type {HTMLElement & {session: EditingSession}} */
  editor;

  connectedCallback() {
    this.#life = new AbortController();
    this.editor = this.closest("task-editor");
    this.start();
  }

  disconnectedCallback() {
    this.#life.abort();
  }

  /** Aborted when the part leaves the page. @returns {AbortSignal} */
  get life() {
    return this.#life.signal;
  }

  get session() {
    return this.editor.session;
  }

  /** @param {EventTarget} target @param {string} type @param {(event: any) => void} react @param {object} [options] */
  listen(target, type, react, options = {}) {
    target.addEventListener(type, react, { ...options, signal: this.life });
  }

  /** Tell the other parts. @param {string} type @param {any} [detail] */
  tell(type, detail) {
    this.editor.dispatchEvent(new CustomEvent(type, { detail }));
  }

  start() {}
}

/**
 * A function that runs once its calls have rested; `now()` runs it at once if a call is waiting.
 * @param {() => void} run @param {number} rest milliseconds @param {AbortSignal} life
 */
export function rested(run, rest, life) {
  let timer = null;
  const fire = () => {
    timer = null;
    run();
  };
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(fire, rest);
  };
  call.now = () => {
    if (timer === null) return;
    clearTimeout(timer);
    fire();
  };
  life.addEventListener("abort", () => clearTimeout(timer));
  return call;
}

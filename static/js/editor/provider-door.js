import { request } from "./server.js";

/** Whether the reply needs the language model, and whether it is in memory: it is loaded once per server. */
export class ProviderDoor {
  /** @type {"warm" | "loading" | "not_needed" | "unknown"} */
  model = "unknown";
  #asked = false;

  /** @param {{url: string, warmUrl: string, language: "en" | "zh"}} parts */
  constructor({ url, warmUrl, language }) {
    this.url = url;
    this.warmUrl = warmUrl;
    if (language === "zh") this.model = "not_needed";
  }

  /** Let the server load the model before the first question comes. */
  async warmUp() {
    if (this.#asked || this.model !== "unknown" || !this.warmUrl) return;
    this.#asked = true;
    const { warm } = await request(this.warmUrl).catch(() => ({ warm: null }));
    if (warm !== null) this.model = warm ? "warm" : "loading";
  }

  /** @param {{content: object, turns: object[], mode: string}} body @param {AbortSignal} signal */
  async reply(body, signal) {
    const answer = await request(this.url, { method: "POST", body, signal });
    if (answer.language_model) this.model = answer.language_model;
    return answer;
  }

  /** @returns {string} what a person waits for */
  get reason() {
    if (this.model === "loading") return gettext("Loading the language model, about 8 s, once");
    return gettext("The provider reads your draft");
  }
}

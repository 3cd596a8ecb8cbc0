/** What the server refused, or why it was not reached. `retryable`: the same request may succeed later. */
export class ServerError extends Error {
  constructor({ code, message, hint = "", where = "", status = 0, retryable = false, detail = {} }) {
    super(message);
    this.name = "ServerError";
    Object.assign(this, { code, hint, where, status, retryable, detail });
  }
}

/**
 * One request to the API.
 * @param {string} url
 * @param {{method?: string, body?: object, signal?: AbortSignal, keepalive?: boolean}} [options]
 * @returns {Promise<any>} the answer's JSON
 * @throws {ServerError}
 */
export async function request(url, { method = "GET", body, signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(url, { method, headers, signal, keepalive, body: body && JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError({ code: "offline", message: gettext("The connection is gone."), retryable: true });
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw refusal(response, answer);
}

function refusal({ status }, answer) {
  if (status >= 500 || status === 429 || answer === null) return unavailable(status);
  const { code = "error", message, hint, where, ...detail } = answer.error ?? {};
  return new ServerError({ code, message: message ?? gettext("The server refused this."), hint, where, status, detail });
}

function unavailable(status) {
  const message =
    status === 429 ? gettext("The server is busy with other people.") : gettext("The server has trouble answering.");
  return new ServerError({ code: "unavailable", message, status, retryable: true });
}

/** The cookie is newer than the page when somebody signed in again in another tab. */
function csrfToken() {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

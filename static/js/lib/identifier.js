/**
 * A fresh identifier: 32 hexadecimal digits, as the server makes its own.
 *
 * `crypto.randomUUID` exists only on https and localhost; a workbench in a laboratory's own network
 * may be neither, so the digits come from `getRandomValues`, which exists everywhere.
 * @returns {string}
 */
export function newIdentifier() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

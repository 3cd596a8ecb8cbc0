/** A purpose that says what is unclear names the question after these words. */
const UNCLEAR_EN = /\b(?:unclear|not clear|uncertain|unknown|not said|open)\s+(which|what|where|who|whom|whose|how|when|whether|why)\b/iu;
const UNCLEAR_ZH = /不(?:太)?(?:清楚|知道|明确|确定|明白)(?:的是)?[，：:]?/u;
const ENDING = /[\s.。!！?？;；:：，,]+$/u;

/**
 * A node's purpose as the seeker's question: a start that an author may reword.
 * @param {string} purpose
 * @param {"en" | "zh"} language
 * @returns {string} empty for an empty purpose
 */
export function questionFrom(purpose, language) {
  const asked = language === "zh" ? afterUnclearZh(purpose) : afterUnclearEn(purpose);
  const words = asked.replace(ENDING, "").trim();
  if (!words) return "";
  return language === "zh" ? `${words}？` : `${words[0].toUpperCase()}${words.slice(1)}?`;
}

function afterUnclearEn(purpose) {
  const found = UNCLEAR_EN.exec(purpose);
  return found === null ? purpose : purpose.slice(found.index + found[0].length - found[1].length);
}

function afterUnclearZh(purpose) {
  const found = UNCLEAR_ZH.exec(purpose);
  const rest = found === null ? "" : purpose.slice(found.index + found[0].length).replace(ENDING, "");
  return rest || purpose;
}

// Words as they are compared. The same as kb/languages/stemming.py, kb/curation/concepts/finder.py and kb/search/asking/plan.py.

export const WORD_OF_QUERY = /[\p{L}\p{N}]+/gu;
export const TOKEN = /[\p{L}\p{N}_]+/gu;
const ACCENTS = /\p{Mn}/gu;
const PLAIN = /^[\0-\x7f]*$/;
const NO_SIGN = /[\p{C}\p{Z}]/gu;
/** @type {Record<string, string>} */
const UNDECOMPOSED = { ł: "l", đ: "d", ß: "ss", œ: "oe", æ: "ae", ø: "o" };
const DYADIC = 2 ** 30;

/**
 * Small letters without accents, ł and đ included.
 *
 * @param {string} text
 */
export function fold(text) {
  const lowered = text.toLowerCase();
  if (PLAIN.test(lowered)) return lowered;
  return lowered.replace(/[łđßœæø]/g, (letter) => UNDECOMPOSED[letter]).normalize("NFKD").replace(ACCENTS, "");
}

/**
 * A query in NFC, control characters and runs of blanks as one blank.
 *
 * @param {string} query
 */
export function normalised(query) {
  return query.normalize("NFC").replace(NO_SIGN, " ").split(" ").filter(Boolean).join(" ");
}

/**
 * The words of a term as they are compared: in small letters, abbreviations as they are.
 *
 * @param {string} word
 */
export function tokensOfTerm(word) {
  return (word.match(TOKEN) ?? []).map((token) => (isAbbreviation(token) ? token : token.toLowerCase()));
}

/**
 * Whether a word is an abbreviation: MI is meant only where it is written in capitals.
 *
 * @param {string} token
 */
export function isAbbreviation(token) {
  return token.length > 1 && isUpper(token);
}

/** @param {string} text */
export function isUpper(text) {
  return /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

/**
 * As Python rounds: halves to the even neighbour.
 *
 * @param {number} value
 * @param {number} digits
 */
export function rounded(value, digits) {
  const scaled = value * 10 ** digits;
  const isHalf = scaled % 1 === 0.5 && Number.isInteger(value * DYADIC);
  if (!isHalf) return Number(value.toFixed(digits));
  const down = Math.floor(scaled);
  return (down % 2 ? down + 1 : down) / 10 ** digits;
}

/**
 * The order of Python's strings, for signs of one unit.
 *
 * @param {string} one
 * @param {string} other
 */
export function byCode(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

// Words as they are compared. The same as kb/languages/stemming.py, kb/curation/concepts/finder.py and kb/search/asking/plan.py.

// What may stand in a word and is no letter, as kb/languages/letters.toml has it.
const MARK =
  "\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670" +
  "\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a\\u0900-\\u0963\\u0966-\\u0df3" +
  "\\u0e31-\\u0e3a\\u0e47-\\u0e4e\\u0eb1-\\u0ecd\\u102b-\\u109d\\u17b4-\\u17d3\\u3099\\u309a";
/* eslint-disable no-misleading-character-class -- marks stand in these classes for themselves */
export const WORD_OF_QUERY = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${MARK}]*`, "gu");
export const TOKEN = new RegExp(`[\\p{L}\\p{N}_][\\p{L}\\p{N}_${MARK}]*`, "gu");
// Marks that people leave out; before them those of letters of their own.
const ACCENTS = new RegExp(
  "([иу]\\u0306|і\\u0308|[гк]\\u0301)" +
    "|[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7" +
    "\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed" +
    "\\u0711\\u0730-\\u074a\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]",
  "gu",
);
/* eslint-enable no-misleading-character-class */
const PLAIN = /^[\0-\x7f]*$/;
const NO_SIGN = /[\p{C}\p{Z}]/gu;
/** @type {Record<string, string>} */
const UNDECOMPOSED = { ł: "l", đ: "d", ß: "ss", œ: "oe", æ: "ae", ø: "o", ı: "i", ς: "σ", "\u0640": "" };
const DYADIC = 2 ** 30;

/**
 * Words in small letters. Turkish İ is i in every language.
 *
 * @param {string} words
 */
export function lowerCase(words) {
  return words.replaceAll("İ", "i").toLowerCase();
}

/**
 * Small letters without accents, ł and đ included.
 *
 * @param {string} text
 */
export function fold(text) {
  if (PLAIN.test(text)) return text.toLowerCase();
  const small = text.normalize("NFKD").toLowerCase();
  return small.replace(/[łđßœæøıς\u0640]/g, (letter) => UNDECOMPOSED[letter]).replace(ACCENTS, "$1").normalize("NFC");
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
  return (word.match(TOKEN) ?? []).map((token) => (isAbbreviation(token) ? token : lowerCase(token)));
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

// Finds the dates in a line: 8 March 2003, MARCH 8, 2003, 2003. 03. 08., ottobre del 2011.
// The same as kb/linking/dating/dates.py.

import { DATES } from "./words.js";

/** @import { DateToken, WrittenDate } from "./types.d.ts" */

const ROMANS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
const [TIME, NUMBER, WORD, BLANKS] = [1, 2, 3, 4];
const CENTURY = 100;
const SHORT = 2;
const FULL = 4;
const APOSTROPHES = "'’‘`´";

/**
 * The tokens of a line, in order.
 *
 * @param {string} line
 * @returns {DateToken[]}
 */
export function tokensOf(line) {
  return [...line.matchAll(DATES.token)].map((match) => {
    const [text] = match;
    const kind = [TIME, NUMBER, WORD, BLANKS].find((group) => match[group] !== undefined);
    return { code: codeOf(kind, text), text, start: match.index, end: match.index + text.length };
  });
}

/**
 * @param {number | undefined} kind
 * @param {string} text
 */
function codeOf(kind, text) {
  if (kind === TIME) return "t";
  if (kind === NUMBER) return text.length <= SHORT ? "n" : text.length === FULL && ["19", "20"].includes(text.slice(0, 2)) ? "Y" : "x";
  if (kind === WORD) {
    const word = text.toLowerCase();
    if (ROMANS.includes(text)) return "I";
    if (DATES.months.has(word)) return "M";
    return DATES.joined.has(word) ? "o" : "w";
  }
  if (kind === BLANKS) return "_";
  if ("–—".includes(text)) return "-";
  return "./,-+()".includes(text) ? text : "x";
}

/** @param {DateToken} token */
export function isWord({ code }) {
  return code === "w" || code === "o";
}

/** @param {DateToken} token */
export function isCapital({ text }) {
  const [letter] = text;
  return letter !== letter.toLowerCase();
}

/**
 * The dates among the tokens of a line, in order; what cannot be a date is none.
 *
 * @param {DateToken[]} tokens
 * @returns {WrittenDate[]}
 */
export function datesIn(tokens) {
  const row = tokens.map(({ code }) => code).join("");
  /** @type {WrittenDate[]} */
  const dates = [];
  for (const match of row.matchAll(DATES.forms)) {
    const end = match.index + match[0].length;
    const found = tokens.slice(match.index, end);
    const last = found[found.length - 1];
    if (!match[0].includes("Y") && [".n", "/n"].includes(row.slice(end, end + 2))) continue;
    const year = yearOf(found);
    if (year !== null) dates.push({ start: found[0].start, end: last.end, year });
  }
  return dates;
}

/**
 * The year of a date; null if there is no such day.
 *
 * @param {DateToken[]} found
 */
function yearOf(found) {
  const numbers = found.filter(({ code }) => code === "n").map(({ text }) => Number(text));
  const full = found.find(({ code }) => code === "Y");
  let year = full ? Number(full.text) : null;
  if (year === null) {
    if (found[found.length - 1].text.length !== SHORT) return null;
    year = yearOfTwo(numbers.pop() ?? 0);
  }
  if (year === null || year < DATES.first || year > DATES.last) return null;
  const month = found.find(({ code }) => code === "M" || code === "I");
  if (month) {
    const months = month.code === "I" ? [ROMANS.indexOf(month.text) + 1] : DATES.months.get(month.text.toLowerCase()) ?? [];
    return !numbers.length || months.some((one) => isDay(year, one, numbers[0])) ? year : null;
  }
  const [first, second] = numbers;
  if (found[0].code === "Y") return isDay(year, first, second) ? year : null;
  const american = found.some(({ code }) => code === "/") && isDay(year, first, second);
  return american || isDay(year, second, first) ? year : null;
}

/**
 * @param {number} year
 * @param {number} month
 * @param {number} day
 */
function isDay(year, month, day) {
  return month >= 1 && month <= ROMANS.length && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The year that two digits mean: 98 is 1998, 07 is 2007; null for those that mean none.
 *
 * @param {number} number
 */
function yearOfTwo(number) {
  if (number <= DATES.turn) return 2000 + number;
  return number >= CENTURY - 10 ? 1900 + number : null;
}

/**
 * The years among tokens that may be of a document or a code: their indexes, and the years.
 *
 * @param {DateToken[]} tokens
 * @returns {[number, number][]}
 */
export function yearsIn(tokens) {
  /** @type {[number, number][]} */
  const years = [];
  tokens.forEach(({ code, text }, at) => {
    let year = code === "Y" ? Number(text) : null;
    if (code === "n" && text.length === SHORT && at && APOSTROPHES.includes(tokens[at - 1].text)) year = yearOfTwo(Number(text));
    if (year !== null && year >= DATES.first && year <= DATES.last) years.push([at, year]);
  });
  return years;
}

/**
 * The index of the token that begins at a place of the line, or of the first one behind it.
 *
 * @param {DateToken[]} tokens
 * @param {number} start
 */
export function indexAt(tokens, start) {
  const at = tokens.findIndex((token) => token.start >= start);
  return at < 0 ? tokens.length : at;
}

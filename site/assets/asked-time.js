// What the words of a search say of time: since 2019, 2019-től, do 2020, a year alone. The same as kb/library/query_words.py.

/** @typedef {"since" | "until" | "in"} Bound */
/** @typedef {Record<"before" | "after" | "behind", Record<string, Bound>> & { years: [number, number] }} TimeWords */

/** A day, a month or a year, and an ending behind it. */
const DATE = /(?<![\p{L}\p{N}])((?:19|20)[0-9]{2}(?:-[0-9]{2}){0,2})(?:[-–]?(\p{L}{1,6}))?(?![\p{L}\p{N}]|-[0-9])/gu;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}]|-[0-9])/u;

/**
 * A search without what it says of time, and that: ISO dates, months or years; "" where nothing is said.
 *
 * @param {string} query
 * @param {TimeWords} words
 */
export function askedTime(query, words) {
  /** @type {Partial<Record<Bound, string>>} */
  const bounds = {};
  const rest = [];
  let at = 0;                           // the end of the last time that counts
  let read = 0;                         // the end of whatever was read
  for (const { 0: written, 1: date, 2: ending = "", index: start } of query.matchAll(DATE)) {
    const end = start + written.length;
    const before = longest(words.before, (word) => {
      const from = start - word.length - 1;
      return from >= read && isThere(`${word} `, query, from) && !ENDS_IN_WORD.test(query.slice(Math.max(0, from - 2), from));
    });
    const after = ending ? "" : longest(words.after, (word) => isThere(` ${word}`, query, end) && !GOES_ON.test(query.slice(end + word.length + 1)));
    read = end + (after && ` ${after}`).length;
    const bound = ending ? words.behind[ending.toLowerCase()] : words.before[before] ?? words.after[after] ?? "in";
    if (!bound || !isDate(date, words.years)) continue;
    bounds[bound] ??= date;
    rest.push(query.slice(at, start - (before && `${before} `).length));
    at = read;
  }
  rest.push(query.slice(at));
  return { rest: stripped(rest.join(" ")), since: bounds.since ?? bounds.in ?? "", until: bounds.until ?? bounds.in ?? "" };
}

/**
 * The longest of some words that something holds for; "" if it holds for none.
 *
 * @param {Record<string, Bound>} words
 * @param {(word: string) => boolean} holds
 */
function longest(words, holds) {
  return Object.keys(words).filter(holds).reduce((one, other) => (other.length > one.length ? other : one), "");
}

/**
 * @param {string} words
 * @param {string} query
 * @param {number} at
 */
function isThere(words, query, at) {
  return query.slice(at, at + words.length).toLowerCase() === words;
}

/**
 * Words with one blank between them, without blanks and commas around them.
 *
 * @param {string} words
 */
function stripped(words) {
  const said = words.split(/\s+/).join(" ");
  let [start, end] = [0, said.length];
  while (start < end && " ,;".includes(said[start])) start++;
  while (end > start && " ,;".includes(said[end - 1])) end--;
  return said.slice(start, end);
}

/**
 * @param {string} written
 * @param {[number, number]} years
 */
function isDate(written, [first, last]) {
  const [year, month = 1, day = 1] = written.split("-").map(Number);
  return year >= first && year <= last && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

// What the words of a search say of time: since 2019, 2019-től, do 2020, a year alone. The same as kb/library/query_words.py.

/** @typedef {"since" | "until" | "in"} Bound */
/** @typedef {Record<"before" | "after" | "behind", Record<string, Bound>> & { years: [number, number] }} TimeWords */

const ALNUM = "[\\p{L}\\p{N}]";

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
  let at = 0;
  for (const match of query.matchAll(patternOf(words))) {
    const [before, date, ending, after] = match.slice(1).map((part) => (part ?? "").toLowerCase().trim());
    const bound = ending ? words.behind[ending] : words.before[before] ?? words.after[after] ?? "in";
    if (!bound || !isDate(date, words.years)) continue;
    bounds[bound] ??= date;
    rest.push(query.slice(at, match.index));
    at = match.index + match[0].length;
  }
  rest.push(query.slice(at));
  const said = rest.join(" ").split(/\s+/).join(" ").replace(/^[ ,;]+|[ ,;]+$/g, "");
  return { rest: said, since: bounds.since ?? bounds.in ?? "", until: bounds.until ?? bounds.in ?? "" };
}

/** @param {TimeWords} words */
function patternOf({ before, after }) {
  const [one, other] = [before, after].map((bounds) => Object.keys(bounds).sort((a, b) => b.length - a.length).map(escaped).join("|"));
  const date = `(?<!${ALNUM})((?:19|20)[0-9]{2}(?:-[0-9]{2}){0,2})`;
  return new RegExp(`(?:(?<!${ALNUM})(${one}) )?${date}(?:[-–]?(\\p{L}{1,6})|( (?:${other})))?(?!${ALNUM}|-[0-9])`, "giu");
}

/** @param {string} word */
const escaped = (word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * @param {string} written
 * @param {[number, number]} years
 */
function isDate(written, [first, last]) {
  const [year, month = 1, day = 1] = written.split("-").map(Number);
  return year >= first && year <= last && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

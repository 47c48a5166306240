// Says when a document was written, and of which code its numbers may be therefore.
// The same as kb/linking/dating/dating.py, which has the rules.

import * as DATA from "kodeks-data";
import { datelinesIn, titleYear } from "./datelines.js";
import { datesIn, tokensOf, yearsIn } from "./dates.js";
import { headOf, mailLines, tailOf } from "./lines.js";
import { namedCode } from "./named-code.js";
import { DATES } from "./words.js";

/** @import { Dating, FoundDate, Line, NamedCode } from "./types.d.ts" */

const TITLE_LINES = 3;

// The years of the codes, the oldest first, with the first year in which each was in force.
const CODES = Object.entries(DATA.index.codes).sort(([one], [other]) => (one < other ? -1 : 1));
const YEARS = new Set(CODES.map(([code]) => code));

/**
 * When a document was written; null where nothing says so. `fields` are what it says of itself as data, `view` is the
 * document's with its headings.
 *
 * @param {Map<string, string>} fields
 * @param {string} view
 * @returns {Dating | null}
 */
export function datingOf(fields, view) {
  if (!CODES.length) return null;
  const lines = headOf(view);
  const named = codeIn(fields) ?? namedCode(lines, YEARS);
  const found = firstFound(fields, lines, view, named === null);
  const newest = CODES[CODES.length - 1][0];
  const isCurrent = found !== null && inForce(found.year) === newest;
  if (named && (named.year === newest || !isCurrent)) {
    const { year: code, start, quote, isTitle } = named;
    return { year: found?.year ?? null, code, source: "code", start, quote, isStated: isTitle };
  }
  return found && { ...found, code: inForce(found.year), isStated: false };
}

/**
 * The code that was in force in a year; the first of all for a year before that.
 *
 * @param {number} year
 */
function inForce(year) {
  const before = CODES.filter(([, since]) => since <= year);
  return (before[before.length - 1] ?? CODES[0])[0];
}

/**
 * The code that front matter names: `edition: rules-1997`.
 *
 * @param {Map<string, string>} fields
 * @returns {NamedCode | null}
 */
function codeIn(fields) {
  for (const [name, value] of fields) {
    if (!DATES.codeFields.has(name)) continue;
    const years = yearsIn(tokensOf(value)).map(([, year]) => String(year)).filter((year) => YEARS.has(year));
    if (years.length === 1) return { start: 0, quote: value, year: years[0], isTitle: true };
  }
  return null;
}

/**
 * The date that the first rule finds which finds any; that of a title only if `isTitled`, as the year of a title that
 * names a code is that of the code.
 *
 * @param {Map<string, string>} fields
 * @param {Line[]} lines
 * @param {string} view
 * @param {boolean} isTitled
 */
function firstFound(fields, lines, view, isTitled) {
  return dateIn(fields) ?? newestOf(inHead(lines, view)) ?? (isTitled ? titled(lines) : null) ?? newestOf(inLines("end", tailOf(view)));
}

/**
 * @param {Map<string, string>} fields
 * @returns {FoundDate | null}
 */
function dateIn(fields) {
  for (const [name, value] of fields) {
    if (!DATES.dateFields.has(name)) continue;
    const tokens = tokensOf(value);
    const year = datesIn(tokens)[0]?.year ?? yearsIn(tokens)[0]?.[1];
    if (year !== undefined) return { year, source: "data", start: 0, quote: value };
  }
  return null;
}

/**
 * @param {Line[]} lines
 * @returns {FoundDate | null}
 */
function titled(lines) {
  for (const line of lines.slice(0, TITLE_LINES)) {
    const date = titleYear(line);
    if (date) return { year: date.year, source: "title", start: line.start + date.start, quote: line.text.slice(date.start, date.end) };
  }
  return null;
}

/**
 * @param {Line[]} lines
 * @param {string} view
 */
function inHead(lines, view) {
  const found = inLines("dateline", lines);
  const last = lines[lines.length - 1];
  if (!last || !mailLines(view.slice(0, last.start + last.text.length)).length) return found;
  const mails = mailLines(view).flatMap((line) => datesIn(tokensOf(line.text)).map((date) => ({ line, date })));
  return [...found, ...mails.map(({ line, date }) => foundIn("dateline", line, date))];
}

/**
 * @param {Dating["source"]} source
 * @param {Line[]} lines
 * @returns {FoundDate[]}
 */
function inLines(source, lines) {
  return lines.flatMap((line) => datelinesIn(line, source === "end").map((date) => foundIn(source, line, date)));
}

/**
 * @param {Dating["source"]} source
 * @param {Line} line
 * @param {{ start: number, end: number, year: number }} date
 * @returns {FoundDate}
 */
function foundIn(source, line, { start, end, year }) {
  return { year, source, start: line.start + start, quote: line.text.slice(start, end) };
}

/**
 * The newest of some dates, the first of equal ones; null where there is none.
 *
 * @param {FoundDate[]} found
 * @returns {FoundDate | null}
 */
function newestOf(found) {
  return found.reduce((/** @type {FoundDate | null} */ newest, date) => (newest && newest.year >= date.year ? newest : date), null);
}

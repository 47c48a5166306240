// The lines at the beginning and at the end of a document, where its date stands.
// The same as kb/linking/dating/lines.py.

import { BREAK } from "../addresses.js";
import { charactersAfter, charactersBefore } from "../characters.js";
import { DATES } from "./words.js";

/** @import { Line } from "./types.d.ts" */

const [HEAD_LINES, TAIL_LINES] = [8, 4];
const [HEAD, TAIL] = [4000, 1500];
const LONGEST_LINE = 400;
const MAIL_LINE = 120;

const LINE_END = new RegExp(`[\n${BREAK}]+`, "g");
const SILENT = /[\0\x01]/g;
const MAIL_HEADER = new RegExp(`(?:^|[\n${BREAK}])[> \\t*]{0,20}(?:${[...DATES.mail].sort().join("|")})\\*{0,2}:`, "gi");

/**
 * The first lines of a view that have words, each cut where it is long.
 *
 * @param {string} view
 */
export function headOf(view) {
  const lines = linesOf(view.slice(0, charactersAfter(view, 0, HEAD)), 0).slice(0, HEAD_LINES);
  return lines.map(({ start, text }) => ({ start, text: text.slice(0, charactersAfter(text, 0, LONGEST_LINE)) }));
}

/**
 * The last lines of a view that have words; of a long one its end.
 *
 * @param {string} view
 */
export function tailOf(view) {
  const first = charactersBefore(view, view.length, TAIL);
  const lines = linesOf(view.slice(first), first).slice(-TAIL_LINES);
  return lines.map(({ start, text }) => {
    const cut = charactersBefore(text, text.length, LONGEST_LINE);
    return { start: start + cut, text: text.slice(cut) };
  });
}

/**
 * What stands behind the words for a date in the headers of mails.
 *
 * @param {string} view
 * @returns {Line[]}
 */
export function mailLines(view) {
  return [...view.matchAll(MAIL_HEADER)].map(({ index, 0: header }) => {
    const start = index + header.length;
    const end = view.indexOf("\n", start);
    const most = charactersAfter(view, start, MAIL_LINE);
    return { start, text: view.slice(start, end < 0 ? most : Math.min(end, most)).replace(SILENT, " ") };
  });
}

/**
 * The lines with words, with blanks in place of signs that stand for markup.
 *
 * @param {string} text
 * @param {number} first
 * @returns {Line[]}
 */
function linesOf(text, first) {
  /** @type {Line[]} */
  const lines = [];
  let at = 0;
  /** @param {number} end */
  const take = (end) => {
    const words = text.slice(at, end).replace(SILENT, " ");
    if (DATES.wordSign.test(words)) lines.push({ start: first + at, text: words });
  };
  for (const { index, 0: ends } of text.matchAll(LINE_END)) {
    take(index);
    at = index + ends.length;
  }
  take(text.length);
  return lines;
}

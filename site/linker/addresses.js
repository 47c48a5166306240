// Masks addresses of pages, addresses of mail and names of files (Law27.pdf): numbers in them cite nothing.
// The same as kb/linking/zones/bare_addresses.py.

import { BLANK, charactersBefore } from "./characters.js";

// The signs of a view that stand for no text, for a mark that is read over, and for the end of a block.
export const NO_TEXT = "\0";
export const MARK = "\x01";
export const BREAK = "\x1d";
// The same for a <br>: a blank too, behind which a path may go on as on a new line.
export const LINE_BREAK = "\r";

const BACKSLASH = /(^|[^\\])\\(?=\r?\n)/g;

/**
 * A text with a blank for each backslash that only breaks a line, as Markdown has it.
 *
 * @param {string} text
 */
export function withoutLineBreaks(text) {
  return text.replace(BACKSLASH, "$1 ");
}

const REST = new RegExp(`[^${BLANK}\\0\\x01]+`, "y");
const DOMAIN = new RegExp(`[^${BLANK}\\0\\x01@]{1,255}`, "uy");
const NO_LOCAL = new RegExp(`[${BLANK}\\0\\x01@<>()\\[\\]]`);
const SUFFIX = /\.[a-z]{2,4}(?![\p{L}\p{N}_])/gu;
const STEM_SIGN = /[\p{L}\p{N}_-]/u;
const FILE_STEM = /(?<![\p{L}\p{N}_])(?=\p{L}|\p{Nl}|\p{No})[\p{L}\p{N}_-]+/u;
const LOCAL = 64;
const LONGEST_STEM = 65;

/**
 * A text of the same length in which addresses and names of files are masked.
 *
 * @param {string} text
 */
export function addressesMasked(text) {
  const restEnd = restOf(text);
  /** @type {((text: string, at: number) => [number, number] | null)[]} */
  const kinds = [(whole, at) => scheme(whole, at, restEnd), (whole, at) => www(whole, at, restEnd), mail, file];
  const ahead = kinds.map((kind) => kind(text, 0));
  const out = [];
  let at = 0;
  for (;;) {
    const spans = ahead.filter((span) => span !== null);
    if (!spans.length) break;
    const [start, end] = spans.reduce((first, span) => (span[0] < first[0] ? span : first));
    out.push(text.slice(at, start), NO_TEXT.repeat(end - start));
    at = end;
    ahead.forEach((span, number) => {
      if (span && span[0] < end) ahead[number] = kinds[number](text, end);
    });
  }
  return out.length ? out.join("") + text.slice(at) : text;
}

/**
 * Where the match of a sticky pattern ends that begins at a place; 0 where none does.
 *
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 */
export function endOf(pattern, text, at) {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match ? at + match[0].length : 0;
}

/**
 * Finds where the run of signs ends that has no blank in it. The last run is remembered, as many places may be in it.
 *
 * @param {string} text
 * @returns {(at: number) => number}
 */
function restOf(text) {
  let [begins, ends] = [0, 0];
  return (at) => {
    if (at < begins || at >= ends) {
      const end = endOf(REST, text, at);
      if (!end) return 0;
      [begins, ends] = [at, end];
    }
    return ends;
  };
}

/**
 * The first address with http:// or https:// from a place on.
 *
 * @param {string} text
 * @param {number} at
 * @param {(at: number) => number} restEnd
 * @returns {[number, number] | null}
 */
function scheme(text, at, restEnd) {
  for (let colon = text.indexOf("://", at); colon >= 0; colon = text.indexOf("://", colon + 3))
    for (const name of ["https", "http"]) {
      const start = colon - name.length;
      if (start < at || !text.startsWith(name, start)) continue;
      const end = restEnd(colon + 3);
      if (end) return [start, end];
      break;
    }
  return null;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {(at: number) => number} restEnd
 * @returns {[number, number] | null}
 */
function www(text, at, restEnd) {
  for (let start = text.indexOf("www.", at); start >= 0; start = text.indexOf("www.", start + 1)) {
    const end = restEnd(start + 4);
    if (end) return [start, end];
  }
  return null;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {[number, number] | null}
 */
function mail(text, at) {
  for (let sign = text.indexOf("@", at); sign >= 0; sign = text.indexOf("@", sign + 1)) {
    const first = charactersBefore(text, sign, LOCAL, at);
    let start = sign;
    while (start > first && !NO_LOCAL.test(text[start - 1])) start -= 1;
    const end = start < sign && endOf(DOMAIN, text, sign + 1);
    if (end) return [start, end];
  }
  return null;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {[number, number] | null}
 */
function file(text, at) {
  SUFFIX.lastIndex = at;
  for (let suffix; (suffix = SUFFIX.exec(text)); ) {
    const first = charactersBefore(text, suffix.index, LONGEST_STEM, at);
    let start = suffix.index;
    while (start > first) {
      const before = charactersBefore(text, start, 1, first);
      if (!STEM_SIGN.test(text.slice(before, start))) break;
      start = before;
    }
    // what stands before says whether a word begins
    const lead = charactersBefore(text, start, 1);
    const stem = FILE_STEM.exec(text.slice(lead, suffix.index));
    if (stem && lead + stem.index >= start) return [lead + stem.index, suffix.index + suffix[0].length];
  }
  return null;
}

// What a line of Markdown may begin besides a paragraph: code, a heading, a rule, HTML, a row of a table.

import { namesIn } from "./elements.js";
import { tagEnd } from "./inline.js";

export const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;
export const ATX = /^(#{1,6})(?=[ \t]|$)[ \t]*/;
export const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const BLOCK_TAGS = namesIn(`address article aside base basefont blockquote body caption center col colgroup dd details
  dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html
  iframe legend li link main menu menuitem nav noframes ol optgroup option p param section summary table tbody
  td tfoot th thead title tr track ul`);
const RAW_TAG = /^<(?:script|pre|style|textarea)(?=[ \t>]|$)/i;
const RAW_TAG_END = /<\/(?:script|pre|style|textarea)>/i;
const TAG_AT_LINE = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[ \t]|\/?>|$)/;

/**
 * Whether words end a paragraph: those of a rule, a heading, code, HTML.
 *
 * @param {string} words
 */
export function startsLeaf(words) {
  return FENCE.test(words) || RULE.test(words) || ATX.test(words) || htmlUntil(words, true) !== null;
}

/**
 * What ends the HTML block that words begin, false for a blank line; null where they begin none.
 *
 * @param {string} words
 * @param {boolean} inParagraph
 * @returns {RegExp | false | null}
 */
export function htmlUntil(words, inParagraph) {
  if (words[0] !== "<") return null;
  if (RAW_TAG.test(words)) return RAW_TAG_END;
  if (words.startsWith("<!--")) return /-->/;
  if (words.startsWith("<?")) return /\?>/;
  if (words.startsWith("<![CDATA[")) return /\]\]>/;
  if (/^<![A-Za-z]/.test(words)) return />/;
  const tag = TAG_AT_LINE.exec(words);
  if (tag && BLOCK_TAGS.has(tag[1].toLowerCase())) return false;
  if (inParagraph || !tag) return null;
  const end = tagEnd(words, 0);
  return end && !words.slice(end).trim() ? false : null;
}

/**
 * The cells of a row of a table, whose words begin at a place; a backslash before a pipe makes it one of the words.
 *
 * @param {string} words
 * @param {number} place
 * @returns {[number, number][]}
 */
export function cellsOf(words, place) {
  /** @type {[number, number][]} */
  const cells = [];
  let at = words[0] === "|" ? 1 : 0;
  while (at < words.length) {
    let stop = at;
    while (stop < words.length && (words[stop] !== "|" || words[stop - 1] === "\\")) stop += 1;
    cells.push([place + at, place + stop]);
    at = stop + 1;
  }
  return cells;
}

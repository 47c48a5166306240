// The parts of links in Markdown: addresses, titles, labels, and the definitions of labels.

import { BLANK, charactersAfter, IS_BLANK, stripped } from "./characters.js";
import { BLANK_RUN } from "./elements.js";
import { past } from "./tags.js";

const BLANKS = new RegExp(`[${BLANK}]*`, "y");

/** @type {Record<string, string>} */
const TITLES = { '"': '"', "'": "'", "(": ")" };

export const LONGEST_LABEL = 999;

/**
 * @param {string} text
 * @param {number} at
 */
export function pastBlanks(text, at) {
  return past(BLANKS, text, at);
}

/**
 * Where `(address "title")` ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} open
 */
export function targetEnd(text, open) {
  if (text[open] !== "(") return 0;
  let at = addressEnd(text, pastBlanks(text, open + 1));
  if (at < 0) return 0;
  const title = pastBlanks(text, at);
  if (title > at) at = titleEnd(text, title) || at;
  at = pastBlanks(text, at);
  return text[at] === ")" ? at + 1 : 0;
}

/**
 * Where the address of a link ends, which may be empty; -1 where it is none.
 *
 * @param {string} text
 * @param {number} start
 */
function addressEnd(text, start) {
  let at = start;
  if (text[at] === "<") {
    at = pastEscaped(text, at + 1, "<>\n");
    return text[at] === ">" ? at + 1 : -1;
  }
  while (at < text.length && text[at] !== ")" && !IS_BLANK.test(text[at])) {
    if (text[at] === "\\") at += at + 1 < text.length && !IS_BLANK.test(text[at + 1]) ? 2 : 1;
    else if (text[at] === "(") {
      let end = at + 1;
      while (end < text.length && !"()".includes(text[end]) && !IS_BLANK.test(text[end])) end += text[end] === "\\" && end + 1 < text.length && !IS_BLANK.test(text[end + 1]) ? 2 : 1;
      if (text[end] !== ")") return at;
      at = end + 1;
    } else at += 1;
  }
  return at;
}

/**
 * Where the title of a link ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} start
 */
function titleEnd(text, start) {
  const close = TITLES[text[start]];
  if (!close) return 0;
  const at = pastEscaped(text, start + 1, close === ")" ? "()" : close);
  return text[at] === close ? at + 1 : 0;
}

/**
 * The place of the first of some signs that no backslash stands before, or the text's end.
 *
 * @param {string} text
 * @param {number} start
 * @param {string} signs
 */
function pastEscaped(text, start, signs) {
  let at = start;
  while (at < text.length && !signs.includes(text[at])) at += text[at] === "\\" && text[at + 1] !== "\n" ? 2 : 1;
  return Math.min(at, text.length);
}

/**
 * The words of `[label]` and where it ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} open
 * @returns {[string, number]}
 */
export function labelAt(text, open) {
  let at = open + 1;
  if (text[open] !== "[") return ["", 0];
  for (let left = LONGEST_LABEL; left > 0 && at < text.length && text[at] !== "[" && text[at] !== "]"; left--) {
    if (text[at] === "\\") at += 1;
    at = charactersAfter(text, at, 1);
  }
  return text[at] === "]" ? [text.slice(open + 1, at), at + 1] : ["", 0];
}

/**
 * The labels of links that a block defines at its beginning, and where its text begins behind the definitions.
 *
 * @param {string} text
 * @returns {[string[], number]}
 */
export function definitionsIn(text) {
  /** @type {string[]} */
  const labels = [];
  let at = 0;
  for (let end; (end = definitionEnd(text, at, labels)); ) at = end;
  return [labels, at];
}

/**
 * Where the definition of a link ends that begins at a place; 0 where none does. Adds its label to `labels`.
 *
 * @param {string} text
 * @param {number} start
 * @param {string[]} labels
 */
function definitionEnd(text, start, labels) {
  const [label, end] = labelAt(text, pastSpaces(text, start));
  if (!end || text[end] !== ":" || !normalLabel(label)) return 0;
  const address = pastLineEnd(text, end + 1);
  let at = addressEnd(text, address);
  if (at <= address || (at < text.length && !IS_BLANK.test(text[at]))) return 0;
  const title = pastLineEnd(text, at);
  const close = title > at ? titleEnd(text, title) : 0;
  if (close && atLineEnd(text, pastSpaces(text, close))) at = close;
  at = pastSpaces(text, at);
  if (!atLineEnd(text, at)) return 0;
  labels.push(normalLabel(label));
  return Math.min(at + 1, text.length);
}

/**
 * @param {string} text
 * @param {number} start
 */
function pastSpaces(text, start) {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/**
 * @param {string} text
 * @param {number} start
 */
function pastLineEnd(text, start) {
  const at = pastSpaces(text, start);
  return text[at] === "\n" ? pastSpaces(text, at + 1) : at;
}

/**
 * @param {string} text
 * @param {number} at
 */
function atLineEnd(text, at) {
  return at >= text.length || text[at] === "\n";
}

/**
 * A label as Markdown compares them: in one case, white space as one blank.
 *
 * @param {string} label
 */
export function normalLabel(label) {
  return stripped(label.toLowerCase().toUpperCase()).split(BLANK_RUN).join(" ");
}

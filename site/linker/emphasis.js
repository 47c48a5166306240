// The marks of emphasis in a block of Markdown: *, _, ~~.
// The same as kb/linking/zones/emphasis.py.

import { MARK } from "./addresses.js";
import { charactersAfter, charactersBefore, isBlank } from "./characters.js";

const MARKS = /\*+|_+|~~+/g;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/**
 * The text from one place to another with marks that may open or close emphasis masked.
 *
 * @param {string} whole
 * @param {number} first
 * @param {number} last
 */
export function emphasisMasked(whole, first, last) {
  const text = whole.slice(0, last);
  const out = [];
  let at = first;
  MARKS.lastIndex = first;
  for (let run; (run = MARKS.exec(text)); ) {
    const end = run.index + run[0].length;
    const start = run.index + (isEscaped(text, run.index) ? 1 : 0);
    if (start >= end || !mayMark(whole, start, end)) continue;
    out.push(text.slice(at, start), MARK.repeat(end - start));
    at = end;
  }
  return out.join("") + text.slice(at);
}

/**
 * @param {string} text
 * @param {number} at
 */
function isEscaped(text, at) {
  let before = at;
  while (before && text[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function mayMark(text, start, end) {
  const before = start ? kindOf(text.slice(charactersBefore(text, start, 1), start)) : " ";
  const after = end < text.length ? kindOf(text.slice(end, charactersAfter(text, end, 1))) : " ";
  const left = after !== " " && (after === "a" || before !== "a");
  const right = before !== " " && (before === "a" || after !== "a");
  if (text[start] === "_") return left !== right || (left && right && (before === "." || after === "."));
  return left || right;
}

/**
 * A blank, punctuation (a full stop) or anything else (a letter).
 *
 * @param {string} character
 */
function kindOf(character) {
  if (isBlank(character)) return " ";
  return PUNCTUATION.test(character) ? "." : "a";
}

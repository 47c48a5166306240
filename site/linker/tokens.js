// The words and signs of a text that mean something in citations, each as a token with one letter.
// A part of what kb/citations/recogniser.py does.

import * as DATA from "kodeks-data";
import { charactersBefore } from "./characters.js";
import { GRAMMAR, matchAt } from "./grammar.js";
import { isDigit } from "./ids.js";
import { scan } from "./paths.js";

/** @import { LanguageWords, Path, Token, WordMeant } from "./types.d.ts" */
/** @import { UnitWords } from "kodeks-data" */

const PATHS = "PNnRvt";
const PART_COMES = "pI";
const BEFORE_CODE = "PNnRvtOFC";
const NO_WORD_AFTER = "@#/\\.";
export const NEAR = 40;
const LONGEST_ROMAN = 5;
export const ONLY_ROMAN = /^[ivx]*$/;
export const LETTER_SIGN = /^\p{L}$/u;
const CAPITAL = /^\p{Lu}/u;

/**
 * @param {string} text
 * @param {LanguageWords} words
 * @param {number} first
 * @param {number} last
 * @returns {Token[]}
 */
export function tokensOf(text, words, first, last) {
  /** @type {Token[]} */
  const tokens = [];
  const within = last === text.length ? text : text.slice(0, last);
  let at = first;
  let match;
  if (first && isDigit(text[first])) {
    const run = matchAt(GRAMMAR.lexemes.run, within, first - 1);
    if (run) at = first - 1 + run[0].length;     // the 12C3 of seat12C3
  }
  WORD.lastIndex = first;
  while ((match = WORD.exec(within))) {
    const start = match.index;
    const end = start + match[0].length;
    if (start < at) continue;
    /** @type {string} */
    const after = tokens.length ? tokens[tokens.length - 1].code : "x";
    /** @type {boolean} */
    const apart = PART_COMES.includes(after) || (after === "J" && isApart(text, tokens));
    let token;
    if (match[1] !== undefined) {
      token = lettersToken(text, start, end, words, after, apart);
      if (token.code === "x" && isDigit(text[end])) token = unknown(within, start, end);     // seat12C3
    } else if (match[2] !== undefined) token = pathToken(text, start, words, apart) ?? figure(text, start) ?? unknown(within, start, end);
    else token = { code: words.lookup.get(match[0])?.code ?? "x", start, end };
    if (token.code !== "x" || after !== "x" || !tokens.length) tokens.push(token);
    at = token.end;
  }
  return tokens;
}

const WORD = new RegExp(DATA.grammar.lexemes.word, "gu");

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {LanguageWords} words
 * @param {string} after
 * @param {boolean} apart
 * @returns {Token}
 */
function lettersToken(text, start, end, words, after, apart) {
  const low = text.slice(start, end).toLowerCase();
  let token = words.heads.has(low) ? wordToken(text, start, end, words.lookup) : null;
  // The E of ARTICOLI 9 E 11 is no label.
  const joins = token?.code === "J" && PATHS.includes(after) && matchAt(GRAMMAR.lexemes.before_number, text, end) !== null;
  if (!joins && !token?.unit && mayBePath(text, low, end)) token = pathToken(text, start, words, apart) ?? token;
  if (!token && after === "p" && low.length === 1 && matchAt(GRAMMAR.lexemes.part_letter, text, start))
    token = { code: "R", start, end, path: { labels: [low], end, kind: "relative" } };     // lit. c
  if (!token) {
    const named = BEFORE_CODE.includes(after) && words.codes.at([low]) > 0;
    token = { code: named ? "C" : "x", start, end };
  }
  return token;
}

/**
 * A token for digits that are no law's number: a date, a time, a score.
 *
 * @param {string} text
 * @param {number} start
 * @returns {Token | null}
 */
function figure(text, start) {
  const match = matchAt(GRAMMAR.lexemes.figure, text, start);
  return match && { code: "x", start, end: start + match[0].length };
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Token}
 */
function unknown(text, start, end) {
  const run = matchAt(GRAMMAR.lexemes.run, text, start);
  return { code: text[start] === "(" ? "(" : "x", start, end: run ? start + run[0].length : end };
}

/**
 * @param {string} text
 * @param {string} word
 * @param {number} end
 */
function mayBePath(text, word, end) {
  return word.length === 1 || (word.length <= LONGEST_ROMAN && text[end] === ")" && ONLY_ROMAN.test(word));
}

/**
 * Whether labels may stand apart after a joiner, as they do before it: 74 A 2 and B 1.
 *
 * @param {string} text
 * @param {Token[]} tokens
 */
function isApart(text, tokens) {
  const before = tokens.at(-2);
  if (!before?.path) return before?.code === "I";     // ibid., F 5 a
  return text.slice(before.start, before.path.end).includes(" ");
}

/**
 * Whether the bracket after a label apart (12 C 2 a) is its own: nothing was opened before.
 *
 * @param {string} text
 * @param {number} at
 */
function isOwnBracket(text, at) {
  if (text[at] !== ")") return false;
  const piece = text.slice(charactersBefore(text, at, NEAR), at);
  return piece.lastIndexOf("(") <= piece.lastIndexOf(")");
}

/**
 * @param {string} text
 * @param {number} at
 * @param {LanguageWords} words
 * @param {boolean} apart
 * @returns {Token | null}
 */
function pathToken(text, at, words, apart) {
  const goesOn = (text[at - 1] === "." || text[at - 1] === ":") && isDigit(text[at - 2]) && text[at] !== "(";     // 27.5, 3:72
  if (goesOn || matchAt(GRAMMAR.lexemes.figure, text, at)) return null;
  let path = scan(text, at, apart);
  if (!path) return null;
  const shouted = matchAt(GRAMMAR.lexemes.shouted, text, at);     // ARTICOLI 9 E 11
  if (shouted && words.joiners.has(shouted[2].toLowerCase()))
    path = { labels: [shouted[1]], end: at + shouted[1].length, kind: "number" };
  if (path.end - at > 2 && text[path.end - 2] === " " && isOwnBracket(text, path.end)) path.end += 1;
  let end = path.end;
  if (text[end] === "." && !matchAt(GRAMMAR.lexemes.sentence_end, text, end)) end += 1;
  else if (words.suffixed) end += matchAt(GRAMMAR.lexemes.suffix, text, end)?.[0].length ?? 0;
  return { code: pathCode(text, at, path, end, words), start: at, end, path };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Path} path
 * @param {number} end
 * @param {LanguageWords} words
 */
function pathCode(text, at, path, end, words) {
  if (path.kind === "absolute") return "P";
  if (path.kind === "number") return end > path.end ? "N" : "n";
  const word = text.slice(at, path.end).toLowerCase();
  return words.fillers.has(word) ? "v" : words.this.has(word) ? "t" : "R";
}

/**
 * The token of a word that means something, with the full stop or the ending that belongs to it.
 *
 * @param {string} text
 * @param {number} at
 * @param {number} end
 * @param {Map<string, WordMeant>} lookup
 * @returns {Token | null}
 */
function wordToken(text, at, end, lookup) {
  const suffix = text[end] === "." ? "." : matchAt(GRAMMAR.lexemes.suffix, text, end)?.[0];
  for (const after of suffix ? [end + suffix.length, end] : [end]) {
    const meaning = lookup.get(text.slice(at, after).toLowerCase());
    if (meaning && (!meaning.unit || mayBeUnit(meaning.unit, text, at, after)))
      return { code: meaning.code, start: at, end: after, unit: meaning.unit, plural: meaning.plural };
  }
  return null;
}

/**
 * Whether a unit's word stands for itself; one letter must be a capital beside a number.
 *
 * @param {UnitWords} unit
 * @param {string} text
 * @param {number} at
 * @param {number} end
 */
function mayBeUnit(unit, text, at, end) {
  if (text[at] === "§") return true;
  if (unit.place === "before" && at && NO_WORD_AFTER.includes(text[at - 1]))
    return text[at - 1] === "/" && isDigit(text[at - 2]);     // L20F1/L21B3
  if (text[at - 1] === "-" && LETTER_SIGN.test(text.slice(charactersBefore(text, at - 1, 1), at - 1))) return false;     // by-law 16
  if ((text.slice(at, end).match(/\p{L}/gu) ?? []).length > 1) return true;
  const number = text[end] === " " ? end + 1 : end;
  if (!isCapital(text[at]) || !isDigit(text[number])) return false;
  const path = scan(text, number);
  return path !== null && (number === end || path.labels.length > 1);
}

/** @param {string} label */
export function isCapital(label) {
  return CAPITAL.test(label);
}

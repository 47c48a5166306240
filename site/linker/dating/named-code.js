// Finds the code that a document names in its head: Codice 1997, MPB'97, édition 2007.
// The same as kb/linking/dating/named_code.py.

import * as DATA from "kodeks-data";
import { isBlank, stripped, trimmedEnd } from "../characters.js";
import { Phrases } from "../phrases.js";
import { tokensOf, yearsIn } from "./dates.js";
import { DATES } from "./words.js";

/** @import { DateToken, Line, NamedCode } from "./types.d.ts" */

const [TITLE, LINES, OTHERS] = [120, 3, 3];
const BETWEEN = 4;
const LAST_NUMBER = /[0-9][)\]”"' ]{0,5}$/;

const LANGUAGES = Object.values(DATA.patterns);
const CODES = new Phrases([...new Set(LANGUAGES.flatMap(({ codes }) => codes))]);
const EDITION = new Phrases([...new Set(LANGUAGES.flatMap(({ edition }) => edition))]);
const LINKS = new Set(LANGUAGES.flatMap(({ of, fillers }) => [...of, ...fillers]));

/**
 * The code of one of these years that the first lines name; null for none, or for several.
 *
 * @param {Line[]} lines
 * @param {Set<string>} years
 * @returns {NamedCode | null}
 */
export function namedCode(lines, years) {
  const found = lines.slice(0, LINES).flatMap((line) => namedIn(line, years));
  return new Set(found.map(({ year }) => year)).size === 1 ? found[0] : null;
}

/**
 * @param {Line} line
 * @param {Set<string>} years
 * @returns {NamedCode[]}
 */
function namedIn(line, years) {
  const whole = trimmedEnd(line.text, isBlank);
  const clause = clauseOf(whole);
  const titled = [...whole].length <= TITLE && !/[.!?;:]$/.test(whole) ? namedInWords(line, whole, years, true) : [];
  return clause === null || clause === whole ? titled : [...titled, ...namedInWords(line, clause, years, false)];
}

/**
 * @param {Line} line
 * @param {string} text
 * @param {Set<string>} years
 * @param {boolean} isTitle
 * @returns {NamedCode[]}
 */
function namedInWords(line, text, years, isTitle) {
  const tokens = tokensOf(text);
  const found = yearsIn(tokens);
  if (found.length !== tokens.filter((token) => /^[0-9]/.test(token.text)).length) return [];
  return found.flatMap(([at, number]) => {
    const year = String(number);
    const others = years.has(year) ? othersIn(tokens, at) : null;
    return others !== null && others <= OTHERS ? [{ start: line.start + tokens[0].start, quote: stripped(text), year, isTitle }] : [];
  });
}

/**
 * The first clause of a line, if it ends with a number.
 *
 * @param {string} text
 */
function clauseOf(text) {
  const clause = text.slice(0, DATES.clauseEnd.exec(text)?.index ?? text.length);
  return [...clause].length <= TITLE && LAST_NUMBER.test(clause) ? clause : null;
}

/**
 * How many words of a title have nothing to do with the code of a year; null if none is named.
 *
 * @param {DateToken[]} tokens
 * @param {number} year
 */
function othersIn(tokens, year) {
  const earlier = smallIn(tokens.slice(0, year));
  const later = smallIn(tokens.slice(year + 1));
  const beside = codeBefore(earlier) + codeBehind(later);
  return beside ? Math.max(0, [...earlier, ...later].filter((word) => !isLink(word)).length - beside) : null;
}

/** @param {DateToken[]} tokens */
function smallIn(tokens) {
  return tokens.filter(({ code }) => "woMI".includes(code)).map(({ text }) => text.toLowerCase());
}

/**
 * How many words the name of a code has that ends right before a year; 0 for none.
 *
 * @param {string[]} earlier
 */
function codeBefore(earlier) {
  for (let at = 0; at < earlier.length; at++) {
    const length = CODES.at(earlier, at);
    const between = earlier.slice(at + length);
    if (length && between.length <= BETWEEN && between.every(isLink)) return length;
  }
  return 0;
}

/**
 * How many words the name of a code has that begins right behind a year; 0 for none.
 *
 * @param {string[]} later
 */
function codeBehind(later) {
  for (let at = 0; at < Math.min(later.length, BETWEEN); at++) {
    const length = CODES.at(later, at);
    if (length) return length;
    if (!isLink(later[at])) return 0;
  }
  return 0;
}

/** @param {string} word */
function isLink(word) {
  return LINKS.has(word) || EDITION.at([word]) > 0 || [...word].length === 1;
}

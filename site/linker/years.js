// The year of an edition that stands beside a citation. A part of what kb/linking/finding/surroundings.py does.

import { stripped, trimmed } from "./characters.js";
import { allOf, firstOf, GRAMMAR, smallWords } from "./grammar.js";
import { withoutStops } from "./phrases.js";

/** @import { LanguageWords, Side } from "./types.d.ts" */

export const TO_YEAR = 4;

/** @param {string} sign */
const isBracket = (sign) => sign === "(" || sign === ")";

/**
 * The year of an edition that stands beside a citation: 1997 Law 22, § 25 B (TBR 1997). Also how many characters behind
 * the citation belong to it, so that the next citation does not get it; 0 for a year before the citation.
 *
 * @param {Side} left
 * @param {Side} right
 * @param {LanguageWords} words
 * @returns {[string | null, number]}
 */
export function yearBeside(left, right, words) {
  const following = yearOn(right, words, true);
  if (following) return [whole(following[1]), following.index + following[0].length];
  const before = yearOn(left, words, false);
  return [before ? whole(before[1]) : null, 0];
}

/**
 * A year with its century: ’97 is 1997. No code is older than 1928.
 *
 * @param {string} year
 */
function whole(year) {
  const short = year.slice(1);
  return year.length === 4 ? year : `${short >= "28" ? 19 : 20}${short}`;
}

/**
 * @param {Side} side
 * @param {LanguageWords} words
 * @param {boolean} forward
 */
function yearOn(side, words, forward) {
  const match = allOf(GRAMMAR.surroundings.year, side.text).at(forward ? 0 : -1);
  if (!match) return null;
  const end = match.index + match[0].length;
  if (!forward && isInCodeName(side.text, match.index, end, words)) return match;
  const between = forward ? side.text.slice(0, match.index) : side.text.slice(end);
  const bare = trimmed(stripped(between), isBracket);
  if (firstOf(GRAMMAR.surroundings.aside, bare)) return null;
  const parting = smallWords(bare);
  return parting.length <= TO_YEAR && areAllSaid(parting, words) ? match : null;
}

/**
 * Whether a year belongs to the name of a code: in den TBR 2007, a 2007-es szabálykönyv.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {LanguageWords} words
 */
function isInCodeName(text, start, end, words) {
  const [earlier, later] = [smallWords(text.slice(0, start)), smallWords(text.slice(end))];
  while (earlier.length && isLink(earlier[earlier.length - 1], words)) earlier.pop();
  while (later.length && words.edition.at(later) && !words.codes.at(later)) later.shift();
  if (words.codes.last(earlier) === 0 || words.edition.last(earlier) === 0) return true;
  return later.length > 0 && words.codes.at(later) > 0;
}

/**
 * @param {string[]} parting
 * @param {LanguageWords} words
 */
function areAllSaid(parting, words) {
  for (let at = 0; at < parting.length; ) {
    const length = Math.max(words.edition.at(parting, at), words.codes.at(parting, at));
    if (!length && !isLink(parting[at], words)) return false;
    at += length || 1;
  }
  return true;
}

/**
 * Whether a word ties a name to a number; a single letter is what is left of one (l'art.).
 *
 * @param {string} word
 * @param {LanguageWords} words
 */
export function isLink(word, words) {
  return word.length === 1 || words.of.has(withoutStops(word)) || words.fillers.has(word);
}

/**
 * Whether a citation is said to be of the edition named before: Law 27 then said, damals § 27.
 *
 * @param {Side} left
 * @param {Side} right
 * @param {LanguageWords} words
 */
export function saysThen(left, right, words) {
  if (right.words.length && words.then.at(right.words)) return true;
  return words.then.last(left.words) === 0 && !words.joiners.has(left.words[left.words.length - 1]);
}

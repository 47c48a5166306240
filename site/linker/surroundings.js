// Reads the clause around a citation: to whose rules it belongs.
// The same as kb/linking/finding/surroundings.py.

import { MARK } from "./addresses.js";
import { charactersAfter, charactersBefore, trimmed } from "./characters.js";
import { allOf, firstOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { isCapital } from "./tokens.js";
import { isLink, TO_YEAR } from "./years.js";

/** @import { Citation, Item, LanguageWords, Side } from "./types.d.ts" */

const BRACKET = 2;
const BEFORE = 100;
const AFTER = 60;

// Where marks stand between, which say nothing, so many times more characters are looked at.
const WITH_MARKS = 20;

const LINKS = 3;
const TELLING = 2;
const SHALLOW = 2;
const IN_CLAUSE = 8;
const FULL_STOP = /^\./;

/**
 * @param {string} text
 * @returns {Side}
 */
export function sideOf(text) {
  return { text, words: smallWords(text) };
}

/**
 * The clause before a place, not further back than `first`.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} first
 */
export function before(text, start, first) {
  const piece = textBefore(text, start, BEFORE, first);
  const end = allOf(GRAMMAR.surroundings.clause_end, piece).at(-1);
  return sideOf(end ? piece.slice(end.index + end[0].length) : piece);
}

/**
 * The clause after a place, not further than `last`.
 *
 * @param {string} text
 * @param {number} end
 * @param {number} last
 */
export function after(text, end, last) {
  const piece = textAfter(text, end, last).replace(FULL_STOP, " ");    // članku 22. Statuta
  const stop = firstOf(GRAMMAR.surroundings.clause_end, piece);
  return sideOf(stop ? piece.slice(0, stop.index) : piece);
}

/**
 * So many characters before a place, not before `first`; marks are left out.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} length
 * @param {number} [first]
 */
export function textBefore(text, start, length, first = 0) {
  const unmarked = text.slice(charactersBefore(text, start, WITH_MARKS * length, first), start).replaceAll(MARK, "");
  return unmarked.slice(charactersBefore(unmarked, unmarked.length, length));
}

/**
 * The characters after a place that are looked at, not after `last`; marks are left out.
 *
 * @param {string} text
 * @param {number} end
 * @param {number} [last]
 */
export function textAfter(text, end, last = text.length) {
  const unmarked = text.slice(end, charactersAfter(text, end, WITH_MARKS * AFTER, last)).replaceAll(MARK, "");
  return unmarked.slice(0, charactersAfter(unmarked, 0, AFTER));
}

/**
 * The place in a text after so many characters of what `after` gives, which has no marks.
 *
 * @param {string} text
 * @param {number} end
 * @param {number} count
 */
export function behind(text, end, count) {
  while (count-- > 0) {
    while (text[end] === MARK) end++;
    end++;
  }
  return end;
}

/**
 * The other regulation that a citation belongs to, as the clause names it; null where it belongs to our code.
 *
 * @param {Citation} citation
 * @param {Side} left
 * @param {Side} right
 * @param {LanguageWords} words
 * @param {boolean} shouted
 */
export function owner(citation, left, right, words, shouted) {
  const named = gameAfter(right, words) ?? namedAfter(right, words, citation.general, shouted);
  if (named !== undefined) return named;
  const near = left.words.slice(-IN_CLAUSE - 1);
  if (words.named.last(near) === null) return null;
  const game = words.other_games.last(near);
  if (game !== null) return near[near.length - game - 1];
  const ours = words.codes.last(near);
  const others = words.others.last(near);
  if (others === null || (ours !== null && ours <= others)) return null;
  if (!citation.general && words.shared.last(near) === others) return null;
  const far = citation.general && (isBare(citation) || (others <= TELLING && mayBeTheirs(citation)));
  const beside = far || (others === 0 && !firstOf(GRAMMAR.surroundings.aside, left.text.slice(-BRACKET)));
  return beside ? near[near.length - others - 1] : null;
}

/**
 * Another game that is named right after a citation: przepis 11 gry w piłkę nożną.
 *
 * @param {Side} right
 * @param {LanguageWords} words
 */
function gameAfter(right, words) {
  for (let at = 0; at < right.words.length && at <= TO_YEAR; at++) {
    const length = words.other_games.at(right.words, at);
    if (length) return right.words.slice(at, at + length).join(" ");
  }
  return null;
}

/**
 * Whether our own code is named after a citation.
 *
 * @param {Side} right
 * @param {LanguageWords} words
 */
export function isOurs(right, words) {
  return namedAfter(right, words, false) === null;
}

/**
 * Whether a citation may belong to the same other rules as the one before it.
 *
 * @param {Citation} citation
 */
export function mayBeTheirs(citation) {
  return citation.general && citation.items.every((item) => item.path.labels.length <= SHALLOW);
}

/**
 * Whether a citation has numbers only, which other regulations have too.
 *
 * @param {Citation} citation
 */
export function isBare(citation) {
  const items = citation.base ? [...citation.items, citation.base] : citation.items;
  return !items.some((item) => item.path.labels.some(isCapital));
}

/**
 * The other regulation that follows, null where our code does, undefined where neither.
 *
 * @param {Side} right
 * @param {LanguageWords} words
 * @param {boolean} general
 * @param {boolean} [shouted]
 * @returns {string | null | undefined}
 */
function namedAfter(right, words, general, shouted = false) {
  const following = right.words;
  let [tied, strange] = [false, 0];
  for (let at = 0; at < following.length && at <= LINKS + strange; at++) {
    const ours = words.codes.at(following, at);
    const other = words.others.at(following, at);
    if (other > ours && (general || words.shared.at(following, at) < other)) return following.slice(at, at + other).join(" ");
    if (ours || other) return null;
    if (isLink(following[at], words) || words.this.has(following[at])) {
      tied = true;
      continue;
    }
    const ofCode = at + 1 < following.length && words.codes.at(following, at + 1) > 0;
    const acronym = !shouted && (ofCode || (general && !strange)) ? acronymAt(right, at) : null;
    if (acronym) return acronym;
    strange += 1;
    if (!tied || strange > TELLING) return undefined;
  }
  return undefined;
}

/**
 * A word that is the abbreviation of a regulation, as it is written.
 *
 * @param {Side} side
 * @param {number} at
 */
function acronymAt(side, at) {
  const words = allOf(GRAMMAR.surroundings.word, side.text);
  const { 0: word, index } = words[at];
  const { acronym, dash, capitals } = GRAMMAR.surroundings;
  if (GRAMMAR.neutral.has(side.words[at]) || !matchAt(acronym, word, 0)) return null;
  const isTitle = firstOf(dash, side.text.slice(0, index)) ?? matchAt(capitals, words[at + 1]?.[0] ?? "", 0);
  return isTitle ? null : word;
}

/**
 * Whether the words that announce a citation are in capitals: ART. 45 CARTA GIOCATA.
 *
 * @param {string} text
 * @param {Citation} citation
 */
export function isShouted(text, citation) {
  const spoken = text.slice(citation.start, citation.items[0].start);
  return isUpper(spoken) && trimmed(spoken, (sign) => " .".includes(sign)).length > 1;
}

/**
 * Whether all letters of a text are capitals, and there are some.
 *
 * @param {string} text
 */
export function isUpper(text) {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

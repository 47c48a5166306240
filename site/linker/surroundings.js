// Reads the clause around a citation: to whose rules it belongs, and what its numbers count.
// The same as kb/linking/finding/surroundings.py.

import { MARK } from "./addresses.js";
import { charactersAfter, charactersBefore, isBlank, trimmed, trimmedEnd } from "./characters.js";
import { allOf, firstOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { isDigit } from "./ids.js";
import { wordsOf } from "./language-words.js";
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
// What ends a sentence or a line before it.
const ENDING = ".!?:…";
const FULL_STOP = /^\./;
const APART_BEFORE = /^[ \u00a0-]+/;

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
  const piece = earlierText(text, start, BEFORE, first);
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
  const piece = laterText(text, end, last).replace(FULL_STOP, " ");    // članku 22. Statuta
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
function earlierText(text, start, length, first = 0) {
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
function laterText(text, end, last = text.length) {
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
function isBare(citation) {
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
 * Whether a number is one of things and not of a law: 27 points.
 *
 * @param {string} text
 * @param {Item} item
 * @param {number} last
 * @param {LanguageWords} words
 */
export function isCounted(text, item, last, words) {
  return item.path.kind === "number" && !item.last && isCount(text, item.end, last, words);
}

/**
 * An item without a number at its end that stands apart and counts things: 16B 2 players.
 *
 * @param {string} text
 * @param {Item} item
 * @param {number} last
 * @param {LanguageWords} words
 * @returns {Item}
 */
export function withoutCount(text, item, last, words) {
  const { labels, kind } = item.path;
  const label = labels[labels.length - 1];
  const end = item.end - label.length;
  if (labels.length === 1 || item.last || !isDigit(label[0])) return item;
  if (!isApart(text[end - 1]) || !isCount(text, item.end, last, words)) return item;
  const stop = item.start + trimmedEnd(text.slice(item.start, end), isApart).length;
  return { ...item, end: stop, path: { labels: labels.slice(0, -1), end: stop, kind } };
}

/** @param {string} sign */
const isApart = (sign) => sign === " " || sign === "\u00a0";

/**
 * Whether the number that ends at a place counts what is named behind it.
 *
 * @param {string} text
 * @param {number} end
 * @param {number} last
 * @param {LanguageWords} words
 */
function isCount(text, end, last, words) {
  const piece = laterText(text, end, last).replace(APART_BEFORE, "");
  if (matchAt(GRAMMAR.surroundings.suit, piece, 0)) return true;
  const following = matchAt(GRAMMAR.surroundings.word, piece, 0) ? smallWords(piece) : [];
  return following.length > 0 && words.counted.at(following) > 0;
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

/**
 * Whether no noun beside a path says that it is something else: room 12B, a 12B terem. Any word before it may be one,
 * unless it is a cue; `loosely`, only a name and a word for what is counted or numbered.
 *
 * @param {string} text
 * @param {Citation} citation
 * @param {string} language
 * @param {boolean} [loosely]
 */
export function isUnnamed(text, citation, language, loosely = false) {
  const words = wordsOf(language);
  const earlier = trimmedEnd(earlierText(text, citation.start, AFTER), isBlank);
  const spoken = smallWords(earlier);
  const last = spoken.at(-1);
  const isBeside = last !== undefined && matchAt(GRAMMAR.lexemes.sign_of_word, earlier, earlier.length - 1) !== null;
  if (isBeside && !isLink(last, words) && !words.joiners.has(last)) {
    const isNoun = isName(earlier) || words.counted.at(spoken, spoken.length - 1) > 0;
    if (!loosely || isNoun) return words.cues.last(spoken) === 0;
  }
  const following = smallWords(laterText(text, citation.end));
  return !(following.length > 0 && words.counted.at(following) > 0);
}

/**
 * Whether the last word of a text has capitals that no beginning sentence gives it.
 *
 * @param {string} text
 */
function isName(text) {
  const { 0: word, index } = allOf(GRAMMAR.surroundings.word, text).slice(-1)[0];
  const ahead = trimmedEnd(text.slice(0, index), isBlank);
  const isFirst = ahead === "" || ENDING.includes(ahead[ahead.length - 1]);
  return (word.length > 1 && isUpper(word)) || (isCapital(word) && !isFirst);
}

/**
 * Whether all letters of a text are capitals, and there are some.
 *
 * @param {string} text
 */
function isUpper(text) {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}

// Tells numbers of laws from those of things that are counted or numbered: 27 points, room 12B.
// The same as kb/linking/finding/counts.py.

import { isBlank, trimmedEnd } from "./characters.js";
import { allOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { isDigit } from "./ids.js";
import { wordsOf } from "./language-words.js";
import { isUpper, textAfter, textBefore } from "./surroundings.js";
import { isCapital } from "./tokens.js";
import { isLink } from "./years.js";

/** @import { Citation, Item, LanguageWords } from "./types.d.ts" */

const NEAR = 60;
// What ends a sentence or a line before it.
const ENDING = ".!?:…";
const APART_BEFORE = /^[ \u00a0-]+/;

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
  const piece = textAfter(text, end, last).replace(APART_BEFORE, "");
  if (matchAt(GRAMMAR.surroundings.suit, piece, 0)) return true;
  const following = matchAt(GRAMMAR.surroundings.word, piece, 0) ? smallWords(piece) : [];
  return following.length > 0 && words.counted.at(following) > 0;
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
  const earlier = trimmedEnd(textBefore(text, citation.start, NEAR), isBlank);
  const spoken = smallWords(earlier);
  const last = spoken.at(-1);
  const isBeside = last !== undefined && matchAt(GRAMMAR.lexemes.sign_of_word, earlier, earlier.length - 1) !== null;
  if (isBeside && !isLink(last, words) && !words.joiners.has(last)) {
    const isNoun = isName(earlier) || words.counted.at(spoken, spoken.length - 1) > 0;
    if (!loosely || isNoun) return words.cues.last(spoken) === 0;
  }
  const following = smallWords(textAfter(text, citation.end));
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

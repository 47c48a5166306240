// Words and phrases of a language, some of them open at an end: statut*, *ordnung.
// The same as kb/citations/phrases.py.

import { trimmed } from "./characters.js";
import { valueIn } from "./maps.js";

// For how many words it is remembered which phrases they may begin, and how long these may be.
const WORDS_REMEMBERED = 50_000;
const SHORT_WORD = 40;

export class Phrases {
  #phrases;
  /** @type {Map<string, ((word: string) => boolean)[][]>} */
  #byHead = new Map();

  /** @param {string[]} phrases */
  constructor(phrases) {
    this.listed = phrases;
    const split = phrases.map((phrase) => phrase.split(" "));
    this.#phrases = split.sort((one, other) => other.length - one.length).map((words) => words.map(testOf));
  }

  /**
   * How many words beginning at an index are a phrase, the longest; 0 for none.
   *
   * @param {string[]} words
   * @param {number} [index]
   */
  at(words, index = 0) {
    for (const tests of this.#beginning(words[index])) if (goesOnAs(tests, words, index)) return tests.length;
    return 0;
  }

  /**
   * The phrases that a word may begin, the longest first.
   *
   * @param {string} word
   */
  #beginning(word) {
    const phrases = () => this.#phrases.filter(([fits]) => fits(word));
    return word.length > SHORT_WORD ? phrases() : valueIn(this.#byHead, word, phrases, WORDS_REMEMBERED);
  }

  /**
   * How many words stand after the last phrase; null where there is none.
   *
   * @param {string[]} words
   */
  last(words) {
    for (let at = words.length - 1; at >= 0; at--) {
      const length = this.at(words, at);
      if (length) return Math.max(0, words.length - at - length);
    }
    return null;
  }
}

/**
 * Whether the words after the first go on as a phrase does.
 *
 * @param {((word: string) => boolean)[]} tests
 * @param {string[]} words
 * @param {number} index
 */
function goesOnAs(tests, words, index) {
  if (words.length - index < tests.length) return false;
  for (let at = 1; at < tests.length; at++) if (!tests[at](words[index + at])) return false;
  return true;
}

/**
 * A test for words that are a word of a phrase, with what may hang on to it.
 *
 * @param {string} wanted
 * @returns {(word: string) => boolean}
 */
function testOf(wanted) {
  const goesOn = wanted.endsWith("*");
  if (wanted.startsWith("*")) {
    const end = trimmed(wanted, (sign) => sign === "*");
    return goesOn ? (word) => withoutStops(word).includes(end) : (word) => withoutStops(word).endsWith(end);
  }
  if (goesOn) return (word) => word.startsWith(wanted.slice(0, -1));
  return (word) => word === wanted || (word.startsWith(wanted) && (word[wanted.length] === "-" || withoutStops(word) === wanted));
}

/** @param {string} word */
export function withoutStops(word) {
  let end = word.length;
  while (word[end - 1] === ".") end -= 1;
  return word.slice(0, end);
}

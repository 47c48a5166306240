// Takes words apart that stand in no text of ours. The same as kb/search/asking/compounds.py.

import * as DATA from "kodeks-data";

/** @import { Lexicon } from "./lexicon.js" */

export const LONGEST_WORD = 60;
const MOST_PARTS = 3;
const LETTERS_LEFT = 4;

/**
 * The parts of an unknown word that are words of our texts; none where it has none.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string} language
 */
export function split(lexicon, word, language) {
  const parts = DATA.parts[language] ?? { links: [], shortest: 3, prefixes: [] };
  if (word.length > LONGEST_WORD) return [];
  const compound = compoundOf(lexicon, word, language, parts);
  return compound.length ? compound : withoutPrefix(lexicon, word, language, parts);
}

/**
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string} language
 * @param {{ links: string[], shortest: number, prefixes: string[] }} parts
 */
function compoundOf(lexicon, word, language, parts) {
  /** @type {Map<number, string[]>} */
  const best = new Map([[0, []]]);
  for (let start = 0; parts.links.length && start < word.length; start++) {
    const before = best.get(start);
    if (!before || before.length >= MOST_PARTS) continue;
    for (let end = start + parts.shortest; end <= word.length; end++) {
      if (end - start === word.length || !isKnown(lexicon, word.slice(start, end), language)) continue;
      for (const after of nextStarts(word, end, parts)) {
        const partsSoFar = [...before, word.slice(start, end)];
        const other = best.get(after);
        if (!other || partsSoFar.length <= other.length) best.set(after, partsSoFar);
      }
    }
  }
  return best.get(word.length) ?? [];
}

/**
 * Where the next part may begin.
 *
 * @param {string} word
 * @param {number} end
 * @param {{ links: string[], shortest: number, prefixes: string[] }} parts
 */
function nextStarts(word, end, parts) {
  if (end === word.length) return [end];
  return parts.links
    .filter((link) => word.startsWith(link, end) && word.length - end - link.length >= parts.shortest)
    .map((link) => end + link.length);
}

/**
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string} language
 * @param {{ links: string[], shortest: number, prefixes: string[] }} parts
 */
function withoutPrefix(lexicon, word, language, parts) {
  const rests = parts.prefixes.filter((prefix) => word.startsWith(prefix)).map((prefix) => word.slice(prefix.length));
  return rests.filter((rest) => rest.length >= LETTERS_LEFT && isKnown(lexicon, rest, language)).slice(0, 1);
}

/**
 * @param {Lexicon} lexicon
 * @param {string} part
 * @param {string} language
 */
function isKnown(lexicon, part, language) {
  return lexicon.form(part).some((form) => form.language === language);
}

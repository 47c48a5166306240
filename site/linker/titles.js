// Reads over the titles that stand between the numbers of a list: Laws 25 (changes of call), 27.
// The same as kb/linking/finding/list_titles.py, which explains it.

import { MARK } from "./addresses.js";
import { isBlank, trimmed, trimmedEnd } from "./characters.js";
import { allOf, firstOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { wordsOf } from "./language-words.js";
import { valueIn } from "./maps.js";
import { Phrases, withoutStops } from "./phrases.js";

/** @typedef {{ joiners: Set<string>, fillers: Set<string>, behind: Set<string>, named: Phrases }} ListWords */

const NO_LINE_END = /[^\n]/g;

/** @type {Map<string, ListWords>} */
const LISTING = new Map();     // by languages

/**
 * @param {string[]} languages
 * @returns {ListWords}
 */
function listWords(languages) {
  return valueIn(LISTING, languages.join(" "), () => {
    const spoken = languages.map(wordsOf);
    const units = spoken.flatMap(({ lookup }) => [...lookup].filter(([, { unit }]) => unit?.place === "after"));
    return {
      joiners: new Set(spoken.flatMap(({ joiners }) => [...joiners])),
      fillers: new Set(spoken.flatMap(({ fillers }) => [...fillers])),
      behind: new Set(units.map(([word]) => word)),
      named: new Phrases(spoken.flatMap(({ named }) => named.listed)),
    };
  });
}

/**
 * The view with a mark for each sign of a title between two numbers of a list.
 *
 * @param {string} view
 * @param {string[]} languages
 */
export function withoutTitles(view, languages) {
  const words = listWords(languages);
  const spans = [...bracketed(view, words), ...dashed(view, words)].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const out = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start < at) continue;
    out.push(view.slice(at, start), view.slice(start, end).replace(NO_LINE_END, MARK));     // the paragraphs stay
    at = end;
  }
  return at ? out.join("") + view.slice(at) : view;
}

/**
 * The titles in brackets or quotes behind which the list goes on.
 *
 * @param {string} view
 * @param {ListWords} words
 * @returns {[number, number][]}
 */
function bracketed(view, words) {
  /** @type {[number, number][]} */
  const spans = [];
  let chained = -1;     // where the title of the next number in the list begins
  for (const match of allOf(GRAMMAR.titles.bracketed, view)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const isChained = start === chained;
    const following = nextNumber(view, end, words);
    const unit = following ? null : matchAt(GRAMMAR.titles.unit_behind, view, end);
    const isListed = following
      ? following.spoken || isChained || goesOn(view, following.end, words)
      : isChained && unit !== null && words.behind.has(unit[1].toLowerCase());
    if (!isListed || !isTitle(match[0], words)) continue;
    spans.push([start, end]);
    const apart = following && matchAt(GRAMMAR.titles.apart, view, following.end);
    chained = apart ? apart.index + apart[0].length : -1;
  }
  return spans;
}

/**
 * The titles behind dashes, where the next number has a dash too: 25 – Changes, 27 – Bids.
 *
 * @param {string} view
 * @param {ListWords} words
 * @returns {[number, number][]}
 */
function dashed(view, words) {
  /** @type {[number, number][]} */
  const spans = [];
  for (const match of allOf(GRAMMAR.titles.dashed, view)) {
    let title = trimmedEnd(match[0], isBlank);
    const others = trimmedEnd(title, (sign) => !isBlank(sign));
    if (words.joiners.has(title.slice(others.length).toLowerCase())) title = trimmedEnd(others, isBlank);
    else if (!isSign(title[title.length - 1])) continue;
    title = trimmedEnd(title, isSign);
    if (isTitle(title, words)) spans.push([match.index, match.index + title.length]);
  }
  return spans;
}

/** @param {string} sign */
const isSign = (sign) => sign === "," || sign === ";";

/**
 * The next number of a list, and whether a word joins it; null where none follows.
 *
 * @param {string} view
 * @param {number} at
 * @param {ListWords} words
 */
function nextNumber(view, at, words) {
  const match = matchAt(GRAMMAR.titles.next, view, at);
  if (!match) return null;
  const [, sign, spoken] = match;
  const said = smallWords(spoken).map(withoutStops);
  const isSpoken = said.length > 0 && words.joiners.has(said[0]);
  const fits = said.slice(Number(isSpoken)).every((word) => words.fillers.has(word));
  return (sign || isSpoken) && fits ? { end: at + match[0].length, spoken: isSpoken } : null;
}

/**
 * Whether what stands behind a number says that it is one of a list.
 *
 * @param {string} view
 * @param {number} at
 * @param {ListWords} words
 */
function goesOn(view, at, words) {
  return matchAt(GRAMMAR.titles.listed, view, at) !== null || Boolean(nextNumber(view, at, words)?.spoken);
}

/**
 * Whether a bracket does not say whose the number is (§ 12 (Satzung), § 12 (BGB)). It must end in the paragraph in which
 * it begins.
 *
 * @param {string} title
 * @param {ListWords} words
 */
function isTitle(title, words) {
  const bare = trimmed(title, (sign) => sign === "(" || sign === ")");
  const { acronym, paragraph_end: paragraphEnd } = GRAMMAR.surroundings;
  if (firstOf(paragraphEnd, title) || matchAt(acronym, bare, 0)) return false;
  return words.named.last(smallWords(title)) === null;
}

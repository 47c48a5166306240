// Finds the citations of a document: where they are, in which language, and to which rules they say they belong.
// The same as kb/linking/finding/find.py, which explains it.

import * as DATA from "kodeks-data";
import { firstAfter, isBlank, trimmedEnd } from "./characters.js";
import { allOf, firstOf, GRAMMAR, matchAt } from "./grammar.js";
import { candidateStretches } from "./candidates.js";
import { isCounted, withoutCount } from "./counts.js";
import { wordsOf } from "./language-words.js";
import { listIn } from "./maps.js";
import { OwnRules } from "./own-rules.js";
import { recognise } from "./recogniser.js";
import { sectionsIn } from "./sections.js";
import { after, before, behind, isOurs, isShouted, mayBeTheirs, owner, sideOf } from "./surroundings.js";
import { withoutTitles } from "./titles.js";
import { saysThen, yearBeside } from "./years.js";

/** @import { Games } from "./sections.js" */
/** @import { Citation, Found, Item, LanguageWords, Placed } from "./types.d.ts" */

const ENDS_SENTENCE = /[.!?]$/;
// What may stand between a year and the citation that it belongs to.
const BETWEEN = /^[ \t\n\u00a0(:\u0001]+$/;

/**
 * Every citation in the view of a document, in order, none overlapping.
 *
 * @param {string} view
 * @param {string[]} languages
 * @param {Games} games
 * @param {string} document
 * @returns {Placed[]}
 */
export function find(view, languages, games, document) {
  const spoken = languages.length ? languages : Object.keys(DATA.patterns);
  return found(withoutTitles(view, spoken), spoken, games, document);
}

/**
 * @param {string} view
 * @param {string[]} spoken
 * @param {Games} games
 * @param {string} document
 */
function found(view, spoken, games, document) {
  const paragraphs = new Paragraphs(view);
  const seen = citationsIn(view, spoken, paragraphs, document);
  if (games.areIn(view)) addSections(view, seen, paragraphs, games, spoken[0]);
  return ofOneOwner(view, placed(view, chosen(seen), paragraphs));
}

/** The paragraphs of a view, by number and by what stands in them. */
class Paragraphs {
  #ends;

  /** @param {string} view */
  constructor(view) {
    this.#ends = [...allOf(GRAMMAR.surroundings.paragraph_end, view).map((match) => match.index), view.length];
  }

  /** @param {number} at */
  number(at) {
    return firstAfter(this.#ends, at);
  }

  /**
   * @param {number} number
   * @returns {[number, number]}
   */
  span(number) {
    return [number ? this.#ends[number - 1] : 0, this.#ends[number]];
  }
}

/**
 * Every citation that some language sees, with how unlikely that language is there.
 *
 * @param {string} view
 * @param {string[]} languages
 * @param {Paragraphs} paragraphs
 * @param {string} document
 */
function citationsIn(view, languages, paragraphs, document) {
  /** @type {Found[]} */
  const seen = [];
  for (const [start, end, asked] of candidateStretches(view, languages, document))
    asked.forEach((language, rank) => {
      for (const citation of recognise(view, language, start, end)) {
        const number = paragraphs.number(citation.start);
        const kept = withoutCounts(view, paragraphs.span(number)[1], citation, wordsOf(language));
        if (kept) seen.push({ citation: kept, language, paragraph: number, game: null, sections: false, rank });
      }
    });
  return seen;
}

/**
 * Gives each citation the game that its paragraph names, and adds citations of sections where that game has them.
 * They are in the language of most other citations, or in the `first` where there are none.
 *
 * @param {string} view
 * @param {Found[]} seen
 * @param {Paragraphs} paragraphs
 * @param {Games} games
 * @param {string} first
 */
function addSections(view, seen, paragraphs, games, first) {
  const read = new Map();
  for (const { language } of seen) read.set(language, (read.get(language) ?? 0) + 1);
  let [main, most] = [first, 0];
  for (const [language, count] of read) if (count > most) [main, most] = [language, count];
  /** @type {Map<number, [number, string][]>} */
  const named = new Map();
  for (const [at, game] of games.named(view)) listIn(named, paragraphs.number(at)).push([at, game]);
  for (const sight of seen) sight.game = nearestGame(named.get(sight.paragraph) ?? [], sight.citation.start);
  for (const [number, places] of named)
    for (const citation of sectionsIn(view, ...paragraphs.span(number))) {
      const game = nearestGame(places, citation.start);
      if (games.sectioned.has(game))
        seen.push({ citation, language: main, paragraph: number, game, sections: true, rank: 0 });
    }
}

/**
 * The game named last before a place, or first after it.
 *
 * @param {[number, string][]} named
 * @param {number} at
 */
function nearestGame(named, at) {
  let [low, high] = [0, named.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (named[middle][0] <= at) low = middle + 1;
    else high = middle;
  }
  return named[Math.max(0, low - 1)]?.[1] ?? null;
}

/**
 * Of citations that overlap the first; of those that begin together the longest, then that in the likeliest language.
 *
 * @param {Found[]} seen
 */
function chosen(seen) {
  const ordered = seen.sort(
    (one, other) =>
      one.citation.start - other.citation.start ||
      Number(other.sections) - Number(one.sections) ||
      other.citation.end - one.citation.end ||
      Number(one.citation.weak) - Number(other.citation.weak) ||
      one.rank - other.rank,
  );
  const out = [];
  for (const sight of ordered) if (sight.citation.start >= (out.at(-1)?.citation.end ?? 0)) out.push(sight);
  return out;
}

/**
 * Gives a citation the owner of the next one, where only a joiner (and, or) stands between them.
 *
 * @param {string} view
 * @param {Placed[]} citations
 */
function ofOneOwner(view, citations) {
  for (let at = citations.length - 2; at >= 0; at--) {
    const [here, following] = [citations[at], citations[at + 1]];
    if (!following.owner || here.owner || !here.citation.general) continue;
    const match = matchAt(GRAMMAR.surroundings.joined, view, here.citation.end);
    if (match && here.citation.end + match[0].length === following.citation.start) here.owner = following.owner;
  }
  return citations;
}

/**
 * A citation without the numbers at its end that count things (27 points) or number a list (§ 27; 2) § 28); null for
 * one without any number.
 *
 * @param {string} view
 * @param {number} last
 * @param {Citation} citation
 * @param {LanguageWords} words
 */
function withoutCounts(view, last, citation, words) {
  let { items } = citation;
  if (items.length) items = [...items.slice(0, -1), withoutCount(view, items[items.length - 1], last, words)];
  const listed = items.findIndex((item, at) => at > 0 && numbersList(view, items[at - 1].end, item));
  if (listed > 0) items = items.slice(0, listed);
  const all = items;
  while (items.length > 1 && isCounted(view, items[items.length - 1], last, words)) items = items.slice(0, -1);
  if (items !== all && firstOf(GRAMMAR.surroundings.announcing, view.slice(citation.start, items[0].start))) return null;     // New laws: 3 and 4 players
  if (!items.length) return null;     // "this law" does not say which
  const isWhole = items.length === citation.items.length && items[items.length - 1] === citation.items[items.length - 1];
  return isWhole ? citation : { ...citation, items, end: items[items.length - 1].end };
}

/**
 * @param {string} view
 * @param {number} end
 * @param {Item} item
 */
function numbersList(view, end, item) {
  const between = `${view.slice(end, item.start)}\u0000`;
  const { enumerated, numbering } = GRAMMAR.surroundings;
  return matchAt(enumerated, between, 0) !== null && matchAt(numbering, view, item.end) !== null;
}

/**
 * Each citation with what its sentence says: to whose rules it belongs, and to which edition.
 *
 * @param {string} view
 * @param {Found[]} citations
 * @param {Paragraphs} paragraphs
 * @returns {Placed[]}
 */
function placed(view, citations, paragraphs) {
  /** @type {Placed[]} */
  const out = [];
  const own = new OwnRules(view);
  let since = 0;
  for (const [at, sight] of citations.entries()) {
    const { citation } = sight;
    const [first, last] = paragraphs.span(sight.paragraph);
    const following = citations[at + 1]?.citation.start ?? view.length;
    const earlier = out.at(-1)?.paragraph === sight.paragraph ? out.at(-1) : null;
    const words = wordsOf(sight.language);
    // Legge 16 e Legge 73: that word is not one of other rules.
    const begin = citation.weak && citation.unit === "law" ? earlier?.citation.end : undefined;
    let [left, right] = [before(view, citation.start, begin ?? first), after(view, citation.end, Math.min(last, following))];
    let named = sight.sections ? null : owner(citation, left, right, words, isShouted(view, citation));
    if (named === null && earlier?.owner && mayBeTheirs(citation) && !isOurs(right, words)) {
      // ... Art. 6 GDPR; objections under Article 21
      const between = view.slice(earlier.citation.end, citation.start);
      if (!firstOf(GRAMMAR.surroundings.sentence_end, between)) named = earlier.owner;
    }
    if (named === null && !sight.sections) named = own.owner(citation, sight.language, right);
    if (!earlier) since = first;
    if (since > first) left = before(view, citation.start, since);
    let [year, further] = yearBeside(left, right, words);
    let end = behind(view, citation.end, further);
    // A year with nothing but signs before the next citation belongs to that one: (2017 Law 25A).
    if (further && following < last && !view.slice(end, following).replace(BETWEEN, "")) {
      [year] = yearBeside(left, sideOf(""), words);
      end = citation.end;
    }
    if (year === null && earlier?.year && saysThen(left, right, words)) {
      // In the 1997 code … Law 26B2 …. Law 27 then said …
      const between = view.slice(earlier.citation.end, citation.start);
      const isParted = ENDS_SENTENCE.test(trimmedEnd(between, isBlank)) || firstOf(GRAMMAR.surroundings.sentence_end, between);
      year = isParted ? earlier.year : null;
    }
    out.push({ ...sight, owner: named, year });
    since = end;
  }
  return out;
}

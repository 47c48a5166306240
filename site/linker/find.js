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
import { isLettered, recognise } from "./recogniser.js";
import { sectionsIn } from "./sections.js";
import { after, before, behind, isOurs, isShouted, mayBeTheirs, owner, sideOf } from "./surroundings.js";
import { withoutTitles } from "./titles.js";
import { saysThen, yearBeside } from "./years.js";

/** @import { NamedWorks } from "./named-works.js" */
/** @import { Citation, Found, Item, LanguageWords, Placed } from "./types.d.ts" */

const ENDS_SENTENCE = /[.!?]$/;
// What may stand between a year and the citation that it belongs to.
const BETWEEN = /^[ \t\n\u00a0(:\u0001]+$/;

/**
 * Every citation in the view of a document, in order, none overlapping.
 *
 * @param {string} view
 * @param {string[]} languages
 * @param {NamedWorks} works
 * @param {string} main The work of which the document is said to be.
 * @param {string} document
 * @returns {Placed[]}
 */
export function find(view, languages, works, main, document) {
  const spoken = languages.length ? languages : Object.keys(DATA.patterns);
  return found(withoutTitles(view, spoken), spoken, works, main, document);
}

/**
 * @param {string} view
 * @param {string[]} spoken
 * @param {NamedWorks} works
 * @param {string} main
 * @param {string} document
 */
function found(view, spoken, works, main, document) {
  const paragraphs = new Paragraphs(view);
  const seen = citationsIn(view, spoken, paragraphs, document);
  addOfWorks(view, seen, paragraphs, works, spoken[0], main);
  // Another regulation has such words too: clause 9.2 of the statutes is no citation of ours.
  return ofOneOwner(view, placed(view, chosen(seen), paragraphs, works).filter(({ own, owner: theirs }) => !own || theirs === null));
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
        if (kept) seen.push({ citation: kept, language, paragraph: number, game: null, sections: false, own: false, rank });
      }
    });
  return seen;
}

/**
 * Adds the citations of works other than the default, and of works that are named.
 *
 * @param {string} view
 * @param {Found[]} seen
 * @param {Paragraphs} paragraphs
 * @param {NamedWorks} works
 * @param {string} first
 * @param {string} main
 */
function addOfWorks(view, seen, paragraphs, works, first, main) {
  /** @type {Map<number, [number, string][]>} */
  const named = new Map();
  if (works.areIn(view)) for (const [at, work] of works.named(view)) listIn(named, paragraphs.number(at)).push([at, work]);
  const own = ownIn(view, seen, paragraphs, works, named, main);
  if (named.size) addSections(view, seen, paragraphs, works, named, first);
  seen.push(...own);
}

/**
 * What the words of a work make a citation of it. A word that others use too (article) does so in a paragraph that
 * names the work, or with a decimal number (9.2) in a document that names no other work and cites no letters of a law.
 *
 * @param {string} view
 * @param {Found[]} seen
 * @param {Paragraphs} paragraphs
 * @param {NamedWorks} works
 * @param {Map<number, [number, string][]>} named
 * @param {string} main
 */
function ownIn(view, seen, paragraphs, works, named, main) {
  const every = new Set([...named.values()].flatMap((places) => places.map(([, work]) => work)));
  const lettered = seen.some(({ citation }) => isLettered(citation));
  /** @type {Found[]} */
  const own = [];
  for (const { work, language, citation, decimal } of works.words.citations(view)) {
    const number = paragraphs.number(citation.start);
    const here = nearestGame(named.get(number) ?? [], citation.start);
    const alone = decimal && !lettered && [...every].every((other) => other === work);
    if (citation.general && !alone && work !== main && work !== here) continue;
    const kept = withoutCounts(view, paragraphs.span(number)[1], citation, wordsOf(language));
    if (kept) own.push({ citation: kept, language, paragraph: number, game: work, sections: false, own: true, rank: 0 });
  }
  return own;
}

/**
 * Gives each citation the work that its paragraph names, and adds citations of sections where that work has them.
 * They are in the language of most other citations, or in the `first` where there are none.
 *
 * @param {string} view
 * @param {Found[]} seen
 * @param {Paragraphs} paragraphs
 * @param {NamedWorks} works
 * @param {Map<number, [number, string][]>} named
 * @param {string} first
 */
function addSections(view, seen, paragraphs, works, named, first) {
  const read = new Map();
  for (const { language } of seen) read.set(language, (read.get(language) ?? 0) + 1);
  let [main, most] = [first, 0];
  for (const [language, count] of read) if (count > most) [main, most] = [language, count];
  for (const sight of seen) sight.game = nearestGame(named.get(sight.paragraph) ?? [], sight.citation.start);
  for (const [number, places] of named)
    for (const citation of sectionsIn(view, ...paragraphs.span(number))) {
      const game = nearestGame(places, citation.start);
      if (works.sectioned.has(game ?? ""))
        seen.push({ citation, language: main, paragraph: number, game, sections: true, own: false, rank: 0 });
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
      Number(other.sections || other.own) - Number(one.sections || one.own) ||
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
 * @param {NamedWorks} works
 * @returns {Placed[]}
 */
function placed(view, citations, paragraphs, works) {
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
    if (named !== null && sight.own && works.workOf(named) === sight.game) named = null;     // Article 9 of the laws of draughts, which are here
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

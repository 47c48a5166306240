// From evidence to results: one law is one result with its best provisions. As kb/search/asking/ranking.py.

import { valueIn } from "../linker/maps.js";
import * as DATA from "kodeks-data";

/** @import { Postings } from "./postings.js" */
/** @import { Documents, PlannedWord, Ranked } from "./types.d.ts" */

/**
 * What a group has of the words so far: points for each, and how much of all. Of each document there are two sums: what it
 * says, and how much of the words it has.
 *
 * @typedef {{ covered: number, words: Map<number, number>, documents: Map<number, [number, number]> }} GroupSums
 */

/** @returns {GroupSums} */
const noGroup = () => ({ covered: 0, words: new Map(), documents: new Map() });

/** @returns {[number, number]} */
const noSums = () => [0, 0];

/**
 * The groups that have something of a plan, the best first, of the documents that are allowed.
 *
 * @param {Pick<Postings, "of" | "typical">} postings
 * @param {PlannedWord[]} words
 * @param {Documents} documents
 * @param {(document: number) => boolean} isAllowed
 * @returns {Ranked[]}
 */
export function rank(postings, words, { groupOf, all, families }, isAllowed) {
  const { enough, coverage, together, rarest } = DATA.weights;
  const again = countsAgain(words);
  /** @type {Map<number, GroupSums>} */
  const groups = new Map();
  /** @type {Record<string, number>} */
  const asked = {};
  for (const [at, word] of words.entries()) {
    const { evidence, typical } = evidenceOf(postings, word, again, isAllowed);
    const having = countedBy([...evidence.keys()], (document) => families[groupOf[document]]);
    /** @type {Record<string, number>} */
    const rarities = {};
    for (const [family, size] of Object.entries(all)) {
      rarities[family] = Math.min(rarest, Math.log(1 + size / (1 + (having.get(family) ?? 0))));
      asked[family] = (asked[family] ?? 0) + rarities[family];
    }
    /** @type {Map<number, number>} */
    const best = new Map();
    for (const [document, value] of evidence) {
      const number = groupOf[document];
      const rarity = rarities[families[number]];
      const { documents } = valueIn(groups, number, noGroup);
      const sums = valueIn(documents, document, noSums);
      sums[0] += rarity * value;
      sums[1] += rarity * Math.min(1, value / enough);
      if (value > (best.get(number) ?? 0)) best.set(number, value);
    }
    for (const [number, value] of best) {
      const group = valueIn(groups, number, noGroup);
      const rarity = rarities[families[number]];
      group.words.set(at, rarity * (value + (typical.get(number) ?? 0)));
      group.covered += rarity * Math.min(1, value / enough);
    }
  }
  const ranked = [...groups].map(([group, { covered, words: had, documents }]) => {
    const whole = asked[families[group]];
    /** @type {[number, number][]} */
    const scored = Array.from(documents, ([document, [sum, part]]) => [sum * (part / whole) ** coverage, document]);
    scored.sort(([one, first], [other, second]) => other - one || first - second);
    const share = covered / whole;
    const points = [...had.values()].reduce((sum, value) => sum + value, 0);
    const score = (scored[0][0] + together * points * share ** coverage) / whole;
    return { group, score, covered: share, words: had, documents: scored };
  });
  return ranked.sort((one, other) => other.score - one.score || one.group - other.group);
}

/**
 * How many of some things there are of each kind.
 *
 * @template Thing
 * @param {Thing[]} things
 * @param {(thing: Thing) => string} kindOf
 */
function countedBy(things, kindOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const thing of things) counts.set(kindOf(thing), (counts.get(kindOf(thing)) ?? 0) + 1);
  return counts;
}

/**
 * How much a term counts for each word that stands for it: less where several do.
 *
 * @param {PlannedWord[]} words
 * @returns {Map<string, number>}
 */
function countsAgain(words) {
  const times = new Map();
  for (const { alternatives } of words) for (const { term } of alternatives) times.set(term, (times.get(term) ?? 0) + 1);
  return new Map([...times].map(([term, often]) => [term, (1 + (often - 1) * DATA.weights.again) / often]));
}

/**
 * What documents have of a word, the most that an alternative says; and how typical it is for groups.
 *
 * @param {Pick<Postings, "of" | "typical">} postings
 * @param {PlannedWord} word
 * @param {Map<string, number>} again
 * @param {(document: number) => boolean} isAllowed
 * @returns {{ evidence: Map<number, number>, typical: Map<number, number> }}
 */
function evidenceOf(postings, word, again, isAllowed) {
  const evidence = new Map();
  const typical = new Map();
  for (const { term, weight } of word.alternatives) {
    const counts = weight * (again.get(term) ?? 1);
    for (const [document, strength] of postings.of(term)) {
      const value = counts * strength;
      if (value > (evidence.get(document) ?? 0) && isAllowed(document)) evidence.set(document, value);
    }
    for (const [group, strength] of postings.typical(term)) typical.set(group, Math.max(typical.get(group) ?? 0, counts * strength));
  }
  return { evidence, typical };
}

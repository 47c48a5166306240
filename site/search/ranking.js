// From evidence to results: one law is one result with its best provisions. As kb/search/asking/ranking.py.

import { valueIn } from "../linker/maps.js";
import * as DATA from "kodeks-data";

/** @import { Postings } from "./postings.js" */
/** @import { Documents, PlannedWord, Ranked } from "./types.d.ts" */

/**
 * What a group has of the words so far. Of each document there are two sums: what it says, and how much of the words it has.
 *
 * @typedef {{ points: number, covered: number, words: number, documents: Map<number, [number, number]> }} GroupSums
 */

/** @returns {GroupSums} */
const noGroup = () => ({ points: 0, covered: 0, words: 0, documents: new Map() });

/** @returns {[number, number]} */
const noSums = () => [0, 0];

/**
 * The groups that have something of a plan, the best first, of the documents that are allowed.
 *
 * @param {Postings} postings
 * @param {PlannedWord[]} words
 * @param {Documents} documents
 * @param {(document: number) => boolean} isAllowed
 * @returns {Ranked[]}
 */
export function rank(postings, words, { groupOf, all }, isAllowed) {
  const { enough, coverage, together } = DATA.weights;
  /** @type {Map<number, GroupSums>} */
  const groups = new Map();
  const worth = [];
  for (const word of words) {
    const evidence = evidenceOf(postings, word, isAllowed);
    const rarity = Math.log(1 + all / (1 + evidence.size));
    worth.push(rarity);
    /** @type {Map<number, number>} */
    const best = new Map();
    for (const [document, value] of evidence) {
      const number = groupOf[document];
      const { documents } = valueIn(groups, number, noGroup);
      const sums = valueIn(documents, document, noSums);
      sums[0] += rarity * value;
      sums[1] += rarity * Math.min(1, value / enough);
      if (value > (best.get(number) ?? 0)) best.set(number, value);
    }
    for (const [number, value] of best) {
      const group = valueIn(groups, number, noGroup);
      group.words += 1;
      group.points += rarity * value;
      group.covered += rarity * Math.min(1, value / enough);
    }
  }
  const asked = worth.reduce((sum, rarity) => sum + rarity, 0);
  const ranked = [...groups].map(([group, { points, covered, words: had, documents }]) => {
    /** @type {[number, number][]} */
    const scored = Array.from(documents, ([document, [sum, part]]) => [sum * (part / asked) ** coverage, document]);
    scored.sort(([one, first], [other, second]) => other - one || first - second);
    const share = covered / asked;
    const score = (scored[0][0] + together * points * share ** coverage) / asked;
    return { group, score, covered: share, isWhole: had === worth.length, documents: scored };
  });
  return ranked.sort((one, other) => other.score - one.score || one.group - other.group);
}

/**
 * What documents have of a word: the most that an alternative says.
 *
 * @param {Postings} postings
 * @param {PlannedWord} word
 * @param {(document: number) => boolean} isAllowed
 * @returns {Map<number, number>}
 */
function evidenceOf(postings, word, isAllowed) {
  const evidence = new Map();
  for (const { term, weight } of word.alternatives)
    for (const [document, strength] of postings.of(term)) {
      const value = weight * strength;
      if (value > (evidence.get(document) ?? 0) && isAllowed(document)) evidence.set(document, value);
    }
  return evidence;
}

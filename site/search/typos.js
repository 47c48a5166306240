// Mends words that no language knows. The same as kb/search/asking/typos.py.

import { byCode, fold, rounded } from "./words.js";

/** @import { Lexicon } from "./lexicon.js" */
/** @import { Mend } from "./types.d.ts" */

const ONE_SLIP = 4;
const TWO_SLIPS = 9;
const BEGINNING = 5;
const SHARED = 0.6;
const KIN = 0.8;
const NEAREST = 5;

/**
 * The word nearest to an unknown one; of two as near, that of the likelier language; null for none.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string[]} languages
 * @returns {Mend | null}
 */
export function mended(lexicon, word, languages) {
  const plain = fold(word);
  const slips = plain.length < ONE_SLIP ? 0 : plain.length < TWO_SLIPS ? 1 : 2;
  if (!slips) return null;
  const best = [];
  for (const [rank, language] of languages.entries()) {
    const { forms, folded } = lexicon.vocabulary(language);
    const near = [];
    for (const [at, other] of folded.entries()) {
      const distance = slipsBetween(plain, other, slips);
      if (distance <= slips) near.push([distance, at]);
    }
    near.sort(([one, at], [other, otherAt]) => one - other || at - otherAt);
    for (const [distance, at] of near.slice(0, NEAREST)) {
      const first = folded[at][0] === plain[0] ? 0 : 1;      // slips are rare in a first letter
      const mend = { form: forms[at], language, likeness: 1 - distance / plain.length };
      best.push({ cost: distance + 0.5 * first + 0.3 * rank, at, mend });
    }
  }
  best.sort((one, other) => one.cost - other.cost || one.at - other.at || byCode(one.mend.form, other.mend.form) || byCode(one.mend.language, other.mend.language));
  return best[0]?.mend ?? null;
}

/**
 * The word that begins most as an unknown one does, in the first language that has some.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string[]} languages
 * @returns {Mend | null}
 */
export function kin(lexicon, word, languages) {
  const plain = fold(word);
  const shortest = Math.max(BEGINNING, rounded(plain.length * SHARED, 0));
  for (const language of languages) {
    const { forms, folded } = lexicon.vocabulary(language);
    const near = [];
    for (const [at, other] of folded.entries()) {
      const shared = sharedStart(plain, other);
      if (shared >= shortest) near.push([shared, at]);
    }
    near.sort(([one, at], [other, otherAt]) => other - one || at - otherAt);
    const [best] = near.slice(0, NEAREST).sort(([one, at], [other, otherAt]) => other - one || folded[at].length - folded[otherAt].length);
    if (best) return { form: forms[best[1]], language, likeness: (best[0] / plain.length) * KIN };
  }
  return null;
}

/**
 * @param {string} one
 * @param {string} other
 */
function sharedStart(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const ROWS = [new Int32Array(256), new Int32Array(256), new Int32Array(256)];

/**
 * Letters too many, too few, wrong or swapped with the next; more than `most` where there are more.
 *
 * @param {string} one
 * @param {string} other
 * @param {number} most
 */
function slipsBetween(one, other, most) {
  if (Math.abs(one.length - other.length) > most || other.length > 250 || one.length > 250) return most + 1;
  let [before, last, row] = ROWS;
  for (let j = 0; j <= other.length; j++) last[j] = j;
  for (let i = 1; i <= one.length; i++) {
    let least = (row[0] = i);
    const letter = one.charCodeAt(i - 1);
    for (let j = 1; j <= other.length; j++) {
      const same = letter === other.charCodeAt(j - 1);
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && letter === other.charCodeAt(j - 2) && one.charCodeAt(i - 2) === other.charCodeAt(j - 1))
        cost = Math.min(cost, before[j - 2] + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[other.length];
}

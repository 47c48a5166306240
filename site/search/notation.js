// Cards, calls and sides in a query. The same as kb/languages/notation.py.

import * as DATA from "kodeks-data";

const START = /[\p{L}\p{N}]+|[♠♥♦♣♤♡♢♧]/gu;
const SHAPE = new RegExp(DATA.notation.pattern, "y");
const LEVEL = /^[1-7] $/;
const ANY_SIGN = /[\p{L}\p{N}]/u;
const SEATS = new Set(DATA.notation.seats);

/**
 * The places of cards, calls and sides, in order, none inside another.
 *
 * @param {string} text
 * @returns {[number, number][]}
 */
export function notationIn(text) {
  /** @type {[number, number][]} */
  const places = [];
  let end = 0;
  for (const { index } of text.matchAll(START)) {
    if (index < end) continue;
    SHAPE.lastIndex = index;
    const last = spokenEnd(text, index) || index + (SHAPE.exec(text)?.[0].length ?? 0);
    if (last === index) continue;
    end = last;
    places.push([index, end]);
  }
  return places;
}

/**
 * Where a bid ends whose strain is a word, as 3 Hearts; 0 where none begins.
 *
 * @param {string} text
 * @param {number} start
 */
function spokenEnd(text, start) {
  if (!LEVEL.test(text.slice(start, start + 2))) return 0;
  const ends = (/** @type {number} */ end) => !ANY_SIGN.test(text.slice(end, end + 1));
  const strain = DATA.notation.strains.find(
    (word) => text.slice(start + 2, start + 2 + word.length).toLowerCase() === word && ends(start + 2 + word.length),
  );
  return strain ? start + 2 + strain.length : 0;
}

/** @param {string} word */
export function isSeat(word) {
  return SEATS.has(word.toLowerCase());
}

// Cards, calls and sides in a query. The same as kb/languages/notation.py.

import * as DATA from "kodeks-data";

const START = /[\p{L}\p{N}]+|[♠♥♦♣♤♡♢♧]/gu;
const SHAPE = new RegExp(DATA.notation.pattern, "y");
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
    const match = SHAPE.exec(text);
    if (!match) continue;
    end = index + match[0].length;
    places.push([index, end]);
  }
  return places;
}

/** @param {string} word */
export function isSeat(word) {
  return SEATS.has(word.toLowerCase());
}

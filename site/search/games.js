// Which game a query is about. The same as kb/search/asking/games.py.

import * as DATA from "kodeks-data";
import { fold, WORD_OF_QUERY } from "./words.js";

const HUNG_ON = /(?:-[\p{L}\p{Nl}\p{No}]{1,6})?\)?/uy;
const ANY_SIGN = /[\p{L}\p{N}]/u;

/**
 * The game that a query names, null for none or several. `words` are the words to search for, `rest` is the query
 * without the name.
 *
 * @param {string} query
 */
export function namedGame(query) {
  const named = DATA.games.map((game) => ({ ...game, places: placesNamed(game, query) })).filter(({ places }) => places.length);
  if (named.length !== 1) return { game: null, words: query, rest: query };
  const [{ id, term, places }] = named;
  let rest = query;
  for (const [start, end] of places.reverse()) rest = rest.slice(0, start) + rest.slice(end);
  rest = rest.split(" ").filter(Boolean).join(" ");
  const keeps = term || !ANY_SIGN.test(rest);
  return { game: id, words: keeps ? query : rest, rest };
}

/**
 * @param {{ names: string[] }} game
 * @param {string} query
 * @returns {[number, number][]}
 */
function placesNamed(game, query) {
  /** @type {[number, number][]} */
  const places = [];
  for (const word of query.matchAll(WORD_OF_QUERY)) {
    if (!game.names.includes(fold(word[0]))) continue;
    HUNG_ON.lastIndex = word.index + word[0].length;
    const [after] = HUNG_ON.exec(query) ?? [""];
    const isBracketed = after.endsWith(")") && query[word.index - 1] === "(";
    places.push([word.index - (isBracketed ? 1 : 0), word.index + word[0].length + after.length]);
  }
  return places;
}

// Plain words: what a provision says, in words of ours. The same as kb/core/plain.py.

import { ancestorsOf } from "./ids.js";

/** @import { ClauseFile } from "./types.d.ts" */

const REFERENCE = /\{([^{}]*)\}/;

/**
 * The id at which the plain words of a provision stand: its own, or that of the nearest one around it.
 *
 * @param {ClauseFile} file
 * @param {string} id
 */
export function toldAt(file, id) {
  return [id, ...ancestorsOf(id)].find((place) => file.plain?.[place]);
}

/**
 * Plain words with each reference in them as `shown` makes it.
 *
 * @template T
 * @param {string} words
 * @param {(id: string) => T} shown
 * @returns {(string | T)[]}
 */
export function piecesOf(words, shown) {
  return words.split(REFERENCE).map((piece, at) => (at % 2 ? shown(piece) : piece));
}

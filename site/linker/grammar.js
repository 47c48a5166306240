// The patterns of kb/citations/patterns/grammar.toml as this engine has them.

import * as DATA from "kodeks-data";

/** @import { Pattern } from "./types.d.ts" */

export const GRAMMAR = {
  paths: matchers(DATA.grammar.paths),
  lexemes: matchers(DATA.grammar.lexemes),
  surroundings: matchers(DATA.grammar.surroundings),
  titles: matchers(DATA.grammar.titles),
  sections: matchers(DATA.grammar.sections),
  works: matchers(DATA.grammar.works),
  queries: matchers(DATA.grammar.queries),
  forms: DATA.grammar.forms.map((source) => new RegExp(source, "duy")),
  neutral: new Set(DATA.grammar.neutral),
};

/**
 * Each pattern twice: one that matches at a place, and one that searches. The flag `u` makes a sign a code point, as it
 * is for Python.
 *
 * @param {Record<string, string>} sources
 * @returns {Record<string, Pattern>}
 */
function matchers(sources) {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [name, { at: new RegExp(source, "uy"), all: new RegExp(source, "gu") }]),
  );
}

/**
 * The match of a pattern that begins at a place; null where none does.
 *
 * @param {Pattern} pattern
 * @param {string} text
 * @param {number} at
 */
export function matchAt(pattern, text, at) {
  pattern.at.lastIndex = at;
  return pattern.at.exec(text);
}

/**
 * The first match from a place on; null where there is none.
 *
 * @param {Pattern} pattern
 * @param {string} text
 * @param {number} [at]
 */
export function firstOf(pattern, text, at = 0) {
  pattern.all.lastIndex = at;
  return pattern.all.exec(text);
}

/**
 * The matches from a place on, one after the other, none overlapping.
 *
 * @param {Pattern} pattern
 * @param {string} text
 * @param {number} at
 */
export function matchesFrom(pattern, text, at) {
  pattern.all.lastIndex = at;
  return text.matchAll(pattern.all);
}

/**
 * @param {Pattern} pattern
 * @param {string} text
 */
export function allOf(pattern, text) {
  return [...matchesFrom(pattern, text, 0)];
}

/** @param {string} text */
export function smallWords(text) {
  return (text.match(GRAMMAR.surroundings.word.all) ?? []).map((word) => word.toLowerCase());
}

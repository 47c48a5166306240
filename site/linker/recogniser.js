// Finds citations in a text: which words they are, and what they say; not yet what they mean.
// The same as kb/citations/recogniser.py, which explains it.

import * as DATA from "kodeks-data";
import { charactersAfter, charactersBefore } from "./characters.js";
import { GRAMMAR, smallWords } from "./grammar.js";
import { isDigit } from "./ids.js";
import { wordsOf } from "./language-words.js";
import { isCapital, NEAR, tokensOf } from "./tokens.js";

/** @import { Citation, FormMatch, Item, LanguageWords, PathToken, Token, UnitKind } from "./types.d.ts" */

const NEVER_FIRST = "xJDH()AQCO";
const HIGHEST_BID = DATA.grammar.levels;
// The letters of laws that people write small (25a): others are a time (20h) or a measure (12m).
const SMALL = new Set("abcdefg");

/**
 * Every citation between two places of a text, in order, as the patterns of a language see it; also
 * the weak ones, which are none unless their surroundings say so.
 *
 * @param {string} text
 * @param {string} language
 * @param {number} [start]
 * @param {number} [end]
 * @returns {Citation[]}
 */
export function recognise(text, language, start = 0, end = text.length) {
  const words = wordsOf(language);
  const tokens = tokensOf(text, words, start, end);
  const codes = tokens.map((token) => token.code).join("");
  const citations = [];
  let at = 0;
  let goesOn = false;     // whether only joiners stand behind a citation without doubt: 70D1 and 16B
  while (at < codes.length) {
    const match = NEVER_FIRST.includes(codes[at]) ? null : formAt(codes, at);
    if (!match) {
      goesOn = goesOn && "JF".includes(codes[at]);
      at += 1;
      continue;
    }
    const citation = citationOf(text, tokens, codes, match, words, goesOn);
    if (citation) citations.push(citation);
    goesOn = citation !== null && !citation.weak;
    at += match[0].length;
  }
  return citations;
}

/**
 * @param {string} codes
 * @param {number} at
 * @returns {FormMatch | null}
 */
function formAt(codes, at) {
  for (const form of GRAMMAR.forms) {
    form.lastIndex = at;
    const match = form.exec(codes);
    if (match) return /** @type {FormMatch} */ (match);
  }
  return null;
}

/**
 * @param {string} text
 * @param {Token[]} tokens
 * @param {string} codes
 * @param {FormMatch} match
 * @param {LanguageWords} words
 * @param {boolean} goesOn
 * @returns {Citation | null}
 */
function citationOf(text, tokens, codes, match, words, goesOn) {
  const core = tokens.slice(...match.indices.groups.core);
  let items = itemsOf(tokens, codes, match, "items");
  let base = null;
  if (match.groups.parts) {
    base = items[items.length - 1];
    items = itemsOf(tokens, codes, match, "parts");
  }
  const units = core.map((token) => token.unit).filter((unit) => unit !== undefined);
  const plural = core.some((token) => token.unit && token.plural);
  if (!items.length && plural) return null;     // niniejsze przepisy (these laws) are the laws as a whole
  /** @type {boolean | null} */
  let says = true;
  if (!units.length && core.length === 1 && !match[0].includes("I")) says = saysEnough(text, /** @type {PathToken} */ (core[0]), words, goesOn);
  else if (units.length && units.every((unit) => unit.kind === "part" && unit.place === "before"))
    // punkt 16B is one of a law; in a bidding system's notes it is of these
    says = !items.some(({ path }) => path.kind === "absolute" && path.labels.length === 2);
  else if (units.some((unit) => unit.doubtful)) says = false;
  if (says === null) return null;
  if (!units.length && !says && core[0].code === "R" && isDigit(items[0].path.labels[0][0]))
    items = [{ ...items[0], path: { ...items[0].path, kind: "absolute" } }];     // 25a
  if (match.groups.chain) items = [chained(items[items.length - 1], itemsOf(tokens, codes, match, "chain"))];
  const last = core[core.length - 1];
  return {
    start: core[0].start,
    end: last.path ? last.path.end : last.end,
    items,
    // A code that is named makes its number a law's: 75 del Codice, paragrafo C.
    unit: base && match[0].includes("C") ? "law" : unitOf(units.map((unit) => unit.kind), Boolean(core[0].unit), base !== null),
    base,
    direction: match[0].includes("U") ? "above" : match[0].includes("W") ? "below" : null,
    general: units.length > 0 && units.every((unit) => unit.general || unit.kind === "part"),
    same: match[0].includes("I"),
    weak: !says,
  };
}

/**
 * A law with its parts one inside the other: art. 12 ust. C pkt 1 lit. b.
 *
 * @param {Item} law
 * @param {Item[]} parts
 * @returns {Item}
 */
function chained(law, parts) {
  const last = parts[parts.length - 1];
  const labels = [law, ...parts].flatMap((item) => item.path.labels);
  return { start: law.start, end: last.end, path: { labels, end: last.path.end, kind: "absolute" }, last: null };
}

/**
 * The unit of what is cited, by the word beside it; for parts of a provision the unit of the provision.
 *
 * @param {UnitKind[]} units
 * @param {boolean} first
 * @param {boolean} inside
 */
function unitOf(units, first, inside) {
  if (inside && units.includes("law")) return "law";
  return (first ? units[0] : units.at(-1)) ?? null;
}

/**
 * @param {Token[]} tokens
 * @param {string} codes
 * @param {FormMatch} match
 * @param {string} group
 * @returns {Item[]}
 */
function itemsOf(tokens, codes, match, group) {
  if (!match.groups[group]) return [];
  const [start, end] = match.indices.groups[group];
  return [...codes.slice(start, end).matchAll(ITEM)].map((item) => {
    const first = /** @type {PathToken} */ (tokens[start + item.index]);
    const last = /** @type {PathToken} */ (tokens[start + item.index + item[0].length - 1]);
    return { start: first.start, end: last.path.end, path: first.path, last: last === first ? null : last.path };
  });
}

const ITEM = new RegExp(DATA.grammar.item, "gu");

/**
 * Whether a path that no word announces is a citation without doubt; null where it is none at all.
 *
 * @param {string} text
 * @param {PathToken} token
 * @param {LanguageWords} words
 * @param {boolean} goesOn
 */
function saysEnough(text, token, words, goesOn) {
  const [law, letter = "", ...deeper] = token.path.labels;
  if (text.slice(token.start, token.path.end).includes(". ")) return null;     // Board 12. C 3
  // A2 is a part of a law cited before.
  if (token.code === "R" && !isDigit(law[0])) return isCapital(law) && isDigit(letter) ? false : null;
  if (deeper.length) return isCapital(letter);     // 10h30 and 16x9 are no provisions
  if (Number(law) <= HIGHEST_BID) return null;
  if (!isCapital(letter)) return SMALL.has(letter) ? false : null;
  const isBracketed = text[token.start - 1] === "(" && text[token.end] === ")";
  return goesOn || isBracketed || token.end > token.path.end || isCued(text, token, words);
}

/**
 * Whether a word beside a path says that it is a law: see 16B, TBR 16B, 16B alapján.
 *
 * @param {string} text
 * @param {Token} token
 * @param {LanguageWords} words
 */
function isCued(text, token, words) {
  const before = smallWords(text.slice(charactersBefore(text, token.start, NEAR), token.start));
  while (before.length && words.fillers.has(before[before.length - 1])) before.pop();
  if (words.cues.last(before) === 0 || words.codes.last(before) === 0) return true;
  const after = smallWords(text.slice(token.end, charactersAfter(text, token.end, NEAR)));
  return after.length > 0 && words.cues_after.at(after) > 0;
}

/**
 * Whether a citation surely has the path of a lettered code: 27B1.
 *
 * @param {Citation} citation
 */
export function isLettered({ weak, items }) {
  return !weak && items.some(({ path }) => path.kind === "absolute" && path.labels.length > 1 && !isDigit(path.labels[1][0]));
}

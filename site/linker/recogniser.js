// Finds citations in a text: which words they are, and what they say; not yet what they mean.
// The same as kb/citations/recogniser.py, which explains it.

import { valueIn } from "./maps.js";
import * as DATA from "kodeks-data";
import { charactersAfter, charactersBefore } from "./characters.js";
import { GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { isDigit } from "./ids.js";
import { scan } from "./paths.js";
import { Phrases } from "./phrases.js";

/** @import { Citation, FormMatch, Item, LanguageWords, Path, PathToken, Token, UnitKind, WordMeant } from "./types.d.ts" */
/** @import { Patterns, UnitWords } from "kodeks-data" */

const NEVER_FIRST = "xJD)LQCO";
const PART_COMES = "pI";
const BEFORE_CODE = "PNnRvtOFC";
const NO_WORD_AFTER = "@#/\\.";
export const HIGHEST_BID = 7;
const NEAR = 40;
const LONGEST_ROMAN = 5;
export const ONLY_ROMAN = /^[ivx]*$/;
export const LETTER_SIGN = /^\p{L}$/u;
const CAPITAL = /^\p{Lu}/u;

/** @type {Map<string, LanguageWords>} */
const WORDS = new Map();     // by language, made when first asked for

/**
 * @param {string} language
 * @returns {LanguageWords}
 */
export function wordsOf(language) {
  return valueIn(WORDS, language, () => languageWords(DATA.patterns[language]));
}

/**
 * @param {Patterns} raw
 * @returns {LanguageWords}
 */
function languageWords(raw) {
  const codes = new Phrases(raw.codes);
  const [fillers, ours, of, joiners] = [raw.fillers, raw.this, raw.of, raw.joiners].map((listed) => new Set(listed));
  const [others, other_games, cues, cues_after, counted, ibid, edition] = [
    raw.others, raw.other_games, raw.cues, raw.cues_after, raw.counted, raw.ibid, raw.edition,
  ].map((phrases) => new Phrases(phrases));
  const named = new Phrases([...raw.codes, ...raw.others, ...raw.other_games]);
  /** @type {Map<string, WordMeant>} */
  const lookup = new Map([[")", { code: ")" }]]);
  /** @type {[string, string[]][]} */
  const groups = [
    ["C", raw.codes.flatMap((one) => one.split(" ")).filter((word) => word.length > 1)],
    ["O", raw.of],
    ["I", raw.ibid.filter((one) => !one.includes(" "))],
    ["F", raw.fillers],
    ["J", raw.joiners],
    ["D", raw.ranges],
    ["W", raw.below],
    ["U", raw.above],
    ["T", raw.this],
  ];
  for (const [code, group] of groups) for (const word of group) lookup.set(word, { code });
  for (const unit of raw.units) {
    const code = { law: "lL", part: "pQ" }[unit.kind][unit.place === "after" ? 1 : 0];
    for (const word of unit.plurals) lookup.set(word, { code, unit, plural: true });
    for (const word of unit.forms) lookup.set(word, { code, unit });
  }
  const letters = GRAMMAR.lexemes.letters;
  const heads = new Set([...lookup.keys()].map((word) => matchAt(letters, word, 0)?.[0]).filter((head) => head !== undefined));
  const { language, suffixed } = raw;
  return {
    ...{ language, suffixed, fillers, this: ours, of, joiners, codes, others, other_games, cues, cues_after, counted, ibid },
    ...{ edition, named, lookup, heads, known: null },
  };
}

/**
 * The words and signs that mean something to a language: whether as one for a law or part.
 *
 * @param {string} language
 */
export function wordsKnown(language) {
  const words = wordsOf(language);
  if (!words.known) {
    words.known = new Map();
    for (const [entry, { unit, code }] of words.lookup) {
      const word = matchAt(GRAMMAR.lexemes.letters, entry, 0)?.[0] ?? entry;
      words.known.set(word, words.known.get(word) || Boolean(unit) || code === "I");
    }
  }
  return words.known;
}

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
  let goesOn = false;     // whether only joiners stand since one without doubt: 70D1 and 16B
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
  if (!items.length && plural) return null;     // niniejsze przepisy are the laws as a whole
  /** @type {boolean | null} */
  let says = true;
  if (!units.length && core.length === 1) says = saysEnough(text, /** @type {PathToken} */ (core[0]), words, goesOn);
  else if (units.length && units.every((unit) => unit.kind === "part" && unit.place === "before"))
    // punkt 16B is one of a law; in a bidding system's notes it is of these
    says = !items.some(({ path }) => path.kind === "absolute" && path.labels.length === 2);
  if (says === null) return null;
  if (match.groups.chain) items = [chained(items[items.length - 1], itemsOf(tokens, codes, match, "chain"))];
  const last = core[core.length - 1];
  return {
    start: core[0].start,
    end: last.path ? last.path.end : last.end,
    items,
    unit: unitOf(units.map((unit) => unit.kind), Boolean(core[0].unit), base !== null),
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
 * The unit of what is cited: the word beside it; for parts of a provision that of the whole.
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
  return [...codes.slice(start, end).matchAll(ITEM)].map((one) => {
    const first = /** @type {PathToken} */ (tokens[start + one.index]);
    const last = /** @type {PathToken} */ (tokens[start + one.index + one[0].length - 1]);
    return { start: first.start, end: last.path.end, path: first.path, last: last === first ? null : last.path };
  });
}

const ITEM = new RegExp(DATA.grammar.item, "gu");

/**
 * Whether a path that no word announces can be nothing but a citation; null: it is none.
 *
 * @param {string} text
 * @param {PathToken} token
 * @param {LanguageWords} words
 * @param {boolean} goesOn
 */
function saysEnough(text, token, words, goesOn) {
  const [law, letter = "", ...deeper] = token.path.labels;
  if (token.code === "R") return isCapital(law) && isDigit(letter) ? false : null;     // A2, of a law cited before
  if (deeper.length) return isCapital(letter);     // 10h30 and 16x9 exist nowhere
  if (!isCapital(letter) || Number(law) <= HIGHEST_BID) return null;
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
 * @param {string} text
 * @param {LanguageWords} words
 * @param {number} first
 * @param {number} last
 * @returns {Token[]}
 */
function tokensOf(text, words, first, last) {
  /** @type {Token[]} */
  const tokens = [];
  const within = last === text.length ? text : text.slice(0, last);
  let at = first;
  let match;
  if (first && isDigit(text[first])) {
    const run = matchAt(GRAMMAR.lexemes.run, within, first - 1);
    if (run) at = first - 1 + run[0].length;     // the 12C3 of seat12C3
  }
  WORD.lastIndex = first;
  while ((match = WORD.exec(within))) {
    const start = match.index;
    const end = start + match[0].length;
    if (start < at) continue;
    /** @type {string} */
    const after = tokens.length ? tokens[tokens.length - 1].code : "x";
    /** @type {boolean} */
    const apart = PART_COMES.includes(after) || (after === "J" && isApart(text, tokens));
    let token;
    if (match[1] !== undefined) {
      token = lettersToken(text, start, end, words, after, apart);
      if (token.code === "x" && isDigit(text[end])) token = unknown(within, start, end);     // seat12C3
    } else if (match[2] !== undefined) token = pathToken(text, start, words, apart) ?? figure(text, start) ?? unknown(within, start, end);
    else token = { code: words.lookup.get(match[0])?.code ?? "x", start, end };
    if (token.code !== "x" || after !== "x" || !tokens.length) tokens.push(token);
    at = token.end;
  }
  return tokens;
}

const WORD = new RegExp(DATA.grammar.lexemes.word, "gu");

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {LanguageWords} words
 * @param {string} after
 * @param {boolean} apart
 * @returns {Token}
 */
function lettersToken(text, start, end, words, after, apart) {
  const low = text.slice(start, end).toLowerCase();
  let token = words.heads.has(low) ? wordToken(text, start, end, words.lookup) : null;
  if (!token?.unit && mayBePath(text, low, end)) token = pathToken(text, start, words, apart) ?? token;
  if (!token && after === "p" && low.length === 1 && low >= "a" && low <= "h")
    token = { code: "R", start, end, path: { labels: [low], end, kind: "relative" } };     // lit. c
  if (!token) {
    const named = BEFORE_CODE.includes(after) && words.codes.at([low]) > 0;
    token = { code: named ? "C" : "x", start, end };
  }
  return token;
}

/**
 * What is no law's number though it has digits: a date, a time, a score.
 *
 * @param {string} text
 * @param {number} start
 * @returns {Token | null}
 */
function figure(text, start) {
  const match = matchAt(GRAMMAR.lexemes.figure, text, start);
  return match && { code: "x", start, end: start + match[0].length };
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {Token}
 */
function unknown(text, start, end) {
  const run = matchAt(GRAMMAR.lexemes.run, text, start);
  return { code: "x", start, end: run ? start + run[0].length : end };
}

/**
 * @param {string} text
 * @param {string} word
 * @param {number} end
 */
function mayBePath(text, word, end) {
  return word.length === 1 || (word.length <= LONGEST_ROMAN && text[end] === ")" && ONLY_ROMAN.test(word));
}

/**
 * Whether labels may stand apart after a joiner, as they do before it: 74 A 2 and B 1.
 *
 * @param {string} text
 * @param {Token[]} tokens
 */
function isApart(text, tokens) {
  const before = tokens.at(-2);
  if (!before?.path) return before?.code === "I";     // ibid., F 5 a
  return text.slice(before.start, before.path.end).includes(" ");
}

/**
 * Whether the bracket after a label apart (12 C 2 a) is its own: nothing was opened before.
 *
 * @param {string} text
 * @param {number} at
 */
function isOwnBracket(text, at) {
  if (text[at] !== ")") return false;
  const piece = text.slice(charactersBefore(text, at, NEAR), at);
  return piece.lastIndexOf("(") <= piece.lastIndexOf(")");
}

/**
 * @param {string} text
 * @param {number} at
 * @param {LanguageWords} words
 * @param {boolean} apart
 * @returns {Token | null}
 */
function pathToken(text, at, words, apart) {
  const goesOn = (text[at - 1] === "." || text[at - 1] === ":") && isDigit(text[at - 2]) && text[at] !== "(";     // 27.5, 3:72
  if (goesOn || matchAt(GRAMMAR.lexemes.figure, text, at)) return null;
  const path = scan(text, at, apart);
  if (!path) return null;
  if (path.end - at > 2 && text[path.end - 2] === " " && isOwnBracket(text, path.end)) path.end += 1;
  let end = path.end;
  if (text[end] === "." && !matchAt(GRAMMAR.lexemes.sentence_end, text, end)) end += 1;
  else if (words.suffixed) end += matchAt(GRAMMAR.lexemes.suffix, text, end)?.[0].length ?? 0;
  return { code: pathCode(text, at, path, end, words), start: at, end, path };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Path} path
 * @param {number} end
 * @param {LanguageWords} words
 */
function pathCode(text, at, path, end, words) {
  if (path.kind === "absolute") return "P";
  if (path.kind === "number") return end > path.end ? "N" : "n";
  const word = text.slice(at, path.end).toLowerCase();
  return words.fillers.has(word) ? "v" : words.this.has(word) ? "t" : "R";
}

/**
 * What a word is, with the full stop or the ending that belongs to it.
 *
 * @param {string} text
 * @param {number} at
 * @param {number} end
 * @param {Map<string, WordMeant>} lookup
 * @returns {Token | null}
 */
function wordToken(text, at, end, lookup) {
  const suffix = text[end] === "." ? "." : matchAt(GRAMMAR.lexemes.suffix, text, end)?.[0];
  for (const after of suffix ? [end + suffix.length, end] : [end]) {
    const meaning = lookup.get(text.slice(at, after).toLowerCase());
    if (meaning && (!meaning.unit || mayBeUnit(meaning.unit, text, at, after)))
      return { code: meaning.code, start: at, end: after, unit: meaning.unit, plural: meaning.plural };
  }
  return null;
}

/**
 * Whether a unit's word stands for itself; one letter must be a capital beside a number.
 *
 * @param {UnitWords} unit
 * @param {string} text
 * @param {number} at
 * @param {number} end
 */
function mayBeUnit(unit, text, at, end) {
  if (text[at] === "§") return true;
  if (unit.place === "before" && at && NO_WORD_AFTER.includes(text[at - 1]))
    return text[at - 1] === "/" && isDigit(text[at - 2]);     // L20F1/L21B3
  if (text[at - 1] === "-" && LETTER_SIGN.test(text.slice(charactersBefore(text, at - 1, 1), at - 1))) return false;     // by-law 16
  if ((text.slice(at, end).match(/\p{L}/gu) ?? []).length > 1) return true;
  const number = text[end] === " " ? end + 1 : end;
  if (!isCapital(text[at]) || !isDigit(text[number])) return false;
  const path = scan(text, number);
  return path !== null && (number === end || path.labels.length > 1);
}

/** @param {string} label */
export function isCapital(label) {
  return CAPITAL.test(label);
}

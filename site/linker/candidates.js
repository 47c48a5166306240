// Finds the stretches of a text that may hold a citation, and the languages in which to read each.
// The same as kb/linking/finding/candidates.py.

import * as DATA from "kodeks-data";
import { Characters, firstAfter } from "./characters.js";
import { firstOf, GRAMMAR, matchAt, matchesFrom } from "./grammar.js";
import { wordsKnown } from "./language-words.js";
import { valueIn } from "./maps.js";
import { Phrases } from "./phrases.js";
import { ONLY_ROMAN } from "./tokens.js";

// The words of every language are counted in stretches of so many characters, with so many around each.
const STRETCH = 400;
const AROUND = 150;
// A language is asked if it knows at least this share of the words that the likeliest language knows.
const NEARLY = 0.7;
// For how many pieces of text it is remembered what they mean, and how long these may be.
const REMEMBERED = 100_000;
const SHORT_PIECE = 40;

/** The words of several languages, each with the languages that know it. */
class Lexicon {
  /** @type {Map<string, number>} */
  #units = new Map();
  /** @type {Map<string, number>} */
  #vocabulary = new Map();
  #codes;
  /** @type {Map<string, number>} */
  #pieces = new Map();

  /** @param {string[]} languages */
  constructor(languages) {
    this.languages = languages;
    this.all = 2 ** languages.length - 1;
    languages.forEach((language, bit) => {
      for (const [word, isUnit] of wordsKnown(language)) {
        // A single letter (P27) says nothing of a language: it counts as a word of all.
        const spoken = isUnit && word.length === 1 ? (1 << languages.length) - 1 : Number(isUnit) << bit;
        this.#units.set(word, (this.#units.get(word) ?? 0) | spoken);
      }
      for (const word of vocabulary(language)) this.#vocabulary.set(word, (this.#vocabulary.get(word) ?? 0) | (1 << bit));
    });
    this.#codes = new Phrases(languages.flatMap((language) => DATA.patterns[language].codes));
  }

  /**
   * The languages in which a piece of text is a word for a law or part, as a bit for each. Where no citation can go
   * over the piece, all bits are inverted, so that the number is negative.
   *
   * @param {string} piece
   */
  units(piece) {
    if (piece.length > SHORT_PIECE) return this.#read(piece);
    return valueIn(this.#pieces, piece, () => this.#read(piece), REMEMBERED);
  }

  /** @param {string} piece */
  #read(piece) {
    if (matchAt(GRAMMAR.lexemes.sign_of_word, piece, 0)) {
      const word = piece.toLowerCase();
      const goesOn = this.#units.has(word) || word.length === 1 || ONLY_ROMAN.test(word) || this.#codes.at([word]);
      return goesOn ? this.#units.get(word) ?? 0 : ~0;
    }
    const signs = [...piece.replace(GRAMMAR.lexemes.silent.all, "")];
    const units = signs.reduce((mask, sign) => mask | (this.#units.get(sign) ?? 0), 0);
    return signs.every((sign) => this.#units.has(sign)) ? units : ~units;
  }

  /**
   * How many words of a text each language knows, in the order of the languages.
   *
   * @param {string} text
   */
  counts(text) {
    const counts = this.languages.map(() => 0);
    for (const [word] of matchesFrom(GRAMMAR.lexemes.pieces, text.toLowerCase(), 0)) {
      const mask = this.#vocabulary.get(word) ?? 0;
      if (mask) counts.forEach((_, bit) => (counts[bit] += (mask >> bit) & 1));
    }
    return counts;
  }
}

/**
 * The words by which a language is recognised: all that its patterns list, without single letters.
 *
 * @param {string} language
 */
function vocabulary(language) {
  const raw = DATA.patterns[language];
  const listed = [raw.codes, raw.others, raw.cues, raw.cues_after, raw.counted, raw.edition];
  const words = listed.flat().flatMap((phrase) => phrase.split(" "));
  return new Set([...words, ...wordsKnown(language).keys()].filter((word) => word.length > 1));
}

/** @type {Map<string, Lexicon>} */
const LEXICA = new Map();

/** @param {string[]} languages */
function lexicon(languages) {
  const name = languages.join(" ");
  return valueIn(LEXICA, name, () => new Lexicon(languages));
}

/**
 * The stretches around numbers and labels that may hold a citation, each with the languages to read it in, the
 * likeliest first. `document` is the document of which the text is a view: places are counted in its characters, as a
 * masked sign of two units is still one.
 *
 * @param {string} text
 * @param {string[]} languages
 * @param {string} document
 * @returns {[number, number, string[]][]}
 */
export function candidateStretches(text, languages, document) {
  const words = lexicon(languages);
  const pieces = text.match(GRAMMAR.lexemes.pieces.all) ?? [];
  const starts = [0];
  for (const piece of pieces) starts.push(starts[starts.length - 1] + piece.length);
  const characters = new Characters(document);
  /** @type {Map<number, number[]>} */
  const counted = new Map();
  /** @param {number} at */
  const countsAt = (at) => {
    const stretch = Math.floor(characters.points(at) / STRETCH) * STRETCH;
    const [start, end] = [stretch - AROUND, stretch + STRETCH + AROUND];
    return valueIn(counted, stretch, () => words.counts(text.slice(characters.unit(start), characters.unit(end))));
  };
  /** @type {[number, number, string[]][]} */
  const stretches = [];
  let end = 0;
  for (const match of matchesFrom(GRAMMAR.surroundings.anchor, text, 0)) {
    if (match.index < end) continue;
    let first = firstAfter(starts, match.index) - 1;
    while (first > 0 && starts[first] > end && words.units(pieces[first - 1]) >= 0) first -= 1;
    let last = firstAfter(starts, match.index + match[0].length - 1);
    while (last < pieces.length && words.units(pieces[last]) >= 0) last += 1;
    end = starts[last];
    const asked = askedIn(text, starts[first], end, pieces.slice(first, last), words, countsAt);
    if (asked.length) stretches.push([starts[first], end, asked]);
  }
  return stretches;
}

/**
 * The languages to ask about a stretch that may hold citations, the likeliest first.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {string[]} pieces
 * @param {Lexicon} words
 * @param {(at: number) => number[]} countsAt
 */
function askedIn(text, start, end, pieces, words, countsAt) {
  let masks = [...new Set(pieces.map((piece) => words.units(piece)).map((mask) => (mask < 0 ? ~mask : mask)).filter(Boolean))];
  if (!masks.length) {
    if (!firstOf(GRAMMAR.surroundings.lettered, text.slice(0, end), start)) return [];
    masks = [words.all];
  }
  const { languages } = words;
  if (languages.length === 1) return languages;
  const counts = masks.some((mask) => mask & (mask - 1)) ? countsAt(start) : null;
  const bits = languages.map((_, bit) => bit);
  const order = counts ? bits.sort((one, other) => counts[other] - counts[one]) : bits;
  const chosen = new Set();
  for (const mask of masks) {
    const having = order.filter((bit) => (mask >> bit) & 1);
    for (const bit of having) if (!counts || counts[bit] >= counts[having[0]] * NEARLY) chosen.add(bit);
  }
  return order.filter((bit) => chosen.has(bit)).map((bit) => languages[bit]);
}

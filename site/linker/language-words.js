// The words by which a language cites, in sets and maps for look-ups. A part of what kb/citations/recogniser.py does.

import * as DATA from "kodeks-data";
import { GRAMMAR, matchAt } from "./grammar.js";
import { valueIn } from "./maps.js";
import { BARE } from "./naming.js";
import { Phrases } from "./phrases.js";

/** @import { LanguageWords, WordMeant } from "./types.d.ts" */
/** @import { Patterns } from "kodeks-data" */

// Signs that mean the same in every language, with their codes.
/** @type {[string, string][]} */
const SIGNS = [["(", "("], [")", ")"], [":", "A"]];
// The codes of the words for a unit, in the singular and in the plural.
const UNIT_CODES = { law: { before: "lm", after: "LM" }, part: { before: "pp", after: "QQ" } };

// The patterns of a language that has none.
/** @type {Patterns} */
const WORDLESS = {
  language: "", suffixed: false, units: [], statute: BARE, codes: [], others: [], other_games: [], shared: [], cues: [],
  cues_after: [], counted: [], ibid: [], edition: [], then: [], talk: [], fillers: [], this: [], of: [], joiners: [],
  ranges: [], below: [], above: [],
};

/** @type {Map<string, LanguageWords>} */
const WORDS = new Map();     // by language

/**
 * @param {string} language
 * @returns {LanguageWords}
 */
export function wordsOf(language) {
  return valueIn(WORDS, language, () => languageWords(DATA.patterns[language] ?? WORDLESS));
}

/**
 * @param {Patterns} raw
 * @returns {LanguageWords}
 */
function languageWords(raw) {
  const codes = new Phrases(raw.codes);
  const [fillers, ours, of, joiners] = [raw.fillers, raw.this, raw.of, raw.joiners].map((listed) => new Set(listed));
  const [others, other_games, shared, cues, cues_after, counted, ibid, edition, then, talk] = [
    raw.others, raw.other_games, raw.shared, raw.cues, raw.cues_after, raw.counted, raw.ibid, raw.edition, raw.then, raw.talk,
  ].map((phrases) => new Phrases(phrases));
  const named = new Phrases([...raw.codes, ...raw.others, ...raw.other_games]);
  /** @type {Map<string, WordMeant>} */
  const lookup = new Map(SIGNS.map(([sign, code]) => [sign, { code }]));
  /** @type {[string, string[]][]} */
  const groups = [
    ["C", raw.codes.flatMap((phrase) => phrase.split(" ")).filter((word) => word.length > 1)],
    ["O", raw.of],
    ["I", raw.ibid.filter((phrase) => !phrase.includes(" "))],
    ["F", raw.fillers],
    ["J", raw.joiners],
    ["D", raw.ranges.filter((word) => matchAt(GRAMMAR.lexemes.sign_of_word, word, 0))],
    ["H", raw.ranges.filter((word) => !matchAt(GRAMMAR.lexemes.sign_of_word, word, 0))],
    ["W", raw.below],
    ["U", raw.above],
    ["T", raw.this],
  ];
  for (const [code, group] of groups) for (const word of group) lookup.set(word, { code });
  for (const unit of raw.units) {
    const [one, several] = UNIT_CODES[unit.kind][unit.place];
    for (const word of unit.plurals) lookup.set(word, { code: several, unit, plural: true });
    for (const word of unit.forms) lookup.set(word, { code: one, unit });
  }
  const letters = GRAMMAR.lexemes.letters;
  const heads = new Set([...lookup.keys()].map((word) => matchAt(letters, word, 0)?.[0]).filter((head) => head !== undefined));
  const { language, suffixed } = raw;
  return {
    ...{ language, suffixed, fillers, this: ours, of, joiners, codes, others, other_games, shared, cues, cues_after, counted, ibid },
    ...{ edition, then, talk, named, lookup, heads, known: null },
  };
}

/**
 * The words and signs that mean something in citations of a language, and whether each stands for a law or part.
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

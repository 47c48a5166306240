// The query plan: what a query asks for. The same as kb/search/asking/plan.py, which explains it.

import { clausesOf } from "./story.js";
import { LONGEST_WORD, split } from "./compounds.js";
import { isSeat, notationIn } from "./notation.js";
import { kin, mended } from "./typos.js";
import { byCode, isAbbreviation, isUpper, lowerCase, rounded, WORD_OF_QUERY } from "./words.js";

/** @import { Lexicon } from "./lexicon.js" */
/** @import { Form, KnownWord, Phrase, Plan, PlannedWord, Read, Reading } from "./types.d.ts" */

const MOST_WORDS = 1000;
const MOST_MENDED = 40;
const READER_COUNTS = 0.6;
const STOP_COUNTS = 0.6;
const MENDED_COUNTS = 0.3;
const SHARE = 0.45;
const MOST_LANGUAGES = 3;
const FOLDED = 0.85;
const STEM = 0.8;
const SENSE = 0.15;
const PHRASE = 0.9;
const FEW = 5;
const STRANGE = new Set(["typo", "kin", "unknown"]);

/**
 * The plan of a query that is no citation: words, phrases, languages.
 *
 * @param {Lexicon} lexicon
 * @param {string} query
 * @param {string} reader
 * @returns {Plan}
 */
export function planOf(lexicon, query, reader) {
  const found = [...query.matchAll(WORD_OF_QUERY)].slice(0, MOST_WORDS);
  const typed = found.map(([word]) => word);
  const notated = notatedIn(query, found);
  const forms = typed.map((word, at) => (notated.has(at) ? [] : lexicon.form(lowerCase(word))));
  const guessed = guess(lexicon, typed, forms, reader);
  const shouted = isUpper(query) && typed.length > 1;
  const codes = guessed.map(([code]) => code);
  let strange = 0;        // words that nobody knows: each is compared with every word there is
  /**
   * @param {string} word
   * @param {number} at
   */
  const readAt = (word, at) => {
    if (notated.has(at)) return [asRead(word, lowerCase(word), "notation")];
    const reads = readsOf(lexicon, word, forms[at], codes, shouted, strange < MOST_MENDED);
    if (STRANGE.has(reads[0].reading)) strange += 1;
    return reads;
  };
  const reads = typed.flatMap((word, at) => readAt(word, at).map((read) => ({ ...read, start: found[at].index })));
  const targets = targetsOf(lexicon, reads);
  return {
    words: reads.map((read, number) => wordOf(read, targets, number)),
    phrases: targets.map(([phrase]) => phrase).filter((phrase) => phrase.words.length > 1),
    languages: again(guessed, reads),
    text: query,
    clauses: clausesOf(query),
  };
}

/**
 * Which words are cards, calls and seats, by their numbers; none where nothing else is asked.
 *
 * @param {string} query
 * @param {RegExpExecArray[]} found
 * @returns {Set<number>}
 */
function notatedIn(query, found) {
  const places = notationIn(query);
  let next = 0;
  const within = [...found.keys()].filter((at) => {
    const { index, 0: word } = found[at];
    while (next < places.length && places[next][1] <= index) next += 1;
    return isSeat(word) || (next < places.length && places[next][0] <= index);
  });
  return new Set(within.length < found.length ? within : []);
}

/** @param {{ reading: Reading }} word */
function isWanted({ reading }) {
  return reading !== "stop" && reading !== "notation";
}

/**
 * Whether a query has so many clauses or words that one asks which of them led where.
 *
 * @param {Plan} plan
 */
export function isStory(plan) {
  return plan.clauses.length > 1 || wantedWords(plan).length > FEW;
}

/** @param {Plan} plan */
export function wantedWords(plan) {
  return plan.words.filter(isWanted);
}

/**
 * The languages that know the words of a query, the likeliest first, and their share.
 *
 * @param {Lexicon} lexicon
 * @param {string[]} typed
 * @param {Form[][]} forms
 * @param {string} reader
 * @returns {[string, number][]}
 */
function guess(lexicon, typed, forms, reader) {
  const points = new Map();
  /**
   * @param {string} code
   * @param {number} value
   */
  const give = (code, value) => points.set(code, (points.get(code) ?? 0) + value);
  if (reader) give(reader, READER_COUNTS);
  for (const [at, word] of typed.entries()) {
    const lowered = lowerCase(word);
    const knowing = new Map(forms[at].map((form) => [form.language, form.exact.length ? 1 : 0.7]));
    for (const [code, stops] of lexicon.stops) if (stops.has(lowered)) knowing.set(code, STOP_COUNTS);
    for (const [code, value] of knowing) give(code, value / knowing.size ** 0.5);
  }
  const best = Math.max(0, ...points.values());
  const likely = [...points.keys()].sort((one, other) => points.get(other) - points.get(one) || byCode(one, other));
  const kept = likely.filter((code) => points.get(code) >= SHARE * best).slice(0, MOST_LANGUAGES);
  if (reader && !kept.includes(reader)) kept.push(reader);
  return kept.map((code) => [code, best ? rounded(points.get(code) / best, 2) : 1]);
}

/**
 * The languages with their shares, in order, now that words are mended: those speak for the language of the mend.
 *
 * @param {[string, number][]} languages
 * @param {Read[]} reads
 * @returns {[string, number][]}
 */
function again(languages, reads) {
  const share = new Map(languages);
  const spoken = reads.filter(({ reading }) => reading === "typo").flatMap(({ terms }) => [...terms.keys()]);
  for (const [code, value] of share) share.set(code, value + MENDED_COUNTS * spoken.filter((other) => other === code).length);
  const best = share.size ? Math.max(...share.values()) : 1;
  return [...share].sort(([, one], [, other]) => other - one).map(([code, value]) => [code, rounded(value / best, 2)]);
}

/**
 * A word of the query as it is read in the languages of the query: several reads where it is a compound.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {Form[]} forms
 * @param {string[]} languages
 * @param {boolean} shouted
 * @param {boolean} mends
 * @returns {Read[]}
 */
function readsOf(lexicon, word, forms, languages, shouted, mends) {
  const lowered = lowerCase(word);
  const isShort = isAbbreviation(word) && !shouted;
  if (!isShort && isStopWord(lexicon, lowered, forms, languages)) return [asRead(word, lowered, "stop")];
  const terms = knownTerms(forms, languages);
  if (terms.size) return [asRead(word, lowered, "known", terms)];
  if (lowered.length > LONGEST_WORD && !forms.length) return [asRead(word, lowered, "unknown")];
  const stems = stemmed(lexicon, lowered, languages);
  if (stems.size) return [asRead(word, lowered, "stem", stems)];
  if (forms.length) return [asRead(word, lowered, "known", knownTerms(forms, forms.map((form) => form.language)))];
  for (const code of languages) {
    const parts = split(lexicon, lowered, code);
    if (parts.length) return parts.map((part) => asRead(word, part, "compound", knownTerms(lexicon.form(part), [code])));
  }
  return [mends ? mendedRead(lexicon, word, languages) : asRead(word, lowered, "unknown")];
}

/**
 * @param {string} typed
 * @param {string} readAs
 * @param {Reading} reading
 * @param {Map<string, Map<string, number>>} [terms]
 * @param {number} [confidence]
 * @returns {Read}
 */
function asRead(typed, readAs, reading, terms = new Map(), confidence = 1) {
  return { typed, readAs, reading, terms, confidence, start: 0 };
}

/**
 * An unknown word as the one that it is nearest to, by its letters or by how it begins.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string[]} languages
 * @returns {Read}
 */
function mendedRead(lexicon, word, languages) {
  const lowered = lowerCase(word);
  const near = mended(lexicon, lowered, languages);
  const mend = near ?? kin(lexicon, lowered, languages);
  if (!mend) return asRead(word, lowered, "unknown");
  const forms = lexicon.form(mend.form);
  if (isStopWord(lexicon, mend.form, forms, [mend.language])) return asRead(word, mend.form, "stop");
  return asRead(word, mend.form, near ? "typo" : "kin", knownTerms(forms, [mend.language]), mend.likeness);
}

/**
 * Whether the likeliest language that knows a word knows it as a stop word.
 *
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {Form[]} forms
 * @param {string[]} languages
 */
function isStopWord(lexicon, word, forms, languages) {
  const knowing = new Set(forms.filter((form) => form.exact.length).map((form) => form.language));
  for (const code of languages) {
    if (lexicon.isStop(code, word)) return true;
    if (knowing.has(code)) return false;
  }
  return false;
}

/**
 * The terms of a form in each of these languages with their weights, accents as typed before folded.
 *
 * @param {Form[]} forms
 * @param {string[]} languages
 * @returns {Map<string, Map<string, number>>}
 */
function knownTerms(forms, languages) {
  const byLanguage = new Map();
  for (const form of forms) {
    if (!languages.includes(form.language)) continue;
    const terms = new Map(form.exact.map((term) => [term, 1]));
    for (const term of form.folded) if (!terms.has(term)) terms.set(term, FOLDED);
    byLanguage.set(form.language, terms);
  }
  return byLanguage;
}

/**
 * @param {Lexicon} lexicon
 * @param {string} word
 * @param {string[]} languages
 * @returns {Map<string, Map<string, number>>}
 */
function stemmed(lexicon, word, languages) {
  /** @type {Map<string, Map<string, number>>} */
  const byLanguage = new Map();
  for (const code of languages) {
    const terms = lexicon.stems(word, code);
    if (terms.length) byLanguage.set(code, new Map(terms.map((term) => [term, STEM])));
  }
  return byLanguage;
}

/**
 * The words of concepts and senses in a query, the longest first; their parts stand side by side, stop
 * words aside, in any order.
 *
 * @param {Lexicon} lexicon
 * @param {Read[]} reads
 * @returns {[Phrase, KnownWord][]}
 */
function targetsOf(lexicon, reads) {
  const places = [...reads.keys()].filter((number) => isWanted(reads[number]));
  const targets = new Map();
  for (const [at, number] of places.entries())
    for (const [code, terms] of reads[number].terms)
      for (const term of terms.keys())
        for (const knownWord of lexicon.words(term, code)) {
          if (isAbbreviation(knownWord.word) && reads[number].readAs !== lowerCase(knownWord.word)) continue;
          const parts = contentOf(lexicon, knownWord, code);
          for (let start = Math.max(0, at - parts.length + 1); start <= at; start++) {
            const words = places.slice(start, start + parts.length);
            if (words.length !== parts.length || !areParts(reads, words, parts, code)) continue;
            const key = `${words} ${knownWord.target}`;
            const text = words.map((word) => reads[word].typed).join(" ");
            if (!targets.has(key)) targets.set(key, [{ text, words, target: knownWord.target, language: code }, knownWord]);
          }
        }
  return [...targets.values()].sort(([one], [other]) => longestFirst(one, other));
}

/**
 * @param {Phrase} one
 * @param {Phrase} other
 */
function longestFirst(one, other) {
  if (one.words.length !== other.words.length) return other.words.length - one.words.length;
  const at = one.words.findIndex((word, place) => word !== other.words[place]);
  return at < 0 ? byCode(one.target, other.target) : one.words[at] - other.words[at];
}

/**
 * The parts of a word that are no stop words; all where there are no others.
 *
 * @param {Lexicon} lexicon
 * @param {KnownWord} knownWord
 * @param {string} language
 */
function contentOf(lexicon, knownWord, language) {
  const kept = knownWord.tokens.filter((_, at) => !lexicon.isStop(language, knownWord.texts[at]));
  return kept.length ? kept : knownWord.tokens;
}

/**
 * Whether the words at these places are the parts, in any order.
 *
 * @param {Read[]} reads
 * @param {number[]} places
 * @param {string[][]} parts
 * @param {string} language
 */
function areParts(reads, places, parts, language) {
  const left = places.map((place) => reads[place].terms.get(language) ?? new Map());
  return parts.every((part) => {
    const at = left.findIndex((terms) => part.some((term) => terms.has(term)));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * A word with all that it may stand for, each term with the most that it counts.
 *
 * @param {Read} read
 * @param {[Phrase, KnownWord][]} targets
 * @param {number} number
 * @returns {PlannedWord}
 */
function wordOf(read, targets, number) {
  const weights = new Map();
  for (const [code, terms] of read.terms) for (const [term, weight] of terms) weights.set(`${code}:${term}`, weight * read.confidence);
  const meant = targets.filter(([phrase, knownWord]) => phrase.words.includes(number) && knownWord.word === read.typed);
  let counting = targets;
  if (meant.length && isAbbreviation(read.typed)) {      // an abbreviation in capitals (MI) means only what it is short for
    counting = targets.filter(([phrase]) => meant.some(([other]) => other === phrase));
    weights.clear();
  }
  for (const [{ words, target }] of counting) {
    if (!words.includes(number)) continue;
    const weight = (target.startsWith("c:") ? 1 : SENSE) * (read.confidence * (words.length > 1 ? PHRASE : 1));
    weights.set(target, Math.max(weights.get(target) ?? 0, weight));
  }
  const alternatives = [...weights]
    .map(([term, weight]) => ({ term, weight: rounded(weight, 3) }))
    .sort((first, second) => second.weight - first.weight || byCode(first.term, second.term));
  return { typed: read.typed, reading: read.reading, readAs: read.readAs, alternatives, start: read.start };
}

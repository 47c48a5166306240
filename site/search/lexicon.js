// What search knows of words: their forms, the terms of these, and what they mean. As kb/search/database.py.

import { listIn, valueIn } from "../linker/maps.js";
import { byCode, fold, lowerCase, tokensOfTerm } from "./words.js";

/** @import { Form, KnownWord, Vocabulary } from "./types.d.ts" */

export class Lexicon {
  /** @type {Map<string, { language: string, form: string, terms: string[] }[]>} */
  #forms = new Map();          // by the form without accents: rows of every language
  /** @type {Map<string, Vocabulary>} */
  #vocabularies = new Map();
  /** @type {Map<string, Set<string>>} */
  #endings = new Map();        // by language: what forms end with behind their terms
  /** @type {Map<string, Map<string, Set<string>>>} */
  #terms = new Map();          // by language: the terms, by how they are written without accents
  /** @type {Map<string, Map<string, string[]>>} */
  #termsByForm = new Map();    // by language: the terms of each form
  /** @type {Map<string, KnownWord[]>} */
  #words = new Map();          // by language and term: the words of concepts and senses
  /** @type {Map<string, Set<string>>} */
  stops;

  /** @param {Record<string, string[]>} stops */
  constructor(stops) {
    this.stops = new Map(Object.entries(stops).map(([code, words]) => [code, new Set(words)]));
  }

  /**
   * Learns the forms of a language, each with its terms.
   *
   * @param {string} language
   * @param {Map<string, string[]>} forms
   */
  learn(language, forms) {
    this.#termsByForm.set(language, forms);
    /** @type {Vocabulary} */
    const vocabulary = { forms: [], folded: [] };
    for (const [form, terms] of forms) {
      const folded = fold(form);
      listIn(this.#forms, folded).push({ language, form, terms });
      if (LETTERS.test(form)) {
        vocabulary.forms.push(form);
        vocabulary.folded.push(folded);
      }
    }
    this.#vocabularies.set(language, vocabulary);
    this.#learnEndings(language, forms);
  }

  /**
   * @param {string} language
   * @param {Map<string, string[]>} forms
   */
  #learnEndings(language, forms) {
    const times = new Map();
    const terms = new Map();
    for (const [form, termsOfForm] of forms) {
      const plain = fold(form);
      for (const term of termsOfForm) {
        const folded = fold(term);
        valueIn(terms, folded, () => new Set()).add(term);
        if (!plain.startsWith(folded)) continue;
        const ending = plain.slice(folded.length);
        times.set(ending, (times.get(ending) ?? 0) + 1);
      }
    }
    this.#endings.set(language, new Set([...times].filter(([, often]) => often >= OFTEN).map(([ending]) => ending)));
    this.#terms.set(language, terms);
  }

  /**
   * The longest terms with which an unknown word begins, if it goes on with an ending that other words have too.
   *
   * @param {string} word
   * @param {string} language
   */
  stems(word, language) {
    const plain = fold(word);
    for (let end = plain.length; end >= SHORTEST_STEM; end--) {
      const terms = this.#terms.get(language)?.get(plain.slice(0, end));
      if (terms && this.#endings.get(language)?.has(plain.slice(end))) return [...terms].sort(byCode);
    }
    return [];
  }

  /**
   * Learns what words of a language mean: pairs of a word and its concept or sense, in their order.
   *
   * @param {string} language
   * @param {[string, string][]} pairs
   */
  mean(language, pairs) {
    const forms = this.#termsByForm.get(language);
    /** @type {Set<KnownWord[]>} */
    const touched = new Set();
    for (const [word, target] of pairs) {
      const texts = tokensOfTerm(word);
      const tokens = texts.map((token) => forms?.get(lowerCase(token)) ?? []);
      const knownWord = { word, target, texts, tokens };
      for (const term of new Set(tokens.flat())) {
        const words = listIn(this.#words, `${language}:${term}`);
        words.push(knownWord);
        touched.add(words);
      }
    }
    for (const words of touched)
      words.sort((one, other) => byCode(one.word, other.word) || byCode(one.target, other.target));
  }

  /**
   * The terms of a form (in small letters) in every language that has it. Where a language has a form with the
   * accents as they are typed, forms with other accents do not count.
   *
   * @param {string} form
   * @returns {Form[]}
   */
  form(form) {
    const plain = fold(form);
    /** @type {Map<string, Form>} */
    const byLanguage = new Map();
    for (const { language, form: other, terms } of this.#forms.get(plain) ?? []) {
      const row = valueIn(byLanguage, language, () => /** @type {Form} */ ({ language, exact: [], folded: [] }));
      if (other === form) row.exact = terms;
      else row.folded = [...new Set([...row.folded, ...terms])];
    }
    const rows = [...byLanguage.values()].sort((one, other) => byCode(one.language, other.language));
    return form === plain ? rows : rows.map((row) => (row.exact.length ? { ...row, folded: [] } : row));
  }

  /**
   * The words of concepts and senses of which a part has this term.
   *
   * @param {string} term
   * @param {string} language
   * @returns {KnownWord[]}
   */
  words(term, language) {
    return this.#words.get(`${language}:${term}`) ?? [];
  }

  /**
   * The words of a language, and the same without accents.
   *
   * @param {string} language
   * @returns {Vocabulary}
   */
  vocabulary(language) {
    return this.#vocabularies.get(language) ?? { forms: [], folded: [] };
  }

  /**
   * @param {string} language
   * @param {string} word
   */
  isStop(language, word) {
    return this.stops.get(language)?.has(word) ?? false;
  }
}

const OFTEN = 3;
const SHORTEST_STEM = 4;
const LETTERS = /^\p{L}+$/u;

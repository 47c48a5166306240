// Says whether a document is a regulation itself, so that the sections that head its parts are its.
// The same as kb/linking/finding/own_rules.py.

import { charactersAfter, charactersBefore } from "./characters.js";
import { firstOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { wordsOf } from "./language-words.js";
import { valueIn } from "./maps.js";
import { isBare, isOurs } from "./surroundings.js";

/** @import { Citation, Side } from "./types.d.ts" */

const WORDS = 2;
const NEAR = 60;
const BEFORE = 12;

/** What the view of a document calls itself, in each language; it is looked up once. */
export class OwnRules {
  #view;
  /** @type {Map<string, string | null>} */
  #names = new Map();

  /** @param {string} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * The regulation that the document is, if this citation is one of its headings.
   *
   * @param {Citation} citation
   * @param {string} language
   * @param {Side} right
   * @returns {string | null}
   */
  owner(citation, language, right) {
    if (!citation.general || citation.weak || !isBare(citation)) return null;
    const first = charactersBefore(this.#view, citation.start, BEFORE);
    const before = `${first ? "" : "\n"}${this.#view.slice(first, citation.start)}`;
    if (!firstOf(GRAMMAR.surroundings.line_start, before) || isOurs(right, wordsOf(language))) return null;
    return valueIn(this.#names, language, () => this.#name(language));
  }

  /**
   * The name behind the first "this" that has one: diese TO, il presente regolamento.
   *
   * @param {string} language
   */
  #name(language) {
    const [words, small] = [wordsOf(language), this.#view.toLowerCase()];
    for (const own of [...words.this].sort())
      for (let at = small.indexOf(own); at >= 0; at = small.indexOf(own, at + own.length)) {
        const end = at + own.length;
        if (isLetterAt(small, charactersBefore(small, at, 1), at) || isLetterAt(small, end, charactersAfter(small, end, 1))) continue;
        const said = smallWords(small.slice(end, charactersAfter(small, end, NEAR))).slice(0, WORDS + 2);
        for (let index = 0; index < Math.min(WORDS, said.length); index++) {
          const other = words.others.at(said, index);
          if (other > words.codes.at(said, index)) return said.slice(index, index + other).join(" ");
        }
      }
    return null;
  }
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function isLetterAt(text, start, end) {
  return start < end && matchAt(GRAMMAR.lexemes.sign_of_word, text, start) !== null;
}

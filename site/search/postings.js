// The documents that each term stands for, and how much it says of each.

import * as DATA from "kodeks-data";

/** @import { Evidence } from "./types.d.ts" */

export class Postings {
  // By term with the code before it (hu:reklamál, c:dummy, s:cheat): pairs of a document and how much it says.
  /** @type {Map<string, Evidence>} */
  #pairs = new Map();

  /**
   * Takes in the postings of a language, of concepts or of senses: terms, each with its documents and what
   * they say, in steps.
   *
   * @param {string} code
   * @param {[string, number[], number[]][]} postings
   */
  add(code, postings) {
    for (const [term, documents, values] of postings)
      this.#pairs.set(`${code}:${term}`, documents.map((document, at) => [document, values[at] / DATA.steps]));
  }

  /**
   * The documents that have a term, and how much each says: 1 is full evidence.
   *
   * @param {string} term
   * @returns {Evidence}
   */
  of(term) {
    return this.#pairs.get(term) ?? [];
  }
}

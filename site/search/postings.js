// The documents that each term stands for, and how much it says of each.

import * as DATA from "kodeks-data";

/** @import { Evidence } from "./types.d.ts" */

/** @param {number} steps */
const evidence = (steps) => (steps / DATA.steps) ** 2;

export class Postings {
  // By term with the code before it (hu:reklamál, c:dummy, s:cheat): pairs of a document and how much it says.
  /** @type {Map<string, Evidence>} */
  #pairs = new Map();
  /** @type {Map<string, [number, number][]>} */
  #typical = new Map();      // by term: pairs of a group and how typical the term is for it

  /**
   * Takes in the postings of a language, of concepts or of senses: terms, each with its documents, what they say, and how
   * typical the term is for their groups, in steps.
   *
   * @param {string} code
   * @param {[string, number[], number[], Map<number, number>][]} postings
   */
  add(code, postings) {
    for (const [term, documents, values, groups] of postings) {
      this.#pairs.set(`${code}:${term}`, documents.map((document, at) => [document, evidence(values[at])]));
      const typical = [...groups].filter(([, steps]) => steps).map(([group, steps]) => [group, evidence(steps)]);
      this.#typical.set(`${code}:${term}`, /** @type {[number, number][]} */ (typical));
    }
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

  /**
   * The groups for which a term is typical, and how typical it is.
   *
   * @param {string} term
   * @returns {Evidence}
   */
  typical(term) {
    return this.#typical.get(term) ?? [];
  }
}

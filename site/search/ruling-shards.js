// What the search of rulings knows: fetches shards when they are first needed, facts first.
// kb/publishing/browser/ruling_shards.py writes them.

import * as DATA from "kodeks-data";
import { promiseIn } from "../linker/maps.js";
import { documentsIn, formsOf, numbersOf } from "./decoding.js";
import { shardAt } from "./shards.js";

/** @import { Evidence, RulingFacts } from "./types.d.ts" */

const NAME = "rulings";

/** @typedef {{ terms: string, documents: string, values: string, forms?: string }} RulingShard */

export class RulingsKnown {
  #root;
  /** @type {Map<string, Promise<any>>} */
  #shards = new Map();
  /** @type {Map<string, Evidence>} */
  #postings = new Map();      // by term with its language before it: pairs of a ruling and how much it is about the term
  /** @type {Map<string, string[]>} */
  #own = new Map();      // by form in plain letters that no law has: its terms

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * All rulings with their facts, the newest first.
   *
   * @returns {Promise<RulingFacts[]>}
   */
  facts() {
    return promiseIn(this.#shards, NAME, async () => {
      const { rulings, bodies, laws } = await shardAt(this.#root, NAME);
      const ids = laws.split(" ");
      return rulings.map((/** @type {any[]} */ [title, language, date, body, decision, slug, page, cited]) => ({
        title, language, date, body: bodies[body], decision, slug, page, laws: documentsIn(cited).map((number) => ids[number]),
      }));
    }, DATA.readers.length + 4);
  }

  /**
   * Fetches what terms need, by what they begin with: a language, c, s or w.
   *
   * @param {string[]} kinds
   */
  async learn(kinds) {
    const there = kinds.filter((kind) => DATA.shards[`${NAME}-${kind}`]);
    await Promise.all(there.map((kind) => promiseIn(this.#shards, kind, async () => {
      this.#add(kind, await shardAt(this.#root, `${NAME}-${kind}`));
      return true;
    }, DATA.readers.length + 4)));
  }

  /**
   * @param {string} kind
   * @param {RulingShard} shard
   */
  #add(kind, { terms, documents, values, forms }) {
    const names = terms.split(" ");
    let at = 0;
    for (const [number, gaps] of terms ? documents.split(" ").entries() : []) {
      const rulings = documentsIn(gaps);
      const impacts = numbersOf(values.slice(at, at + gaps.length)).map((steps) => steps / DATA.rulings.steps);
      this.#postings.set(`${kind}:${names[number]}`, rulings.map((ruling, place) => [ruling, impacts[place]]));
      at += gaps.length;
    }
    if (forms) this.#own = formsOf(forms);
  }

  /**
   * The rulings that have a term, and how much each is about it.
   *
   * @param {string} term
   * @returns {Evidence}
   */
  of(term) {
    return this.#postings.get(term) ?? [];
  }

  /**
   * The terms of a form in plain letters that rulings have and no law has.
   *
   * @param {string} form
   */
  own(form) {
    return this.#own.get(form) ?? [];
  }
}

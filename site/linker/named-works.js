// Finds where a document names a work, or its game. The same as kb/linking/finding/named_works.py.

import { allOf, GRAMMAR } from "./grammar.js";
import { listIn } from "./maps.js";

/** @import { Works } from "./works.js" */

const STEM = 4;
// How far apart the words of one name may stand: laws of draughts, draughts-rules.
const APART = 2;

/** What works are called. A document that names none but the default is not searched for names. */
export class NamedWorks {
  /** @type {Map<string, [string[], string][]>} */
  #byHead = new Map();
  /** @type {Set<string>} */
  #stems = new Set();

  /**
   * @param {Record<string, string[]>} names By the id of the work.
   * @param {Set<string>} sectioned The works that are cited by sections.
   * @param {Works} words Those that are cited by words of their own.
   * @param {string} main The default work.
   */
  constructor(names, sectioned, words, main) {
    this.sectioned = sectioned;
    this.words = words;
    for (const [work, forms] of Object.entries(names))
      for (const name of forms) {
        const parts = allOf(GRAMMAR.sections.name, name.toLowerCase()).map(([word]) => word);
        if (!parts.length) continue;
        listIn(this.#byHead, parts[0]).push([parts, work]);
        if (work !== main) this.#stems.add(parts.reduce((one, other) => (other.length > one.length ? other : one)).slice(0, STEM));
      }
    for (const phrases of this.#byHead.values()) phrases.sort(([one], [other]) => other.length - one.length);
  }

  /**
   * Whether a document may name a work other than the default.
   *
   * @param {string} text
   */
  areIn(text) {
    const small = text.toLowerCase();
    return [...this.#stems].some((stem) => small.includes(stem));
  }

  /**
   * Where a text names a work, and which.
   *
   * @param {string} text
   * @returns {[number, string][]}
   */
  named(text) {
    const words = allOf(GRAMMAR.sections.name, text).map((match) => ({ start: match.index, end: match.index + match[0].length, word: match[0].toLowerCase() }));
    return words.flatMap(({ start, word }, at) => {
      const phrase = (this.#byHead.get(word) ?? []).find(([parts]) =>
        parts.every((part, index) => words[at + index]?.word === part && (!index || words[at + index].start - words[at + index - 1].end <= APART)),
      );
      return phrase ? [/** @type {[number, string]} */ ([start, phrase[1]])] : [];
    });
  }

  /**
   * The work that the name of a regulation names: draughts, of federal laws of draughts.
   *
   * @param {string} name
   */
  workOf(name) {
    return this.named(name)[0]?.[1] ?? null;
  }
}

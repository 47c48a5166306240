// A text that somebody pasted, with its citations: which of them become links, where these lead and what they say.

import { fill } from "../assets/messages.js";
import { doubtOf } from "../linker/doubt-words.js";
import { knownEdition, newestLike } from "../linker/editions.js";
import { depthOf, lawOf } from "../linker/ids.js";
import { pathShown } from "../linker/naming.js";

/** @import { Cited, Reading } from "../linker/types.d.ts" */

/**
 * What the page says about citations, and the address below which the editions stand in the reader's language.
 *
 * @typedef {{ messages: Record<string, string>, site: string }} PastePlaces
 */

// The longest tag of our own that is recognised before a citation, in characters.
const LONGEST_TAG = 2000;

export class Pasted {
  #places;

  /**
   * @param {string} text
   * @param {boolean} isMarkdown
   * @param {Reading} reading
   * @param {PastePlaces} places
   */
  constructor(text, isMarkdown, { cited, dating }, places) {
    this.text = text;
    this.isMarkdown = isMarkdown;
    this.citations = cited;
    this.dating = dating;
    this.#places = places;
  }

  get linked() {
    return this.citations.filter(({ status }) => status === "linked");
  }

  get flagged() {
    return this.citations.filter(({ status }) => status !== "linked");
  }

  /**
   * Where a citation leads; one of an older edition leads to where its provision stands today.
   *
   * @param {Cited} citation
   */
  addressOf({ edition, targets, now }) {
    const [place, id] = now.length ? [newestLike(knownEdition(edition)).id, now[0]] : [edition, targets[0]];
    return `${this.#places.site}${place}/${lawOf(id)}/${depthOf(id) > 1 ? `#${id}` : ""}`;
  }

  /**
   * The provisions that a citation means; those of an older edition with its year and where they stand today. Before
   * them stands that they may be others.
   *
   * @param {Cited} citation
   */
  titleOf(citation) {
    return [doubtOf(citation), this.#provisionsOf(citation)].filter(Boolean).join(" | ");
  }

  /** @param {Cited} citation */
  #provisionsOf({ edition, targets, now }) {
    const book = knownEdition(edition);
    if (book === newestLike(book)) return rangeShown(targets);
    const old = `${rangeShown(targets)} (${book.year})`;
    return now.length ? fill(this.#places.messages.older, { old, now: pathsShown(now) }) : old;
  }

  /**
   * Why a citation leads nowhere, and that it may be of an older code, where it may lead somewhere.
   *
   * @param {Cited} citation
   */
  problemOf(citation) {
    return [this.#wrongOf(citation), doubtOf(citation)].filter(Boolean).join(" | ");
  }

  /** @param {Cited} citation */
  #wrongOf({ reason, owner, nearest }) {
    const { messages } = this.#places;
    if (reason === "other-rules") return fill(messages.otherRules, { name: owner });
    if (reason === "no-edition") return messages.noEdition;
    if (reason === "no-law") return messages.noLaw;
    return nearest.length ? fill(messages.nearest, { places: pathsShown(nearest) }) : messages.noProvision;
  }

  /**
   * The text in pieces: the words between citations by one function, each citation by another. `mayBeHere`
   * says whether a citation may become a link where it begins.
   *
   * @template Words
   * @template Link
   * @param {(words: string) => Words} between
   * @param {(citation: Cited, words: string) => Link} written
   * @param {(start: number) => boolean} [mayBeHere]
   * @returns {(Words | Link)[]}
   */
  pieces(between, written, mayBeHere = () => true) {
    /** @type {(Words | Link)[]} */
    const out = [];
    let at = 0;
    for (const citation of this.citations.filter(({ status }) => status === "linked" || status === "dangling")) {
      const [start, end] = this.#stretchOf(citation);
      if (this.#isLinked(start, end) || !mayBeHere(start)) continue;
      out.push(between(this.text.slice(at, start)), written(citation, this.text.slice(start, end)));
      at = end;
    }
    return [...out, between(this.text.slice(at))];
  }

  /**
   * The stretch of a citation that can be a link; in Markdown that around its number, up to the next mark.
   *
   * @param {Cited} citation
   * @returns {[number, number]}
   */
  #stretchOf({ start, end, core }) {
    if (!this.isMarkdown) return [start, end];
    /** @param {number} at */
    const isMark = (at) => "*_~<>".includes(this.text[at]);
    let [first, last] = [core[0], core[0]];
    while (first > start && !isMark(first - 1)) first -= 1;
    while (last < end && !isMark(last)) last += 1;
    const words = this.text.slice(first, last);
    return [first + words.length - words.trimStart().length, last - words.length + words.trimEnd().length];
  }

  /**
   * Whether there is a link already, of ours or of the author. It stays.
   *
   * @param {number} start
   * @param {number} end
   */
  #isLinked(start, end) {
    if (!this.isMarkdown) return false;
    const { text } = this;
    if (text[start - 1] === "[" && text.startsWith("](", end)) return true;
    if (text[start - 1] !== ">") return false;
    const before = text.slice(Math.max(0, start - LONGEST_TAG), start);
    const tag = before.slice(Math.max(0, before.lastIndexOf("<")));
    return /^<(?:a|mark)\s[^<>]*>$/.test(tag) && /kodeks-(?:law|unknown)/.test(tag);
  }
}

/** @param {string[]} ids */
function pathsShown(ids) {
  return ids.map(pathShown).join(", ");
}

/** @param {string[]} ends */
function rangeShown(ends) {
  return ends.map(pathShown).join("–");
}

// Says of a citation that its number may be of an older code, since its document is that old.
// The same as kb/linking/resolving/doubts.py.

import * as DATA from "kodeks-data";
import { charactersAfter, charactersBefore } from "./characters.js";
import { editionOf, EDITIONS } from "./editions.js";

/** @import { Dating } from "./dating/types.d.ts" */
/** @import { Cited, Edition, Placed } from "./types.d.ts" */

const [BEFORE, AFTER] = [100, 60];

/** What the date of a document says of its numbers. */
export class Doubts {
  #dating;
  /** @type {string | null} */
  #code = null;
  /** @type {Edition | null} */
  #old = null;

  /**
   * @param {string | null} within
   * @param {Dating | null} dating
   */
  constructor(within, dating) {
    this.edition = editionOf(within);
    this.#dating = within ? null : dating;
    if (within || !dating || dating.code >= this.edition.year) return;
    const old = editionOfYear(dating.code);
    if (dating.isStated && old) {
      this.edition = old;
      return;
    }
    this.#code = dating.code;
    this.#old = old;
  }

  /**
   * A citation without a year that is no edition's: that of the date, which stands near. Neither is the year of a code
   * said that is not here and that the whole document is of.
   *
   * @param {string} view
   * @param {Placed} place
   * @returns {Placed}
   */
  apart(view, place) {
    const dating = this.#dating;
    if (place.year === null || !dating) return place;
    const isStated = dating.isStated && this.#old === null && place.year === this.#code;
    const isDate = ["dateline", "title", "end"].includes(dating.source) && place.year === String(dating.year);
    return isStated || (isDate && isNear(view, place, dating)) ? { ...place, year: null } : place;
  }

  /**
   * The citation with the doubt, if its number is one of those that nothing says more of.
   *
   * @param {Placed} place
   * @param {Cited} cited
   * @returns {Cited}
   */
  cast(place, cited) {
    const isSaid = (place.year !== null && DATA.index.years.includes(place.year)) || place.sections;
    if (this.#code === null || isSaid || cited.edition !== this.edition.id) return cited;
    if (cited.status !== "linked" && cited.status !== "dangling") return cited;
    return { ...cited, doubted: this.#code, then: [...new Set(cited.targets.flatMap((id) => this.#old?.now[id] ?? []))] };
  }
}

/**
 * Whether the year beside a citation is no other than that in the date of the document.
 *
 * @param {string} view
 * @param {Placed} place
 * @param {Dating} dating
 */
function isNear(view, { citation }, dating) {
  const year = String(dating.year);
  const end = dating.start + dating.quote.length;
  const first = charactersBefore(view, citation.start, BEFORE);
  const others = first < end ? view.slice(Math.max(first, end), Math.max(end, citation.start)) : year;
  return !(others + view.slice(citation.end, charactersAfter(view, citation.end, AFTER))).includes(year);
}

/**
 * The edition of a year of the work that numbers belong to; null if it is not here.
 *
 * @param {string} year
 * @returns {Edition | null}
 */
export function editionOfYear(year) {
  const { work } = editionOf(null);
  return [...EDITIONS.values()].find((edition) => edition.work === work && edition.year === year) ?? null;
}

// The editions that can be cited, with what is worked out about each of them once.

import * as DATA from "kodeks-data";
import { NamedWorks } from "./named-works.js";
import { Resolver } from "./resolver.js";
import { Works } from "./works.js";

/** @import { Cited, Edition } from "./types.d.ts" */

// The editions by their ids, the newest of each work first.
/** @type {Map<string, Edition>} */
export const EDITIONS = new Map(
  DATA.index.editions.map((edition) => [
    edition.id,
    { ...edition, known: new Set(edition.provisions), isOlder: Object.keys(edition.now).length > 0, nearest: new Map(), resolver: /** @type {Resolver | null} */ (null) },
  ]),
);

const STATUTES = new Set(DATA.index.editions.filter(({ numbering }) => numbering === "statute").map(({ work }) => work));

// What works are called and cited by.
export const WORKS = new NamedWorks(
  DATA.index.games,
  STATUTES,
  new Works(new Map(DATA.index.editions.map((edition) => [edition.work, edition]))),
  DATA.index.default,
);

/**
 * The work that a document is said to be of, else the default.
 *
 * @param {string | null} within
 */
export function mainWork(within) {
  return within === null ? DATA.index.default : editionOf(within).work;
}

/**
 * @param {Edition} edition
 * @returns {Resolver}
 */
export function resolverOf(edition) {
  edition.resolver ??= new Resolver(edition.provisions);
  return edition.resolver;
}

/**
 * All provisions that a citation means. A range has only its ends as targets: what is between them is added.
 *
 * @param {{ edition: string, targets: string[] }} cited
 * @returns {string[]}
 */
export function provisionsOfCited({ edition, targets }) {
  const book = EDITIONS.get(edition);
  return book ? resolverOf(book).provisions(targets) : targets;
}

// The most provisions that a link names: what previews show of a long range.
const MOST_NAMED = 20;

/**
 * What previews read of a link or a mark (its data-kodeks): "rules-2017:27.B 27.D", or an edition that is not here.
 *
 * @param {Cited} cited
 */
export function dataOf(cited) {
  const { status, edition, nearest } = cited;
  const ids = status === "linked" ? provisionsOfCited(cited).slice(0, MOST_NAMED) : nearest;
  return ids.length ? `${edition}:${ids.join(" ")}` : edition;
}

/**
 * An edition that a link or a citation here names: there is one.
 *
 * @param {string} id
 * @returns {Edition}
 */
export function knownEdition(id) {
  return /** @type {Edition} */ (EDITIONS.get(id));
}

/**
 * The newest edition of the work that an edition is of.
 *
 * @param {Edition} edition
 */
export function newestLike({ work }) {
  return /** @type {Edition} */ (newestOf(work));
}

/**
 * @param {string} work
 * @returns {Edition | null}
 */
export function newestOf(work) {
  return [...EDITIONS.values()].find((edition) => edition.work === work) ?? null;
}

/**
 * The edition with an id, the newest of the work with it, or the code that numbers are of.
 *
 * @param {string | null | undefined} id
 * @returns {Edition}
 */
export function editionOf(id) {
  const edition = id ? EDITIONS.get(id) ?? newestOf(id) : newestOf(DATA.index.default);
  if (!edition) throw new RangeError(`there is no edition ${id}: ${[...EDITIONS.keys()].join(", ")}`);
  return edition;
}

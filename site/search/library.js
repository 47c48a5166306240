// The editions with their provisions, and the address of everything on the site.

import { isProvision } from "../linker/ids.js";
import { valueIn } from "../linker/maps.js";
import { BARE, nameIn } from "../linker/naming.js";
import { nearestAmong } from "../linker/nearest.js";
import { Resolver } from "../linker/resolver.js";
import { Works } from "../linker/works.js";
import * as DATA from "kodeks-data";

/** @import { Edition } from "./types.d.ts" */

/** @type {Map<string, Edition>} */
export const EDITIONS = new Map(DATA.editions.map((edition) => [edition.id, { ...edition, known: new Set(edition.provisions) }]));

/**
 * The edition with an id; there is one for all that search finds.
 *
 * @param {string} id
 * @returns {Edition}
 */
export function editionOf(id) {
  const edition = EDITIONS.get(id);
  if (!edition) throw new RangeError(`there is no edition ${id}`);
  return edition;
}

/** @param {Edition} edition */
function isNewest(edition) {
  return !edition.isOlder;
}

/**
 * Editions of a game, of all games where none is named, in the order of the manifest.
 *
 * @param {string | null} game
 */
function editionsOf(game) {
  return [...EDITIONS.values()].filter((edition) => game === null || edition.game === game);
}

/**
 * Those of some editions whose numbers look like those of the default work, if that is one of them.
 *
 * @param {Edition[]} editions
 */
export function rivalsAmong(editions) {
  return editions.some(({ work }) => work === DATA.defaultWork) ? editions.filter(({ family }) => family) : [];
}

/**
 * The newest editions of a work; without one, those that are no rivals of the default.
 *
 * @param {string | null} game
 * @param {string | null} work
 */
function newestOf(game, work) {
  const editions = editionsOf(game);
  const rivals = work ? [] : rivalsAmong(editions);
  return editions.filter((edition) => isNewest(edition) && !rivals.includes(edition) && (!work || edition.work === work));
}

/**
 * The provisions of these editions, each in the order of the book.
 *
 * @param {string | null} game
 * @param {string | null} work
 */
export function provisionsOf(game, work) {
  return [...new Set(newestOf(game, work).flatMap((edition) => edition.provisions))];
}

/** @type {Map<string, Resolver>} */
const RESOLVERS = new Map();

/**
 * What citations of a work, or of none that is named, mean in a query about a game; made once for each.
 *
 * @param {string | null} game
 * @param {string | null} work
 */
export function resolverFor(game, work) {
  return valueIn(RESOLVERS, `${game ?? ""} ${work ?? ""}`, () => new Resolver(provisionsOf(game, work)));
}

// The works that are cited by words of their own.
export const WORKS = new Works(new Map(DATA.editions.filter(({ isArticle }) => !isArticle).map((edition) => [edition.work, edition])));

/**
 * The provisions that a citation means in a language, or in none. Where a language has only texts of an older edition,
 * numbers are those of that edition; where its provision stands now comes after. As kb/search/asking/scope.py.
 *
 * @param {string} id
 * @param {string | null} language
 * @param {string | null} game
 * @param {string | null} work
 * @returns {{ edition: Edition, id: string }[]}
 */
export function meantBy(id, language, game, work) {
  const rivals = rivalsAmong(editionsOf(game));
  const all = editionsOf(game).filter((edition) => edition.known.has(id) && (!work || edition.work === work));
  const ours = all.filter((edition) => !rivals.includes(edition));
  const having = ours.length ? ours : all;
  const current = having.filter(isNewest);
  const older = having.filter((edition) => !isNewest(edition));
  const spoken = editionsOf(game).filter((edition) => edition.languages.some((code) => code === language));
  if (!spoken.some(isNewest)) {
    const meant = older.filter((edition) => spoken.includes(edition));
    if (meant.length) return [...meant.map((edition) => ({ edition, id })), ...meant.flatMap((edition) => nowOf(edition, id))];
  }
  return (current.length ? current : older).map((edition) => ({ edition, id }));
}

/**
 * Where a provision of an older edition stands in the newest one, the main place first.
 *
 * @param {Edition} edition
 * @param {string} id
 */
export function nowOf(edition, id) {
  const newest = [...EDITIONS.values()].find((other) => other.work === edition.work && isNewest(other));
  const places = edition.now[id] ?? (edition.known.has(id) ? [id] : []);
  return newest ? places.map((place) => ({ edition: newest, id: place })) : [];
}

/**
 * Up to three provisions, not deeper, that share the most labels with one that is missing.
 *
 * @param {string} id
 * @param {string | null} game
 * @param {string | null} work
 */
export function nearestTo(id, game, work) {
  const edition = newestOf(game, work).find(({ provisions }) => provisions.length);
  return { edition, ids: nearestAmong(edition?.provisions ?? [], id, 3) };
}

/**
 * The address of anything with an id, below the pages of a language.
 *
 * @param {string} root
 * @param {string} reader
 * @param {string} edition
 * @param {string} id
 */
export function addressOf(root, reader, edition, id) {
  const kind = id.split(".")[0];
  const page = isProvision(id) ? kind : kind === "note" ? id.split(".")[1] : DATA.pages[kind] ?? "";
  const pages = DATA.readers.includes(reader) ? reader : DATA.readers[0];
  if (kind === "decide") return `${root}${pages}/decide/${id.slice(kind.length + 1)}/`;
  return `${root}${pages}/${edition}/${page ? `${page}/` : ""}${page === id ? "" : `#${id}`}`;
}

/**
 * What readers of a language call something: 27B1(b) pont; "" for what has a heading instead.
 *
 * @param {Edition} edition
 * @param {string} id
 * @param {string} reader
 */
export function shownAs(edition, id, reader) {
  const statute = DATA.patterns[reader]?.statute ?? BARE;
  if (isProvision(id)) return edition.isArticle ? id : nameIn(edition, id, reader, statute);
  const [kind, number] = id.split(".");
  return kind === "bid" ? statute.bid.replace("{number}", number) : "";
}

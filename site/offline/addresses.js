// Paths of files as the tables have them: below the site's root, without the query, and a directory for its index page.

import { site as SITE } from "kodeks-data";
import { worker } from "./self.js";

/** @import { SitePart } from "kodeks-data" */

export const ROOT = worker.registration.scope;

/**
 * The path of an address; null where it is not of this site.
 *
 * @param {string} address
 * @returns {string | null}
 */
export function pathOf(address) {
  const { origin, pathname } = new URL(address, ROOT);
  const full = origin + pathname;
  if (!full.startsWith(ROOT)) return null;
  return full.slice(ROOT.length).replace(/(^|\/)index\.html$/, "$1");
}

/** @param {string} path */
export const addressOf = (path) => new URL(path, ROOT).href;

/**
 * The language that a file belongs to; "" for the root's pages, the clauses and the search.
 *
 * @param {string} path
 */
export function languageOf(path) {
  const first = path.slice(0, path.indexOf("/"));
  return Object.hasOwn(SITE.languages, first) ? first : "";
}

/**
 * @param {string} path
 * @returns {SitePart}
 */
export const partOf = (path) => SITE.languages[languageOf(path)] ?? SITE.root;

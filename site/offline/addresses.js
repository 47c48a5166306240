// Addresses as the tables have them: below the site's root, without what is asked of a page, and a
// directory for its index page.

import { site as SITE } from "kodeks-data";

export const ROOT = self.registration.scope;

// null for what is not of this site.
export function pathOf(address) {
  const { origin, pathname } = new URL(address, ROOT);
  const full = origin + pathname;
  if (!full.startsWith(ROOT)) return null;
  return full.slice(ROOT.length).replace(/(^|\/)index\.html$/, "$1");
}

export const addressOf = (path) => new URL(path, ROOT).href;

// "" for what belongs to no language: the root's pages, the clauses, the search.
export function languageOf(path) {
  const first = path.slice(0, path.indexOf("/"));
  return Object.hasOwn(SITE.languages, first) ? first : "";
}

export const partOf = (path) => SITE.languages[languageOf(path)] ?? SITE.root;

// Takes what is kept from one version of the site to the next.

import { languageOf, partOf, pathOf } from "./addresses.js";
import { APART } from "./answers.js";
import { CACHE, expected, fetched, find, keepShell, kept, OURS } from "./held.js";

async function others() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(OURS) && name !== CACHE && name !== APART);
}

/**
 * Keeps what earlier versions have: a copy where the file is the same, else the file from the network. Throws where the
 * network fails: then the earlier version stays in use, and the browser tries again later.
 */
export async function bring() {
  for (const name of await others()) {
    const cache = await caches.open(name);
    const languages = new Set();
    for (const request of await cache.keys()) {
      const path = pathOf(request.url);
      const old = await cache.match(request);
      if (path === null || !old) continue;
      const part = partOf(path);
      if (part.shell[0] === path) languages.add(languageOf(path));
      if (part.table.path === path) continue;
      if (!(await taken(path, old)) && (await expected(path))) await renewed(path);
    }
    for (const language of languages) await keepShell(language);
  }
}

/** @param {string} path */
async function renewed(path) {
  if (!(await fetched(path))) throw new TypeError(`${path} is of another version`);
}

/**
 * Whether this version has a file, from now on perhaps because an earlier one had the same.
 *
 * @param {string} path
 * @param {Response} old
 */
async function taken(path, old) {
  if (await find(path)) return true;
  return Boolean(await kept(path, await old.arrayBuffer()));
}

/** Keeps what earlier versions got since `bring`, if it is the same in this one; then deletes those versions. */
export async function settle() {
  for (const name of await others()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = pathOf(request.url);
      const old = await cache.match(request);
      if (path !== null && old) await taken(path, old).catch(() => false);
    }
    await caches.delete(name);
  }
  await caches.delete(APART);
}

// What is kept on this device: a cache for each version of the site. In it are the files that the browser has met with,
// one by one, and for a language that was downloaded one file, its pack.

import { site as SITE } from "kodeks-data";
import { addressOf, languageOf, partOf, ROOT } from "./addresses.js";
import { digest } from "./digest.js";
import { fromPack, openPack } from "./pack.js";

/** @import { Pack } from "./pack.js" */
/** @import { SitePart } from "kodeks-data" */

export const OURS = `kodeks ${ROOT} `;         // another copy of the site on the same host has its own
export const CACHE = OURS + SITE.version;

/** @type {Record<string, string>} */
export const TYPES = {
  "": "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

/** @param {string} path */
export const typeOf = (path) => TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ""] ?? "application/octet-stream";

/** @type {Map<string, Pack>} */
export const opened = new Map();               // packs by language, while this worker lives
/** @type {Map<SitePart, Map<string, string>>} */
const tables = new Map();

/**
 * @param {string} language
 * @returns {Promise<Pack | undefined>}
 */
export async function packOf(language) {
  const pack = opened.get(language);
  if (pack) return pack;
  const cache = await caches.open(CACHE);
  const held = await cache.match(addressOf(SITE.languages[language].pack.path));
  if (!held) return undefined;
  const unpacked = await openPack(await held.blob());
  opened.set(language, unpacked);
  return unpacked;
}

/** @param {string} path */
async function packs(path) {
  const language = languageOf(path);
  const asked = language ? [language] : Object.keys(SITE.languages);
  return (await Promise.all(asked.map(packOf))).filter((pack) => pack !== undefined);
}

/**
 * A file that is here, as an answer; undefined for one that is not.
 *
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
export async function find(path) {
  const cache = await caches.open(CACHE);
  const held = await cache.match(addressOf(path));
  if (held) return held;
  for (const pack of await packs(path)) {
    const content = await fromPack(pack, path);
    if (content) return response(path, content);
  }
  return undefined;
}

/**
 * @param {string} path
 * @param {BufferSource} content
 */
const response = (path, content) => new Response(content, { headers: { "Content-Type": typeOf(path) } });

/**
 * The digest of a file in this version of the site; undefined where the version has no such file, null where that
 * cannot be known any more, as the site has a newer version.
 *
 * @param {string} path
 * @returns {Promise<string | null | undefined>}
 */
export async function expected(path) {
  const part = partOf(path);
  if (part.pack?.path === path) return part.pack.digest;
  if (part.table.path === path) return part.table.digest;
  let files = tables.get(part);
  if (!files) {
    const held = (await find(part.table.path)) ?? (await fetched(part.table.path));
    if (!held) return null;
    files = new Map(Object.entries(await held.json()));
    tables.set(part, files);
  }
  return files.get(path);
}

/**
 * A file from the network, kept if it is of this version; undefined if it is not. The browser's own cache may have an
 * older version of it, so that one is not trusted. Throws without a network.
 *
 * @param {string} path
 * @returns {Promise<Response | undefined>}
 */
export async function fetched(path) {
  const answer = await fetch(addressOf(path), { cache: "no-cache" });
  return answer.ok ? kept(path, await answer.arrayBuffer()) : undefined;
}

/**
 * Keeps the content of a file if it is of this version, and answers with it; undefined if it is not.
 *
 * @param {string} path
 * @param {ArrayBuffer} content
 * @returns {Promise<Response | undefined>}
 */
export async function kept(path, content) {
  if ((await digest(content)) !== (await expected(path))) return undefined;
  const cache = await caches.open(CACHE);
  const answer = response(path, content);
  try {
    await cache.put(addressOf(path), answer.clone());
  } catch {}                            // no room: the reader has the page all the same
  return answer;
}

/**
 * Fetches and keeps files that are not kept yet; false where one could not be had.
 *
 * @param {string[]} paths
 */
export async function keep(paths) {
  const files = await Promise.all(paths.map(async (path) => (await find(path)) ?? fetched(path).catch(() => undefined)));
  return files.every(Boolean);
}

/**
 * Keeps what every page of a language needs, and the pages that lead to others. The page for a missing network comes
 * last: where it is kept, all others are.
 *
 * @param {string} language
 */
export async function keepShell(language) {
  const [last, ...shell] = SITE.languages[language].shell;
  const cache = await caches.open(CACHE);
  if (await cache.match(addressOf(last))) return;
  if (await keep([...SITE.root.shell, ...shell])) await keep([last]);
}

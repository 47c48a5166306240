// The clauses that previews show. They are in files beside the script, each fetched when it is first needed.

import { lawOf } from "./ids.js";
import { promiseIn } from "./maps.js";
import { READER } from "./names.js";
import { toldAt } from "./plain.js";
import { SETTINGS } from "./settings.js";

/** @import { Clause, ClauseFile } from "./types.d.ts" */

const WAIT = 10_000;          // milliseconds
/** @type {Map<string, Promise<ClauseFile>>} */
const FILES = new Map();

/**
 * The file of a law for readers of a language; fails as fetch does.
 *
 * @param {string} edition
 * @param {string} language
 * @param {string} law
 */
function fileOf(edition, language, law) {
  const address = `${SETTINGS.base}linker/${edition}/${language}/${law}.json`;
  return promiseIn(FILES, address, () => fetched(address));
}

/** @param {string} address */
async function fetched(address) {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), WAIT);
  try {
    const answer = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal: stop.signal });
    if (!answer.ok) throw new Error(`${answer.status} ${address}`);
    return await answer.json();
  } finally {
    clearTimeout(clock);
  }
}

/**
 * A provision for readers of some languages. Its title is in the page's language, its words in the first of theirs in
 * which there are some; else in the page's language as an older edition has them; else in whichever there is. Plain
 * words, if they are `wanted`, count as words in the page's language where it has no others.
 *
 * @param {string} edition
 * @param {string} id
 * @param {string[]} readers
 * @param {boolean} wanted
 * @returns {Promise<Clause>}
 */
export async function clauseOf(edition, id, readers, wanted) {
  const law = lawOf(id);
  const file = await fileOf(edition, READER, law);
  if (wanted && !file.languages.includes(READER) && toldAt(file, id)) {
    return { edition, id, title: file.title, worded: file, older: null, plain: true };
  }
  const language = readers.find((code) => file.languages.includes(code));
  const worded = language && language !== file.lang ? await fileOf(edition, language, law) : file;
  return { edition, id, title: file.title, worded, older: language ? null : file.older ?? null, plain: false };
}

/**
 * The provisions of a file that are a provision or a part of it, in the order of the book.
 *
 * @param {ClauseFile} file
 * @param {string} id
 */
export function partsIn(file, id) {
  return Object.keys(file.clauses).filter((part) => part === id || part.startsWith(`${id}.`));
}

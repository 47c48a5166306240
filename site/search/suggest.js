// Suggests what somebody may mean who is still typing. The same as kb/search/asking/suggest.py.

import { lawOf, parentOf } from "../linker/ids.js";
import { addressOf, editionOf, EDITIONS, rivalsAmong, shownAs, WORKS } from "./library.js";
import { wholeCitation, wholeOfWork } from "./whole.js";
import { fold, normalised } from "./words.js";

/** @import { Known } from "./shards.js" */
/** @import { Name, Suggestion } from "./types.d.ts" */

const LONGEST_TYPED = 100;
const ALIKE = 0.7;
const SHORTEST_ALIKE = 4;
const ORDER = { law: 0, procedure: 1, concept: 2, situation: 3 };

/**
 * Up to so many suggestions in the reader's language, the likeliest first; typos are forgiven.
 *
 * @param {Known} knowledge
 * @param {string} typed
 * @param {string} reader
 * @param {string} root
 * @param {number} limit
 * @returns {Suggestion[]}
 */
export function suggestionsFor(knowledge, typed, reader, root, limit) {
  const words = normalised(typed.slice(0, LONGEST_TYPED));
  if (!words) return [];
  const suggestions = citationsFor(knowledge, words, reader, root);
  const seen = new Set();
  for (const name of namedLike(knowledge.names, fold(words), limit)) {
    const key = `${name.kind} ${name.name} ${name.place}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [edition, id] = name.place.split(":");
    const { kind, language } = name;
    const pages = kind === "procedure" ? language : reader;      // it has pages in the language of its words
    suggestions.push({ kind, name: name.name, language, href: addressOf(root, pages, edition, id), detail: shownAs(editionOf(edition), id, reader) });
  }
  return suggestions.slice(0, limit);
}

/**
 * The provision that the words cite, and what it contains.
 *
 * @param {Known} knowledge
 * @param {string} words
 * @param {string} reader
 * @param {string} root
 * @returns {Suggestion[]}
 */
function citationsFor(knowledge, words, reader, root) {
  const own = wholeOfWork(words, WORKS);
  const id = own ? own.id : wholeCitation(words);
  if (id === null) return [];
  const having = [...EDITIONS.values()]
    .filter((edition) => !edition.superseded && (!own || edition.work === own.work))
    .map((edition) => ({ edition, places: edition.provisions.filter((place) => place === id || parentOf(place) === id) }))
    .filter(({ places }) => places.length);
  const rivals = rivalsAmong(having.map(({ edition }) => edition));
  return having
    .filter(({ edition }) => !rivals.includes(edition))
    .flatMap(({ edition, places }) =>
      places
        .map((place) => {
          const title = knowledge.title(edition.id, lawOf(place));
          return {
            kind: "citation",
            name: shownAs(edition, place, reader),
            language: reader,
            href: addressOf(root, reader, edition.id, place),
            detail: title?.text ?? "",
            detailLanguage: title?.language,
          };
        }),
    );
}

/**
 * Names that begin with what is typed, then those in which words do, then those that are spelt alike.
 *
 * @param {Name[]} names
 * @param {string} wanted
 * @param {number} limit
 */
function namedLike(names, wanted, limit) {
  const parts = wanted.split(" ");
  /**
   * @param {Name} one
   * @param {Name} other
   */
  const order = (one, other) => ORDER[one.kind] - ORDER[other.kind] || one.name.length - other.name.length;
  const beginning = names.filter((name) => name.folded.startsWith(wanted)).sort(order);
  const having = names.filter((name) => hasAll(name.folded, parts)).sort(order);
  return [...beginning, ...having, ...(wanted.length >= SHORTEST_ALIKE ? alike(names, wanted).slice(0, limit) : [])];
}

/**
 * Whether every part is the beginning of a word of a name.
 *
 * @param {string} folded
 * @param {string[]} parts
 */
function hasAll(folded, parts) {
  const words = folded.split(" ");
  return parts.every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * @param {Name[]} names
 * @param {string} wanted
 * @returns {Name[]}
 */
function alike(names, wanted) {
  return names
    .filter(({ kind, folded }) => kind !== "situation" && mayBeAlike(folded.length, wanted.length))
    .map((name) => ({ name, share: (2 * inCommon(wanted, name.folded)) / (wanted.length + name.folded.length) }))
    .filter(({ share }) => share >= ALIKE)
    .sort((one, other) => other.share - one.share)
    .map(({ name }) => name);
}

/**
 * @param {number} one
 * @param {number} other
 */
function mayBeAlike(one, other) {
  return (2 * Math.min(one, other)) / (one + other) >= ALIKE;
}

/**
 * How many letters two words have in common in the same order, at most.
 *
 * @param {string} one
 * @param {string} other
 */
function inCommon(one, other) {
  const row = new Array(other.length + 1).fill(0);
  for (let i = 0; i < one.length; i++) {
    let corner = 0;
    for (let j = 1; j <= other.length; j++) {
      const above = row[j];
      row[j] = one[i] === other[j - 1] ? corner + 1 : Math.max(above, row[j - 1]);
      corner = above;
    }
  }
  return row[other.length];
}

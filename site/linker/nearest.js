// Which provision is nearest to one that does not exist. A part of what kb/linking/resolving/resolve.py does.

import { depthOf, inBookOrder, isDigit, lawOf, partsOf } from "./ids.js";

/** @import { Edition } from "./types.d.ts" */

/**
 * The provision, not deeper, that shares the most labels with one that is missing.
 *
 * @param {Edition} book
 * @param {string} missing
 * @returns {string[]}
 */
export function nearestTo(book, missing) {
  let nearest = book.nearest.get(missing);
  if (!nearest) {
    const [law] = partsOf(missing);
    const among = book.known.has(law) ? isOf(law) : isLaw;
    nearest = nearestAmong(book.provisions.filter(among), missing);
    book.nearest.set(missing, nearest);
  }
  return nearest;
}

/**
 * What tells whether a provision is of a law.
 *
 * @param {string} law
 * @returns {(id: string) => boolean}
 */
function isOf(law) {
  return (id) => lawOf(id) === law;
}

/** @param {string} id */
function isLaw(id) {
  return depthOf(id) === 1;
}

/**
 * @param {string[]} provisions
 * @param {string} missing
 */
function nearestAmong(provisions, missing) {
  const wanted = partsOf(missing);
  const near = provisions
    .filter((id) => depthOf(id) <= wanted.length)
    .map((id) => ({ id, far: distance(wanted, partsOf(id)) }))
    .sort(({ id, far }, other) => far[0] - other.far[0] || far[1] - other.far[1] || inBookOrder(id, other.id));
  return near.slice(0, 1).map(({ id }) => id);
}

/**
 * How far another provision is: first by the labels shared, then by the next label.
 *
 * @param {string[]} wanted
 * @param {string[]} parts
 * @returns {[number, number]}
 */
function distance(wanted, parts) {
  const shared = parts.findIndex((label, at) => label !== wanted[at]);
  if (shared < 0) return [-parts.length, 1.5];
  const [label, other] = [wanted[shared], parts[shared]];
  const apart = isDigit(label[0]) && isDigit(other[0]) ? Number(label) - Number(other) : label.charCodeAt(0) - other.charCodeAt(0);
  return [-shared, Math.abs(apart)];
}

// Which provision is nearest to one that does not exist. A part of what kb/linking/resolving/resolve.py does.

import { depthOf, inBookOrder, isDigit, lawOf, partsOf } from "./ids.js";
import { valueIn } from "./maps.js";

/** @import { Edition } from "./types.d.ts" */

/**
 * The provision of the same law that is nearest to one that is missing; of a law that is missing the nearest law.
 *
 * @param {Edition} book
 * @param {string} missing
 * @returns {string[]}
 */
export function nearestTo(book, missing) {
  return valueIn(book.nearest, missing, () => {
    const law = lawOf(missing);
    const ofLaw = book.provisions.filter((id) => (book.known.has(law) ? lawOf(id) === law : depthOf(id) === 1));
    return nearestAmong(ofLaw, missing, 1);
  });
}

/**
 * So many provisions, not deeper, that share the most labels with one that is missing, the nearest first.
 *
 * @param {string[]} provisions
 * @param {string} missing
 * @param {number} most
 */
export function nearestAmong(provisions, missing, most) {
  const wanted = partsOf(missing);
  const near = provisions
    .filter((id) => depthOf(id) <= wanted.length)
    .map((id) => ({ id, far: distance(wanted, partsOf(id)) }))
    .sort(({ id, far }, other) => far[0] - other.far[0] || far[1] - other.far[1] || inBookOrder(id, other.id));
  return near.slice(0, most).map(({ id }) => id);
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
  if (shared < 0) return [-parts.length, 1.5];     // it contains the missing one: behind the nearest sibling
  const [label, other] = [wanted[shared], parts[shared]];
  const apart = isDigit(label[0]) && isDigit(other[0]) ? Number(label) - Number(other) : label.charCodeAt(0) - other.charCodeAt(0);
  return [-shared, Math.abs(apart)];
}

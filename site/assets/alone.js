// A number alone, as 27b1b, leads to its clause and not to a list with one result.

/** @import { Answer } from "../search/types.d.ts" */

/**
 * The address of the only clause that a query is the number of; null for any other query.
 *
 * @param {Answer} answer
 */
export function clauseOf({ citations = [], missing = [], results = [], languages = [] }) {
  const isNumber = citations.length === 1 && !missing.length && !languages.length && results.length === 1;
  return isNumber && results[0].hits.length === 1 ? results[0].hits[0].href : null;
}

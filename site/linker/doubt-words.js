// Says in the reader's language that the numbers of an old document may be of an older code.
// The same as kb/linking/writing/doubt_words.py.

import { editionOfYear } from "./doubts.js";
import { editionOf } from "./editions.js";
import { say } from "./names.js";
import { pathShown } from "./naming.js";

/** @import { Dating } from "./dating/types.d.ts" */

const SIGN = "⚠";

/**
 * What readers must know of a number that may be of an older code; "" if it is not doubted.
 *
 * @param {{ doubted: string | null, targets: string[], then: string[] }} cited
 */
export function doubtOf({ doubted, targets, then }) {
  if (doubted === null) return "";
  const old = editionOfYear(doubted);
  /** @param {string[]} ids */
  const shown = (ids) => ids.map(pathShown);
  const values = { year: doubted, newest: editionOf(null).year, old: shown(targets).join("–"), new: shown(then).join(", ") };
  return `${SIGN} ${say(keyOf(old?.known ?? null, targets, then), values)}`;
}

/**
 * Which message fits a number.
 *
 * @param {Set<string> | null} known The provisions of the older code; null for one that is not here.
 * @param {string[]} targets
 * @param {string[]} then
 */
export function keyOf(known, targets, then) {
  if (!known) return "perhaps-absent";
  if (!targets.some((id) => known.has(id))) return "perhaps-none";
  return then.length ? "perhaps" : "perhaps-gone";
}

/**
 * What is asked of whoever links a document that is older than the code; "" if it is not.
 *
 * @param {Dating | null} dating
 */
export function questionOf(dating) {
  const newest = editionOf(null).year;
  if (!dating || dating.code >= newest) return "";
  const isHere = editionOfYear(dating.code) !== null;
  const kind = dating.source === "code" ? "named" : "dated";
  const key = dating.isStated && isHere ? "stated" : isHere ? kind : `${kind}-absent`;
  return say(key, { date: String(dating.year), year: dating.code, newest });
}

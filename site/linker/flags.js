// What the mark on a number that does not exist says.

import { provisionName, say } from "./names.js";
import { isElement } from "./nodes.js";

// The class of the words in a mark for readers who do not see it.
export const SAID = "kodeks-said";

/** @param {Node} node */
export function isSaid(node) {
  return isElement(node) && node.classList.contains(SAID);
}

/**
 * The words for the data of a mark: that an edition is not here, or what is nearest to a provision that does not exist.
 *
 * @param {string} data
 */
export function whatIsWrong(data) {
  const [edition, ids] = data.split(":");
  if (ids === undefined) return say("edition", { year: edition });
  if (!ids) return say("unknown");
  return say("nearest", { places: ids.split(" ").map((id) => provisionName(edition, id)).join(", ") });
}

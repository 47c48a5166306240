// The path grammar: what a written path of labels looks like, in any language.
// The same as kb/citations/paths.py.

import { GRAMMAR, matchAt } from "./grammar.js";
import { isDigit } from "./ids.js";

/** @import { Path } from "./types.d.ts" */

const APART = ["lettered_apart", "bracketed", "romans", "lowered"];
const RELATIVE = ["lettered", "bracketed", "romans", "lowered"];

/**
 * The longest path that begins at a place; null where none does. With `apart` blanks may stand between the labels of a
 * path without a law.
 *
 * @param {string} text
 * @param {number} start
 * @param {boolean} [apart]
 * @returns {Path | null}
 */
export function scan(text, start, apart = false) {
  const { paths } = GRAMMAR;
  if (!isDigit(text[start])) {
    for (const name of apart ? APART : RELATIVE) {
      const match = matchAt(paths[name], text, start);
      if (match) return pathOf(match, "relative");
    }
    return null;
  }
  const numbered = matchAt(paths.numbered, text, start);
  if (numbered) return pathOf(numbered, "relative");
  const match = matchAt(paths.dotted, text, start) ?? matchAt(paths.absolute, text, start);
  if (!match) return null;
  const path = pathOf(match, "absolute");
  if (path.labels.length === 1) path.kind = "number";
  return path;
}

/**
 * @param {RegExpExecArray} match
 * @param {Path["kind"]} kind
 * @returns {Path}
 */
function pathOf(match, kind) {
  return { labels: match.slice(1).filter(Boolean), end: match.index + match[0].length, kind };
}


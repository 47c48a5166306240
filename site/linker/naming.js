// How provisions are written to people. The same as kb/citations/anchors.py.

import { depthOf, isDigit, partsOf } from "./ids.js";

/** @import { Patterns, StatuteNames } from "kodeks-data" */

/**
 * A provision of an edition in laws or in sections, with the words of a language: 27B1(b) pont.
 *
 * @param {string | undefined} style
 * @param {string} id
 * @param {Patterns} words
 */
export function nameIn(style, id, words) {
  if (style === "section") return sectionName(partsOf(id), words.statute);
  return words.names[Math.min(depthOf(id), words.names.length) - 1].replace("{path}", pathShown(id));
}

/**
 * @param {string[]} labels
 * @param {StatuteNames} statute
 */
function sectionName(labels, statute) {
  const below = labels.slice(1).map((label, at) => {
    const shown = sectionLabel(labels, at + 1);
    return isDigit(shown[0]) ? statute.case.replace("{number}", shown) : shown;
  });
  return [statute.section.replace("{number}", labels[0]), ...below].join(" ");
}

/**
 * A label as statutes print it: (A), (1), a), and the bare number of a case.
 *
 * @param {string[]} labels
 * @param {number} at
 */
export function sectionLabel(labels, at) {
  const label = labels[at];
  if (isDigit(label[0])) return at > 1 && isDigit(labels[at - 1][0]) ? label : `(${label})`;
  return label === label.toLowerCase() ? `${label})` : `(${label})`;
}

/**
 * A path as people write it: 27B1(b); with dots where the second label is a number.
 *
 * @param {string} id
 */
export function pathShown(id) {
  const labels = partsOf(id);
  if (labels.length > 1 && isDigit(labels[1][0])) return id;
  return labels.slice(0, 3).join("") + labels.slice(3).map((label) => `(${label})`).join("");
}

// How provisions are written to people. The same as kb/citations/anchors.py.

import { depthOf, isDigit, partsOf } from "./ids.js";

/** @import { Profile, StatuteNames } from "kodeks-data" */

/** How a statute is shown in a language of which nothing is known. @type {StatuteNames} */
export const BARE = { section: "§ {number}", case: "{number}", bid: "{number}" };

/**
 * A provision as people of a language write it: 27B1(b) pont; the bare path where its work has no words for it.
 *
 * @param {Profile} profile
 * @param {string} id
 * @param {string} language
 * @param {StatuteNames} [statute]
 */
export function nameIn(profile, id, language, statute = BARE) {
  if (profile.numbering === "statute") return sectionName(partsOf(id), statute);
  const path = shownPath(profile, id);
  const { names = [], appendix = "{path}" } = profile.units[language] ?? {};
  if (!isDigit(id[0])) return appendix.replace("{path}", path);
  return names.length ? names[Math.min(depthOf(id), names.length) - 1].replace("{path}", path) : path;
}

/**
 * A path as people write it; in a decimal work the letters at its end in brackets: 9.2.1(a).
 *
 * @param {Profile} profile
 * @param {string} id
 */
export function shownPath({ numbering }, id) {
  if (numbering !== "decimal") return pathShown(id);
  const [first, ...below] = partsOf(id);
  const letters = below.filter((label) => !isDigit(label[0]));
  return [first, ...below.slice(0, below.length - letters.length)].join(".") + letters.map((letter) => `(${letter})`).join("");
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

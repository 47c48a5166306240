// The messages of the linker in the reader's language, and the names and addresses of provisions.

import * as DATA from "kodeks-data";
import { fill, pieces } from "../assets/messages.js";
import { depthOf, isDigit, lawOf, partsOf } from "./ids.js";
import { nameIn, sectionLabel, shownPath } from "./naming.js";
import { SETTINGS } from "./settings.js";

/** @import { Profile } from "kodeks-data" */

export const READER = SETTINGS.readers[0];

/** The language of the messages: another than the reader's, where that has no catalogue. */
export const SPOKEN = DATA.words[READER].spoken ?? READER;

/** @type {Map<string, Profile>} */
const PROFILES = new Map(DATA.index.editions.map((edition) => [edition.id, edition]));

/**
 * A message with its values: say("edition", { year: "2007" }).
 *
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function say(key, values = {}) {
  return fill(DATA.words[READER][key], values);
}

/**
 * The same in pieces, for values that are elements.
 *
 * @param {string} key
 * @param {Record<string, any>} values
 */
export function saying(key, values) {
  return pieces(DATA.words[READER][key], values);
}

/**
 * A provision as readers write it: 27B1(b) pont.
 *
 * @param {string} edition
 * @param {string} id
 * @param {string} [language]
 */
export function provisionName(edition, id, language = READER) {
  return nameIn(profileOf(edition), id, language, DATA.patterns[language]?.statute);
}

/**
 * The label that stands before a part in print: B., 1., (b).
 *
 * @param {string} edition
 * @param {string} id
 */
export function partLabel(edition, id) {
  const labels = partsOf(id);
  const profile = profileOf(edition);
  if (profile.numbering === "statute") return sectionLabel(labels, labels.length - 1);
  if (profile.numbering === "decimal") return isDigit(labels.at(-1)?.[0] ?? "") ? shownPath(profile, id) : `(${labels.at(-1)})`;
  return labels.length > 3 ? `(${labels.at(-1)})` : `${labels.at(-1)}.`;
}

/** @param {string} edition */
function profileOf(edition) {
  return PROFILES.get(edition) ?? { numbering: "lettered", units: {} };
}

/**
 * The page of a provision in the reader's language.
 *
 * @param {string} edition
 * @param {string} id
 */
export function addressOf(edition, id) {
  const anchor = depthOf(id) > 1 ? `#${id}` : "";
  return `${SETTINGS.base}${READER}/${edition}/${lawOf(id)}/${anchor}`;
}

/**
 * What a language is called in the reader's, for somebody who does not know it by sight.
 *
 * @param {string} code
 */
export function languageNamed(code) {
  return new Intl.DisplayNames([SPOKEN], { type: "language" }).of(code) ?? code;
}

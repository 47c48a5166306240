// The messages of the linker in the reader's language, and the names and addresses of provisions.

import * as DATA from "kodeks-data";
import { fill, pieces } from "../assets/messages.js";
import { depthOf, lawOf, partsOf } from "./ids.js";
import { nameIn, sectionLabel } from "./naming.js";
import { SETTINGS } from "./settings.js";

export const READER = SETTINGS.readers[0];

/** The language of the messages: another than the reader's, where that has no catalogue. */
export const SPOKEN = DATA.words[READER].spoken ?? READER;

const STYLES = new Map(DATA.index.editions.map(({ id, style }) => [id, style]));

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
  return nameIn(STYLES.get(edition), id, DATA.patterns[language] ?? DATA.patterns.en);
}

/**
 * The label that stands before a part in print: B., 1., (b).
 *
 * @param {string} edition
 * @param {string} id
 */
export function partLabel(edition, id) {
  const labels = partsOf(id);
  if (STYLES.get(edition) === "section") return sectionLabel(labels, labels.length - 1);
  return labels.length > 3 ? `(${labels.at(-1)})` : `${labels.at(-1)}.`;
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

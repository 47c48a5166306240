// Languages by their codes.

import * as DATA from "kodeks-data";

/**
 * Whether it is known how a language cites. (A page may say lang="constructor", a name that every object has.)
 *
 * @param {string} language
 */
export function isCitedIn(language) {
  return Object.hasOwn(DATA.patterns, language);
}

/**
 * Language codes without their regions: "it, hu-HU" are it and hu.
 *
 * @param {string | null | undefined} list
 */
export function codesOf(list) {
  return [...new Set((list ?? "").toLowerCase().split(/[\s,]+/).map((code) => code.split("-")[0]).filter(Boolean))];
}

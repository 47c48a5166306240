// Every citation of a view, in order: what it is and what it means. The same as kb.linking.cite.

import * as DATA from "kodeks-data";
import { find } from "./find.js";
import { isCitedIn } from "./languages.js";
import { resolve } from "./resolve.js";
import { Games } from "./sections.js";

/** @import { CiteOptions } from "./types.d.ts" */

const GAMES = new Games(DATA.index.games, new Set(DATA.index.editions.filter((one) => one.style === "section").map((one) => one.work)));

/**
 * Offsets are those of JavaScript (UTF-16 units). Languages are all when none is given; `within` is the
 * edition or work that numbers are of when nothing says which, `context` the provision that the text is about.
 *
 * @param {string} view
 * @param {string} text What it is a view of.
 * @param {CiteOptions} options
 */
export function citedIn(view, text, { languages = [], within = null, context = null }) {
  for (const language of languages)
    if (!isCitedIn(language)) throw new RangeError(`no citations are known in ${language}: ${Object.keys(DATA.patterns).join(", ")}`);
  return resolve(view, find(view, languages, GAMES, text), within, context);
}

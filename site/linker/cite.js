// Finds every citation of a view, and says what each means. The same as kb.linking.linker.

import * as DATA from "kodeks-data";
import { find } from "./find.js";
import { isCitedIn } from "./languages.js";
import { resolve } from "./resolve.js";
import { mainWork, WORKS } from "./editions.js";

/** @import { CiteOptions } from "./types.d.ts" */

/**
 * The citations in order, with offsets in UTF-16 units. Without `languages` the view is read in all; `within` is the
 * edition or work of numbers where nothing says which it is, `context` the provision that the text is about, `dating`
 * says how old it is.
 *
 * @param {string} view
 * @param {string} text What it is a view of.
 * @param {CiteOptions} options
 */
export function citedIn(view, text, { languages = [], within = null, context = null, dating = null }) {
  for (const language of languages)
    if (!isCitedIn(language)) throw new RangeError(`no citations are known in ${language}: ${Object.keys(DATA.patterns).join(", ")}`);
  return resolve(view, find(view, languages, WORKS, mainWork(within), text), within, context, dating);
}

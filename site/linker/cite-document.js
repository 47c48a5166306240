// Finds every citation of a document: of a plain text, of Markdown or of HTML.

import { citedIn } from "./cite.js";
import { whole } from "./entities.js";
import { viewOf } from "./view.js";

/** @import { CiteOptions, Cited, Format } from "./types.d.ts" */

/**
 * The citations of a document, in order; without `headings` those in headings are left out. The other options are
 * those of `citedIn`.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: Format, headings?: boolean }} [options]
 */
export function cite(text, { format = "text", headings = true, ...options } = {}) {
  return citedIn(viewOf(text, format, headings), text, options).map((cited) => wholly(text, format, cited));
}

/**
 * A citation with its words as the text has them. One that ends in a character reference (`5. &sect;`) has all of it.
 *
 * @param {string} text
 * @param {Format} format
 * @param {Cited} cited
 */
function wholly(text, format, cited) {
  const [end, coreEnd] = [cited.end, cited.core[1]].map((at) => (format === "text" ? at : whole(text, at)));
  return { ...cited, end, core: /** @type {[number, number]} */ ([cited.core[0], coreEnd]), quote: text.slice(cited.start, end) };
}

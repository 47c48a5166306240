// Finds every citation of a document: of a plain text, of Markdown or of HTML.

import { citedIn } from "./cite.js";
import { datingOf } from "./dating/dating.js";
import { fieldsOf } from "./dating/fields.js";
import { whole } from "./entities.js";
import { viewOf } from "./view.js";

/** @import { CiteOptions, Cited, Format, Reading } from "./types.d.ts" */

/**
 * The citations of a document, in order, as `read` finds them.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: Format, headings?: boolean }} [options]
 */
export function cite(text, options) {
  return read(text, options).cited;
}

/**
 * The citations of a document, in order, and when it was written; without `headings` those in headings are left out.
 * The other options are those of `citedIn`.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: Format, headings?: boolean }} [options]
 * @returns {Reading}
 */
export function read(text, { format = "text", headings = true, ...options } = {}) {
  const view = viewOf(text, format, headings);
  const dating = options.within ? null : options.dating ?? datingOf(fieldsOf(text, format), headings ? view : viewOf(text, format, true));
  return { cited: citedIn(view, text, { ...options, dating }).map((cited) => wholly(text, format, cited)), dating };
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

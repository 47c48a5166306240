// Every citation of a document: of a plain text, of Markdown or of HTML.

import { citedIn } from "./cite.js";
import { whole } from "./entities.js";
import { viewOf } from "./view.js";

/** @import { CiteOptions, Cited, Format } from "./types.d.ts" */

/**
 * The citations in order. `format` is text, markdown or html; without `headings` these are not read. The
 * other options are those of `citedIn`.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: Format, headings?: boolean }} [options]
 */
export function cite(text, { format = "text", headings = true, ...options } = {}) {
  return citedIn(viewOf(text, format, headings), text, options).map((one) => wholly(text, format, one));
}

/**
 * A citation as the text has it; it cuts no character reference: `5. &sect;`.
 *
 * @param {string} text
 * @param {Format} format
 * @param {Cited} one
 */
function wholly(text, format, one) {
  const [end, coreEnd] = [one.end, one.core[1]].map((at) => (format === "text" ? at : whole(text, at)));
  return { ...one, end, core: /** @type {[number, number]} */ ([one.core[0], coreEnd]), quote: text.slice(one.start, end) };
}

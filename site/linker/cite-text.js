// Finds every citation of a plain text. That is all that a page needs whose words the browser has as text.

import { citedIn } from "./cite.js";
import { textView } from "./text-view.js";

/** @import { CiteOptions } from "./types.d.ts" */

/**
 * The citations in order; the options are those of `citedIn`.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: string }} [options]
 */
export function cite(text, { format = "text", ...options } = {}) {
  if (format !== "text") throw new RangeError(`this script reads text only, no ${format}`);
  return citedIn(textView(text), text, options).map((cited) => ({ ...cited, quote: text.slice(cited.start, cited.end) }));
}

// Every citation of a plain text: all that a page needs whose words are there already, as text.

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
  return citedIn(textView(text), text, options).map((one) => ({ ...one, quote: text.slice(one.start, one.end) }));
}

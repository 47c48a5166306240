// Finds every citation of a plain text. That is all that a page needs whose words the browser has as text.

import { citedIn } from "./cite.js";
import { datingOf } from "./dating/dating.js";
import { textView } from "./text-view.js";

/** @import { CiteOptions } from "./types.d.ts" */

/**
 * The citations in order; the options are those of `citedIn`. A text without `dating` is a whole document, whose date
 * is looked for in it.
 *
 * @param {string} text
 * @param {CiteOptions & { format?: string }} [options]
 */
export function cite(text, { format = "text", ...options } = {}) {
  if (format !== "text") throw new RangeError(`this script reads text only, no ${format}`);
  const view = textView(text);
  const dating = options.within ? null : options.dating === undefined ? datingOf(new Map(), view) : options.dating;
  return citedIn(view, text, { ...options, dating }).map((cited) => ({ ...cited, quote: text.slice(cited.start, cited.end) }));
}

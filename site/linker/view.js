// The view of a document: a text of the same length, with all masked that is not to be read.
// The same as kb/linking/zones.

import { addressesMasked, BREAK, NO_TEXT } from "./addresses.js";
import { htmlText } from "./html.js";
import { markdownText } from "./markdown.js";
import { BYTE_ORDER_MARK, notesAt, textView } from "./text-view.js";

/** @import { Format } from "./types.d.ts" */

/**
 * @param {string} text
 * @param {Format} format
 * @param {boolean} headings
 * @returns {string}
 */
export function viewOf(text, format, headings) {
  if (format === "text") return textView(text);
  if (text.startsWith(BYTE_ORDER_MARK)) return BREAK + viewOf(text.slice(1), format, headings);
  if (format === "html") return addressesMasked(htmlText(text, headings));
  if (format !== "markdown") throw new RangeError(`there is no format ${format}: text, markdown, html`);
  const end = notesAt(text);
  return addressesMasked(markdownText(text.slice(0, end), headings) + NO_TEXT.repeat(text.length - end));
}

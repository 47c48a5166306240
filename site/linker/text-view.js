// The view of a plain text: of the same length, with all masked that is not to be read.
// The same as kb/linking/zones.

import { addressesMasked, BREAK, NO_TEXT } from "./addresses.js";

const LIST_HEAD = "\n\nKodeks:\n";
// Some editors put it at the beginning of a file.
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * @param {string} text
 * @returns {string}
 */
export function textView(text) {
  if (text.startsWith(BYTE_ORDER_MARK)) return BREAK + textView(text.slice(1));
  const end = notesAt(text);
  return addressesMasked(text.slice(0, end) + NO_TEXT.repeat(text.length - end));
}

/**
 * Where our list of what is cited begins at the end of a text; the text's end where there is none.
 *
 * @param {string} text
 */
export function notesAt(text) {
  const at = text.lastIndexOf(LIST_HEAD);
  const lines = at < 0 ? [] : text.slice(at + LIST_HEAD.length).split("\n");
  const isList = lines.length > 1 && lines.pop() === "" && lines.every(isListed);
  return isList ? at : text.length;
}

/**
 * Whether a line may be one of our list: it has an address, or says that there is none.
 *
 * @param {string} line
 */
function isListed(line) {
  return line.startsWith("- ") && [": /", ": http://", ": https://", ": ✗ "].some((lead) => line.indexOf(lead, 2) > 0);
}

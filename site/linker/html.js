// The view of an HTML document: its text, with tags masked.
// The same as kb/linking/zones/html.py.

import { BREAK, LINE_BREAK, MARK, NO_TEXT, withoutLineBreaks } from "./addresses.js";
import { stripped } from "./characters.js";
import { Elements, INLINE_TAGS, NO_LINKS_INLINE, SEEN, VOID } from "./elements.js";
import { decoded } from "./entities.js";
import { piecesOf } from "./tags.js";

/** @import { Tag } from "./types.d.ts" */

// Line ends in a text of HTML are blanks.
const LINE_ENDS = /[\n\r\f\v\x1c\x1d\x1e]/g;

/**
 * The view of a document, or of a part of one in which elements are open already.
 *
 * @param {string} text
 * @param {boolean} headings
 * @param {number} [first]
 * @param {number} [last]
 * @param {Elements} [elements]
 */
export function htmlText(text, headings, first = 0, last = text.length, elements = new Elements()) {
  const out = [];
  let broken = false;     // whether the last tag was a <br>, with only blanks behind it
  for (const piece of piecesOf(text, first, last)) {
    const length = piece.end - piece.start;
    if (piece.kind === "text") {
      const words = text.slice(piece.start, piece.end);
      const hidden = elements.noLinks || (!headings && elements.inHeading);
      out.push(hidden ? NO_TEXT.repeat(length) : withoutLineBreaks(decoded(words)).replace(LINE_ENDS, " "));
      broken = broken && !stripped(words);
    } else if (piece.kind === "start" || piece.kind === "end") {
      const before = elements.noLinks;
      elements.take(piece);
      const sign = signOfTag(piece, before || elements.noLinks);
      out.push((broken && piece.name === "br" ? BREAK : sign).repeat(length));
      broken = piece.name === "br";
    } else out.push((piece.kind === "comment" ? MARK : NO_TEXT).repeat(length));
  }
  return betweenBlocks(out.join(""));
}

/**
 * A view in which blanks between two breaks are breaks too.
 *
 * @param {string} view
 */
function betweenBlocks(view) {
  return view.split(BREAK).map((part, at, all) => (at && at < all.length - 1 && ONLY_BLANKS.test(part) ? BREAK.repeat(part.length) : part)).join(BREAK);
}

const ONLY_BLANKS = /^[ \t]+$/;

/**
 * The sign that stands for a tag in the view. `noLinks` says that the tag opens or ends an element that gets no links;
 * the tags of our own links are read over.
 *
 * @param {Tag} piece
 * @param {boolean} noLinks
 */
export function signOfTag(piece, noLinks) {
  const { name } = piece;
  if (SEEN.has(name) || (NO_LINKS_INLINE.has(name) && name !== "a")) return NO_TEXT;
  if (!INLINE_TAGS.has(name) && name !== "a") return BREAK;
  if (noLinks && !VOID.has(name)) return NO_TEXT;
  return name === "br" ? LINE_BREAK : MARK;
}

// The view of a Markdown document: the text of its blocks, with marks and what is no text masked.
// The same as kb/linking/zones/markdown.py, but that the blocks are found in blocks.js.

import { BREAK, MARK, NO_TEXT, withoutLineBreaks } from "./addresses.js";
import { blocksOf } from "./blocks.js";
import { Elements } from "./elements.js";
import { emphasisMasked } from "./emphasis.js";
import { decoded } from "./entities.js";
import { htmlText, signOfTag } from "./html.js";
import { noTextIn } from "./inline.js";
import { definitionsIn } from "./link-parts.js";
import { piecesOf } from "./tags.js";

/** @import { TextBlock } from "./types.d.ts" */

const HAS_MARKUP = /[<`\]]/;
const OUR_LINK = /\[([^[\]]*)\]\([^\s()<>"]+ "Kodeks: [^"\n]+"\)/;

/**
 * @param {string} text
 * @param {boolean} headings
 */
export function markdownText(text, headings) {
  /** @type {Set<string>} */
  const defined = new Set();
  const source = text.replace(/\r\n?/g, (end) => (end.length > 1 ? " \n" : "\n"));
  const blocks = blocksOf(source).map((block) => (block.kind === "html" ? block : withoutDefinitions(text, source, block, defined)));
  const elements = new Elements();
  const out = [];
  let at = 0;
  for (const block of blocks) {
    out.push(BREAK.repeat(block.start - at));
    if (block.kind === "html") out.push(htmlText(text, headings, block.start, block.end, elements));
    else out.push(blockText(block, defined, elements, headings));
    at = block.end;
  }
  return out.join("") + BREAK.repeat(text.length - at);
}

/**
 * A block of text with its words, behind the definitions of links that it begins with.
 *
 * @param {string} document
 * @param {string} source
 * @param {TextBlock} block
 * @param {Set<string>} defined
 * @returns {TextBlock & { text: string }}
 */
function withoutDefinitions(document, source, block, defined) {
  const text = blanked(source, block.start, block.end, block.marks);
  const [labels, begins] = block.defines && text[0] === "[" ? definitionsIn(text) : [[], 0];
  for (const label of labels) defined.add(label);
  return { ...block, start: block.start + begins, text: blanked(document, block.start, block.end, block.marks).slice(begins) };
}

/**
 * A stretch of a text with blanks in the place of marks.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {[number, number][]} marks
 */
function blanked(text, start, end, marks) {
  const out = [];
  let at = start;
  for (const [first, last] of marks) {
    out.push(text.slice(at, first), " ".repeat(last - first));
    at = last;
  }
  return out.join("") + text.slice(at, end);
}

/**
 * @param {TextBlock & { text: string }} block
 * @param {Set<string>} defined
 * @param {Elements} elements
 * @param {boolean} headings
 */
function blockText({ text, heading }, defined, elements, headings) {
  const block = elements.openBlock();
  const hide = heading && !headings;
  /**
   * @param {number} first
   * @param {number} last
   */
  const plain = (first, last) => {
    if (hide || elements.noLinks || (!headings && elements.inHeading)) return NO_TEXT.repeat(last - first);
    return withoutLineBreaks(decoded(emphasisMasked(text, first, last)));
  };
  const out = [];
  let at = 0;
  for (const [first, last, kind] of HAS_MARKUP.test(text) ? noTextIn(text, defined) : []) {
    out.push(plain(at, first));
    const ours = kind === "link" ? OUR_LINK.exec(text.slice(first, last)) : null;
    if (kind === "tag") out.push(tagsMasked(text, first, last, elements));
    else if (ours) {
      const words = first + ours.index + 1;
      const end = words + ours[1].length;
      out.push(MARK.repeat(words - first), plain(words, end), MARK.repeat(last - end));
    } else out.push(NO_TEXT.repeat(last - first));
    at = last;
  }
  out.push(plain(at, text.length));
  elements.closeBlock(block);
  return out.join("");
}

/**
 * @param {string} text
 * @param {number} first
 * @param {number} last
 * @param {Elements} elements
 */
function tagsMasked(text, first, last, elements) {
  return piecesOf(text, first, last)
    .map((piece) => {
      const before = elements.noLinks;
      elements.take(piece);
      const isTag = piece.kind === "start" || piece.kind === "end";
      return (isTag ? signOfTag(piece, before || elements.noLinks) : MARK).repeat(piece.end - piece.start);
    })
    .join("");
}

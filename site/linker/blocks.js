// Reads a Markdown document line by line, and finds its blocks of text (paragraphs, headings, cells of tables) and of
// HTML. Everything else (code, marks, definitions of links) stands between these blocks.

import { ATX, cellsOf, FENCE, htmlUntil, RULE, startsLeaf } from "./leaves.js";
import { CODE_INDENT, LinePlace } from "./line-place.js";

/** @import { Block } from "./types.d.ts" */

/**
 * The block that is open in the innermost container: a paragraph, whose last line begins at `lastLine`; code, which a
 * line like `mark` ends; HTML, which a line with `until` ends or, without that, a blank line; or a table.
 *
 * @typedef {{ kind: "text", start: number, end: number, lastLine: number, isHead: boolean, marks: [number, number][], defines: boolean }} Paragraph
 * @typedef {{ kind: "html", start: number, end: number, until: RegExp | false }} Html
 * @typedef {Paragraph | Html | { kind: "fence", mark: string } | { kind: "table" }} Leaf
 */

const SETEXT = /^(?:=+|-+)[ \t]*$/;
const DELIMITERS = /^(?!-[ \t])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n/;
const TASK = /^\[[ xX]\](?=[ \t]+[^ \t])/;
const MOST_MARKS = 100;     // of quotations and lists in one line

/**
 * The blocks of a document, in order.
 *
 * @param {string} text
 * @returns {Block[]}
 */
export function blocksOf(text) {
  const reader = new BlockReader(text);
  let at = frontMatterEnd(text);
  while (at < text.length) {
    const stop = text.indexOf("\n", at);
    const end = stop < 0 ? text.length : stop;
    reader.line(at, end);
    at = end + 1;
  }
  reader.close();
  return reader.blocks;
}

/** @param {string} text */
function frontMatterEnd(text) {
  const opening = FRONT_MATTER.exec(text);
  if (!opening) return 0;
  const closing = opening[1] === "---" ? /\n---[ \t]*(?=\n|$)/g : /\n\+\+\+[ \t]*(?=\n|$)/g;
  closing.lastIndex = opening[0].length - 1;
  const match = closing.exec(text);
  return match ? Math.min(match.index + match[0].length + 1, text.length) : 0;
}

class BlockReader {
  /** @type {Block[]} */
  blocks = [];
  #text;
  /** @type {number[]} */
  #containers = [];     // how far the text of each list item is indented; 0 for a quotation
  /** @type {Leaf | null} */
  #leaf = null;
  #isNew = false;       // whether the innermost container is a list item that has only its mark so far

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  line(start, end) {
    const place = new LinePlace(this.#text, start, end);
    const kept = this.#keptContainers(place);
    const isWhole = kept === this.#containers.length;
    if (isWhole && this.#goesOnRaw(place)) return;
    if (!isWhole && this.#leaf?.kind !== "text") this.#cut(kept);
    if (place.isBlank()) {
      this.#cut(this.#isNew && isWhole ? kept - 1 : kept);     // an item cannot begin with a blank line
      this.#isNew = false;
      return;
    }
    if (isWhole && (this.#isTableHead(place) || this.#isUnderline(place))) return;
    const opened = this.#openContainers(place, kept);
    if (!opened && this.#leaf?.kind === "text" && this.#goesOn(place, isWhole)) return;
    if (!opened && !isWhole) this.#cut(kept);
    this.#openLeaf(place);
  }

  /**
   * How many of the open containers a line goes on in. Moves the place past their marks.
   *
   * @param {LinePlace} place
   */
  #keptContainers(place) {
    let kept = 0;
    for (const indent of this.#containers) {
      if (indent ? !(place.isBlank() || place.skipIndent(indent)) : !place.skipQuote()) break;
      kept += 1;
    }
    return kept;
  }

  /** @param {number} kept */
  #cut(kept) {
    this.close();
    this.#containers.length = Math.min(kept, this.#containers.length);
  }

  /**
   * Whether a line belongs to the code or HTML that is open.
   *
   * @param {LinePlace} place
   */
  #goesOnRaw(place) {
    const leaf = this.#leaf;
    if (leaf?.kind === "fence") {
      const words = place.words().trim();
      const closes = place.indent() < CODE_INDENT && words.length >= leaf.mark.length && words === leaf.mark[0].repeat(words.length);
      if (closes) this.#leaf = null;
      return true;
    }
    if (leaf?.kind !== "html") return false;
    if (leaf.until ? leaf.until.test(place.words()) : place.isBlank()) {
      if (leaf.until) leaf.end = place.end;
      this.close();
    } else leaf.end = place.end;
    return true;
  }

  /**
   * Whether a line underlines the open paragraph, which is then closed as a heading.
   *
   * @param {LinePlace} place
   */
  #isUnderline(place) {
    const leaf = this.#leaf;
    if (leaf?.kind !== "text" || place.indent() >= CODE_INDENT || !SETEXT.test(place.words())) return false;
    this.#leaf = null;
    this.#addText(leaf, true);
    return true;
  }

  /**
   * Opens the quotations and list items that a line begins; false where it begins none.
   *
   * @param {LinePlace} place
   * @param {number} kept
   */
  #openContainers(place, kept) {
    let opened = false;
    while (place.indent() < CODE_INDENT && place.marks < MOST_MARKS) {
      const inner = place.isQuote() ? 0 : place.listIndent();
      if (inner === null || (inner && RULE.test(place.words()))) break;
      if (inner && !opened && this.#leaf?.kind === "text" && kept === this.#containers.length && !place.mayInterrupt()) break;
      if (!opened) this.#cut(kept);
      opened = true;
      if (inner) place.skipListMark(inner);
      else place.skipQuote();
      this.#containers.push(inner);
      this.#isNew = inner > 0;
      if (place.isBlank()) break;
    }
    return opened;
  }

  /**
   * Whether a line goes on with the open paragraph, as it may also without the marks of its containers.
   *
   * @param {LinePlace} place
   * @param {boolean} isWhole
   */
  #goesOn(place, isWhole) {
    const leaf = /** @type {Paragraph} */ (this.#leaf);
    if (place.indent() < CODE_INDENT && startsLeaf(place.words())) return false;
    const at = place.wordsAt();
    if (at > place.start) leaf.marks.push([place.start, at]);
    leaf.lastLine = at;
    leaf.isHead = isWhole && place.indent() < CODE_INDENT;
    leaf.end = place.end;
    return true;
  }

  /**
   * Whether a line of dashes makes the line above it, with as many cells, the head of a table.
   *
   * @param {LinePlace} place
   */
  #isTableHead(place) {
    const leaf = this.#leaf;
    if (leaf?.kind !== "text" || !leaf.isHead || place.indent() >= CODE_INDENT) return false;
    const words = place.words().trimEnd();
    if (!words.includes("|") || !DELIMITERS.test(words)) return false;
    const head = this.#text.slice(leaf.lastLine, leaf.end).trimEnd();
    if (!head.includes("|") || cellsOf(head, 0).length !== cellsOf(words, 0).length) return false;
    if (leaf.lastLine > leaf.start) this.#addText({ ...leaf, end: this.#text.lastIndexOf("\n", leaf.lastLine - 1) }, false);
    this.#addCells(head, leaf.lastLine);
    this.#leaf = { kind: "table" };
    return true;
  }

  /**
   * @param {string} words
   * @param {number} at
   */
  #addCells(words, at) {
    for (const [start, end] of cellsOf(words, at)) this.#addText({ start, end, marks: [], defines: false }, false);
  }

  /** @param {LinePlace} place */
  #openLeaf(place) {
    if (place.isBlank()) return this.close();
    const isFirst = this.#isNew;
    this.#isNew = false;
    if (this.#leaf?.kind === "table") {
      if (place.indent() < CODE_INDENT && !startsLeaf(place.words())) {
        this.#addCells(place.words().trimEnd(), place.wordsAt());
        return;
      }
      this.#leaf = null;
    }
    if (this.#leaf?.kind === "text") this.close();
    if (place.indent() >= CODE_INDENT) return;
    const words = place.words();
    const fence = FENCE.exec(words);
    if (fence) {
      this.#leaf = { kind: "fence", mark: fence[1] ?? fence[2] };
      return;
    }
    if (RULE.test(words)) return;
    const atx = ATX.exec(words);
    if (atx) {
      const start = place.wordsAt() + atx[0].length;
      const end = start + this.#text.slice(start, place.end).trimEnd().length;
      if (start < end) this.blocks.push({ kind: "text", start, end, heading: true, marks: [], defines: false });
      return;
    }
    const until = htmlUntil(words, false);
    if (until !== null) {
      this.#leaf = { kind: "html", start: place.wordsAt(), end: place.end, until };
      if (until && until.test(words)) this.close();
      return;
    }
    const lastLine = place.wordsAt();
    const task = isFirst ? TASK.exec(words) : null;
    this.#leaf = { kind: "text", start: lastLine + (task?.[0].length ?? 0), end: place.end, lastLine, isHead: true, marks: [], defines: !task };
  }

  close() {
    const leaf = this.#leaf;
    this.#leaf = null;
    if (leaf?.kind === "html") this.blocks.push({ kind: "html", start: leaf.start, end: leaf.start + this.#text.slice(leaf.start, leaf.end).trimEnd().length });
    else if (leaf?.kind === "text") this.#addText(leaf, false);
  }

  /**
   * @param {{ start: number, end: number, marks: [number, number][], defines: boolean }} block
   * @param {boolean} heading
   */
  #addText({ start: from, end, marks, defines }, heading) {
    const words = this.#text.slice(from, end).trimEnd();
    const start = from + words.length - words.trimStart().length;
    const last = from + words.length;
    if (start < last) this.blocks.push({ kind: "text", start, end: last, heading, marks: marks.filter(([at]) => at < last), defines });
  }
}

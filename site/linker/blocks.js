// The blocks of a Markdown document whose words are text, line by line: paragraphs, headings, cells of
// tables; also those of HTML. Everything else (code, marks, definitions of links) is between them.

import { namesIn } from "./elements.js";
import { tagEnd } from "./inline.js";

const LIST_MARK = /(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)/y;
const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;
const ATX = /^(#{1,6})(?=[ \t]|$)[ \t]*/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const BLOCK_TAGS = namesIn(`address article aside base basefont blockquote body caption center col colgroup dd details
  dialog dir div dl dt fieldset figcaption figure footer form frame frameset head header hr html
  iframe legend li link main menu menuitem nav noframes ol optgroup option p param section summary table tbody
  td tfoot th thead title tr track ul`);
const RAW_TAG = /^<(?:script|pre|style|textarea)(?=[ \t>]|$)/i;
const RAW_TAG_END = /<\/(?:script|pre|style|textarea)>/i;
const TAG_AT_LINE = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[ \t]|\/?>|$)/;
const TASK = /^\[[ xX]\][ \t]+[^ \t]/;
const TASK_LENGTH = 4;
const CODE_INDENT = 4;
const MOST_MARKS = 100;     // deeper than that nobody quotes

// The blocks in order, {kind: "text" | "html", start, end, heading, marks}; `marks` are the places of
// marks at the beginning of later lines.
export function blocksOf(text) {
  const reader = new BlockReader(text);
  let at = frontMatterEnd(text);
  while (at < text.length) {
    const stop = text.indexOf("\n", at);
    const end = stop < 0 ? text.length : stop;
    reader.line(at, text[end - 1] === "\r" && end > at ? end - 1 : end);
    at = end + 1;
  }
  reader.close();
  return reader.blocks;
}

function frontMatterEnd(text) {
  for (const mark of ["---", "+++"]) {
    if (!text.startsWith(`${mark}\n`)) continue;
    const close = text.indexOf(`\n${mark}\n`, 3);
    if (close >= 0) return close + mark.length + 2;
    if (text.endsWith(`\n${mark}`)) return text.length;
  }
  return 0;
}

class BlockReader {
  blocks = [];
  #text;
  #containers = [];     // how far the text of each list item is indented; 0 for a quotation
  #leaf = null;

  constructor(text) {
    this.#text = text;
  }

  line(start, end) {
    const place = new LinePlace(this.#text, start, end);
    const kept = this.#keptContainers(place);
    const isWhole = kept === this.#containers.length;
    if (isWhole && this.#goesOnRaw(place)) return;
    if (!isWhole && this.#leaf?.kind !== "text") this.#cut(kept);
    if (place.isBlank()) {
      this.close();
      return;
    }
    if (isWhole && (this.#isTableHead(place) || this.#isUnderline(place))) return;
    const opened = this.#openContainers(place, kept);
    if (opened === "nothing" && this.#leaf?.kind === "text" && this.#goesOn(place)) return;
    if (opened === "nothing" && !isWhole) this.#cut(kept);
    this.#openLeaf(place);
  }

  // The containers in which a line goes on; the place is moved past their marks.
  #keptContainers(place) {
    let kept = 0;
    for (const indent of this.#containers) {
      if (indent ? !(place.isBlank() || place.skipIndent(indent)) : !place.skipQuote()) break;
      kept += 1;
    }
    return kept;
  }

  #cut(kept) {
    this.close();
    this.#containers.length = Math.min(kept, this.#containers.length);
  }

  // Whether a line goes on in code or HTML.
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

  // Whether a line makes the paragraph above it a heading.
  #isUnderline(place) {
    const leaf = this.#leaf;
    if (leaf?.kind !== "text" || place.indent() >= CODE_INDENT || !SETEXT.test(place.words())) return false;
    this.#leaf = null;
    this.#addText(leaf, true);
    return true;
  }

  // Open the containers that a line begins; "nothing" where it begins none.
  #openContainers(place, kept) {
    let opened = "nothing";
    while (place.indent() < CODE_INDENT && place.marks < MOST_MARKS) {
      const inner = place.isQuote() ? 0 : place.listIndent();
      if (inner === null || (inner && RULE.test(place.words()))) break;
      if (inner && opened === "nothing" && this.#leaf?.kind === "text" && kept === this.#containers.length && place.isEmptyItem()) break;
      if (opened === "nothing") this.#cut(kept);
      opened = "some";
      if (inner) place.skipListMark(inner);
      else place.skipQuote();
      this.#containers.push(inner);
      if (place.isBlank()) break;
    }
    return opened;
  }

  // Whether a line goes on in the paragraph, perhaps outside of its containers.
  #goesOn(place) {
    const leaf = this.#leaf;
    if (place.indent() < CODE_INDENT && startsLeaf(place.words())) return false;
    if (place.at > place.start) leaf.marks.push([place.start, place.at]);
    leaf.lastLine = place.at;
    leaf.end = place.end;
    return true;
  }

  // A line of dashes below a line with as many cells: what went before is a paragraph, the rest a table.
  #isTableHead(place) {
    const leaf = this.#leaf;
    const words = place.words();
    if (leaf?.kind !== "text" || !words.includes("|") || !DELIMITERS.test(words)) return false;
    const head = cellsOf(this.#text, leaf.lastLine, leaf.end);
    if (head.length !== cellsOf(this.#text, place.at, place.end).length) return false;
    if (leaf.lastLine > leaf.start) this.#addText({ ...leaf, end: this.#text.lastIndexOf("\n", leaf.lastLine - 1) }, false);
    for (const [start, end] of head) this.blocks.push({ kind: "text", start, end, heading: false, marks: [] });
    this.#leaf = { kind: "table" };
    return true;
  }

  #openLeaf(place) {
    if (place.isBlank()) return this.close();
    if (this.#leaf?.kind === "table") {
      if (!startsLeaf(place.words())) {
        for (const [start, end] of cellsOf(this.#text, place.at, place.end)) this.blocks.push({ kind: "text", start, end, heading: false, marks: [] });
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
      if (start < end) this.blocks.push({ kind: "text", start, end, heading: true, marks: [] });
      return;
    }
    const until = htmlUntil(words, false);
    if (until !== null) {
      this.#leaf = { kind: "html", start: place.wordsAt(), end: place.end, until };
      if (until && until.test(words)) this.close();
      return;
    }
    if (this.#containers.at(-1) && TASK.test(words)) place.at = place.wordsAt() + TASK_LENGTH;
    this.#leaf = { kind: "text", start: place.at, end: place.end, lastLine: place.at, marks: [] };
  }

  close() {
    const leaf = this.#leaf;
    this.#leaf = null;
    if (leaf?.kind === "html") this.blocks.push({ kind: "html", start: leaf.start, end: leaf.start + this.#text.slice(leaf.start, leaf.end).trimEnd().length });
    else if (leaf?.kind === "text") this.#addText(leaf, false);
  }

  #addText({ start, end, marks }, heading) {
    const last = start + this.#text.slice(start, end).trimEnd().length;
    if (start < last) this.blocks.push({ kind: "text", start, end: last, heading, marks: marks.filter(([at]) => at < last) });
  }
}

// A place in a line, behind the marks of its containers.
class LinePlace {
  marks = 0;
  #text;
  #column = 0;
  #left = 0;     // columns of a tab that are not used up

  constructor(text, start, end) {
    this.#text = text;
    this.start = this.at = start;
    this.end = end;
  }

  isBlank() {
    return this.wordsAt() >= this.end;
  }

  // How many columns the words are indented.
  indent() {
    let column = this.#column + this.#left;
    for (let at = this.at; at < this.end; at++) {
      if (this.#text[at] === "\t") column += 4 - (column % 4);
      else if (this.#text[at] === " ") column += 1;
      else break;
    }
    return column - this.#column;
  }

  wordsAt() {
    let at = this.at;
    while (at < this.end && (this.#text[at] === " " || this.#text[at] === "\t")) at += 1;
    return at;
  }

  words() {
    return this.#text.slice(this.wordsAt(), this.end);
  }

  isQuote() {
    return this.#text[this.wordsAt()] === ">" && this.wordsAt() < this.end;
  }

  skipQuote() {
    if (this.indent() >= CODE_INDENT || !this.isQuote()) return false;
    this.marks += 1;
    this.skipIndent(this.indent());
    this.#move(1);
    this.skipIndent(1);
    return true;
  }

  // Skip so many columns of blanks; false where there are less.
  skipIndent(columns) {
    if (this.indent() < columns) return false;
    this.#column += columns;
    this.#left -= columns;
    while (this.#left < 0) {
      const column = this.#column + this.#left;
      this.#left += this.#text[this.at] === "\t" ? 4 - (column % 4) : 1;
      this.at += 1;
    }
    return true;
  }

  // How far the words of a list item that begins here are indented; null where none begins.
  listIndent() {
    LIST_MARK.lastIndex = this.wordsAt();
    const mark = LIST_MARK.exec(this.#text.slice(0, this.end));
    if (!mark) return null;
    const before = this.indent() + mark[0].length;
    const rest = new LinePlace(this.#text, this.wordsAt() + mark[0].length, this.end);
    rest.#column = this.#column + before;
    const gap = rest.indent();
    return before + (rest.isBlank() || gap > CODE_INDENT ? 1 : gap);
  }

  isEmptyItem() {
    LIST_MARK.lastIndex = this.wordsAt();
    const mark = LIST_MARK.exec(this.#text.slice(0, this.end));
    return !this.#text.slice(this.wordsAt() + mark[0].length, this.end).trim();
  }

  skipListMark(indent) {
    const start = this.#column;
    this.marks += 1;
    this.skipIndent(this.indent());
    LIST_MARK.lastIndex = this.at;
    this.#move(LIST_MARK.exec(this.#text.slice(0, this.end))[0].length);
    if (!this.isBlank()) this.skipIndent(indent - (this.#column - start));
    else this.at = this.end;
  }

  #move(count) {
    this.at += count;
    this.#column += count;
  }
}

// Whether words end a paragraph: those of a rule, a heading, code, HTML.
function startsLeaf(words) {
  return FENCE.test(words) || RULE.test(words) || ATX.test(words) || htmlUntil(words, true) !== null;
}

// What ends the HTML block that words begin, false for a blank line; null where they begin none.
function htmlUntil(words, inParagraph) {
  if (words[0] !== "<") return null;
  if (RAW_TAG.test(words)) return RAW_TAG_END;
  if (words.startsWith("<!--")) return /-->/;
  if (words.startsWith("<?")) return /\?>/;
  if (words.startsWith("<![CDATA[")) return /\]\]>/;
  if (/^<![A-Za-z]/.test(words)) return />/;
  const tag = TAG_AT_LINE.exec(words);
  if (tag && BLOCK_TAGS.has(tag[1].toLowerCase())) return false;
  if (inParagraph || !tag) return null;
  const end = tagEnd(words, 0);
  return end && !words.slice(end).trim() ? false : null;
}

// The cells of a row of a table, blanks before and a pipe after them left out.
function cellsOf(text, start, end) {
  const cells = [];
  let at = start;
  while (at < end && (text[at] === " " || text[at] === "\t")) at += 1;
  if (text[at] === "|") at += 1;
  while (at < end) {
    let stop = at;
    while (stop < end && text[stop] !== "|") stop += text[stop] === "\\" ? 2 : 1;
    stop = Math.min(stop, end);
    let first = at;
    while (first < stop && (text[first] === " " || text[first] === "\t")) first += 1;
    if (first < stop) cells.push([first, stop]);
    else if (at < stop && stop < end) cells.push([at, stop]);
    at = stop + 1;
  }
  return cells;
}

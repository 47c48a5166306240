// The blocks of a Markdown document whose words are text, line by line: paragraphs, headings, cells of
// tables; also those of HTML. Everything else (code, marks, definitions of links) is between them.

import { namesIn } from "./elements.js";
import { tagEnd } from "./inline.js";

const LIST_MARK = /(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)/y;
const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;
const ATX = /^(#{1,6})(?=[ \t]|$)[ \t]*/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
const DELIMITERS = /^(?!-[ \t])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const BLOCK_TAGS = namesIn(`address article aside base basefont blockquote body caption center col colgroup dd details
  dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html
  iframe legend li link main menu menuitem nav noframes ol optgroup option p param section summary table tbody
  td tfoot th thead title tr track ul`);
const RAW_TAG = /^<(?:script|pre|style|textarea)(?=[ \t>]|$)/i;
const RAW_TAG_END = /<\/(?:script|pre|style|textarea)>/i;
const TAG_AT_LINE = /^<\/?([A-Za-z][A-Za-z0-9-]*)(?=[ \t]|\/?>|$)/;
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n/;
const TASK = /^\[[ xX]\](?=[ \t]+[^ \t])/;
const CODE_INDENT = 4;
const MOST_MARKS = 100;     // deeper than that nobody quotes

// The blocks in order, {kind: "text" | "html", start, end, heading, marks, defines}; `marks` are the places of
// marks at the beginning of later lines; `defines` says that definitions of links may stand first.
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

function frontMatterEnd(text) {
  const opening = FRONT_MATTER.exec(text);
  if (!opening) return 0;
  const closing = opening[1] === "---" ? /\n---[ \t]*(?=\n|$)/g : /\n\+\+\+[ \t]*(?=\n|$)/g;
  closing.lastIndex = opening[0].length - 1;
  const found = closing.exec(text);
  return found ? Math.min(found.index + found[0].length + 1, text.length) : 0;
}

class BlockReader {
  blocks = [];
  #text;
  #containers = [];     // how far the text of each list item is indented; 0 for a quotation
  #leaf = null;
  #isNew = false;       // whether the innermost container is a list item that has only its mark so far

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
      this.#cut(this.#isNew && isWhole ? kept - 1 : kept);     // no blank line follows upon an item's mark
      this.#isNew = false;
      return;
    }
    if (isWhole && (this.#isTableHead(place) || this.#isUnderline(place))) return;
    const opened = this.#openContainers(place, kept);
    if (opened === "nothing" && this.#leaf?.kind === "text" && this.#goesOn(place, isWhole)) return;
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
      if (inner && opened === "nothing" && this.#leaf?.kind === "text" && kept === this.#containers.length && !place.mayInterrupt()) break;
      if (opened === "nothing") this.#cut(kept);
      opened = "some";
      if (inner) place.skipListMark(inner);
      else place.skipQuote();
      this.#containers.push(inner);
      this.#isNew = inner > 0;
      if (place.isBlank()) break;
    }
    return opened;
  }

  // Whether a line goes on in the paragraph, perhaps outside of its containers.
  #goesOn(place, isWhole) {
    const leaf = this.#leaf;
    if (place.indent() < CODE_INDENT && startsLeaf(place.words())) return false;
    const at = place.wordsAt();
    if (at > place.start) leaf.marks.push([place.start, at]);
    leaf.lastLine = at;
    leaf.isHead = isWhole && place.indent() < CODE_INDENT;
    leaf.end = place.end;
    return true;
  }

  // A line of dashes below a line with as many cells: what went before is a paragraph, the rest a table.
  #isTableHead(place) {
    const leaf = this.#leaf;
    const words = place.words().trimEnd();
    if (leaf?.kind !== "text" || !leaf.isHead || place.indent() >= CODE_INDENT) return false;
    if (!words.includes("|") || !DELIMITERS.test(words)) return false;
    const head = this.#text.slice(leaf.lastLine, leaf.end).trimEnd();
    if (!head.includes("|") || cellsOf(head, 0).length !== cellsOf(words, 0).length) return false;
    if (leaf.lastLine > leaf.start) this.#addText({ ...leaf, end: this.#text.lastIndexOf("\n", leaf.lastLine - 1) }, false);
    this.#addCells(head, leaf.lastLine);
    this.#leaf = { kind: "table" };
    return true;
  }

  #addCells(words, at) {
    for (const [start, end] of cellsOf(words, at)) this.#addText({ start, end, marks: [], defines: false }, false);
  }

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

  #addText({ start: from, end, marks, defines }, heading) {
    const words = this.#text.slice(from, end).trimEnd();
    const start = from + words.length - words.trimStart().length;
    const last = from + words.length;
    if (start < last) this.blocks.push({ kind: "text", start, end: last, heading, marks: marks.filter(([at]) => at < last), defines });
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

  // Whether the list item that begins here may end a paragraph: a number but 1 is one of a sentence.
  mayInterrupt() {
    LIST_MARK.lastIndex = this.wordsAt();
    const [mark] = LIST_MARK.exec(this.#text.slice(0, this.end));
    const isFirst = mark.length === 1 || Number(mark.slice(0, -1)) === 1;
    return isFirst && this.#text.slice(this.wordsAt() + mark.length, this.end).trim() !== "";
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

// The cells of a row of a table, whose words begin at a place; a backslash before a pipe makes it one of the words.
function cellsOf(words, place) {
  const cells = [];
  let at = words[0] === "|" ? 1 : 0;
  while (at < words.length) {
    let stop = at;
    while (stop < words.length && (words[stop] !== "|" || words[stop - 1] === "\\")) stop += 1;
    cells.push([place + at, place + stop]);
    at = stop + 1;
  }
  return cells;
}

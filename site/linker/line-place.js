// A place in a line of Markdown, behind the marks of the quotations and list items that the line is in.

export const CODE_INDENT = 4;
const LIST_MARK = /(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)/y;

/** A place in a line, behind the marks of its containers. */
export class LinePlace {
  marks = 0;
  #text;
  #column = 0;
  #left = 0;     // columns of a tab that are not used up

  /**
   * @param {string} text
   * @param {number} start
   * @param {number} end
   */
  constructor(text, start, end) {
    this.#text = text;
    this.start = this.at = start;
    this.end = end;
  }

  isBlank() {
    return this.wordsAt() >= this.end;
  }

  /** How many columns the words are indented. */
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

  /**
   * Skip so many columns of blanks; false where there are less.
   *
   * @param {number} columns
   */
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

  /**
   * How far the words of a list item that begins here are indented; null where none begins.
   *
   * @returns {number | null}
   */
  listIndent() {
    const mark = this.#listMark();
    if (!mark) return null;
    const before = this.indent() + mark.length;
    const rest = new LinePlace(this.#text, this.wordsAt() + mark.length, this.end);
    rest.#column = this.#column + before;
    const gap = rest.indent();
    return before + (rest.isBlank() || gap > CODE_INDENT ? 1 : gap);
  }

  /** Whether the list item that begins here may end a paragraph: a number other than 1 belongs to a sentence. */
  mayInterrupt() {
    const mark = this.#listMark();
    const isFirst = mark.length === 1 || Number(mark.slice(0, -1)) === 1;
    return isFirst && this.#text.slice(this.wordsAt() + mark.length, this.end).trim() !== "";
  }

  /** @param {number} indent */
  skipListMark(indent) {
    const start = this.#column;
    this.marks += 1;
    this.skipIndent(this.indent());
    this.#move(this.#listMark().length);
    if (!this.isBlank()) this.skipIndent(indent - (this.#column - start));
    else this.at = this.end;
  }

  /** The mark of the list item that begins here; "" where none begins. */
  #listMark() {
    LIST_MARK.lastIndex = this.wordsAt();
    return LIST_MARK.exec(this.#text.slice(0, this.end))?.[0] ?? "";
  }

  /** @param {number} count */
  #move(count) {
    this.at += count;
    this.#column += count;
  }
}

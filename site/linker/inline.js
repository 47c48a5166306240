// What inside a block of Markdown is no text: code, links, tags (CommonMark 0.31, chapter 6).
// The same as kb/linking/zones/inline.py.

import { endOf } from "./addresses.js";
import { BLANK, charactersAfter, firstAfter, IS_BLANK, stripped } from "./characters.js";
import { BLANK_RUN } from "./elements.js";
import { LETTER_SIGN } from "./recogniser.js";
import { past } from "./tags.js";

/** @typedef {[number, number, "code" | "link" | "tag"]} Stretch From where to where there is no text, and why. */

const SIGN = /\\|`+|<|!?\[|\]/g;
const AUTOLINK = new RegExp(
  `<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^${BLANK}<>]*|[^${BLANK}@<>\\x00-\\x1f]{1,64}@[^${BLANK}@<>]{1,255})>`, "uy");
const ELEMENT_NAME = /[A-Za-z][A-Za-z0-9-]*/y;
const ATTRIBUTE_LABEL = /[A-Za-z_:][\p{L}\p{N}_.:-]*/uy;
const UNQUOTED = new RegExp(`[^${BLANK}"'=<>\`]+`, "y");
const BLANKS = new RegExp(`[${BLANK}]*`, "y");
/** @type {[string, string][]} */
const UNTIL = [["<!--", "-->"], ["<?", "?>"], ["<![CDATA[", "]]>"], ["<!", ">"]];
/** @type {Record<string, string>} */
const TITLES = { '"': '"', "'": "'", "(": ")" };
const LONGEST_LABEL = 999;

/**
 * Where there is no text in a block, [start, end, kind], in order; `defined` are the labels of the
 * document.
 *
 * @param {string} text
 * @param {Set<string>} defined
 * @returns {Stretch[]}
 */
export function noTextIn(text, defined) {
  const reader = new InlineReader(text, defined);
  SIGN.lastIndex = 0;
  for (let match; (match = SIGN.exec(text)); ) {
    const next = reader.read(match.index, match[0]);
    SIGN.lastIndex = next;
  }
  return reader.found;
}

class InlineReader {
  /** @type {Stretch[]} */
  found = [];
  #text;
  #defined;
  /** @type {number[]} */
  #brackets = [];     // where brackets were opened that may begin a link
  #dead = 0;          // so many of these begin none any more, if they are no images
  /** @type {Map<number, number[]> | null} */
  #runs = null;
  /** @type {Map<string, number>} */
  #last = new Map();

  /**
   * @param {string} text
   * @param {Set<string>} defined
   */
  constructor(text, defined) {
    this.#text = text;
    this.#defined = defined;
  }

  /**
   * What a sign begins or ends; where to go on.
   *
   * @param {number} start
   * @param {string} sign
   * @returns {number}
   */
  read(start, sign) {
    const end = start + sign.length;
    if (sign === "\\") return end + 1;
    if (sign[0] === "`") return this.#code(start, end);
    if (sign === "<") return this.#angle(start);
    if (sign === "]") return this.#bracket(start);
    this.#brackets.push(start);
    return end;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  #code(start, end) {
    if (!this.#runs) {
      this.#runs = new Map();
      for (const run of this.#text.matchAll(/`+/g)) {
        if (!this.#runs.has(run[0].length)) this.#runs.set(run[0].length, []);
        this.#runs.get(run[0].length).push(run.index);
      }
    }
    const same = this.#runs.get(end - start) ?? [];
    const close = same[firstAfter(same, start)];
    return close === undefined ? end : this.#is(start, close + end - start, "code");
  }

  /** @param {number} start */
  #angle(start) {
    const text = this.#text;
    const link = endOf(AUTOLINK, text, start);
    if (link) return this.#is(start, link, "link");
    const tag = tagEnd(text, start);
    if (tag) return this.#is(start, tag, "tag");
    const [opening, closing] = UNTIL.find(([one]) => text.startsWith(one, start)) ?? [];
    if (!opening || (opening === "<!" && !LETTER_SIGN.test(text.slice(start + 2, charactersAfter(text, start + 2, 1))))) return start + 1;
    const end = this.#isAhead(closing, start) ? text.indexOf(closing, start + 2) : -1;     // <!--> is whole
    return end < 0 ? start + 1 : this.#is(start, end + closing.length, "tag");
  }

  /**
   * @param {string} closing
   * @param {number} start
   */
  #isAhead(closing, start) {
    if (!this.#last.has(closing)) this.#last.set(closing, this.#text.lastIndexOf(closing));
    return this.#last.get(closing) > start;
  }

  /** @param {number} at */
  #bracket(at) {
    if (!this.#brackets.length) return at + 1;
    const start = this.#brackets.pop();
    const isImage = this.#text[start] === "!";
    const may = isImage || this.#brackets.length >= this.#dead;
    this.#dead = Math.min(this.#dead, this.#brackets.length);
    const end = may ? this.#linkEnd(start, at) : 0;
    if (!end) return at + 1;
    while (this.found.length && this.found.at(-1)[0] > start) this.found.pop();
    if (!isImage) this.#dead = this.#brackets.length;     // no link in a link
    return this.#is(start, end, "link");
  }

  /**
   * Where the link ends whose words end at a bracket; 0 where it is none.
   *
   * @param {number} start
   * @param {number} at
   */
  #linkEnd(start, at) {
    const text = this.#text;
    const target = targetEnd(text, at + 1);
    if (target) return target;
    const words = text.indexOf("[", start) + 1;
    const label = at - words <= LONGEST_LABEL ? text.slice(words, at) : "";
    const [named, end] = labelAt(text, at + 1);
    if (end) return this.#defined.has(normalLabel(named || label)) ? end : 0;
    return this.#defined.has(normalLabel(label)) ? at + 1 : 0;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {Stretch[2]} kind
   */
  #is(start, end, kind) {
    this.found.push([start, end, kind]);
    return end;
  }
}

/**
 * @param {string} text
 * @param {number} at
 */
function pastBlanks(text, at) {
  return past(BLANKS, text, at);
}

/**
 * Where the tag ends that begins at a place; 0 where none does.
 *
 * @param {string} text
 * @param {number} at
 */
export function tagEnd(text, at) {
  const isEnd = text[at + 1] === "/";
  let place = endOf(ELEMENT_NAME, text, at + (isEnd ? 2 : 1));
  if (text[at] !== "<" || !place) return 0;
  while (!isEnd) {
    const name = pastBlanks(text, place);
    const end = name > place ? endOf(ATTRIBUTE_LABEL, text, name) : 0;
    if (!end) break;
    place = end;
    const equals = pastBlanks(text, end);
    if (text[equals] !== "=") continue;
    const value = pastBlanks(text, equals + 1);
    const quote = text[value] === '"' || text[value] === "'" ? text[value] : "";
    place = quote ? text.indexOf(quote, value + 1) + 1 : endOf(UNQUOTED, text, value);
    if (!place) return 0;
  }
  place = pastBlanks(text, place);
  if (!isEnd && text[place] === "/") place += 1;
  return text[place] === ">" ? place + 1 : 0;
}

/**
 * Where `(address "title")` ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} open
 */
function targetEnd(text, open) {
  if (text[open] !== "(") return 0;
  let at = addressEnd(text, pastBlanks(text, open + 1));
  if (at < 0) return 0;
  const title = pastBlanks(text, at);
  if (title > at) at = titleEnd(text, title) || at;
  at = pastBlanks(text, at);
  return text[at] === ")" ? at + 1 : 0;
}

/**
 * Where the address of a link ends, which may be empty; -1 where it is none.
 *
 * @param {string} text
 * @param {number} start
 */
function addressEnd(text, start) {
  let at = start;
  if (text[at] === "<") {
    at = pastEscaped(text, at + 1, "<>\n");
    return text[at] === ">" ? at + 1 : -1;
  }
  while (at < text.length && text[at] !== ")" && !IS_BLANK.test(text[at])) {
    if (text[at] === "\\") at += at + 1 < text.length && !IS_BLANK.test(text[at + 1]) ? 2 : 1;
    else if (text[at] === "(") {
      let end = at + 1;
      while (end < text.length && !"()".includes(text[end]) && !IS_BLANK.test(text[end])) end += text[end] === "\\" && end + 1 < text.length && !IS_BLANK.test(text[end + 1]) ? 2 : 1;
      if (text[end] !== ")") return at;
      at = end + 1;
    } else at += 1;
  }
  return at;
}

/**
 * Where the title of a link ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} start
 */
function titleEnd(text, start) {
  const close = TITLES[text[start]];
  if (!close) return 0;
  const at = pastEscaped(text, start + 1, close === ")" ? "()" : close);
  return text[at] === close ? at + 1 : 0;
}

/**
 * The place of the first of some signs that no backslash stands before, or the text's end.
 *
 * @param {string} text
 * @param {number} start
 * @param {string} signs
 */
function pastEscaped(text, start, signs) {
  let at = start;
  while (at < text.length && !signs.includes(text[at])) at += text[at] === "\\" && text[at + 1] !== "\n" ? 2 : 1;
  return Math.min(at, text.length);
}

/**
 * The words of `[label]` and where it ends; 0 where it is none.
 *
 * @param {string} text
 * @param {number} open
 * @returns {[string, number]}
 */
function labelAt(text, open) {
  let at = open + 1;
  if (text[open] !== "[") return ["", 0];
  for (let left = LONGEST_LABEL; left > 0 && at < text.length && text[at] !== "[" && text[at] !== "]"; left--) {
    if (text[at] === "\\") at += 1;
    at = charactersAfter(text, at, 1);
  }
  return text[at] === "]" ? [text.slice(open + 1, at), at + 1] : ["", 0];
}

/**
 * The labels of links that are defined where a block begins, and where its text begins.
 *
 * @param {string} text
 * @returns {[string[], number]}
 */
export function definitionsIn(text) {
  /** @type {string[]} */
  const labels = [];
  let at = 0;
  for (let end; (end = definitionEnd(text, at, labels)); ) at = end;
  return [labels, at];
}

/**
 * Where the definition of a link that begins at a place ends, its label added; 0 where none does.
 *
 * @param {string} text
 * @param {number} start
 * @param {string[]} labels
 */
function definitionEnd(text, start, labels) {
  const [label, end] = labelAt(text, pastSpaces(text, start));
  if (!end || text[end] !== ":" || !normalLabel(label)) return 0;
  const address = pastLineEnd(text, end + 1);
  let at = addressEnd(text, address);
  if (at <= address || (at < text.length && !IS_BLANK.test(text[at]))) return 0;
  const title = pastLineEnd(text, at);
  const close = title > at ? titleEnd(text, title) : 0;
  if (close && atLineEnd(text, pastSpaces(text, close))) at = close;
  at = pastSpaces(text, at);
  if (!atLineEnd(text, at)) return 0;
  labels.push(normalLabel(label));
  return Math.min(at + 1, text.length);
}

/**
 * @param {string} text
 * @param {number} start
 */
function pastSpaces(text, start) {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/**
 * @param {string} text
 * @param {number} start
 */
function pastLineEnd(text, start) {
  const at = pastSpaces(text, start);
  return text[at] === "\n" ? pastSpaces(text, at + 1) : at;
}

/**
 * @param {string} text
 * @param {number} at
 */
function atLineEnd(text, at) {
  return at >= text.length || text[at] === "\n";
}

/**
 * A label as Markdown compares them: in one case, white space as one blank.
 *
 * @param {string} label
 */
function normalLabel(label) {
  return stripped(label.toLowerCase().toUpperCase()).split(BLANK_RUN).join(" ");
}

// Finds what is no text in a block of Markdown: code, links, tags (CommonMark 0.31, chapter 6).
// The same as kb/linking/zones/inline.py.

import { endOf } from "./addresses.js";
import { BLANK, charactersAfter, firstAfter } from "./characters.js";
import { labelAt, LONGEST_LABEL, normalLabel, pastBlanks, targetEnd } from "./link-parts.js";
import { listIn, valueIn } from "./maps.js";
import { LETTER_SIGN } from "./tokens.js";

/** @typedef {[number, number, "code" | "link" | "tag"]} Stretch From where to where there is no text, and why. */

const SIGN = /\\|`+|<|!?\[|\]/g;

const AUTOLINK = new RegExp(
  `<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^${BLANK}<>]*|[^${BLANK}@<>\\x00-\\x1f]{1,64}@[^${BLANK}@<>]{1,255})>`, "uy");

const ELEMENT_NAME = /[A-Za-z][A-Za-z0-9-]*/y;
const ATTRIBUTE_LABEL = /[A-Za-z_:][\p{L}\p{N}_.:-]*/uy;
const UNQUOTED = new RegExp(`[^${BLANK}"'=<>\`]+`, "y");

/** @type {[string, string][]} */
const UNTIL = [["<!--", "-->"], ["<?", "?>"], ["<![CDATA[", "]]>"], ["<!", ">"]];

/**
 * The stretches of a block that are no text, in order. `defined` are the labels of links that the document defines.
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
  return reader.stretches;
}

class InlineReader {
  /** @type {Stretch[]} */
  stretches = [];
  #text;
  #defined;
  /** @type {number[]} */
  #brackets = [];     // where brackets were opened that may begin a link
  #dead = 0;          // so many of these can begin no link any more, only an image
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
   * Reads what a sign begins or ends, and says where to go on.
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
      for (const run of this.#text.matchAll(/`+/g)) listIn(this.#runs, run[0].length).push(run.index);
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
    const [opening, closing] = UNTIL.find(([lead]) => text.startsWith(lead, start)) ?? ["", ""];
    if (!opening || (opening === "<!" && !LETTER_SIGN.test(text.slice(start + 2, charactersAfter(text, start + 2, 1))))) return start + 1;
    const end = this.#isAhead(closing, start) ? text.indexOf(closing, start + 2) : -1;     // <!--> is a comment too
    return end < 0 ? start + 1 : this.#is(start, end + closing.length, "tag");
  }

  /**
   * @param {string} closing
   * @param {number} start
   */
  #isAhead(closing, start) {
    return valueIn(this.#last, closing, () => this.#text.lastIndexOf(closing)) > start;
  }

  /** @param {number} at */
  #bracket(at) {
    const start = this.#brackets.pop();
    if (start === undefined) return at + 1;
    const isImage = this.#text[start] === "!";
    const may = isImage || this.#brackets.length >= this.#dead;
    this.#dead = Math.min(this.#dead, this.#brackets.length);
    const end = may ? this.#linkEnd(start, at) : 0;
    if (!end) return at + 1;
    while ((this.stretches.at(-1)?.[0] ?? -1) > start) this.stretches.pop();
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
    this.stretches.push([start, end, kind]);
    return end;
  }
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

// The tags, comments and texts of an HTML document with their places, as browsers find them.
// The same as kb/linking/zones/tags.py.

/** @import { Piece, Tag } from "./types.d.ts" */

const RAW = new Set("iframe noembed noframes noscript plaintext script style textarea title xmp".split(" "));
export const FOREIGN = new Set(["math", "svg"]);

const TAG_NAME = /[^\t\n\f\r />]+/y;
const TAG_GAP = /[\t\n\f\r /]*/y;
const SPACE = /[\t\n\f\r ]*/y;
const ATTRIBUTE_NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y;
const BARE_VALUE = /[^\t\n\f\r >]*/y;
const COMMENT_END = /--!?>/g;
const ESCAPES = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;
const RAW_END = /<\/(iframe|noembed|noframes|noscript|style|textarea|title|xmp)(?=[\t\n\f\r />])/gi;
const ASCII_LETTER = /^[A-Za-z]$/;

/**
 * The pieces of a document from one place to another, in order, without gaps.
 *
 * @param {string} whole
 * @param {number} [first]
 * @param {number} [last]
 * @returns {Piece[]}
 */
export function piecesOf(whole, first = 0, last = whole.length) {
  const text = whole.slice(0, last);
  const cdataEnd = first + text.slice(first).lastIndexOf("]]>");
  /** @type {Piece[]} */
  const pieces = [];
  let [at, since, foreign] = [first, first, 0];
  while ((at = text.indexOf("<", at)) >= 0) {
    const piece = markupAt(text, at, at < cdataEnd);
    if (!piece) {
      at += 1;
      continue;
    }
    if (since < at) pieces.push({ kind: "text", start: since, end: at });
    pieces.push(piece);
    at = since = piece.end;
    if (piece.name === undefined) continue;
    if (FOREIGN.has(piece.name) && !piece.closed) foreign = Math.max(0, foreign + (piece.kind === "start" ? 1 : -1));
    if (piece.kind === "start" && RAW.has(piece.name) && !foreign) {
      at = since = rawEnd(text, piece.name, at);
      if (piece.end < at) pieces.push({ kind: "raw", start: piece.end, end: at });
    }
  }
  if (since < last) pieces.push({ kind: "text", start: since, end: last });
  return pieces;
}

/**
 * The tag or comment that begins at a `<`; null where it is a sign like any other.
 *
 * @param {string} text
 * @param {number} at
 * @param {boolean} cdata
 * @returns {Piece | null}
 */
function markupAt(text, at, cdata) {
  if (isLetter(text[at + 1])) return tagAt(text, at, at + 1, "start");
  if (text.startsWith("</", at)) {
    if (isLetter(text[at + 2])) return tagAt(text, at, at + 2, "end");
    return at + 2 < text.length ? commentUntil(text, ">", at) : null;
  }
  if (text.startsWith("<!--", at)) {
    if (text.startsWith("-->", at + 2)) return { kind: "comment", start: at, end: at + 5 };
    let end = commentEnd(text, at + 3);
    if (end && text.slice(at + 3, at + 7) === "--!>") end = commentEnd(text, at + 4);
    return { kind: "comment", start: at, end: end || text.length };
  }
  if (cdata && text.startsWith("<![CDATA[", at)) return commentUntil(text, "]]>", at);
  return text[at + 1] === "!" || text[at + 1] === "?" ? commentUntil(text, ">", at) : null;
}

/** @param {string | undefined} character */
function isLetter(character) {
  return character !== undefined && ASCII_LETTER.test(character);
}

/**
 * @param {string} text
 * @param {number} at
 */
function commentEnd(text, at) {
  COMMENT_END.lastIndex = at;
  const match = COMMENT_END.exec(text);
  return match ? match.index + match[0].length : 0;
}

/**
 * @param {string} text
 * @param {string} sign
 * @param {number} at
 * @returns {Piece}
 */
function commentUntil(text, sign, at) {
  const signAt = text.indexOf(sign, at);
  return { kind: "comment", start: at, end: signAt < 0 ? text.length : signAt + sign.length };
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 */
export function past(pattern, text, at) {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} nameAt
 * @param {Tag["kind"]} kind
 * @returns {Piece}
 */
function tagAt(text, start, nameAt, kind) {
  /** @type {Piece} */
  const cut = { kind: "comment", start, end: text.length };     // a tag that the end of the document cuts off
  let at = past(TAG_NAME, text, nameAt);
  const name = text.slice(nameAt, at).toLowerCase();
  /** @type {[string, string][]} */
  const attributes = [];
  for (;;) {
    const next = past(TAG_GAP, text, at);
    if (text[next] === ">") return { kind, start, end: next + 1, name, attributes, closed: next > at && text[next - 1] === "/" };
    at = past(ATTRIBUTE_NAME, text, next);
    if (at === next) return cut;
    const attribute = text.slice(next, at).toLowerCase();
    let value = "";
    const equals = past(SPACE, text, at);
    if (text[equals] === "=") {
      at = past(SPACE, text, equals + 1);
      const quote = text[at];
      if (quote === '"' || quote === "'") {
        const close = text.indexOf(quote, at + 1);
        if (close < 0) return cut;
        value = text.slice(at + 1, close);
        at = close + 1;
      } else {
        const end = past(BARE_VALUE, text, at);
        value = text.slice(at, end);
        at = end;
      }
    }
    attributes.push([attribute, value]);
  }
}

/**
 * Where the text of a raw element ends: before its end tag, or with the document.
 *
 * @param {string} text
 * @param {string} name
 * @param {number} at
 */
function rawEnd(text, name, at) {
  if (name === "plaintext") return text.length;
  if (name === "script") return scriptEnd(text, at);
  RAW_END.lastIndex = at;
  for (let match; (match = RAW_END.exec(text)); ) if (match[1].toLowerCase() === name) return match.index;
  return text.length;
}

/**
 * Where the text of a script ends. In a comment a script inside the script has an end tag of its own.
 *
 * @param {string} text
 * @param {number} at
 */
function scriptEnd(text, at) {
  let [escaped, doubly] = [false, false];
  ESCAPES.lastIndex = at;
  for (let match; (match = ESCAPES.exec(text)); ) {
    if (match[0] === "<!--") escaped = true;
    else if (match[0] === "-->") escaped = doubly = false;
    else if (match[1] && !doubly) return match.index;
    else if (escaped) doubly = !match[1];
  }
  return text.length;
}

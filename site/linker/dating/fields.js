// Reads what a document says of itself as data: front matter of Markdown, <meta> of HTML.
// The same as kb/linking/documents/front_matter.py.

import { charactersAfter, isBlank, stripped, trimmedEnd } from "../characters.js";
import { piecesOf } from "../tags.js";
import { BYTE_ORDER_MARK } from "../text-view.js";
import { DATES } from "./words.js";

/** @import { Format } from "../types.d.ts" */

const FENCE = "---";
const FIELD = new RegExp(`^([${DATES.letter}][${DATES.letter}_-]*)[ \\t]*:[ \\t]+([^ \\t].*)$`, "u");
const LINE_ENDS = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const HEAD = 20_000;
const NAMES = ["name", "property", "itemprop"];

/**
 * What a document says of itself, by names in small letters; a plain text says nothing.
 *
 * @param {string} text
 * @param {Format} format
 * @returns {Map<string, string>}
 */
export function fieldsOf(text, format) {
  if (format === "markdown") return frontMatter(text);
  return format === "html" ? metaOf(text.slice(0, charactersAfter(text, 0, HEAD))) : new Map();
}

/**
 * The plain `key: value` lines at the head of a Markdown file; none where it has no such head.
 *
 * @param {string} text
 * @returns {Map<string, string>}
 */
function frontMatter(text) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (!body.startsWith(FENCE)) return fields;
  const [first, ...lines] = body.split(LINE_ENDS).map((line) => trimmedEnd(line, isBlank));
  if (first !== FENCE) return fields;
  for (const line of lines) {
    if (line === FENCE || line === "...") return fields;
    const match = FIELD.exec(line);
    if (match) fields.set(match[1].toLowerCase(), unquoted(match[2]));
  }
  return new Map();
}

/**
 * @param {string} head
 * @returns {Map<string, string>}
 */
function metaOf(head) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  if (!head.toLowerCase().includes("<meta")) return fields;
  for (const piece of piecesOf(head)) {
    if (piece.kind !== "start" || piece.name !== "meta") continue;
    const said = new Map([...piece.attributes].reverse());
    const named = NAMES.find((name) => said.has(name));
    const name = named ? stripped(said.get(named) ?? "").toLowerCase() : "";
    const content = said.get("content");
    if (name && content !== undefined && !fields.has(name)) fields.set(name, stripped(content));
  }
  return fields;
}

/**
 * A value of front matter without the quotes that it may stand in.
 *
 * @param {string} said
 */
function unquoted(said) {
  const value = stripped(said);
  if (value.length < 2 || value[0] !== value[value.length - 1]) return value;
  if (value[0] === "'") return value.slice(1, -1).replaceAll("''", "'");
  return value[0] === '"' ? value.slice(1, -1).replace(/\\(["\\])/g, "$1") : value;
}

// Makes what is copied of a pasted text: the text with links, as HTML or Markdown, or its citations, as a list or a
// table.

import { oneLine } from "../assets/messages.js";
import { dataOf } from "../linker/editions.js";

/** @import { Cited } from "../linker/types.d.ts" */
/** @import { Pasted } from "./pasted.js" */

// What would run, hide or lead elsewhere in Markdown (kb/linking/writing/escaping.py).
const ACTIVE = /<|&(?=[#A-Za-z][0-9A-Za-z]{0,40};)|[[`{]|~(?=~~)|\\(?=[!-/:-@[-`{-~])/g;
/** @type {Record<string, string>} */
const REFERENCES = { "<": "&lt;", "&": "&amp;", "~": "&#126;" };

// Signs behind which a link in Markdown would be an image, a part of the link before it, or no link: Foul!Law 27.
const NO_LINK_BEHIND = ["!", "]", "\\"];

/**
 * The text with links as HTML. A text in Markdown stays Markdown, as that may have HTML in it.
 *
 * @param {Pasted} pasted
 */
export function asHtml(pasted) {
  const words = pasted.isMarkdown ? asItIs : escaped;
  /**
   * @param {Cited} citation
   * @param {string} quoted
   */
  const link = (citation, quoted) =>
    `<a class="kodeks-law" href="${escaped(pasted.addressOf(citation))}" title="${escaped(pasted.titleOf(citation))}" ${readOf(citation)}>${quoted}</a>`;
  return withLinks(pasted, words, link);
}

/** @param {Pasted} pasted */
export function asMarkdown(pasted) {
  const words = pasted.isMarkdown ? asItIs : plainly;
  /**
   * @param {Cited} citation
   * @param {string} quoted
   */
  const link = (citation, quoted) => `[${quoted}](${pasted.addressOf(citation)} "Kodeks: ${pasted.titleOf(citation)}")`;
  return withLinks(pasted, words, link, (start) => !NO_LINK_BEHIND.includes(pasted.text[start - 1]));
}

/**
 * A line for each citation that is linked: its words and the address of its link.
 *
 * @param {Pasted} pasted
 */
export function asList(pasted) {
  return pasted.linked.map((citation) => `${oneLine(citation.quote)}: ${pasted.addressOf(citation)}\n`).join("");
}

/**
 * @param {Pasted} pasted
 * @param {string[]} heads
 */
export function asTable(pasted, heads) {
  return rowsOf(pasted, heads).map((row) => `${row.join("\t")}\n`).join("");
}

/**
 * @param {Pasted} pasted
 * @param {string[]} heads
 */
export function asHtmlTable(pasted, heads) {
  const [head, ...body] = rowsOf(pasted, heads);
  /**
   * @param {string} tag
   * @param {(string | number)[]} row
   */
  const cells = (tag, row) => `<tr>${row.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join("")}</tr>`;
  return `<table>${cells("th", head)}${body.map((row) => cells("td", row)).join("")}</table>`;
}

/**
 * @param {Pasted} pasted
 * @param {(words: string) => string} words
 * @param {(citation: Cited, quoted: string) => string} link
 * @param {(start: number) => boolean} [mayBeHere]
 */
function withLinks(pasted, words, link, mayBeHere) {
  /**
   * @param {Cited} citation
   * @param {string} quoted
   */
  const written = (citation, quoted) => (citation.status === "linked" ? link(citation, words(quoted)) : markOf(pasted, citation, words(quoted)));
  return pasted.pieces(words, written, mayBeHere).join("");
}

/**
 * The mark for a number that does not exist, in HTML and in Markdown.
 *
 * @param {Pasted} pasted
 * @param {Cited} citation
 * @param {string} quoted
 */
function markOf(pasted, citation, quoted) {
  return `<mark class="kodeks-unknown" title="${escaped(pasted.problemOf(citation))}" ${readOf(citation)}>${quoted}</mark>`;
}

/**
 * The attributes of a link or mark that previews read.
 *
 * @param {Cited} citation
 */
function readOf(citation) {
  const data = `data-kodeks="${escaped(dataOf(citation))}"`;
  return citation.doubted === null ? data : `${data} data-kodeks-doubt="${citation.doubted}"`;
}

/**
 * Each provision once, with how often it is cited, below the heads of the columns.
 *
 * @param {Pasted} pasted
 * @param {string[]} heads
 * @returns {[string, string | number, string][]}
 */
function rowsOf(pasted, heads) {
  const rows = new Map();
  for (const citation of pasted.linked) {
    const address = pasted.addressOf(citation);
    const row = rows.get(address) ?? [pasted.titleOf(citation), 0, address];
    row[1] += 1;
    rows.set(address, row);
  }
  return [heads, ...rows.values()];
}

/** @param {string} words */
function asItIs(words) {
  return words;
}

/** @param {string} words */
function escaped(words) {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Plain text as Markdown that says the same.
 *
 * @param {string} words
 */
function plainly(words) {
  return words.replace(ACTIVE, (sign) => REFERENCES[sign] ?? `\\${sign}`);
}

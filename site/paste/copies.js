// What is copied of a pasted text: the same text with links as HTML or Markdown, or what it cites as a
// list or a table.

import { oneLine } from "../assets/messages.js";

// What would run, hide or lead elsewhere in Markdown (kb/linking/escaping.py).
const ACTIVE = /<|&(?=[#A-Za-z][0-9A-Za-z]{0,40};)|[[`{]|~(?=~~)|\\(?=[!-/:-@[-`{-~])/g;
const REFERENCES = { "<": "&lt;", "&": "&amp;", "~": "&#126;" };

// Behind these a link would be an image, belong to the link before, or be none: Foul!Law 27.
const NO_LINK_BEHIND = ["!", "]", "\\"];

// Markdown is copied as HTML as it is: HTML is Markdown already.
export function asHtml(pasted) {
  const words = pasted.isMarkdown ? asItIs : escaped;
  const link = (citation, own) =>
    `<a class="kodeks-law" href="${escaped(pasted.addressOf(citation))}" title="${escaped(pasted.titleOf(citation))}" data-kodeks="${pasted.dataOf(citation)}">${own}</a>`;
  return withLinks(pasted, words, link);
}

export function asMarkdown(pasted) {
  const words = pasted.isMarkdown ? asItIs : plainly;
  const link = (citation, own) => `[${own}](${pasted.addressOf(citation)} "Kodeks: ${pasted.titleOf(citation)}")`;
  return withLinks(pasted, words, link, (start) => !NO_LINK_BEHIND.includes(pasted.text[start - 1]));
}

// A line for each citation: its words and where it leads.
export function asList(pasted) {
  return pasted.linked.map((citation) => `${oneLine(citation.quote)}: ${pasted.addressOf(citation)}\n`).join("");
}

export function asTable(pasted, heads) {
  return rowsOf(pasted, heads).map((row) => `${row.join("\t")}\n`).join("");
}

export function asHtmlTable(pasted, heads) {
  const [head, ...body] = rowsOf(pasted, heads);
  const cells = (tag, row) => `<tr>${row.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join("")}</tr>`;
  return `<table>${cells("th", head)}${body.map((row) => cells("td", row)).join("")}</table>`;
}

function withLinks(pasted, words, link, mayBeHere) {
  const written = (citation, own) => (citation.status === "linked" ? link(citation, words(own)) : markOf(pasted, citation, words(own)));
  return pasted.pieces(words, written, mayBeHere).join("");
}

// A number that does not exist, in HTML and in Markdown.
function markOf(pasted, citation, own) {
  return `<mark class="kodeks-unknown" title="${escaped(pasted.problemOf(citation))}" data-kodeks="${escaped(pasted.dataOf(citation))}">${own}</mark>`;
}

// Each provision once, with how often it is cited, below the heads of the columns.
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

function asItIs(words) {
  return words;
}

function escaped(words) {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// Plain text as Markdown that says the same.
function plainly(words) {
  return words.replace(ACTIVE, (sign) => REFERENCES[sign] ?? `\\${sign}`);
}

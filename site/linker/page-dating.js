// When the part of a page was written that is being linked: an article of it, or all.

import { datingOf } from "./dating/dating.js";
import { valueIn } from "./maps.js";
import { SETTINGS } from "./settings.js";

/** @import { Dating } from "./dating/types.d.ts" */
/** @import { Portion } from "./texts.js" */

// What may have a date of its own; no portion goes over the edge of one (texts.js).
const WRITTEN_APART = "article, main";
// So many characters before its heading belong to it, as a date may stand there; what is before them is the page's menus.
const BEFORE_HEADING = 300;
const NAMES = ["name", "property", "itemprop"];

// The dates of the parts of the page, found when they are first asked for, before there are links.
/** @type {Map<Element, { dating: Dating | null }>} */
const DATED = new Map();

/**
 * When the part of the page was written that a portion is from. Where its words say it, the place is that in the portion.
 *
 * @param {Portion} portion
 * @returns {Dating | null}
 */
export function datingBeside(portion) {
  const node = portion.pieces.find((piece) => piece.node)?.node;
  const part = node?.parentElement?.closest(WRITTEN_APART) ?? document.querySelector(SETTINGS.root) ?? document.body;
  const { dating } = valueIn(DATED, part, () => ({ dating: datingOfPart(part) }));
  if (!dating) return null;
  const at = portion.text.indexOf(dating.quote);
  return { ...dating, start: at < 0 ? -dating.quote.length : at };
}

/**
 * The date of a part of the page; null for one with several articles, each of which has its own.
 *
 * @param {Element} part
 */
function datingOfPart(part) {
  return part.querySelectorAll("article").length > 1 ? null : datingOf(fieldsOfPage(), textOf(part));
}

/** @param {Element} part */
function textOf(part) {
  const text = part instanceof HTMLElement ? part.innerText : part.textContent ?? "";
  const heading = part.querySelector("h1, h2")?.textContent?.trim();
  const at = heading ? text.indexOf(heading) : 0;
  return text.slice(Math.max(0, at - BEFORE_HEADING));
}

/** @returns {Map<string, string>} */
function fieldsOfPage() {
  const fields = new Map();
  for (const meta of document.querySelectorAll("meta[content]")) {
    const name = NAMES.map((attribute) => meta.getAttribute(attribute)).find((value) => value !== null)?.trim().toLowerCase();
    if (name && !fields.has(name)) fields.set(name, meta.getAttribute("content")?.trim() ?? "");
  }
  return fields;
}

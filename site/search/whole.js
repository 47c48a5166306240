// Text that is a citation and nothing else. The same as kb/citations/whole.py.

import * as DATA from "kodeks-data";
import { stripped } from "../linker/characters.js";
import { isDigit, ROMAN } from "../linker/ids.js";
import { scan } from "../linker/paths.js";
import { recognise } from "../linker/recogniser.js";
import { absolute } from "../linker/resolver.js";

/** @import { Works } from "../linker/works.js" */
/** @import { Path } from "../linker/types.d.ts" */

const LONGEST_CITATION = 60;
const TAIL = /^\.?(?:-[\p{L}\p{Nl}\p{No}]{1,5})?\.?$/u;
const LABEL = "\\((?:[0-9]{1,2}|[A-Z])\\)|[a-z][).]";
const SECTION = new RegExp(
  `^(?:([0-9]{1,2})\\. ?§|§ ?([0-9]{1,2}))((?: ?(?:${LABEL})){1,5})` +
    "(?: (?:[\\p{L}\\p{Nl}\\p{No}_]{1,20} )?([0-9]{1,2})(?:\\. [\\p{L}\\p{Nl}\\p{No}_]{1,20})?| [\\p{L}\\p{Nl}\\p{No}_]{1,20})?" +
    "(?:-[\\p{L}\\p{Nl}\\p{No}]{1,5})?$",
  "u",
);
const DOTTED = /^[0-9]{1,2}(?:\.[0-9]{1,2}|\.[A-Za-z]){1,4}(?:[a-z]|\([a-z]\))?$/;
const LAW_NUMBER = /^[1-9][0-9]{0,2}$/;
const SHAPES = [LAW_NUMBER, /^[A-Z]$/, LAW_NUMBER, /^[a-z]$/];
const MOST_LABELS = 5;

/**
 * The id of the provision when a text is a citation of one, in any language; null otherwise.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function wholeCitation(text) {
  const words = stripped(text);
  if (!words || [...words].length > LONGEST_CITATION) return null;
  if (DOTTED.test(words)) return idOf(words.replace(/(?<=[0-9])\(?([a-z])\)?$/, ".$1"));     // 3.7b, 3.7(b)
  const section = SECTION.exec(words);
  if (section) {
    const labels = section[3].match(/[0-9A-Za-z]+/g) ?? [];
    return idOf([section[1] ?? section[2], ...labels, ...(section[4] ? [section[4]] : [])].join("."));
  }
  const first = String.fromCodePoint(words.codePointAt(0) ?? 0);
  const capital = first.toUpperCase() + words.slice(first.length);      // l27: nobody types capitals
  const path = barePath(capital) ?? announcedPath(capital);
  return path && isDigit(path.labels[0][0]) ? idOf(absolute(path.labels)) : null;
}

/**
 * The work and the id, when a text is a citation by the words of that work and no more; null otherwise.
 *
 * @param {string} text
 * @param {Works} works
 */
export function wholeOfWork(text, works) {
  const words = stripped(text);
  if ([...words].length > LONGEST_CITATION) return null;
  for (const { work, citation } of works.telling(words)) {
    const isWhole = citation.start === 0 && TAIL.test(words.slice(citation.end));
    if (isWhole && citation.items.length === 1 && !citation.items[0].last) return { work, id: absolute(citation.items[0].path.labels) };
  }
  return null;
}

/**
 * An id as data writes it, its labels in the case of their place; null for what is none.
 *
 * @param {string} path
 * @returns {string | null}
 */
function idOf(path) {
  const labels = path.split(".");
  if (!LAW_NUMBER.test(labels[0])) return null;
  if (isDigit(labels[1]?.[0] ?? "")) {
    const isPath = labels.slice(1).every((label) => LAW_NUMBER.test(label) || /^\p{L}$/u.test(label));
    return isPath ? labels.join(".").toLowerCase() : null;
  }
  if (labels.length > MOST_LABELS) return null;
  const parts = labels.map((label, at) => (at === 1 ? label.toUpperCase() : label.toLowerCase()));
  if (!SHAPES.every((shape, at) => at >= parts.length || shape.test(parts[at]))) return null;
  const fifth = parts[MOST_LABELS - 1] ?? "a";
  return ROMAN.indexOf(fifth) > 0 || /^[a-z]$/.test(fifth) ? parts.join(".") : null;
}

/**
 * @param {string} words
 * @returns {Path | null}
 */
function barePath(words) {
  const path = scan(words, 0);
  return path && isDigit(path.labels[0][0]) && TAIL.test(words.slice(path.end)) ? path : null;
}

/**
 * @param {string} words
 * @returns {Path | null}
 */
function announcedPath(words) {
  for (const language of Object.keys(DATA.patterns)) {
    const [citation, ...others] = citationsIn(words, language);
    if (!citation || others.length || !citation.unit || citation.items.length !== 1 || citation.base) continue;
    if (citation.start === 0 && TAIL.test(words.slice(citation.end)) && !citation.items[0].last) return citation.items[0].path;
  }
  return null;
}

/**
 * The citations of a text that need no surroundings.
 *
 * @param {string} text
 * @param {string} language
 */
export function citationsIn(text, language) {
  return recognise(text, language).filter((citation) => !citation.weak);
}

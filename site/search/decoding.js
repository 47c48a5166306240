// Shards as they are written by kb/publishing/browser/search_shards.py.

import * as DATA from "kodeks-data";
import { byCode } from "./words.js";

/**
 * The code of each sign of a string as a number.
 *
 * @param {string} signs
 */
function numbersOf(signs) {
  const numbers = new Array(signs.length);
  for (let at = 0; at < signs.length; at++) numbers[at] = signs.charCodeAt(at) - DATA.zero;
  return numbers;
}

/**
 * The documents of each term and what each says, both as lists.
 *
 * @param {{ documents: string, values: string }} evidence
 * @param {string[]} terms
 * @returns {[string, number[], number[]][]}
 */
export function postingsOf({ documents, values }, terms) {
  /** @type {[string, number[], number[]][]} */
  const postings = [];
  let at = 0;
  for (const [number, gaps] of documents.split(" ").entries()) {
    let document = -1;
    const numbers = numbersOf(gaps).map((gap) => (document += gap));
    postings.push([terms[number], numbers, numbersOf(values.slice(at, at + gaps.length))]);
    at += gaps.length;
  }
  return postings;
}

/**
 * The forms of a language with their terms, in their order.
 *
 * @param {string} lines
 * @returns {Map<string, string[]>}
 */
export function formsOf(lines) {
  const forms = new Map();
  let before = "";
  for (const line of lines.split("\n")) {
    const [ending, ...terms] = line.split(" ");
    const form = before.slice(0, ending.charCodeAt(0) - DATA.zero) + ending.slice(1);
    forms.set(form, terms.map((cut) => form.slice(0, form.length - cut.charCodeAt(0) + DATA.zero) + cut.slice(1)));
    before = form;
  }
  return forms;
}

/**
 * The words of each target of a list, as pairs in the order of Python's database.
 *
 * @param {string} lines
 * @param {string[]} targets
 * @returns {[string, string][]}
 */
export function pairsOf(lines, targets) {
  /** @type {[string, string][]} */
  const pairs = [];
  for (const [at, line] of lines.split("\n").entries())
    for (const word of line.split("|")) if (word) pairs.push([word, targets[at]]);
  return pairs.sort(([word, target], [other, otherTarget]) => byCode(word, other) || byCode(target, otherTarget));
}

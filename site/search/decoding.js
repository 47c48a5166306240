// Shards as they are written by kb/publishing/browser/search_shards.py.

import * as DATA from "kodeks-data";
import { byCode } from "./words.js";

/**
 * The code of each sign of a string as a number.
 *
 * @param {string} signs
 */
export function numbersOf(signs) {
  const numbers = new Array(signs.length);
  for (let at = 0; at < signs.length; at++) numbers[at] = signs.charCodeAt(at) - DATA.zero;
  return numbers;
}

/**
 * Documents in ascending order, each written as how many stand between it and the one before.
 *
 * @param {string} gaps
 */
export function documentsIn(gaps) {
  let document = -1;
  return numbersOf(gaps).map((gap) => (document += gap));
}

/**
 * What is known of each term: its documents, what each says, and how typical the term is for each of their groups.
 *
 * @param {{ documents: string, values: string, typical: string }} evidence
 * @param {string[]} terms
 * @param {number[]} groupOf
 * @returns {[string, number[], number[], Map<number, number>][]}
 */
export function postingsOf({ documents, values, typical }, terms, groupOf) {
  /** @type {[string, number[], number[], Map<number, number>][]} */
  const postings = [];
  let at = 0;
  let place = 0;
  for (const [number, gaps] of documents.split(" ").entries()) {
    const numbers = documentsIn(gaps);
    const groups = new Map();
    for (const one of numbers) if (!groups.has(groupOf[one])) groups.set(groupOf[one], typical.charCodeAt(place++) - DATA.zero);
    postings.push([terms[number], numbers, numbersOf(values.slice(at, at + gaps.length)), groups]);
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

// Cuts the wording of a hit to the words around those of the query.

import { lowerCase, TOKEN } from "./words.js";

/** @import { Lexicon } from "./lexicon.js" */
/** @import { KnownWord, Plan, Snippet } from "./types.d.ts" */

const ROOM = 240;
const LEAD = 60;

/**
 * The words of a clause in a language, cut to what is shown, with the places of the query's words.
 *
 * @param {Lexicon} lexicon
 * @param {string} text
 * @param {string} language
 * @param {Plan} plan
 * @returns {Snippet}
 */
export function snippetOf(lexicon, text, language, plan) {
  const wanted = new Set(plan.words.flatMap((word) => word.alternatives.map(({ term }) => term)));
  const marks = marksIn(lexicon, text, language, wanted);
  const [start, end] = windowOf(text, marks);
  return { ...pieceOf(text, start, end, marks), language };
}

/**
 * A piece of a text with the marks in it; an ellipsis stands where something is left out.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {[number, number][]} marks
 * @returns {Omit<Snippet, "language">}
 */
export function pieceOf(text, start, end, marks) {
  const before = start > 0 ? "… " : "";
  const shift = before.length - start;
  return {
    text: before + text.slice(start, end) + (end < text.length ? " …" : ""),
    highlights: marks.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

/**
 * Where words stand that the query asks for, or parts of its concepts.
 *
 * @param {Lexicon} lexicon
 * @param {string} text
 * @param {string} language
 * @param {Set<string>} wanted
 * @returns {[number, number][]}
 */
function marksIn(lexicon, text, language, wanted) {
  const tokens = [...text.matchAll(TOKEN)].map((match) => {
    const small = lowerCase(match[0]);
    const form = lexicon.isStop(language, small) ? null : lexicon.form(small).find((row) => row.language === language);
    return { start: match.index, end: match.index + match[0].length, terms: form?.exact ?? [] };
  });
  /** @type {[number, number][]} */
  const marks = [];
  for (const [at, { start, end, terms }] of tokens.entries()) {
    if (terms.some((term) => wanted.has(`${language}:${term}`))) marks.push([start, end]);
    const last = Math.max(-1, ...terms.flatMap((term) => lexicon.words(term, language)).map((word) => lastOf(tokens, at, word, wanted)));
    if (last >= 0) marks.push([start, tokens[last].end]);
  }
  return joinedMarks(marks);
}

/**
 * The token with which a word of a wanted concept ends that begins at a token; -1 where none does.
 *
 * @param {{ start: number, end: number, terms: string[] }[]} tokens
 * @param {number} at
 * @param {KnownWord} word
 * @param {Set<string>} wanted
 */
function lastOf(tokens, at, { target, tokens: parts }, wanted) {
  if (!target.startsWith("c:") || !wanted.has(target)) return -1;
  const fits = parts.every((part, offset) => tokens[at + offset]?.terms.some((term) => part.includes(term)));
  return fits ? at + parts.length - 1 : -1;
}

/**
 * @param {[number, number][]} marks
 * @returns {[number, number][]}
 */
function joinedMarks(marks) {
  /** @type {[number, number][]} */
  const out = [];
  for (const [start, end] of marks.sort(([one], [other]) => one - other)) {
    const last = out[out.length - 1];
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}

/**
 * What is shown of a text: where most marks are near each other, whole words.
 *
 * @param {string} text
 * @param {[number, number][]} marks
 * @returns {[number, number]}
 */
function windowOf(text, marks) {
  if (text.length <= ROOM) return [0, text.length];
  /** @param {number} from */
  const count = (from) => marks.filter(([start, end]) => start >= from && end <= from + ROOM - LEAD).length;
  const best = marks.map(([start]) => start).reduce((one, other) => (count(other) > count(one) ? other : one), marks[0]?.[0] ?? 0);
  let start = Math.max(0, Math.min(best - LEAD, text.length - ROOM));
  if (start > 0) start = text.indexOf(" ", start) + 1;
  let end = Math.min(text.length, start + ROOM);
  if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), start + 1);
  return [start, end];
}

// The clauses of a story, and those words of it that led to a result. As kb/search/asking/story.py and led.py.

import { pieceOf } from "./snippet.js";

/** @import { Plan, PlannedWord, Snippet } from "./types.d.ts" */

const BETWEEN = /[.!?…]["'”»’)]{0,3}(?= |$)|[;:,](?= |$)| [-–—‒]{1,3} |[()[\]]/g;
const SHORTEST = 3;
const LED = 0.25;
const ROOM = 160;
const LEAD = 40;

/**
 * The start and end of each clause of a query; short ones go with the clause before.
 *
 * @param {string} query
 * @returns {[number, number][]}
 */
export function clausesOf(query) {
  const cuts = [...query.matchAll(BETWEEN)];
  const starts = [0, ...cuts.map(({ index, 0: mark }) => index + mark.length)];
  const ends = [...cuts.map(({ index }) => index), query.length];
  /** @type {[number, number][]} */
  const clauses = [];
  for (const [at, start] of starts.entries()) {
    const words = wordsIn(query.slice(start, ends[at]));
    if (!words.length) continue;
    const last = clauses.at(-1);
    if (last && (words.length < SHORTEST || wordsIn(query.slice(...last)).length < SHORTEST)) last[1] = ends[at];
    else clauses.push([start + query.slice(start).indexOf(words[0]), ends[at]]);
  }
  const last = clauses.at(-1);
  if (last && wordsIn(query.slice(last[1])).length) last[1] = query.length;
  return clauses;
}

/** @param {string} text */
function wordsIn(text) {
  return text.split(" ").filter(Boolean);
}

/**
 * The clause that most led to a result, cut to what is shown, with its words; null where no word did.
 *
 * @param {Plan} plan
 * @param {PlannedWord[]} wanted
 * @param {Map<number, number>} points
 * @returns {Omit<Snippet, "language"> | null}
 */
export function ledTo({ text, clauses }, wanted, points) {
  /** @type {[PlannedWord, number][][]} */
  const byClause = clauses.map(() => []);
  let at = 0;
  for (const [number, value] of [...points].sort(([one], [other]) => one - other)) {
    while (at + 1 < clauses.length && clauses[at + 1][0] <= wanted[number].start) at += 1;
    byClause[at]?.push([wanted[number], value]);
  }
  const sums = byClause.map((words) => words.reduce((sum, [, value]) => sum + value, 0));
  const best = sums.indexOf(Math.max(...sums));
  if (!byClause[best]?.length) return null;
  const [start, end] = clauses[best];
  const enough = LED * Math.max(...byClause[best].map(([, value]) => value));
  const led = byClause[best].filter(([, value]) => value >= enough).map(([word]) => word);
  const spans = new Map(led.map((word) => [word.start - start, word.start - start + word.typed.length]));
  return cut(text.slice(start, end), [...spans].sort(([one], [other]) => one - other));
}

/**
 * A clause with its words, cut around the first of them where it is long.
 *
 * @param {string} clause
 * @param {[number, number][]} spans
 */
function cut(clause, spans) {
  const from = Math.max(0, Math.min(spans[0][0] - LEAD, clause.length - ROOM));
  const start = from ? clause.indexOf(" ", from) + 1 : 0;
  const end = clause.length - start > ROOM ? Math.max(clause.lastIndexOf(" ", start + ROOM), start + 1) : clause.length;
  return pieceOf(clause, start, end, spans);
}

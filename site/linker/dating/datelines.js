// Says whether a date in a line is that of the document, by what stands before and behind it.
// The same as kb/linking/dating/datelines.py.

import { isBlank, trimmedEnd } from "../characters.js";
import { datesIn, indexAt, isCapital, isWord, tokensOf, yearsIn } from "./dates.js";
import { DATES } from "./words.js";

/** @import { DateToken, Line, WrittenDate } from "./types.d.ts" */

const [MOST_NAMES, MOST_TITLE] = [8, 12];
const [TITLE, YEARS] = [100, 2];
const AT_END = 40;
const ABBREVIATED = 2;
const NEAR = 6;
const SIGNS = "©†";

/**
 * The dates of a line that are the document's; with `isLast` those of its last sentence too.
 *
 * @param {Line} line
 * @param {boolean} isLast
 */
export function datelinesIn({ text }, isLast) {
  const tokens = tokensOf(text);
  return datesIn(tokens).filter(({ start, end }) => {
    const first = indexAt(tokens, start);
    const rest = text.slice(end, Math.max(end, trimmedEnd(text, isBlank).length));
    const begins = isLast && [...rest].length <= AT_END ? sentenceAt(tokens, first) : 0;
    return isAnnounced(tokens.slice(begins, first)) && isClosed(tokens.slice(indexAt(tokens, end)));
  });
}

/**
 * Where the sentence or bracket begins in which a token stands; an ordinal's stop ends none.
 *
 * @param {DateToken[]} tokens
 * @param {number} index
 */
function sentenceAt(tokens, index) {
  for (let at = index - 1; at > 0; at--) {
    if (tokens[at].text === "(") {
      const about = tokens.slice(Math.max(0, at - NEAR), at).map((token) => token.text.toLowerCase());
      return DATES.elsewhere.last(about) === null ? at + 1 : 0;
    }
    if (tokens[at].code !== "_" || ![".", "!", "?"].includes(tokens[at - 1].text) || at < 2) continue;
    const { code, text } = tokens[at - 2];
    if ("wMo".includes(code) && text.length > ABBREVIATED) return at + 1;
  }
  return 0;
}

/**
 * Whether only names, connecting words or a title stand before a date.
 *
 * @param {DateToken[]} before
 */
function isAnnounced(before) {
  const words = before.filter(counts);
  const small = words.map(({ text }) => text.toLowerCase());
  if (DATES.elsewhere.last(small) !== null) return false;
  if (DATES.occasions.last(small) !== null) return words.length <= MOST_TITLE;
  return words.length <= MOST_NAMES && areNames(words);
}

/** @param {DateToken[]} words */
function areNames(words) {
  return words.every((word) => isCapital(word) || DATES.connecting.has(word.text.toLowerCase()));
}

/** @param {DateToken} token */
function counts(token) {
  return isWord(token) || SIGNS.includes(token.text);
}

/**
 * Whether no sentence goes on behind a date: an hour may follow, or a word for the year.
 *
 * @param {DateToken[]} behind
 */
function isClosed(behind) {
  let rest = behind.filter(({ code }) => code !== ".");
  while (rest.length > 1 && "_-".includes(rest[0].code) && isWord(rest[1])) {
    if (DATES.yearWords.has(rest[1].text.toLowerCase())) rest = rest.slice(2);
    else if (rest[0].code === "-") return false;
    else break;
  }
  if (rest.length && rest[0].code === ",") rest = rest.slice(1);
  if (rest.length && rest[0].code !== "_" && !isWord(rest[0])) return true;
  const spoken = rest.filter(({ code }) => code !== "_");
  if (!spoken.length || !isWord(spoken[0]) || isCapital(spoken[0])) return true;
  if (DATES.nameWords.has(spoken[0].text) && spoken.length > 1 && isCapital(spoken[1])) return true;
  const told = spoken.find(({ text }) => !DATES.hourWords.has(text)) ?? spoken[0];
  return told !== spoken[0] && "nt".includes(told.code);
}

/**
 * The year that stands alone in a title with a word for a document; null where there is none.
 *
 * @param {Line} line
 * @returns {WrittenDate | null}
 */
export function titleYear(line) {
  const text = titleOf(line.text);
  if (text === null) return null;
  const tokens = tokensOf(text);
  const words = tokens.filter(counts);
  const small = words.map((word) => word.text.toLowerCase());
  const years = yearsIn(tokens);
  if (!years.length || years.length > YEARS || DATES.occasions.last(small) === null || DATES.elsewhere.last(small) !== null) return null;
  if (trimmedEnd(text, isBlank).endsWith(".") && !areNames(words)) return null;
  const [at, year] = years.reduce((newest, found) => (found[1] > newest[1] ? found : newest));
  return { start: tokens[at].start, end: tokens[at].end, year };
}

/**
 * What may be a title at the beginning of a line; null where a sentence begins it.
 *
 * @param {string} line
 */
function titleOf(line) {
  let text = line;
  const bare = trimmedEnd(text, isBlank);
  if (text.trimStart().startsWith("(")) text = text.includes(")") ? text.slice(0, text.indexOf(")")) : text;
  else if ([...text].slice(0, TITLE + 1).join("").includes(": ")) text = text.slice(0, text.indexOf(": "));
  else if (/[!?]$/.test(bare) || DATES.sentenceEnd.test(text)) return null;
  return [...text].length <= TITLE ? text : null;
}

// Finds what the words of a work make a citation: Article 9.2(a), статьи 3.8–3.10, Madde 12B.
// The same as kb/citations/works.py, which explains it.

import * as DATA from "kodeks-data";
import { GRAMMAR, matchAt, matchesFrom } from "./grammar.js";
import { isDigit } from "./ids.js";
import { scan } from "./paths.js";

/** @import { Item, Path, WorkCitation } from "./types.d.ts" */
/** @import { Profile } from "kodeks-data" */

const BLANKS = " \t\n\u00a0\u202f\u0001";
const MOST_BLANKS = 6;
const LONGEST = 60;
const MOST_JOINERS = 2;
// The longest word before a number, the longest path.
const NEAR = 40;
const FAR = 80;
// The sign that İ leaves behind in small letters.
const DOT = /\u0307/g;
const JOINERS = [",", ";", "&", "/"];
const RANGES = ["-", "–", "—"];
const GLUE = ",:/#@_-–";

/** The works that are cited by words of their own. */
export class Works {
  #words;

  /** @param {Map<string, Profile>} profiles By the id of the work. */
  constructor(profiles) {
    const all = [...profiles].map(([id, profile]) => ({ id, profile, own: ownWords(profile) }));
    const common = Object.values(DATA.patterns).flatMap(({ units }) => units.flatMap(({ forms, plurals }) => [...forms, ...plurals]));
    this.#words = all
      .filter(({ profile, own }) => own.length && profile.numbering !== "statute")
      .map(({ id, profile }) => {
        const others = all.filter((other) => other.id !== id).flatMap(({ own }) => own);
        return new WorkWords(id, profile, new Set([...common, ...others]));
      });
  }

  /**
   * The citations of all works in a text; those of two works may overlap.
   *
   * @param {string} text
   */
  citations(text) {
    return this.#words.flatMap((words) => words.citations(text));
  }

  /**
   * Those of which the text itself tells the work: their words are of one work alone, or their numbers are decimal.
   *
   * @param {string} text
   */
  telling(text) {
    return this.citations(text).filter(({ tells }) => tells);
  }
}

/** @param {Profile} profile */
function ownWords({ units }) {
  return Object.values(units).flatMap(({ before = [], after = [], appendix_before = [] }) => [...before, ...after, ...appendix_before]);
}

/** The words of one work beside its numbers, each with the language that it is of, the longest first. */
class WorkWords {
  /**
   * @param {string} id
   * @param {Profile} profile
   * @param {Set<string>} others The words of other works and of the patterns of languages.
   */
  constructor(id, { numbering, units }, others) {
    const isRead = (/** @type {string} */ code) => Object.hasOwn(DATA.patterns, code);
    const spoken = Object.entries(units).sort(([one], [other]) => Number(isRead(one)) - Number(isRead(other)) || (one < other ? -1 : 1));
    this.id = id;
    this.numbering = numbering;
    this.before = byWord(spoken.map(([code, { before = [] }]) => [code, before]));
    this.appendix = byWord(spoken.map(([code, { appendix_before = [] }]) => [code, appendix_before]));
    this.after = byWord(spoken.map(([code, { after = [] }]) => [code, after]));
    this.others = others;
    const cited = spoken.flatMap(([code]) => (isRead(code) ? [DATA.patterns[code]] : []));
    this.joiners = new Set([...JOINERS, ...spoken.flatMap(([, { joiners = [] }]) => joiners), ...cited.flatMap(({ joiners }) => joiners)]);
    this.counted = new Set(spoken.flatMap(([, { counted = [] }]) => counted));
    this.ranges = new Set([...RANGES, ...spoken.flatMap(([, { ranges = [] }]) => ranges), ...cited.flatMap(({ ranges }) => ranges)]);
  }

  /**
   * The citations of this work in a text, in order, none overlapping.
   *
   * @param {string} text
   * @returns {WorkCitation[]}
   */
  citations(text) {
    const found = [];
    let at = 0;
    for (const { index } of matchesFrom(GRAMMAR.works.anchor, text, 0)) {
      if (index < at || (index && isGlued(text, index))) continue;
      const one = this.#at(text, index, at);
      if (!one) continue;
      found.push(one);
      at = one.citation.end;
    }
    return found;
  }

  /**
   * @param {string} text
   * @param {number} start
   * @param {number} first
   * @returns {WorkCitation | null}
   */
  #at(text, start, first) {
    let items = this.#items(text, start);
    if (!items.length) return null;
    const isAppendix = !isDigit(text[start]);
    const words = isAppendix ? [this.appendix] : [this.before];
    if (isAppendix && isDecimal(items[0].path)) words.push(this.before);     // Article A.4.1; but a single capital is also a word
    let word = words.reduce((/** @type {SaidWord | null} */ found, one) => found ?? wordBefore(text, start, first, one), null);
    let end = items[items.length - 1].end;
    if (!word) {
      word = wordAfter(text, end, isAppendix ? this.appendix : this.after);
      if (!word) return null;
      end = word.end;
      const part = items.length === 1 ? this.#part(text, items[0], end) : null;
      if (part) [items, end] = [[part], part.end];
    }
    const decimal = items.some(({ path }) => isDecimal(path));
    const isShared = this.others.has(word.text);
    const general = isShared || (isAppendix && !decimal);
    const citation = { start: Math.min(word.start, start), end, items, unit: /** @type {const} */ ("law"), base: null, direction: null, general, same: false, weak: false };
    return { work: this.id, language: word.language, citation, decimal, tells: decimal || !isShared };
  }

  /**
   * The paths of a list, with its ranges.
   *
   * @param {string} text
   * @param {number} start
   * @returns {Item[]}
   */
  #items(text, start) {
    const path = this.#path(text, start);
    /** @type {Item[]} */
    const items = path && !this.#counts(text, path) ? [{ start, end: path.end, path, last: null }] : [];
    while (items.length && items.length < LONGEST) {
      const before = items[items.length - 1];
      const [isRange, begin] = this.#joint(text, before.end);
      const following = this.#path(text, begin) ?? labelAlone(text, begin, before);
      if (begin === before.end || !following || (isDecimal(before.path) && !isDecimal(following)) || this.#counts(text, following)) break;     // 9.2 and 3 players
      if (isRange && !before.last) items[items.length - 1] = { ...before, end: following.end, last: following };
      else items.push({ start: begin, end: following.end, path: following, last: null });
    }
    return items;
  }

  /**
   * Whether a number counts things of the game: 64 squares.
   *
   * @param {string} text
   * @param {Path} path
   */
  #counts(text, { labels, end }) {
    const match = labels.length === 1 ? matchAt(GRAMMAR.works.behind, text, end) : null;
    return match !== null && this.counted.has(small(match[1]));
  }

  /**
   * Whether what joins two items makes them a range, and where it ends: 5.1, 5.2, or 5.4.
   *
   * @param {string} text
   * @param {number} at
   * @returns {[boolean, number]}
   */
  #joint(text, at) {
    for (let number = 0; number < MOST_JOINERS; number++) {
      const joint = matchAt(GRAMMAR.works.joined, text, at);
      const word = joint ? small(joint[1]) : "";
      if (!joint || !(this.ranges.has(word) || this.joiners.has(word))) break;
      at += joint[0].length;
      if (this.ranges.has(word)) return [true, at];
    }
    return [false, at];
  }

  /**
   * @param {string} text
   * @param {number} at
   * @returns {Path | null}
   */
  #path(text, at) {
    if (at >= text.length) return null;
    const isNumber = isDigit(text[at]);
    if (this.numbering === "lettered") {
      const path = isNumber ? scan(unlike(text.slice(at, at + FAR)), 0) : null;
      return path && { labels: path.labels, end: at + path.end, kind: "absolute" };
    }
    const match = matchAt(isNumber ? GRAMMAR.works.decimal : GRAMMAR.works.appendix, text, at);
    return match && { labels: labelsOf(match[0]), end: at + match[0].length, kind: "absolute" };
  }

  /**
   * A law with a part of it behind: 12. maddenin B fıkrası.
   *
   * @param {string} text
   * @param {Item} law
   * @param {number} at
   * @returns {Item | null}
   */
  #part(text, law, at) {
    const match = matchAt(GRAMMAR.works.part, text, at);
    if (!match || law.last) return null;
    const word = wordAfter(text, at + match[0].length, this.after);
    if (!word) return null;
    const labels = [...law.path.labels, ...labelsOf(match[0])];
    return { start: law.start, end: word.end, path: { labels, end: word.end, kind: "absolute" }, last: null };
  }
}

/** @typedef {{ text: string, language: string, start: number, end: number }} SaidWord */

/**
 * The language of each word, the longest word first.
 *
 * @param {[string, string[]][]} spoken
 */
function byWord(spoken) {
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const [code, words] of spoken) for (const word of words) if (!first.has(word)) first.set(word, code);
  return new Map([...first].sort(([one], [other]) => other.length - one.length || (one < other ? -1 : 1)));
}

/**
 * Whether a number goes on with what stands before it: a word, a decimal, an address.
 *
 * @param {string} text
 * @param {number} start
 */
function isGlued(text, start) {
  const before = text[start - 1];
  if (before === ".") return start > 1 && isDigit(text[start - 2]);
  return GLUE.includes(before) || isDigit(before) || isLetter(before);
}

/** @param {Path} path */
function isDecimal({ labels }) {
  return labels.length > 1 && isDigit(labels[1][0]);
}

/**
 * A letter in brackets that takes the place of the one before it: 4.3(a)–(c).
 *
 * @param {string} text
 * @param {number} at
 * @param {Item} before
 * @returns {Path | null}
 */
function labelAlone(text, at, { path: { labels } }) {
  const match = matchAt(GRAMMAR.works.label_alone, text, at);
  if (!match || isDigit(labels[labels.length - 1][0])) return null;
  return { labels: [...labels.slice(0, -1), unlike(match[1])], end: at + match[0].length, kind: "absolute" };
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} first
 * @param {Map<string, string>} words
 * @returns {SaidWord | null}
 */
function wordBefore(text, start, first, words) {
  let end = start;
  while (end > first && start - end < MOST_BLANKS && BLANKS.includes(text[end - 1])) end--;
  const head = text.slice(Math.max(first, end - NEAR), end);
  for (const [word, language] of words) {
    const said = head.slice(-word.length);
    if (small(said) !== word || (head.length > word.length && isLetter(head[head.length - word.length - 1]))) continue;
    if (end === start && isLetter(word[word.length - 1])) return null;     // article9
    return { text: word, language, start: end - said.length, end };
  }
  return null;
}

/**
 * @param {string} text
 * @param {number} end
 * @param {Map<string, string>} words
 * @returns {SaidWord | null}
 */
function wordAfter(text, end, words) {
  const match = matchAt(GRAMMAR.works.behind, text, end);
  const language = match && words.get(small(match[1]));
  if (!match || language === undefined || language === null) return null;
  const stop = end + match[0].length;
  return { text: small(match[1]), language, start: stop - match[1].length, end: stop };
}

/** @param {string} sign */
function isLetter(sign) {
  return matchAt(GRAMMAR.works.sign, sign, 0) !== null;
}

/** @param {string} word */
function small(word) {
  return word.toLowerCase().replace(DOT, "");
}

/** @param {string} written */
function labelsOf(written) {
  return (written.match(GRAMMAR.works.labels.all) ?? []).map(unlike);
}

/**
 * Labels with the letters that are meant by those that look like them.
 *
 * @param {string} written
 */
function unlike(written) {
  return written.replace(/[^\0-\x7f]/g, (letter) => DATA.grammar.alike[letter] ?? letter);
}

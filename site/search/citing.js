// Finds law numbers in a query: alone, or among other words. The same as kb/search/asking/citing.py.

import * as DATA from "kodeks-data";
import { firstAfter, stripped, trimmed } from "../linker/characters.js";
import { GRAMMAR, matchAt } from "../linker/grammar.js";
import { depthOf, isDigit, lawOf } from "../linker/ids.js";
import { valueIn } from "../linker/maps.js";
import { scan } from "../linker/paths.js";
import { absolute, below } from "../linker/resolver.js";
import { citationsIn, wholeCitation } from "./whole.js";

/** @import { Resolver } from "../linker/resolver.js" */
/** @import { Works } from "../linker/works.js" */
/** @import { Citation, Path } from "../linker/types.d.ts" */
/** @import { CitedInQuery } from "./types.d.ts" */

/** @typedef {{ start: number, end: number, ids: string[], language: string | null }} CitedPlace */

const RANGE_SIGN = / ?(?:-|–|—|\.\.\.?|…) ?/;
const COMMAS = /[,;/]/;
// Labels behind a blank, by their depth.
const LABELS_APART = [GRAMMAR.queries.letter, GRAMMAR.queries.number, GRAMMAR.queries.small];
const RIM = " ,;.:?!-–";
const DECIMAL = /\p{Nd}/u;

// The most provisions that a query can name; the laws of a whole code are less.
const MOST_CITED = 100;

/**
 * The provisions that a query names, the words around them and the language of its words; null where it names none.
 * `resolver` is called only where a resolver is needed.
 *
 * @param {string} query
 * @param {(work: string | null) => Resolver} resolver
 * @param {Works} works Those that are cited by words of their own.
 * @returns {CitedInQuery | null}
 */
export function citedIn(query, resolver, works) {
  const own = ofWork(query, resolver, works);
  if (own) return own;
  if (!DECIMAL.test(query)) return null;
  const ofAll = () => resolver(null);
  const whole = wholeCitation(query);
  const ids = whole ? [whole] : wholeRange(query, ofAll) ?? wholeList(query);
  const cited = ids ? { ids, rest: "", language: announcing(query), work: null } : amongWords(query, ofAll);
  return cited && { ...cited, ids: cited.ids.slice(0, MOST_CITED) };
}

/**
 * What the words of one work cite in a query; of several works, what is cited first.
 *
 * @param {string} query
 * @param {(work: string | null) => Resolver} getResolver
 * @param {Works} works
 * @returns {CitedInQuery | null}
 */
function ofWork(query, getResolver, works) {
  const [first, ...others] = works.telling(query).sort((one, other) => one.citation.start - other.citation.start);
  if (!first) return null;
  const { work, language } = first;
  const citations = [first, ...others.filter((one) => one.work === work)].map(({ citation }) => citation);
  const resolver = getResolver(work);
  const rest = [...citations].reverse().reduce((words, { start, end }) => `${words.slice(0, start)} ${words.slice(end)}`, query);
  const ids = citations.flatMap((citation) => resolvedBy(resolver, citation));
  return { ids: [...new Set(ids)].slice(0, MOST_CITED), rest: trimmed(rest.split(" ").filter(Boolean).join(" "), (sign) => RIM.includes(sign)), language, work };
}

/**
 * @param {string} query
 * @param {() => Resolver} resolver
 * @returns {string[] | null}
 */
function wholeRange(query, resolver) {
  const sign = RANGE_SIGN.exec(query);
  if (!sign) return null;
  const ends = [query.slice(0, sign.index), query.slice(sign.index + sign[0].length)];
  if (!DECIMAL.test(ends[1].slice(0, 1))) return null;
  const [first, last] = ends.map(wholeCitation);
  if (first === null || last === null || depthOf(first) !== depthOf(last)) return null;
  return resolver().provisions([first, last]);
}

/**
 * Numbers with commas between them, or paths (27B 61A) with blanks, and nothing else.
 *
 * @param {string} query
 */
function wholeList(query) {
  const byComma = query.split(COMMAS).map(stripped);
  /** @type {[string[], (words: string) => string | null][]} */
  const ways = [[byComma, wholeCitation], [query.split(" "), pathAlone]];
  for (const [parts, isOne] of ways) {
    const ids = [];
    for (const part of parts) {
      const id = isOne(part);
      if (!id) break;
      ids.push(id);
    }
    if (ids.length > 1 && ids.length === parts.length) return [...new Set(ids)];
  }
  return null;
}

/** @param {string} words */
function pathAlone(words) {
  const id = wholeCitation(words);
  return id && depthOf(id) > 1 ? id : null;
}

/**
 * All citations of a query; of those that overlap the longest.
 *
 * @param {string} query
 * @param {() => Resolver} resolver
 * @returns {CitedInQuery | null}
 */
function amongWords(query, resolver) {
  /** @type {CitedPlace[]} */
  const places = [];
  for (const language of Object.keys(DATA.patterns))
    for (const citation of citationsIn(query, language))
      if (citation.items.length && (citation.unit || isWholePath(citation.items[0].path))) places.push(...placeOf(query, citation, language, resolver));
  places.push(...leading(query));
  /** @type {CitedPlace[]} */
  const chosen = [];
  /** @type {number[]} */
  const starts = [];
  for (const place of [...places].sort((a, b) => a.start - a.end - (b.start - b.end) || a.start - b.start)) {
    const at = firstAfter(starts, place.start - 1);
    if ((at && chosen[at - 1].end > place.start) || (at < chosen.length && place.end > chosen[at].start)) continue;
    chosen.splice(at, 0, place);
    starts.splice(at, 0, place.start);
  }
  if (!chosen.length) return null;
  const rest = [...chosen, { start: query.length }].map(({ start }, at) => query.slice(at ? chosen[at - 1].end : 0, start)).join(" ");
  const speaking = new Map();
  for (const { start, end, language } of places) valueIn(speaking, `${start} ${end}`, () => new Set()).add(language);
  const spoken = chosen.map(({ start, end }) => speaking.get(`${start} ${end}`));
  const agreed = spoken.every(({ size }) => size === 1) ? new Set(spoken.flatMap((languages) => [...languages])) : new Set();
  return {
    ids: [...new Set(chosen.flatMap(({ ids }) => ids))],
    rest: trimmed(rest.split(" ").filter(Boolean).join(" "), (sign) => RIM.includes(sign)),
    language: agreed.size === 1 ? [...agreed][0] : null,
    work: null,
  };
}

/**
 * @param {string} query
 * @param {Citation} citation
 * @param {string} language
 * @param {() => Resolver} resolver
 * @returns {CitedPlace[]}
 */
function placeOf(query, citation, language, resolver) {
  let ids = idsOf(citation, resolver);
  let { end } = citation;
  if (ids.length === 1) {
    const [id, after] = withLabels(ids[0], query, end);
    [ids, end] = [[id], after];
  }
  return ids.length ? [{ start: citation.start, end, ids, language: citation.unit ? language : null }] : [];
}

/**
 * A path that a query begins with: 86B MPB.
 *
 * @param {string} query
 * @returns {CitedPlace[]}
 */
function leading(query) {
  const path = isDigit(query[0] ?? "") ? scan(query, 0) : null;
  if (!path || !isWholePath(path)) return [];
  const id = absolute(path.labels);
  const isBid = depthOf(id) === 2 && Number(lawOf(id)) <= DATA.grammar.levels;
  return isBid ? [] : [{ start: 0, end: path.end, ids: [id], language: null }];
}

/**
 * A provision with the labels that stand apart behind it, and where they end.
 *
 * @param {string} id
 * @param {string} query
 * @param {number} end
 * @returns {[string, number]}
 */
function withLabels(id, query, end) {
  for (const label of LABELS_APART.slice(depthOf(id) - 1)) {
    const match = matchAt(label, query, end);
    if (!match) break;
    id = below(id, [match[1]]);
    end += match[0].length;
  }
  return [id, end];
}

/**
 * The provisions of a citation; of a range all in it.
 *
 * @param {Citation} citation
 * @param {() => Resolver} getResolver
 */
function idsOf(citation, getResolver) {
  if (!citation.base && !citation.items.some((item) => item.last))
    return citation.items.filter((item) => isDigit(item.path.labels[0][0])).map((item) => absolute(item.path.labels));
  return resolvedBy(getResolver(), citation);
}

/**
 * What a citation means; for a range, all that is in it.
 *
 * @param {Resolver} resolver
 * @param {Citation} citation
 */
function resolvedBy(resolver, citation) {
  return resolver.resolve(citation, null).flatMap(({ targets }) => resolver.provisions(targets.map(({ id }) => id)));
}

/**
 * The language whose word for a law stands in a query, if it is one language's alone.
 *
 * @param {string} query
 */
function announcing(query) {
  const words = query.slice(0, 1).toUpperCase() + query.slice(1);
  const having = Object.keys(DATA.patterns).filter((language) => citationsIn(words, language).some(({ unit, items }) => unit && items.length));
  return having.length === 1 ? having[0] : null;
}

/** @param {Path} path */
function isWholePath(path) {
  return path.kind === "absolute" && path.labels.length > 1;
}

// What the citations of a document mean: provisions of an edition, or why they are none.
// The same as kb/linking/resolving/resolve.py, which explains it.

import * as DATA from "kodeks-data";
import { Doubts } from "./doubts.js";
import { EDITIONS, newestOf, resolverOf } from "./editions.js";
import { firstOf, GRAMMAR, matchAt } from "./grammar.js";
import { depthOf, lawOf, parentOf } from "./ids.js";
import { nearestTo } from "./nearest.js";
import { CitedLaws, isProbable } from "./probable.js";
import { isLettered } from "./recogniser.js";
import { isCapital } from "./tokens.js";

/** @import { Dating } from "./dating/types.d.ts" */
/** @import { Cited, Edition, Placed, Resolved } from "./types.d.ts" */

const SURE = 0.99;
const LIKELY = 0.95;
const GENERAL = 0.8;
const RELATIVELY = 0.75;
const AGAIN = 0.7;
const WEAK = 0.6;
const UNKNOWN = 0.3;

// The most citations that one text may have (kb/linking/limits.py).
const MOST_CITATIONS = 20_000;

/**
 * What each citation means, in the order of the document; spans never overlap. Quotes are taken from the view.
 *
 * @param {string} view
 * @param {Placed[]} placed
 * @param {string | null} within
 * @param {string | null} context
 * @param {Dating | null} dating
 * @returns {Cited[]}
 */
export function resolve(view, placed, within, context, dating) {
  const doubts = new Doubts(within, dating);
  if (placed.length > MOST_CITATIONS) throw tooMany();
  const evidence = new CitedLaws(view, placed);
  const out = [];
  let paragraph = -1;
  /** @type {Cited | null} */
  let last = null;
  for (const place of placed) {
    if (place.paragraph !== paragraph) [paragraph, last] = [place.paragraph, null];
    if (place.citation.weak && !isProbable(place, evidence)) continue;
    const dated = doubts.apart(view, place);
    const all = meant(view, dated, doubts.edition, last, context);
    for (const cited of all) out.push(doubts.cast(dated, cited));
    if (out.length > MOST_CITATIONS) throw tooMany();
    last = all.filter((cited) => cited.targets.length && cited.status === "linked").at(-1) ?? last;
  }
  return out;
}

function tooMany() {
  return new RangeError(`more than ${MOST_CITATIONS} citations`);
}

/**
 * @param {string} view
 * @param {Placed} placed
 * @param {Edition} code
 * @param {Cited | null} last
 * @param {string | null} context
 * @returns {Cited[]}
 */
function meant(view, placed, code, last, context) {
  const { citation } = placed;
  let edition = editionMeant(placed, code);
  if (edition && last && citation.same) edition = EDITIONS.get(last.edition) ?? edition;
  const book = edition ?? code;
  const here = last && last.edition === book.id ? last.targets[0] : context;
  const resolved = resolverOf(book).resolve(citation, here);
  if (!resolved.length) return unknownPart(view, placed, book);
  return resolved
    .map((item) => {
      const { start, end, core } = item;
      /** @type {Cited} */
      const cited = {
        ...{ start, end, core, quote: view.slice(start, end) },
        language: placed.language,
        paragraph: placed.paragraph,
        status: "linked",
        reason: citation.unit ? "announced" : "alone",
        confidence: confidenceOf(placed, item),
        edition: edition?.id ?? placed.year ?? "",
        targets: item.targets.map((target) => target.id),
        nearest: [],
        now: [],
        owner: null,
        relative: item.relative,
        doubted: null,
        then: [],
      };
      return judged(view, placed, item, cited, book, last, context);
    })
    .filter((cited) => cited !== null);
}

/**
 * A part of a law that no one names, such as point C where no law is cited; nothing for what is less clear.
 *
 * @param {string} view
 * @param {Placed} found
 * @param {Edition} book
 * @returns {Cited[]}
 */
function unknownPart(view, { citation, language, paragraph }, book) {
  const { start, end, path } = citation.items[0];
  if (citation.unit === null || !isCapital(path.labels[0])) return [];
  return [
    {
      ...{ start, end, core: [start, end], quote: view.slice(start, end), language, paragraph },
      ...{ status: "ambiguous", reason: "no-law", confidence: UNKNOWN, edition: book.id },
      ...{ targets: [], nearest: [], now: [], owner: null, relative: true, doubted: null, then: [] },
    },
  ];
}

/**
 * A citation with the last word on what it means; null for what is none after all.
 *
 * @param {string} view
 * @param {Placed} placed
 * @param {Resolved} item
 * @param {Cited} whole
 * @param {Edition} book
 * @param {Cited | null} last
 * @param {string | null} context
 * @returns {Cited | null}
 */
function judged(view, placed, item, whole, book, last, context) {
  let cited = whole;
  if (placed.owner) return { ...cited, status: "foreign", reason: "other-rules", owner: placed.owner };
  if (placed.year && cited.edition === placed.year) return { ...cited, status: "dangling", reason: "no-edition" };
  let missing = item.targets.find((target) => !target.exists)?.id ?? null;
  const short = missing === null ? null : shorter(view, cited, book);
  if (short) [cited, missing] = [short, null];
  if (item.relative) return relativelyMeant(view, placed, cited, missing !== null, last, context);
  if (missing !== null) {
    if (cited.reason === "alone" && !isPlausible(placed, missing, book)) return null;
    return { ...cited, status: "dangling", reason: "no-provision", nearest: nearestTo(book, missing) };
  }
  if (placed.sections || !book.isOlder) return cited;
  // Of a range only its ends are looked up.
  return { ...cited, reason: "older", now: [...new Set(cited.targets.flatMap((id) => book.now[id] ?? []))] };
}

/**
 * A citation without its last label, where that stands apart and only with it there is no such provision: 61B3 (b) 62A.
 *
 * @param {string} view
 * @param {Cited} cited
 * @param {Edition} book
 * @returns {Cited | null}
 */
function shorter(view, cited, book) {
  const [start, end] = cited.core;
  const match = firstOf(GRAMMAR.surroundings.label_apart, view.slice(start, end));
  const parent = parentOf(cited.targets[0]);
  if (!match || parent === null || cited.targets.length > 1 || !book.known.has(parent)) return null;
  const stop = start + match.index;
  return { ...cited, end: stop, core: [start, stop], quote: view.slice(cited.start, stop), targets: [parent] };
}

/**
 * A label that depends on the citation before it (Law 70, point C), or on the context.
 *
 * @param {string} view
 * @param {Placed} placed
 * @param {Cited} whole
 * @param {boolean} isMissing
 * @param {Cited | null} last
 * @param {string | null} context
 * @returns {Cited | null}
 */
function relativelyMeant(view, placed, whole, isMissing, last, context) {
  const { citation } = placed;
  const [start, end] = citation.same ? [whole.start, whole.end] : whole.core;
  const cited = { ...whole, start, end, quote: view.slice(start, end) };
  if (citation.same) return isMissing ? null : { ...cited, reason: "repeated", confidence: AGAIN };
  const follows = last !== null && followingAt(view, last).includes(citation.start);
  const [label] = citation.items[0].path.labels;
  const around = last ? [last.targets[0], last.relative ? parentOf(last.targets[0]) : null] : [];     // dei punti 3 e 5
  const isInside = around.includes(parentOf(cited.targets[0]));
  if (citation.weak && !(last !== null && lawOf(cited.targets[0]) === lawOf(last.targets[0]) && !isMissing)) return null;
  const isTold = isInside || follows || citation.direction !== null || context !== null;
  if (isMissing || !(isTold || (last !== null && isCapital(label)))) {
    if (citation.unit === null || !isCapital(label)) return null;
    return { ...cited, status: "ambiguous", reason: "no-law", targets: [], confidence: UNKNOWN };
  }
  return { ...cited, reason: "relative", confidence: follows ? LIKELY : RELATIVELY };
}

/**
 * The places behind a citation at which another follows at once: behind blanks, and behind a sign with blanks.
 * They are remembered, as many labels may come that do not follow.
 *
 * @param {string} view
 * @param {Cited} cited
 */
function followingAt(view, cited) {
  const kept = FOLLOWING.get(cited);
  if (kept) return kept;
  const [all, blanks] = matchAt(GRAMMAR.surroundings.next, view, cited.end) ?? ["", ""];
  /** @type {[number, number]} */
  const places = [cited.end + blanks.length, cited.end + all.length];
  FOLLOWING.set(cited, places);
  return places;
}

/** @type {WeakMap<Cited, [number, number]>} */
const FOLLOWING = new WeakMap();

/**
 * The edition of a citation; null for one that is not here.
 *
 * @param {Placed} placed
 * @param {Edition} code
 * @returns {Edition | null}
 */
function editionMeant(placed, code) {
  const edition = workMeant(placed, code);
  if (placed.year === null || placed.year === edition.year || !DATA.index.years.includes(placed.year)) return edition;
  return [...EDITIONS.values()].find((other) => other.work === edition.work && other.year === placed.year) ?? null;
}

/**
 * The edition of the work that a citation is of, by what names it or by its shape. A path that no word announces is of
 * the lettered code that is named in its paragraph.
 *
 * @param {Placed} placed
 * @param {Edition} code
 * @returns {Edition}
 */
function workMeant({ citation, game, own, sections }, code) {
  const named = game ? newestOf(game) : null;
  let edition = code;
  if (named && named.work !== code.work) {
    const isMeant = sections ? named.numbering === "statute" : own || (citation.unit === null && named.numbering === "lettered");
    if (isMeant) edition = named;
  }
  if (edition !== code || code.numbering === "lettered" || !isLettered(citation)) return edition;
  return [...EDITIONS.values()].find(({ numbering }) => numbering === "lettered") ?? code;
}

/**
 * @param {Placed} found
 * @param {Resolved} item
 */
function confidenceOf({ citation }, item) {
  const bare = item.targets.every((target) => depthOf(target.id) === 1);
  if (citation.weak) return WEAK;
  if (citation.unit === null) return GENERAL;
  if (citation.general) return bare ? GENERAL : LIKELY;
  return bare ? LIKELY : SURE;
}

/**
 * Whether a path without a word beside it may be a wrong number of a law, or one of an older edition: there is the
 * provision above it, or an older edition has it.
 *
 * @param {Placed} placed
 * @param {string} missing
 * @param {Edition} book
 */
function isPlausible(placed, missing, book) {
  if (!placed.citation.weak && book.known.has(parentOf(missing) ?? "")) return true;
  return [...EDITIONS.values()].some(({ work, known }) => work === book.work && known.has(missing));
}

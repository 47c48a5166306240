// Answers a search of rulings with what is on the site: laws that must be cited, facts, and words in any language. The plan
// of the words is that of the laws. The same as kb/library/querying.py with kb/library/engines/scoring.py, but that what
// only rulings have is not mended, and that laws narrow and do not rank. Times were taken from the words by the page.

import * as DATA from "kodeks-data";
import { citedIn } from "./citing.js";
import { editionOf, EDITIONS, meantBy, nearestTo, resolverFor, shownAs, WORKS } from "./library.js";
import { lawOf } from "../linker/ids.js";
import { planOf, wantedWords } from "./plan.js";
import { byCode, fold, normalised, rounded } from "./words.js";

/** @import { Known } from "./shards.js" */
/** @import { RulingsKnown } from "./ruling-shards.js" */
/** @import { PlannedWord, RulingFacts, RulingsAnswer, RulingsQuestion } from "./types.d.ts" */

const STRANGE = new Set(["unknown", "typo", "kin", "stem"]);
const MENDED = new Set(["typo", "kin"]);
const FACETS = /** @type {const} */ (["law", "year", "body", "language", "decision"]);

/**
 * The rulings that a question asks for.
 *
 * @param {Known} knowledge
 * @param {RulingsKnown} known
 * @param {RulingsQuestion} question
 * @returns {Promise<RulingsAnswer>}
 */
export async function rulingsFor(knowledge, known, question) {
  const { query, since, until, only, sort, offset, limit, reader } = question;
  if (query.length > DATA.rulings.longest) return { failed: "long" };
  const facts = await known.facts();
  const words = normalised(query);
  const cited = words ? citedIn(words, (work) => resolverFor(null, work), WORKS) : null;
  const groups = only.law.map(idsOf);
  const missing = [];
  for (const id of cited?.ids ?? []) {
    const group = newestOf(id, cited?.language ?? null, cited?.work ?? null);
    if (group) groups.push([group]);
    else missing.push(missed(id, cited?.work ?? null, reader));
  }
  const rest = cited ? cited.rest : words;
  const plan = rest ? planOf(knowledge.lexicon, rest, reader) : null;
  const wanted = plan ? wantedWords(plan) : [];
  if (wanted.length) await known.learn(["w"]);
  const terms = wanted.map((word) => termsOf(known, word));
  await known.learn([...new Set(terms.flat().map(({ term }) => term.split(":")[0]))]);
  const scores = wanted.length ? scoresOf(known, terms, facts.length) : null;
  const best = scores ? Math.max(0, ...[...scores.values()].map(({ covered }) => covered)) : 0;
  const isNowhere = missing.length > 0 && !groups.length && !wanted.length;      // else all rulings would be found
  const found = (isNowhere ? [] : [...facts.entries()]).filter(([number, ruling]) => {
    const covered = scores?.get(number)?.covered ?? 0;
    return (!scores || (covered > 0 && covered >= DATA.rulings.enough * best)) && fits(ruling, groups, only) && isOf(ruling.date, since, until);
  });
  if (sort === "relevance" && scores) found.sort(([one], [other]) => (scores.get(other)?.score ?? 0) - (scores.get(one)?.score ?? 0) || one - other);
  return {
    total: found.length,
    results: found.slice(offset, offset + limit).map(([number, ruling]) => ({
      ...ruling,
      score: rounded(scores?.get(number)?.score ?? 0, 4),
      laws: lawsOf(ruling).map((law) => named(law, reader)),
    })),
    facets: countsOf(found.map(([, ruling]) => ruling), reader),
    understood: {
      laws: groups.map((ids) => ids.map((id) => named(id, reader))),
      missing,
      mended: Object.fromEntries(wanted.filter(({ reading }) => reading === "typo").map(({ typed, readAs }) => [typed, readAs])),
    },
  };
}

/**
 * The full ids of a value that narrows: one edition's provisions, rules-2017:16.B,12.C.
 *
 * @param {string} value
 */
function idsOf(value) {
  const [edition, ids = ""] = value.split(":");
  return EDITIONS.has(edition) ? ids.split(",").map((id) => `${edition}:${id}`) : [];
}

/**
 * The full id that a number in a query means; "" where no edition has it.
 *
 * @param {string} id
 * @param {string | null} language
 * @param {string | null} work
 */
function newestOf(id, language, work) {
  const meant = meantBy(id, language, null, work);
  const [first] = [...meant.filter(({ edition }) => !edition.isOlder), ...meant];
  return first ? `${first.edition.id}:${first.id}` : "";
}

/**
 * A provision that no edition has, as readers cite it.
 *
 * @param {string} id
 * @param {string | null} work
 * @param {string} reader
 */
function missed(id, work, reader) {
  const { edition } = nearestTo(id, null, work);
  return edition ? shownAs(edition, id, reader) : id;
}

/**
 * Whether a ruling cites one provision of each group, or a part of it, and has the facts that are asked for.
 *
 * @param {RulingFacts} ruling
 * @param {string[][]} groups
 * @param {RulingsQuestion["only"]} only
 */
function fits(ruling, groups, only) {
  return groups.every((ids) => ids.some((id) => ruling.laws.some((law) => law === id || law.startsWith(`${id}.`))))
    && FACETS.every((name) => name === "law" || !only[name].length || only[name].includes(factOf(ruling, name)));
}

/**
 * Whether a date, a month or a year may be in a time.
 *
 * @param {string} date
 * @param {string} since
 * @param {string} until
 */
function isOf(date, since, until) {
  return (!since && !until) || (date !== "" && `${date}~` > since && (!until || date < `${until}~`));
}

/**
 * @param {RulingFacts} ruling
 * @param {"year" | "body" | "language" | "decision"} name
 */
function factOf(ruling, name) {
  return name === "year" ? ruling.date.slice(0, 4) : ruling[name];
}

/**
 * The laws in today's numbers of which a ruling cites something.
 *
 * @param {RulingFacts} ruling
 */
function lawsOf({ laws }) {
  const today = laws.filter((id) => !editionOf(id.split(":")[0]).isOlder);
  return [...new Set(today.map((id) => `${id.split(":")[0]}:${lawOf(id.split(":")[1])}`))];
}

/**
 * How many rulings have each value of each fact, the most frequent first.
 *
 * @param {RulingFacts[]} rulings
 * @param {string} reader
 */
function countsOf(rulings, reader) {
  /** @param {typeof FACETS[number]} name */
  const rows = (name) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const ruling of rulings)
      for (const value of name === "law" ? lawsOf(ruling) : [factOf(ruling, name)]) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .sort(([one, first], [other, second]) => second - first || byCode(one, other))
      .map(([value, count]) => ({ value, count, ...(name === "law" ? { name: named(value, reader).name } : {}) }));
  };
  return Object.fromEntries(FACETS.map((name) => [name, rows(name)]));
}

/**
 * A provision with its name for readers.
 *
 * @param {string} full
 * @param {string} reader
 */
function named(full, reader) {
  const [edition, id] = full.split(":");
  return { id: full, name: shownAs(editionOf(edition), id, reader) };
}

/**
 * The terms that a word may stand for. What no law has is looked for as rulings have it too.
 *
 * @param {RulingsKnown} known
 * @param {PlannedWord} word
 * @returns {PlannedWord["alternatives"]}
 */
function termsOf(known, { typed, reading, alternatives }) {
  const own = STRANGE.has(reading) ? known.own(fold(typed)).map((term) => ({ term, weight: 1 })) : [];
  const isNoSlip = own.length && MENDED.has(reading);      // rulings have this very word
  return isNoSlip ? own : [...own, ...alternatives];
}

/**
 * What each ruling has of some words: of the terms that a word may stand for, the one that counts most.
 *
 * @param {RulingsKnown} known
 * @param {PlannedWord["alternatives"][]} words
 * @param {number} total
 */
function scoresOf(known, words, total) {
  /** @type {Map<number, { score: number, covered: number }>} */
  const sums = new Map();
  let most = 0;
  for (const terms of words) {
    const { values, often } = rulingsWith(known, terms);
    const worth = often ? Math.log(1 + total / often) : 0;
    most += worth;
    for (const [ruling, [value, there]] of values) {
      const sum = sums.get(ruling) ?? { score: 0, covered: 0 };
      sums.set(ruling, { score: sum.score + worth * value, covered: sum.covered + worth * there });
    }
  }
  return new Map([...sums].map(([ruling, { score, covered }]) => [ruling, { score: score / (most || 1), covered: covered / (most || 1) }]));
}

/**
 * What rulings have of a word, and in how many it is meant.
 *
 * @param {RulingsKnown} known
 * @param {PlannedWord["alternatives"]} terms
 */
function rulingsWith(known, terms) {
  /** @type {Map<number, [number, number]>} */
  const values = new Map();
  const meant = new Set();
  for (const { term, weight } of terms)
    for (const [ruling, impact] of known.of(term)) {
      const [value, there] = values.get(ruling) ?? [0, 0];
      values.set(ruling, [Math.max(value, weight * (DATA.rulings.there + DATA.rulings.often * impact)), Math.max(there, weight)]);
      if (weight >= DATA.rulings.meant) meant.add(ruling);
    }
  return { values, often: meant.size || values.size };
}

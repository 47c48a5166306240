// Answers a query: what it cites comes first, then laws by what its words mean.
// The same as kb/search/asking/query.py, but that words which stand together count no more than others.

import { depthOf, lawOf } from "../linker/ids.js";
import { listIn, valueIn } from "../linker/maps.js";
import { citedIn } from "./citing.js";
import { ledTo } from "./story.js";
import { namedGame } from "./games.js";
import { addressOf, editionOf, meantBy, nearestTo, nowOf, resolverFor, shownAs, WORKS } from "./library.js";
import { isStory, planOf, wantedWords } from "./plan.js";
import { rank } from "./ranking.js";
import { normalised, rounded } from "./words.js";

/** @import { Known } from "./shards.js" */
/** @import { CitedInQuery, Edition, Group, Hit, NamedPlace, Plan, Ranked, Result, Seen } from "./types.d.ts" */

const LONGEST_QUERY = 2000;
const FIRST = 3;
const SHOWN = 3;
const SHOWN_LATER = 1;
const WORTH_SHOWING = 0.5;
const WORTH_MORE = 0.8;
const BESIDE = 2;
const WORTH_BESIDE = 0.18;
const OTHER_GAME = 0.25;
const CLOSER = 8;
const SURE = 4.8;
const SHOWABLE = 1;
const LENGTH = 0.75;
const BEHIND = 0.1;
const CITED = 100;
const LEADING = 3;

/**
 * The answer for a reader, or why there is none: {failed: "empty" or "long"}.
 *
 * @param {Known} knowledge
 * @param {string} query
 * @param {string} reader
 * @param {string} root
 * @param {number} limit
 */
export function answerTo(knowledge, query, reader, root, limit) {
  if (query.length > LONGEST_QUERY) return { failed: "long" };
  const words = normalised(query);
  if (!words) return { failed: "empty" };
  const { game, words: wanted, rest } = namedGame(words);
  const cited = citedIn(rest, (named) => resolverFor(game, named), WORKS);
  const ids = cited?.ids ?? [];
  let asking = planOf(knowledge.lexicon, cited ? cited.rest : wanted, reader);
  const seen = { knowledge, reader, root };
  const [direct, missing] = citedResults(seen, ids, cited, game);
  if (missing.length && !direct.length) asking = planOf(knowledge.lexicon, wanted, reader);
  const isCitation = direct.length > 0 && !wantedWords(asking).length;
  const here = new Set(direct.map(({ edition, id }) => `${edition}:${id}`));
  const found = isCitation ? { strength: 0, results: [] } : rankedResults(seen, asking, game, limit);
  const results = [...direct, ...found.results.filter(({ edition, id }) => !here.has(`${edition}:${id}`))];
  return {
    query: words,
    game,
    citations: ids,
    missing,
    mended: Object.fromEntries(asking.words.filter((word) => word.reading === "typo").map((word) => [word.typed, word.readAs])),
    languages: isCitation ? [] : asking.languages.map(([language, share]) => ({ language, share })),
    story: isStory(asking),
    sure: direct.length > 0 || found.strength >= SURE || !results.length,
    results: byGame(results).map((result, at) => ({ rank: at + 1, ...result, procedures: leadingTo(seen, result) })),
    plan: asking,
  };
}

/**
 * The results for provisions that are cited, one for each law; and those that do not exist, with the nearest that do.
 *
 * @param {Seen} seen
 * @param {string[]} ids
 * @param {CitedInQuery | null} cited
 * @param {string | null} game
 */
function citedResults(seen, ids, cited, game) {
  const { language, work } = cited ?? { language: null, work: null };
  const laws = new Map();
  const missing = [];
  for (const id of ids) {
    const meant = meantBy(id, language, game, work);
    if (!meant.length) missing.push(missed(seen, id, game, work));
    for (const { edition, id: place } of meant) {
      const law = lawOf(place);
      const key = `${edition.id}:${law}`;
      const result = valueIn(laws, key, () => resultOf(seen, { edition: edition.id, id: law, result: "law" }, CITED, 1));
      result.hits.push(hitOf(seen, edition, place, depthOf(place) > 1 ? "provision" : "law", CITED));
    }
  }
  return [[...laws.values()], missing];
}

/**
 * A provision that no edition has, named as readers cite it, with the nearest that there are.
 *
 * @param {Seen} seen
 * @param {string} id
 * @param {string | null} game
 * @param {string | null} work
 */
function missed({ reader, root }, id, game, work) {
  const { edition, ids } = nearestTo(id, game, work);
  if (!edition) return { id, name: id, nearest: [] };
  return { id, name: shownAs(edition, id, reader), nearest: ids.map((near) => namedPlace(edition, near, reader, root)) };
}

/**
 * A provision by name and address.
 *
 * @param {Edition} edition
 * @param {string} id
 * @param {string} reader
 * @param {string} root
 * @returns {NamedPlace}
 */
function namedPlace(edition, id, reader, root) {
  return { id, name: shownAs(edition, id, reader), href: addressOf(root, reader, edition.id, id) };
}

/**
 * What the words of a query find, the best game first; and how much there is of the query as a whole.
 *
 * @param {Seen} seen
 * @param {Plan} asking
 * @param {string | null} game
 * @param {number} limit
 * @returns {{ strength: number, results: Result[] }}
 */
function rankedResults(seen, asking, game, limit) {
  const { documents, postings } = seen.knowledge;
  /** @param {number} document */
  const isAllowed = (document) => game === null || editionOf(documents.editions[document]).game === game;
  const wanted = wantedWords(asking);
  const ranked = rank(postings, wanted, documents, isAllowed);
  const best = ranked[0]?.score ?? 0;
  const strength = best * wanted.length ** LENGTH;
  const hasWhole = ranked.some(({ words }) => words.size === wanted.length);
  if (strength < SHOWABLE && !hasWhole) return { strength, results: [] };
  /** @type {Map<string, [Ranked, Group][]>} */
  const games = new Map();
  const taken = new Map();
  for (const match of ranked) {
    if (match.score < BEHIND * best) break;
    const group = documents.groups[match.group];
    const ofGame = editionOf(group.edition).game;
    const kind = `${ofGame} ${group.result}`;
    taken.set(kind, (taken.get(kind) ?? 0) + 1);
    if (taken.get(kind) > (group.result === "law" ? Math.max(limit, CLOSER) : BESIDE)) continue;
    listIn(games, ofGame).push([match, group]);
  }
  const ordered = [...games.values()].sort(([[one]], [[other]]) => other.score - one.score);
  const results = ordered
    .filter(([[first]]) => first.score >= OTHER_GAME * ordered[0][0][0].score)
    .flatMap((rows) => resultsOfGame(seen, rows, asking, limit));
  return { strength, results };
}

/**
 * The results of one game: its laws, and other places that are nearly as good, each with the hits that are shown.
 *
 * @param {Seen} seen
 * @param {[Ranked, Group][]} rows
 * @param {Plan} asking
 * @param {number} limit
 */
function resultsOfGame(seen, rows, asking, limit) {
  const best = Math.max(0, ...rows.filter(([, group]) => group.result === "law").map(([{ score }]) => score));
  const wanted = wantedWords(asking);
  const ofNext = rows.filter(([, group]) => group.result === "law").slice(1).map(([{ documents: [[first]] }]) => first);
  const results = [];
  let laws = 0;
  for (const [match, group] of rows) {
    if (group.result === "law") laws += 1;
    if (group.result === "law" ? laws > limit : match.score < WORTH_BESIDE * best) continue;
    const result = resultOf(seen, group, match.score, match.covered);
    const least = Math.max(WORTH_SHOWING * match.documents[0][0], WORTH_MORE * (ofNext[laws - 1] ?? 0));
    result.hits = hitsOf(seen, match.documents.slice(0, laws <= FIRST ? SHOWN : SHOWN_LATER), least);
    result.asked = ledTo(asking, wanted, match.words);
    results.push(result);
  }
  return results;
}

/**
 * The hits of a result: the best of these documents of its group, and the others with at least this score.
 *
 * @param {Seen} seen
 * @param {[number, number][]} matches
 * @param {number} least
 * @returns {Hit[]}
 */
function hitsOf(seen, matches, least) {
  const { documents } = seen.knowledge;
  return matches
    .filter(([score], at) => !at || score >= least)
    .map(([score, at]) => hitOf(seen, editionOf(documents.editions[at]), documents.ids[at], documents.kinds[at], score));
}

/**
 * @param {Seen} seen
 * @param {Group} group
 * @param {number} score
 * @param {number} covered
 * @returns {Result}
 */
function resultOf({ knowledge, reader, root }, group, score, covered) {
  const edition = editionOf(group.edition);
  return {
    game: edition.game,
    kind: group.result,
    edition: group.edition,
    year: edition.year,
    superseded: edition.superseded,
    id: group.id,
    name: shownAs(edition, group.id, reader) || knowledge.heading(group.edition, group.id)?.text || group.id,
    href: addressOf(root, reader, group.edition, group.id),
    title: group.result === "law" ? knowledge.title(group.edition, group.id) : knowledge.heading(group.edition, group.id),
    score: rounded(score, 4),
    covered: rounded(covered, 4),
    hits: [],
    asked: null,
    procedures: [],
  };
}

/**
 * @param {Seen} seen
 * @param {Edition} edition
 * @param {string} id
 * @param {string} kind
 * @param {number} score
 * @returns {Hit}
 */
function hitOf({ knowledge, reader, root }, edition, id, kind, score) {
  return {
    id,
    kind,
    name: shownAs(edition, id, reader) || knowledge.heading(edition.id, id)?.text || id,
    href: addressOf(root, reader, edition.id, id),
    now: edition.isOlder ? nowOf(edition, id).map((now) => namedPlace(now.edition, now.id, reader, root)) : [],
    score: rounded(score, 4),
  };
}

/**
 * The procedures that lead to a law or to what is shown of it.
 *
 * @param {Seen} seen
 * @param {Result} result
 */
function leadingTo({ knowledge, root }, { kind, edition, id, hits }) {
  if (kind !== "law") return [];
  return knowledge
    .leading(edition, id, hits.map((hit) => hit.id))
    .slice(0, LEADING)
    .map(({ place, name, language }) => ({ title: name, href: addressOf(root, language, edition, place.split(":")[1]) }));
}

/**
 * The results with those of one game together; the games are in the order of their first results.
 *
 * @param {Result[]} results
 */
function byGame(results) {
  const games = new Set(results.map(({ game }) => game));
  return [...games].flatMap((game) => results.filter((result) => result.game === game));
}

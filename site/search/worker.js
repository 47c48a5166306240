// The worker of search. It takes questions, and answers each with the number of the question:
//
//   {number, ask: "search", query, reader, root, limit, lean}    one answer or two; lean: only the first
//   {number, ask: "suggest", typed, reader, root, limit}
//   {number, ask: "snippet", edition, id, reader, root}
//   {number, ask: "rulings", query, only, sort, offset, limit, reader, root}
//   {number, ask: "quote", text, language, query, reader, root}  words of a text around those of a query
//   {number, ask: "warm", reader, root}
//   {number, ask: "stop"}                                        calls off the search with this number

import { lawOf } from "../linker/ids.js";
import { promiseIn, valueIn } from "../linker/maps.js";
import { pathShown } from "../linker/naming.js";
import { piecesOf, toldAt } from "../linker/plain.js";
import { answerTo } from "./answer.js";
import { EDITIONS } from "./library.js";
import { planOf } from "./plan.js";
import { rulingsFor } from "./rulings.js";
import { RulingsKnown } from "./ruling-shards.js";
import { Failed, jsonAt, Known } from "./shards.js";
import { snippetOf } from "./snippet.js";
import { suggestionsFor } from "./suggest.js";

/** @import { ClauseFile } from "../linker/types.d.ts" */
/** @import { Question, QuoteQuestion, RulingsQuestion, SearchQuestion, SnippetQuestion, SuggestQuestion } from "./types.d.ts" */

/** @type {Map<string, Known>} */
const READERS = new Map();
/** @type {Map<string, RulingsKnown>} */
const RULINGS = new Map();        // by root of the site
const PAUSE = 300;        // milliseconds
/** @type {Set<number>} */
const OPEN = new Set();        // searches that nobody has called off

/** @type {Map<string, Promise<ClauseFile>>} */
const CLAUSES = new Map();        // files of clauses, by address
const MOST_FILES = 40;

/**
 * @param {string} address
 * @returns {Promise<ClauseFile>}
 */
function clausesAt(address) {
  return promiseIn(CLAUSES, address, () => jsonAt(address), MOST_FILES);
}

/**
 * @param {{ reader: string, root: string }} question
 * @returns {Known}
 */
function knownTo({ reader, root }) {
  return valueIn(READERS, reader, () => new Known(reader, root));
}

/** @type {Record<string, (question: any) => Promise<unknown>>} */
const ASKED = {
  /** @param {SearchQuestion} question */
  async search({ number, query, reader, root, limit, lean }) {
    const knowledge = knownTo({ reader, root });
    await knowledge.first();
    await new Promise((resolve) => setTimeout(resolve));      // lets a message in that calls this off
    if (!OPEN.has(number)) return null;
    /**
     * @param {"first" | "refined"} stage
     * @param {boolean} refining
     */
    const answer = (stage, refining) => {
      const { failed, ...rest } = answerTo(knowledge, query, reader, root, limit);
      return failed ? { stage: "failed", reason: failed, refining: false } : { stage, refining, ...rest };
    };
    if (knowledge.isRefined) return answer("refined", false);
    const first = answer("first", !lean);
    if (lean || first.stage === "failed") return first;
    postMessage({ number, answer: first });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));      // the page asks for snippets of the first answer now
    await knowledge.rest();
    return OPEN.has(number) ? answer("refined", false) : null;
  },

  /** @param {SuggestQuestion} question */
  async suggest({ typed, reader, root, limit }) {
    const knowledge = knownTo({ reader, root });
    await knowledge.first();
    return suggestionsFor(knowledge, typed, reader, root, limit);
  },

  /** @param {SnippetQuestion} question */
  async snippet({ edition, id, reader, root, query }) {
    if (!EDITIONS.get(edition)?.known.has(id)) return null;
    const knowledge = knownTo({ reader, root });
    await knowledge.first();
    const file = await clausesAt(`${root}linker/${edition}/${reader}/${lawOf(id)}.json`);
    const plan = planOf(knowledge.lexicon, query, reader);
    const told = file.lang === reader ? undefined : toldAt(file, id);
    if (told) {
      const words = piecesOf(file.plain?.[told] ?? "", pathShown).join("");
      return { ...snippetOf(knowledge.lexicon, words, reader, plan), plain: true };
    }
    const text = file.clauses?.[id] || file.headings?.[id];
    return text ? snippetOf(knowledge.lexicon, text, file.lang, plan) : null;
  },

  /** @param {RulingsQuestion} question */
  async rulings(question) {
    const { query, reader, root } = question;
    const knowledge = knownTo({ reader, root });
    if (query) await knowledge.rest();
    return rulingsFor(knowledge, valueIn(RULINGS, root, () => new RulingsKnown(root)), question);
  },

  /** @param {QuoteQuestion} question */
  async quote({ text, language, query, reader, root }) {
    const { lexicon } = knownTo({ reader, root });
    return snippetOf(lexicon, text, language, planOf(lexicon, query, reader));
  },

  /** @param {Question} question */
  async warm({ reader, root }) {
    await knownTo({ reader, root }).first();
    return null;
  },
};

/** @param {MessageEvent<Question>} message */
async function answerMessage({ data }) {
  if (data.ask === "stop") {
    OPEN.delete(data.number);
    return;
  }
  OPEN.add(data.number);
  try {
    postMessage({ number: data.number, answer: await ASKED[data.ask](data) });
  } catch (error) {
    postMessage({ number: data.number, failed: error instanceof Failed ? error.reason : "damaged" });
  } finally {
    OPEN.delete(data.number);
  }
}

self.addEventListener("message", answerMessage);

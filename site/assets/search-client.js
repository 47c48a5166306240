// Search as pages ask it: starts the worker with the first question, and passes on questions and answers.

import { READER } from "./reader.js";

/** @import { Answer, Engine, Question, RulingsAsked } from "../search/types.d.ts" */

const above = new URL("..", /** @type {HTMLScriptElement} */ (document.currentScript).src);
// A language has its own assets below the root of the site, the root's pages have the root's.
const root = above.pathname.endsWith(`/${READER}/`) ? new URL("..", above) : above;
/** @type {Map<number, (answer: any, failed?: string) => void>} */
const waiting = new Map();      // what takes the answers to a question, by its number
/** @type {Worker | null} */
let worker = null;
let asked = 0;

const start = () => {
  const started = new Worker(new URL("search/kodeks-search.js", root));
  started.addEventListener("message", ({ data: { number, answer, failed } }) => waiting.get(number)?.(answer, failed));
  started.addEventListener("error", () => {      // it could not be loaded: the next question tries again
    worker = null;
    for (const take of [...waiting.values()]) take(null, navigator.onLine ? "damaged" : "offline");
  });
  return started;
};

/**
 * @param {{ ask: Question["ask"], [more: string]: unknown }} question
 * @param {(answer: any, failed?: string) => void} take
 */
const ask = (question, take) => {
  worker ??= start();
  const number = (asked += 1);
  waiting.set(number, take);
  worker.postMessage({ reader: engine.language, root: root.href, ...question, number });
  return number;
};

/**
 * The answer to a question that has only one; `otherwise` where it fails.
 *
 * @param {{ ask: Question["ask"], [more: string]: unknown }} question
 * @param {any} otherwise
 * @returns {Promise<any>}
 */
const once = (question, otherwise) =>
  new Promise((resolve) => {
    const number = ask(question, (answer, failed) => {
      waiting.delete(number);
      resolve(failed ? otherwise : answer);
    });
  });

/** @type {Engine} */
const engine = {
  language: READER,

  warm() {
    once({ ask: "warm" }, null);
  },

  /**
   * @param {string} typed
   * @param {number} [limit]
   */
  suggest(typed, limit = 8) {
    return once({ ask: "suggest", typed, limit }, []);
  },

  /**
   * Without `refine` there is one answer: from the reader's language alone, unless the others are there already.
   *
   * @param {string} words
   * @param {{ limit?: number, refine?: boolean }} options
   * @param {(answer: Answer) => void} onAnswer
   */
  search(words, { limit = 10, refine = true }, onAnswer) {
    const lean = !refine || (navigator.connection?.saveData ?? false);
    /** @type {Answer | null} */
    let last = null;
    const number = ask({ ask: "search", query: words, limit, lean }, (answer, failed) => {
      if (failed && last) answer = { ...last, refining: false };      // the first answer stays
      else if (failed) answer = { stage: "failed", reason: failed, refining: false };
      if (!answer?.refining) waiting.delete(number);
      last = answer;
      if (answer) onAnswer(answer);
    });
    return () => {
      if (waiting.delete(number)) worker?.postMessage({ ask: "stop", number });
    };
  },

  /**
   * Null where there are no words to show, undefined where they could not be had.
   *
   * @param {string} edition
   * @param {string} id
   * @param {string} query
   */
  snippet(edition, id, query) {
    return once({ ask: "snippet", edition, id, query }, undefined);
  },

  /** @param {RulingsAsked} question */
  rulings(question) {
    return new Promise((resolve) => {
      const number = ask({ ask: "rulings", ...question }, (answer, failed) => {
        waiting.delete(number);
        resolve(failed ? { failed } : answer);
      });
    });
  },

  /**
   * @param {string} text
   * @param {string} language
   * @param {string} query
   */
  quote(text, language, query) {
    return once({ ask: "quote", text, language, query }, undefined);
  },
};
window.kodeksSearch = engine;

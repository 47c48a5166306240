// Search for the pages: starts the worker when it is first wanted, and gives it questions.

const { lang } = document.documentElement;
const above = new URL("..", document.currentScript.src);
// A language has its own assets below the root of the site, the root's pages have the root's.
const root = above.pathname.endsWith(`/${lang}/`) ? new URL("..", above) : above;
const waiting = new Map();      // by the number of a question: what takes its answers
let worker = null;
let asked = 0;

const start = () => {
  worker = new Worker(new URL("search/kodeks-search.js", root));
  worker.addEventListener("message", ({ data: { number, answer, failed } }) => waiting.get(number)?.(answer, failed));
  worker.addEventListener("error", () => {      // it could not be loaded: it is tried again when asked again
    worker = null;
    for (const take of [...waiting.values()]) take(null, navigator.onLine ? "damaged" : "offline");
  });
};

const ask = (question, take) => {
  if (!worker) start();
  const number = (asked += 1);
  waiting.set(number, take);
  worker.postMessage({ reader: engine.language, root: root.href, ...question, number });
  return number;
};

// One answer, once.
const once = (question, otherwise) =>
  new Promise((resolve) => {
    const number = ask(question, (answer, failed) => {
      waiting.delete(number);
      resolve(failed ? otherwise : answer);
    });
  });

const engine = {
  language: lang,

  warm() {
    once({ ask: "warm" }, null);
  },

  suggest(typed, limit = 8) {
    return once({ ask: "suggest", typed, limit }, []);
  },

  // Without `refine` there is one answer: that of the reader's language, unless all have come already.
  search(words, { limit = 10, refine = true } = {}, onAnswer) {
    const lean = !refine || (navigator.connection?.saveData ?? false);
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

  // Null where there are no words to show, undefined where they could not be had.
  snippet(edition, id, query) {
    return once({ ask: "snippet", edition, id, query }, undefined);
  },
};
window.kodeksSearch = engine;

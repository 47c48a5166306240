// Walks a procedure: from the answers that were given to the next question or the end, by the same rules as
// kb/deciding/walking.py. The flow itself stands on the page.

/**
 * @typedef {{ key: string, to: string, words: string }} Choice
 * @typedef {{ key: string, words: string, section: HTMLElement, answers: Map<string, Choice> }} Question
 * @typedef {{ start: string, questions: Map<string, Question>, ends: Map<string, HTMLElement> }} Flow
 * @typedef {{ question: Question, choice: Choice }} Answered
 * @typedef {{ path: Answered[], question?: Question, end?: string }} Way
 */

const END = "end:";

/**
 * The flow that a page shows.
 *
 * @param {HTMLElement} place
 * @returns {Flow}
 */
export function flowOf(place) {
  /** @type {Map<string, Question>} */
  const questions = new Map();
  for (const section of place.querySelectorAll(".kb-ask")) {
    const key = section.dataset.question ?? "";
    const answers = [...section.querySelectorAll("[data-answer]")].map(({ dataset, textContent }) => {
      const answer = dataset.answer ?? "";
      return /** @type {const} */ ([answer, { key: answer, to: dataset.to ?? "", words: textContent ?? "" }]);
    });
    questions.set(key, { key, words: section.querySelector("h2")?.textContent ?? "", section, answers: new Map(answers) });
  }
  const ends = new Map([...place.querySelectorAll(".kb-end")].map((section) => [section.dataset.end ?? "", section]));
  return { start: place.dataset.start ?? "", questions, ends };
}

/**
 * The way that answers lead, as far as they go: one that does not fit ends it.
 *
 * @param {Flow} flow
 * @param {Map<string, string>} given
 * @returns {Way}
 */
export function walk(flow, given) {
  /** @type {Answered[]} */
  const path = [];
  for (let at = flow.start; ; ) {
    const question = flow.questions.get(at);
    if (!question) return { path, end: at.startsWith(END) ? at.slice(END.length) : undefined };
    const choice = question.answers.get(given.get(at) ?? "");
    if (!choice || !isHere(flow, choice.to)) return { path, question };
    path.push({ question, choice });
    at = choice.to;
  }
}

/**
 * Whether something that an answer leads to is on this page; it may be another procedure.
 *
 * @param {Flow} flow
 * @param {string} to
 */
export const isHere = ({ questions }, to) => questions.has(to) || to.startsWith(END);

/**
 * How many questions are asked at most from one on, this one too.
 *
 * @param {Flow} flow
 * @param {string} key
 * @returns {number}
 */
export function longest(flow, key) {
  const question = flow.questions.get(key);
  if (!question) return 0;
  return 1 + Math.max(...[...question.answers.values()].map(({ to }) => longest(flow, to)));
}

/**
 * The only way to a section whose anchor is in the address: a link of the page without its script leads there. Null
 * where there are several, or none.
 *
 * @param {Flow} flow
 * @param {string} hash
 * @returns {Answered[] | null}
 */
export function onlyWay(flow, hash) {
  const [, kind, key] = /^#(ask|end)-(.+)$/.exec(hash) ?? [];
  if (!key) return null;
  const wanted = kind === "end" ? END + key : key;
  /** @type {Answered[][]} */
  const found = [];
  /**
   * @param {string} at
   * @param {Answered[]} path
   */
  const look = (at, path) => {
    if (at === wanted) found.push(path);
    const question = flow.questions.get(at);
    for (const choice of question && found.length < 2 ? question.answers.values() : [])
      look(choice.to, [...path, { question: /** @type {Question} */ (question), choice }]);
  };
  look(flow.start, []);
  return found.length === 1 ? found[0] : null;
}

/**
 * Answers as they stand in an address: "how=meant,lho=no".
 *
 * @param {Answered[]} path
 */
export const written = (path) => path.map(({ question, choice }) => `${question.key}=${choice.key}`).join(",");

/**
 * The answers that an address has.
 *
 * @param {string} hash
 * @returns {Map<string, string>}
 */
export function read(hash) {
  const pairs = hash.replace(/^#/, "").split(",").map((pair) => pair.split("="));
  return new Map(pairs.filter((pair) => pair.length === 2).map(([question, answer]) => [question, answer]));
}

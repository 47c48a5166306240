// What the search page shows of an answer, as elements: laws with their provisions, by game; what was
// read otherwise or does not exist; the books to choose from. What is found is only ever text.

import { listIn } from "../linker/maps.js";
import { made, spoken } from "./bar.js";
import { fill, pieces } from "./messages.js";

/** @import { Answer, Engine, Hit, NamedPlace, Result, Snippet } from "../search/types.d.ts" */

/**
 * @param {Engine} engine
 * @param {DOMStringMap} messages
 */
export function resultsOf(engine, messages) {
  /** @type {Record<string, { title: string, game: string, usual: boolean }>} */
  const editions = JSON.parse(messages.editions ?? "{}");
  /** @type {Record<string, string>} */
  const sections = JSON.parse(messages.sections ?? "{}");
  /** @type {Map<string, Snippet | null | undefined | Promise<Snippet | null | undefined>>} */
  const snippets = new Map();          // by provision, for the query that they are about
  let about = "";

  /** @param {string} edition */
  const titleOf = (edition) => editions[edition]?.title ?? edition;
  /** @param {string | undefined} words */
  const tag = (words) => made("span", "kb-tag", words);
  /**
   * @param {string} href
   * @param {...(Node | string)} words
   */
  const link = (href, ...words) => {
    const one = made("a");
    one.href = href;
    one.append(...words);
    return one;
  };
  /**
   * @param {Node[]} all
   * @returns {(Node | string)[]}
   */
  const listed = (all) => all.flatMap((one, number) => (number ? [", ", one] : [one]));
  /** @param {NamedPlace} place */
  const placed = ({ href, name }) => link(href, name);

  /** @param {Snippet} snippet */
  const marked = ({ text, language, highlights }) => {
    const words = spoken(made("span", "kb-snippet"), language);
    let at = 0;
    for (const [start, end] of highlights) {
      words.append(text.slice(at, start), made("mark", "", text.slice(start, end)));
      at = end;
    }
    words.append(text.slice(at));
    return words;
  };
  /**
   * The words of a hit, fetched once for a query: those that are there (null if there are none), else a
   * promise of them.
   *
   * @param {string} query
   * @param {string} edition
   * @param {string} id
   */
  const wordsOf = (query, edition, id) => {
    if (query !== about) snippets.clear();
    about = query;
    const key = `${edition}:${id}`;
    if (!snippets.has(key)) {
      /** @param {Snippet | null | undefined} snippet */
      const kept = (snippet) => {
        if (query === about && snippet === undefined) snippets.delete(key);      // it failed: once more when asked again
        else if (query === about) snippets.set(key, snippet);
        return snippet;
      };
      snippets.set(key, engine.snippet(edition, id, query).then(kept));
    }
    return snippets.get(key);
  };
  /**
   * Wait for the words of all hits, but not long: what comes later has its place kept.
   *
   * @param {string} query
   * @param {Result[]} results
   */
  const ready = (query, results) => {
    const all = results.flatMap(({ edition, hits }) => hits.map(({ id }) => wordsOf(query, edition, id)));
    return Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, 400))]);
  };
  /**
   * What has no title of its ofGame goes by a name in the language of its words.
   *
   * @param {HTMLElement} item
   * @param {string} query
   * @param {Result} result
   * @param {Hit} hit
   * @param {HTMLElement} title
   */
  const quote = (item, query, { edition, kind }, { id }, title) => {
    /** @param {Snippet | null | undefined} snippet */
    const fillIn = (snippet) => {
      if (snippet && kind !== "law") spoken(title, snippet.language);
      if (snippet?.text) item.querySelector(".kb-snippet").replaceWith(marked(snippet));
      else item.classList.add("kb-hit-bare");
    };
    const words = wordsOf(query, edition, id);
    if (words instanceof Promise) words.then(fillIn);
    else fillIn(words);
  };

  /**
   * @param {string} query
   * @param {Result} result
   * @param {Hit} one
   * @param {HTMLElement} title
   */
  const hit = (query, result, one, title) => {
    const item = made("li", "kb-hit");
    if (one.id !== result.id) item.append(link(one.href, one.name), " ");
    item.append(made("span", "kb-snippet"));
    quote(item, query, result, one, title);
    if (result.superseded && one.now?.length) {
      const today = made("span", "kb-now-at");
      today.append(...pieces(messages.today, { places: listed(one.now.map(placed)) }));
      item.append(" ", today);
    }
    return item;
  };

  /** @param {string} words */
  const capitals = (words) => (words === words.toUpperCase() ? "kb-capitals" : "");      // as the pages have it

  /**
   * @param {string} query
   * @param {Result} one
   */
  const result = (query, one) => {
    const { kind, edition, superseded, title, hits } = one;
    const item = made("li", `kb-result-of-search${superseded ? " kb-result-old" : ""}`);
    const head = link(one.href);
    if (kind === "law" && title) head.append(made("span", "kb-number", one.name), spoken(made("span", capitals(title.text), title.text), title.language));
    else head.append(sections[one.href.split("/").at(-2)] ?? one.name);
    const heading = made("h3");
    heading.append(head);
    item.append(heading);
    const tags = made("p", "kb-tags");
    if (kind === "definition") tags.append(tag(messages.definition), " ");
    if (!editions[edition]?.usual) tags.append(tag(titleOf(edition)), " ");
    if (superseded) tags.append(made("span", "kb-became", messages.superseded));
    if (tags.childNodes.length) item.append(tags);
    const list = made("ul", "kb-hits");
    list.append(...hits.map((each) => hit(query, one, each, head)));
    if (hits.length) item.append(list);
    return item;
  };

  /**
   * With one game its heading would say nothing to the eye.
   *
   * @param {string} query
   * @param {Result[]} results
   */
  const grouped = (query, results) => {
    /** @type {Map<string, Result[]>} */
    const games = new Map();
    for (const one of results) listIn(games, one.game).push(one);
    return [...games].map(([game, ofGame]) => {
      const part = made("section");
      const list = made("ol", "kb-results");
      list.append(...ofGame.map((one) => result(query, one)));
      part.append(made("h2", games.size > 1 ? "" : "kb-unseen", editions[ofGame[0].edition]?.game ?? game), list);
      return part;
    });
  };

  /** @param {...(Node | string)} parts */
  const line = (...parts) => {
    const one = made("p");
    one.append(...parts);
    return one;
  };
  /** @param {Answer} answer */
  const asides = ({ mended = {}, missing = [] }) => {
    return [
      ...Object.entries(mended).map(([typed, read]) => line(fill(messages.mended, { typed, read }))),
      ...missing.map(({ name, nearest }) => {
        const places = listed(nearest.map(placed));
        return line(...pieces(places.length ? messages.nearest : messages.missing, { place: name, places }));
      }),
    ];
  };

  /**
   * A button for each book that something is found in, and one for all; none where there is no choice.
   *
   * @param {Result[]} results
   * @param {string} only
   * @param {(edition: string) => void} choose
   */
  const facets = (results, only, choose) => {
    /** @type {Map<string, number>} */
    const number = new Map();
    for (const { edition } of results) number.set(edition, (number.get(edition) ?? 0) + 1);
    if (number.size < 2 && !only) return [];
    /** @type {[string, number][]} */
    const counts = [["", results.length], ...number];
    return counts.map(([edition, count]) => {
      const button = made("button", "", edition ? titleOf(edition) : messages.everything);
      button.type = "button";
      button.append(" ", made("span", "kb-count", String(count)));
      button.ariaPressed = String(only === edition);
      button.addEventListener("click", () => choose(edition));
      return button;
    });
  };

  /** @param {string | null} id */
  const isEdition = (id) => Object.hasOwn(editions, id ?? "");
  return { ready, grouped, asides, facets, titleOf, isEdition };
}

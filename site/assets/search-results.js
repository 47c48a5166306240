// The elements by which the search page shows an answer: laws with their provisions, by game; notes on words that
// were mended and numbers that do not exist; the books to choose from. Nothing that was found is read as HTML.

import { listIn } from "../linker/maps.js";
import { spoken } from "./bar.js";
import { element, link, withCommas, withMarks } from "./elements.js";
import { fill, pieces } from "./messages.js";
import { partOf } from "./parts.js";

/** @import { Answer, Engine, Hit, NamedPlace, Result, Snippet } from "../search/types.d.ts" */

/**
 * @param {Engine} engine
 * @param {Record<string, string>} messages
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
  /** @param {string} words */
  const tag = (words) => element("span", "kb-tag", words);
  /** @param {NamedPlace[]} places */
  const linksTo = (places) => withCommas(places.map(({ href, name }) => link(href, name)));

  /**
   * @param {Snippet} snippet
   * @param {string} [look]
   */
  const marked = ({ text, language, highlights, plain }, look = "kb-snippet") => {
    const words = spoken(element("span", look), language);
    if (plain) words.append(tag(messages.plain), " ");
    return withMarks(words, { text, highlights });
  };
  /**
   * The words of a hit, fetched once for each query: a promise until they are there, null where there are none.
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
        if (query === about && snippet === undefined) snippets.delete(key);      // it failed: the next to ask tries again
        else if (query === about) snippets.set(key, snippet);
        return snippet;
      };
      snippets.set(key, engine.snippet(edition, id, query).then(kept));
    }
    return snippets.get(key);
  };
  /**
   * Waits a moment for the words of all hits. What comes later is put where room was kept for it.
   *
   * @param {string} query
   * @param {Result[]} results
   */
  const ready = (query, results) => {
    const all = results.flatMap(({ edition, hits }) => hits.map(({ id }) => wordsOf(query, edition, id)));
    return Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, 400))]);
  };
  /**
   * Puts the words of a hit into its item. A result that is no law is named in the language of those words.
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
      if (snippet?.text) partOf(item, ".kb-snippet").replaceWith(marked(snippet));
      else item.classList.add("kb-hit-bare");
    };
    const words = wordsOf(query, edition, id);
    if (words instanceof Promise) words.then(fillIn);
    else fillIn(words);
  };

  /**
   * @param {string} query
   * @param {Result} result
   * @param {Hit} hit
   * @param {HTMLElement} title
   */
  const hitItem = (query, result, hit, title) => {
    const item = element("li", "kb-hit");
    if (hit.id !== result.id) item.append(link(hit.href, hit.name), " ");
    item.append(element("span", "kb-snippet"));
    quote(item, query, result, hit, title);
    if (result.superseded && hit.now?.length)
      item.append(" ", element("span", "kb-now-at", ...pieces(messages.today, { places: linksTo(hit.now) })));
    return item;
  };

  /** @param {string} words */
  const capitals = (words) => (words === words.toUpperCase() && words !== words.toLowerCase() ? "kb-capitals" : "");      // as the pages have it

  /**
   * The asker's words that led to a result, where the query tells a story.
   *
   * @param {Answer} answer
   * @param {Result} result
   */
  const asked = ({ story, languages = [] }, { asked: words, kind }) => {
    if (!story || !words || kind !== "law") return [];
    const said = marked({ ...words, language: languages[0]?.language ?? "" }, "kb-led-words");
    return [element("p", "kb-led", ...pieces(messages.asked, { words: [said] }))];
  };

  /**
   * Links to the procedures that lead to a law from what happened.
   *
   * @param {Result} result
   */
  const ledTo = ({ procedures }) => {
    if (!procedures.length) return [];
    const links = procedures.flatMap(({ href, title }) => [" ", link(href, title)]);
    return [element("p", "kb-led-to", element("span", "", messages.happened), ...links)];
  };

  /**
   * @param {string} query
   * @param {Answer} answer
   * @param {Result} result
   */
  const resultItem = (query, answer, result) => {
    const { kind, edition, superseded, title, hits, href, name } = result;
    const head = link(href);
    if (kind === "law" && title)
      head.append(element("span", "kb-number", name), spoken(element("span", capitals(title.text), title.text), title.language));
    else head.append(sections[href.split("/").at(-2) ?? ""] ?? name);
    const item = element("li", `kb-result-of-search${superseded ? " kb-result-old" : ""}`, element("h3", "", head));
    const tags = element("p", "kb-tags");
    if (kind === "definition") tags.append(tag(messages.definition), " ");
    if (!editions[edition]?.usual) tags.append(tag(titleOf(edition)), " ");
    if (superseded) tags.append(element("span", "kb-became", messages.superseded));
    if (tags.childNodes.length) item.append(tags);
    item.append(...asked(answer, result));
    if (hits.length) item.append(element("ul", "kb-hits", ...hits.map((hit) => hitItem(query, result, hit, head))));
    item.append(...ledTo(result));
    return item;
  };

  /**
   * The results in a section for each game. The heading of an only game is left to screen readers.
   *
   * @param {string} query
   * @param {Answer} answer
   * @param {Result[]} results
   */
  const grouped = (query, answer, results) => {
    /** @type {Map<string, Result[]>} */
    const games = new Map();
    for (const result of results) listIn(games, result.game).push(result);
    return [...games].map(([game, ofGame]) => {
      const heading = element("h2", games.size > 1 ? "" : "kb-unseen", editions[ofGame[0].edition]?.game ?? game);
      return element("section", "", heading, element("ol", "kb-results", ...ofGame.map((result) => resultItem(query, answer, result))));
    });
  };

  /**
   * What is said beside the results: which words were mended, and which provisions there are not.
   *
   * @param {Answer} answer
   */
  const asides = ({ mended = {}, missing = [], sure = true }) => [
    ...Object.entries(mended).map(([typed, read]) => element("p", "", fill(messages.mended, { typed, read }))),
    ...missing.map(({ name, nearest }) =>
      element("p", "", ...pieces(nearest.length ? messages.nearest : messages.missing, { place: name, places: linksTo(nearest) }))),
    ...(sure ? [] : [element("p", "kb-perhaps", messages.unsure)]),
  ];

  /**
   * A button for each book that something is found in, and one for all; none where there is no choice.
   *
   * @param {Result[]} results
   * @param {string} only
   * @param {(edition: string) => void} choose
   */
  const facets = (results, only, choose) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { edition } of results) counts.set(edition, (counts.get(edition) ?? 0) + 1);
    if (counts.size < 2 && !only) return [];
    return [/** @type {[string, number]} */ (["", results.length]), ...counts].map(([edition, count]) => {
      const words = edition ? titleOf(edition) : messages.everything;
      const button = element("button", "", words, " ", element("span", "kb-count", String(count)));
      button.type = "button";
      button.ariaPressed = String(only === edition);
      button.addEventListener("click", () => choose(edition));
      return button;
    });
  };

  /** @param {string} id */
  const isEdition = (id) => Object.hasOwn(editions, id);
  return { ready, grouped, asides, facets, titleOf, isEdition };
}

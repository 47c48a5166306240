// The page of rulings: it searches them with what is on the site, or asks the service where there are too many for that.
// What is asked stands in the page's address.

import { askedIn, fieldOf } from "./asked.js";
import { askedTime } from "./asked-time.js";
import { element } from "./elements.js";
import { counted, fill, titleFor } from "./messages.js";
import { messagesOf, partOf, targetOf } from "./parts.js";
import { addressOf, citationIn, itemOf, passageOf, wholeOf, wordsIn } from "./ruling-list.js";
import { askService } from "./service.js";

/** @import { FacetValue, RulingFilters, RulingsAnswer } from "../search/types.d.ts" */
/** @import { TimeWords } from "./asked-time.js" */
/** @import { ListedRuling, WholeRuling } from "./ruling-list.js" */

/** @typedef {{ failed?: string, total: number, results: ListedRuling[], facets: Record<string, FacetValue[]>, told: string[] }} Found */

const LIMIT = 10;
const FIELDS = ["q", "law", "year", "body", "lang", "decision", "sort"];
const FACET_OF = /** @type {const} */ ({ law: "law", year: "year", body: "body", lang: "language", decision: "decision" });

document.addEventListener("DOMContentLoaded", () => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".kb-rulings .kb-find"));
  const engine = window.kodeksSearch;
  if (!form || !engine) return;
  const said = partOf(document, ".kb-said");
  const messages = messagesOf(said);
  const times = /** @type {TimeWords} */ (JSON.parse(messages.times));
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const [found, list, more, absent] = [".kb-found", ".kb-ruling-list", ".kb-more", ".kb-no-service"].map((part) => partOf(document, part));
  const untouched = document.title;
  const usual = { found: found.textContent, items: [...list.children], more: more.hidden };
  const asksService = "service" in said.dataset;
  let asking = new AbortController();
  let shown = 0;

  /** @param {string} name */
  const field = (name) => fieldOf(form, name);
  /** @param {string} name */
  const choices = (name) => Array.from(form.querySelectorAll(`select[name="${name}"] option[data-name]`), (one) => /** @type {HTMLOptionElement} */ (one));
  /** @param {string} name */
  const namesOf = (name) => Object.fromEntries(choices(name).map(({ value, dataset }) => [value, dataset.name ?? value]));
  const names = { languages: namesOf("lang"), decisions: namesOf("decision") };

  /** What the form says, without what is as usual. */
  const wanted = () => askedIn(form, FIELDS, "relevance");

  // --- asking ------------------------------------------------------------------------------------------

  /**
   * The rulings of the site that are asked for.
   *
   * @param {URLSearchParams} asked
   * @param {number} offset
   * @returns {Promise<Found>}
   */
  const askSite = async (asked, offset) => {
    const only = /** @type {RulingFilters} */ (
      Object.fromEntries(Object.entries(FACET_OF).map(([name, facet]) => [facet, asked.getAll(name)]))
    );
    const sort = asked.get("sort") === "date" ? "date" : "relevance";
    const { rest: query, since, until } = askedTime((asked.get("q") ?? "").normalize(), times);
    const answer = await engine.rulings({ query, since, until, only, sort, offset, limit: LIMIT });
    const { total = 0, results = [], facets = {}, understood, failed } = answer;
    const [missing, mended] = [understood?.missing ?? [], Object.entries(understood?.mended ?? {})];
    return {
      failed, total, results, facets,
      told: [
        ...missing.map((place) => fill(messages.missing, { place })),
        ...mended.map(([typed, read]) => fill(messages.mended, { typed, read })),
      ],
    };
  };

  /**
   * What the service answers to an address: its JSON, or why there is none.
   *
   * @param {string} address
   * @returns {Promise<any>}
   */
  const fetched = async (address) => {
    const answer = await askService(`rulings${address}`, asking.signal);
    if (typeof answer === "string") return { failed: answer };
    if (answer.ok) return answer.body;
    return { failed: answer.status === 404 && asksService && address.startsWith("?") ? "absent" : "nothing" };
  };

  /**
   * The same of the service.
   *
   * @param {URLSearchParams} asked
   * @param {number} offset
   * @returns {Promise<Found>}
   */
  const askLibrary = async (asked, offset) => {
    const { failed, total = 0, results = [], facets = {}, understood } = await fetched(`?${asked}&limit=${LIMIT}&offset=${offset}`);
    const mended = Object.entries(understood?.mended ?? {});
    return {
      failed, total, facets,
      results: results.map((/** @type {any} */ one) => ({ ...one, slug: one.id, page: null, passage: inUnits(one.passage) })),
      told: mended.map(([typed, read]) => fill(messages.mended, { typed, read })),
    };
  };

  // --- showing -----------------------------------------------------------------------------------------

  /** @param {Record<string, FacetValue[]>} facets */
  const count = (facets) => {
    for (const [name, facet] of Object.entries(FACET_OF)) {
      const counts = new Map((facets[facet] ?? []).map(({ value, count: number }) => [value ?? "", number]));
      for (const option of choices(name)) {
        const number = counts.get(option.value) ?? 0;
        option.textContent = `${option.dataset.name} (${number})`;
        option.disabled = !number && !option.selected;
      }
    }
  };

  /**
   * Puts the words that tell most into the items, each when they are there.
   *
   * @param {ListedRuling[]} results
   * @param {HTMLElement[]} items
   * @param {string} query
   */
  const quote = (results, items, query) => {
    const { signal } = asking;
    const law = query ? "" : field("law").value;
    results.forEach(async (ruling, at) => {
      const room = ruling.passage ? null : partOf(items[at], ".kb-snippet");
      const snippet = room && (await snippetOf(ruling, query, law, signal).catch(() => undefined));
      if (snippet) room.replaceWith(passageOf(snippet, ruling.language));
      else room?.remove();
    });
  };

  /**
   * The words of a ruling around those of the query; where there are none, around what it cites of a law.
   *
   * @param {ListedRuling} ruling
   * @param {string} query
   * @param {string} law
   * @param {AbortSignal} signal
   */
  const snippetOf = async (ruling, query, law, signal) => {
    const answer = await fetch(addressOf(ruling), { signal });
    if (!answer.ok) return undefined;
    const html = await answer.text();
    return (law && citationIn(html, law)) || engine.quote(wordsIn(html), ruling.language, query);
  };

  /**
   * @param {Found} answer
   * @param {string} query
   * @param {boolean} goesOn
   */
  const show = ({ total, results, facets, told }, query, goesOn) => {
    const items = results.map((ruling) => itemOf(ruling, names));
    if (goesOn) list.append(...items);
    else list.replaceChildren(...items);
    shown = (goesOn ? shown : 0) + results.length;
    found.textContent = [total ? counted(messages.counted, total, rules) : messages.nothing, ...told].join(" ");
    more.hidden = shown >= total;
    count(facets);
    quote(results, items, query);
    if (goesOn) items[0]?.querySelector("a")?.focus();
  };

  /** @param {string} reason */
  const fail = (reason) => {
    absent.hidden = reason !== "absent";
    list.replaceChildren();
    more.hidden = true;
    found.textContent = reason === "absent" ? "" : why(reason);
  };
  /** @param {string} reason */
  const why = (reason) => messages[reason] ?? messages.damaged;

  /** @param {string} id */
  const open = async (id) => {
    const { signal } = asking;
    const body = await fetched(`/${encodeURIComponent(id)}`);
    if (signal.aborted) return;
    if (body.failed) return fail(body.failed);
    const ruling = /** @type {WholeRuling} */ (body.ruling);
    found.textContent = "";
    more.hidden = true;
    list.replaceChildren(element("li", "", wholeOf(ruling, names)));
  };

  /** @param {number} [offset] */
  const search = async (offset = 0) => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = wanted();
    const query = asked.get("q") ?? "";
    if (query.length > Number(messages.longest)) return fail("long");
    const late = setTimeout(() => signal.aborted || (found.textContent = messages.loading), 400);
    const answer = await (asksService ? askLibrary : askSite)(asked, offset);
    clearTimeout(late);
    if (signal.aborted) return;
    if (answer.failed && offset) return (found.textContent = why(answer.failed === "absent" ? "offline" : answer.failed));   // what is read stays
    absent.hidden = true;
    if (answer.failed) return fail(answer.failed);
    show(answer, query, offset > 0);
  };

  // --- the address -------------------------------------------------------------------------------------

  /**
   * Chooses a value, which becomes an option of its own if the form has it not.
   *
   * @param {string} name
   * @param {string} value
   */
  const choose = (name, value) => {
    const one = field(name);
    form.querySelector(`select[name="${name}"] [data-added]`)?.remove();
    one.value = value;
    if (one.value === value || !(one instanceof HTMLSelectElement)) return;
    const words = name === "law" ? value.replace(/^[^:]*:/, "").replaceAll(",", ", ") : value;
    const added = new Option(words, value, false, true);
    added.dataset.name = words;
    added.dataset.added = "";
    one.add(added);
  };

  const restore = () => {
    const asked = new URLSearchParams(location.search);
    for (const name of FIELDS) choose(name, asked.get(name) ?? (name === "sort" ? "relevance" : ""));
    const query = asked.get("q") ?? "";
    document.title = titleFor(untouched, messages.title, query);
    const id = asked.get("id");
    if (id) return open(id);
    if ([...asked.keys()].some((name) => FIELDS.includes(name))) return search();
    asking.abort();
    list.replaceChildren(...usual.items);
    [found.textContent, more.hidden, absent.hidden, shown] = [usual.found, usual.more, true, usual.items.length];
    for (const option of form.querySelectorAll("option")) if (option.dataset.usual) [option.textContent, option.disabled] = [option.dataset.usual, false];
  };

  for (const option of form.querySelectorAll("option")) option.dataset.usual = option.textContent;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = String(wanted());
    const address = asked ? `?${asked}` : "";
    if (address !== location.search) history.pushState(null, "", address || location.pathname);
    restore();
  });
  form.addEventListener("change", (event) => {
    if (targetOf(event)?.matches("select")) form.requestSubmit();
  });
  more.addEventListener("click", () => search(shown));
  window.addEventListener("popstate", restore);
  restore();
});

/**
 * A passage of the service, whose places are counted in whole characters, with places in the string.
 *
 * @param {{ text: string, highlights: [number, number][] }} passage
 */
function inUnits({ text, highlights }) {
  const signs = [...text];
  /** @param {number} place */
  const unit = (place) => signs.slice(0, place).join("").length;
  return { text, highlights: highlights.map(([start, end]) => /** @type {[number, number]} */ ([unit(start), unit(end)])) };
}

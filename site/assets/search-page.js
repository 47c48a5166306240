// The search page: it shows results while one types, and the query stands in its address. Results that the reader
// has begun to look at do not move when better ones come.

import { clauseOf } from "./alone.js";
import { boxForm } from "./bar.js";
import { counted, fill, titleFor } from "./messages.js";
import { messagesOf, partOf, targetOf } from "./parts.js";
import { resultsOf } from "./search-results.js";
import { isOn, setOn, SLASH } from "./switches.js";

/** @import { Answer, Result } from "../search/types.d.ts" */

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".kb-find");
  const engine = window.kodeksSearch;
  if (!form || !engine || !boxForm()) return;
  const messages = messagesOf(partOf(document, ".kb-said"));
  const draw = resultsOf(engine, messages);
  const input = partOf(form, "input");
  const [count, refining, refine, facets, asides, answers, more, ways] = [
    "found", "refining", "refine", "facets", "asides", "answer", "more", "ways",
  ].map((name) => partOf(document, `.kb-${name}`));
  const [FEW, MANY] = [10, 40];        // laws of each game
  const untouched = document.title;
  const rules = new Intl.PluralRules(document.documentElement.lang);

  let query = "";
  let limit = FEW;
  let only = "";          // the edition that is shown alone
  /** @type {Answer | null} */
  let shown = null;       // the answer that is on the page
  /** @type {Answer | null} */
  let waiting = null;     // a better answer, which would move what the reader looks at
  let isRead = false;
  let onto = -1;          // the result that gets the focus when the next answer is shown
  let opens = false;      // whether a number alone leads to its clause: it was sent, and not only typed
  let callOff = () => {};
  let telling = 0;

  // Tells screen readers what the page shows, once the typing rests, so that it is not interrupted.
  const tell = () => {
    clearTimeout(telling);
    telling = setTimeout(() => {
      const spoken = [count, asides, refining].map((part) => part.textContent).filter(Boolean);
      partOf(document, ".kb-told [role=status]").textContent = spoken.join(" ");
    }, 700);
  };

  // --- answers -----------------------------------------------------------------------------------------

  /**
   * @param {number} number
   * @param {boolean} refines
   */
  const summary = (number, refines) => {
    if (number) return counted(messages.counted, number, rules);
    if (refines) return "";
    return only ? fill(messages.nothingHere, { title: draw.titleOf(only) }) : messages.nothing;
  };
  /** @param {Result[]} results */
  const hasMore = (results) => {
    const games = results.filter(({ kind }) => kind === "law").map(({ game }) => game);
    return limit === FEW && games.some((game) => games.filter((other) => other === game).length >= FEW);
  };
  const heads = () => answers.querySelectorAll(".kb-results h3 a");

  /** @param {Answer} answer */
  const show = (answer) => {
    shown = answer;
    waiting = null;
    const { results = [] } = answer;
    const chosen = results.filter(({ edition }) => !only || edition === only);
    facets.replaceChildren(...draw.facets(results, only, choose));
    asides.replaceChildren(...draw.asides(answer));
    answers.replaceChildren(...draw.grouped(query, answer, chosen));
    count.textContent = summary(chosen.length, answer.refining);
    refine.hidden = true;
    more.hidden = answer.refining || !hasMore(results);
    ways.hidden = answer.refining;      // the results still to come would move it
    if (onto >= 0) (heads()[onto] ?? [...heads()].at(-1) ?? input).focus();
    onto = -1;
  };
  /** @param {string} edition */
  const choose = (edition) => {
    only = edition;
    remember(query, true);
    if (waiting) refining.textContent = "";
    const next = waiting ?? shown;
    if (next) show(next);
    facets.querySelector("[aria-pressed=true]")?.focus();
  };
  /** @param {string} [words] */
  const clear = (words = "") => {
    shown = waiting = null;
    for (const part of [facets, asides, answers]) part.replaceChildren();
    refine.hidden = more.hidden = true;
    ways.hidden = false;
    refining.textContent = "";
    count.textContent = words;
    onto = -1;
    tell();
  };
  /** @param {string} reason */
  const fail = (reason) => reason === "empty" ? clear() : clear(fill(messages[reason] ?? messages.damaged, { num: messages.longest }));

  /** @param {Answer} answer */
  const order = ({ results = [] }) => results.map(({ edition, id }) => `${edition}:${id}`).join(" ");
  /** @param {Answer} answer */
  const take = (answer) => {
    const clause = opens ? clauseOf(answer) : null;
    opens = false;
    if (clause) return location.assign(clause);
    if (answer.stage === "failed") return shown ? (refining.textContent = "") : fail(answer.reason ?? "");
    refining.textContent = answer.refining ? messages.refining : "";
    tell();
    if (!shown || !isRead) return show(answer);
    if (order(answer) === order(shown)) return;
    waiting = answer;
    refining.textContent = messages.more;
    refine.hidden = false;
  };

  /**
   * @param {string} words
   * @param {number} [most]
   */
  const search = (words, most = FEW) => {
    query = words;
    limit = most;
    isRead = false;
    callOff();
    document.title = titleFor(untouched, messages.title, words);
    if (!words) return clear();
    if (words.length > Number(messages.longest)) return fail("long");
    setTimeout(() => isCurrent && !shown && !taken && (count.textContent = messages.loading), 400);
    let number = 0;
    let taken = 0;
    let isCurrent = true;
    const stop = engine.search(words, { limit }, async (answer) => {
      const mine = ++number;
      await draw.ready(words, answer.results ?? []);
      if (!isCurrent || mine < taken) return;
      if (!taken) shown = null;         // results of an earlier query stay until there are others
      taken = mine;
      take(answer);
    });
    callOff = () => {
      isCurrent = false;
      stop();
    };
  };

  // The results do not move once the reader points at them, touches them, scrolls or goes there with the keyboard.
  for (const sign of ["pointermove", "pointerdown", "focusin", "wheel", "touchstart"])
    answers.addEventListener(sign, () => (isRead = true), { passive: true });
  refine.addEventListener("click", () => {
    refining.textContent = "";
    onto = 0;
    if (waiting) show(waiting);
    isRead = false;
  });
  more.addEventListener("click", () => {
    onto = heads().length;
    search(query, MANY);
  });

  // --- the address -------------------------------------------------------------------------------------

  let settled = location.search;        // the query of the entry in the browser's history
  /**
   * @param {string} words
   * @param {boolean} isNew
   */
  const remember = (words, isNew) => {
    const asked = new URLSearchParams(words ? { q: words } : {});
    if (words && only) asked.set("in", only);
    const next = words ? `?${asked}` : "";
    /** @param {string} asking */
    const address = (asking) => asking || location.pathname;
    if (!isNew || next === settled) return history.replaceState(null, "", address(next));
    history.replaceState(null, "", address(settled));
    history.pushState(null, "", address(next));
    settled = next;
  };
  const restore = () => {
    const asked = new URLSearchParams(location.search);
    settled = location.search;
    const edition = asked.get("in") ?? "";
    only = draw.isEdition(edition) ? edition : "";
    input.value = asked.get("q") ?? "";
    search(input.value.trim());
  };

  let resting = 0;
  const typed = () => {
    const words = input.value.trim();
    if (words === query) return;
    onto = -1;
    only = "";
    search(words);
    clearTimeout(resting);
    resting = setTimeout(() => remember(words, false), 300);      // browsers limit how often
  };
  input.addEventListener("focus", () => engine.warm(), { once: true });
  input.addEventListener("input", (event) => event.isComposing || typed());
  input.addEventListener("compositionend", typed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const clause = shown && input.value.trim() === query ? clauseOf(shown) : null;
    if (clause) {
      remember(query, true);
      location.assign(clause);
      return;
    }
    opens = !shown || input.value.trim() !== query;
    if (input.value.trim() === query && !shown) search(query);          // it failed: try again
    else typed();
    clearTimeout(resting);
    remember(query, true);
  });
  window.addEventListener("popstate", restore);
  partOf(document, ".kb-examples").addEventListener("click", (event) => {
    const example = targetOf(event)?.closest("a");
    if (!example || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", example.href);
    restore();
    input.focus();
  });

  const key = /** @type {HTMLInputElement} */ (partOf(document, ".kb-slash input"));
  key.checked = isOn(SLASH);
  key.addEventListener("change", () => setOn(SLASH, key.checked));
  restore();
});

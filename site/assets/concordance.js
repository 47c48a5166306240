// The concordance page: it asks the service, and the query stands in the page's address.

import { askedIn, fieldOf } from "./asked.js";
import { countsOf, faultOf, linesOf } from "./concordance-lines.js";
import { counted, fill, titleFor } from "./messages.js";
import { messagesOf, partOf, targetOf } from "./parts.js";
import { askService } from "./service.js";

/** @import { Concordance, Problem } from "./concordance-lines.js" */

const LIMIT = 50, WIDTH = 50;         // how many lines at a time; the context that fits beside them
const FIELDS = ["q", "lang", "in", "sort"];

document.addEventListener("DOMContentLoaded", () => {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".kb-concording .kb-find"));
  if (!form) return;
  const said = partOf(document, ".kb-said");
  const messages = messagesOf(said);
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const [found, fault, counts, lines, more, ways, absent] = ["found", "fault", "counts", "lines", "more", "ways", "no-service"].map((name) =>
    partOf(document, `.kb-${name}`)
  );
  const untouched = document.title;
  const input = partOf(form, "input");
  let asking = new AbortController();
  let next = "";

  /** @param {string} name */
  const field = (name) => fieldOf(form, name);

  /** What the form says, without what is as usual. */
  const wanted = () => askedIn(form, FIELDS, "place");

  /** @param {boolean} isAbsent */
  const setAbsent = (isAbsent) => {
    absent.hidden = !isAbsent;
    for (const part of form.elements) part.toggleAttribute("disabled", isAbsent);
  };

  /** @param {string} [words] */
  const clear = (words = "") => {
    found.textContent = words;
    for (const part of [fault, counts, lines]) part.replaceChildren();
    more.hidden = true;
    ways.hidden = false;
    input.removeAttribute("aria-invalid");
  };

  /** @param {Problem} problem */
  const refuse = (problem) => {
    clear();
    input.ariaInvalid = "true";
    fault.replaceChildren(...faultOf(input.value.trim(), problem, messages));
  };

  /** @param {Concordance} answer */
  const tell = (answer) => {
    const words = answer.missing.map(({ word, nearest }) =>
      fill(nearest.length ? messages.nearest : messages.missing, { word, words: nearest.join(", ") })
    );
    const numbers = [counted(messages.counted, answer.total, rules), counted(messages.records, answer.records, rules)];
    found.textContent = answer.total ? numbers.join(" ") : [messages.nothing, ...words].join(" ");
  };

  /** @param {Concordance} answer */
  const show = (answer) => {
    clear();
    tell(answer);
    counts.replaceChildren(...countsOf(answer, said, withMore));
    lines.replaceChildren(...(answer.lines.length ? [linesOf(answer.lines, said)] : []));
    goOn(answer);
  };

  /** @param {Concordance} answer */
  const goOn = ({ next: onward }) => {
    next = onward ? new URL(onward, location.href).search : "";
    more.hidden = !next;
  };

  /** @param {string} narrowing */
  const withMore = (narrowing) => {
    const asked = wanted();
    asked.set("q", `${asked.get("q")} ${narrowing}`);
    return `?${asked}`;
  };

  const search = async () => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = wanted();
    const words = asked.get("q") ?? "";
    document.title = titleFor(untouched, messages.title, words);
    if (!words) clear();
    const late = setTimeout(() => signal.aborted || (words && (found.textContent = messages.loading)), 400);
    const address = words ? `concordance?${asked}&limit=${LIMIT}&width=${WIDTH}` : "version";
    const answer = await askService(address, signal);
    clearTimeout(late);
    if (signal.aborted) return;
    setAbsent(answer === "absent");
    if (answer === "absent" || !words) return clear();
    if (answer === "offline" || answer === "later") return clear(messages[answer]);
    if (answer.ok) show(answer.body);
    else refuse(answer.body);
  };

  more.addEventListener("click", async () => {
    const { signal } = asking;
    const answer = await askService(`concordance${next}`, signal);
    if (signal.aborted) return;
    if (typeof answer === "string") return (found.textContent = messages[answer === "later" ? answer : "offline"]);
    if (!answer.ok) return refuse(answer.body);
    const table = linesOf(answer.body.lines, said);
    lines.append(table);
    goOn(answer.body);
    table.querySelector("a")?.focus();
  });

  const restore = () => {
    const asked = new URLSearchParams(location.search);
    for (const name of FIELDS) field(name).value = asked.get(name) ?? (name === "sort" ? "place" : "");
    for (const select of form.querySelectorAll("select")) if (select.selectedIndex < 0) select.selectedIndex = 0;
    search();
  };

  /** @param {string} address */
  const go = (address) => {
    if (address !== location.search) history.pushState(null, "", address || location.pathname);
    restore();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = wanted();
    go(asked.has("q") ? `?${asked}` : "");
  });
  form.addEventListener("change", (event) => {
    if (targetOf(event)?.matches("select") && input.value.trim()) form.requestSubmit();
  });
  // Links that ask something else of this page do so without loading it again.
  partOf(document, ".kb-room").addEventListener("click", (event) => {
    const chosen = targetOf(event)?.closest("a");
    if (!chosen?.getAttribute("href")?.startsWith("?") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(chosen.search);
    input.focus();
  });
  window.addEventListener("popstate", restore);
  restore();
});

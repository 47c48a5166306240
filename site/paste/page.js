// The page where one pastes a ruling: its citations become links at once, and can be copied. What is
// pasted is only ever text: the browser reads no markup in it.

import { copy } from "../assets/clipboard.js";
import { fill, oneLine } from "../assets/messages.js";
import { cite } from "../linker/cite-document.js";
import { CITING } from "../linker/cited.js";
import { preview } from "../linker/preview.js";
import { asHtml, asHtmlTable, asList, asMarkdown, asTable } from "./copies.js";
import { Pasted } from "./pasted.js";

const SOON = 250;          // milliseconds: so long the typing rests before what is pasted is read

function begin(form) {
  const messages = document.querySelector(".kb-said").dataset;
  const [input, within, counted, result, linked, flags, copied, byHand] = [
    "#kb-pasted", "#kb-within", ".kb-counted", ".kb-result", ".kb-linked", ".kb-flags", ".kb-copied", ".kb-by-hand",
  ].map((name) => form.querySelector(name));
  const places = {
    newest: Object.fromEntries([...within.options].map((option) => [option.value, option.dataset.newest])),
    years: Object.fromEntries([...within.options].map((option) => [option.value, option.dataset.year])),
    site: new URL("../", location).href,
    messages,
  };
  const heads = [messages.provision, messages.times, messages.address];
  const copies = { html: asHtml, markdown: asMarkdown, list: asList, table: (pasted) => asTable(pasted, heads) };
  let current = new Pasted("", false, [], places);

  // What the form says now, read; the second of the pair is whether that is too much to be read.
  function read() {
    const text = input.value;
    const isMarkdown = form.elements.format.value === "markdown";
    const languages = chosenLanguages();
    const options = { format: isMarkdown ? "markdown" : "text", languages, within: within.value };
    try {
      return [new Pasted(text, isMarkdown, text.trim() ? cite(text, options) : [], places), false];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [new Pasted(text, isMarkdown, [], places), true];
    }
  }

  function chosenLanguages() {
    return [...form.querySelectorAll("[name=language]:checked")].map((box) => box.value);
  }

  function show() {
    let isTooMuch;
    [current, isTooMuch] = read();
    const languages = chosenLanguages();
    linked.replaceChildren(...current.pieces((words) => words, (citation, words) => elementOf(current, citation, words)));
    linked.lang = languages.length === 1 ? languages[0] : "";
    flags.querySelector("ul").replaceChildren(...current.flagged.map((citation) => flagOf(current, citation)));
    flags.hidden = !current.flagged.length;
    result.hidden = !current.citations.length;
    byHand.hidden = true;
    copied.textContent = "";
    counted.textContent = summary(isTooMuch);
  }

  function summary(isTooMuch) {
    if (!current.text.trim()) return "";
    if (isTooMuch) return messages.tooMany;
    if (!current.citations.length) return messages.nothing;
    return `${fill(messages.linked, { number: current.linked.length })} · ${fill(messages.flagged, { number: current.flagged.length })}`;
  }

  function copyAs(kind) {
    const html = kind === "table" ? asHtmlTable(current, heads) : "";
    return copy(copies[kind](current), { copied, byHand, words: { copied: messages.copied, byHand: messages.byHand }, html });
  }

  let waiting = 0;
  form.addEventListener("input", (event) => {
    if (event.target === byHand) return;
    clearTimeout(waiting);
    waiting = setTimeout(show, SOON);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-copy]")?.dataset.copy;
    if (kind) copyAs(kind);
  });
  document.querySelector(".kb-no-script").hidden = true;
  form.hidden = false;
  show();           // the browser may have kept what was typed
}

// A citation on the page: a link, or a mark on a number that does not exist.
function elementOf(pasted, citation, words) {
  const isLinked = citation.status === "linked";
  const element = document.createElement(isLinked ? "a" : "mark");
  element.className = isLinked ? "kodeks-law" : "kodeks-unknown";
  element.textContent = words;
  element.title = isLinked ? pasted.titleOf(citation) : pasted.problemOf(citation);
  element.dataset.kodeks = pasted.dataOf(citation);
  if (isLinked) element.href = pasted.addressOf(citation);
  return element;
}

// What is wrong with a citation, as an item of a list.
function flagOf(pasted, citation) {
  const item = document.createElement("li");
  const quote = document.createElement("q");
  quote.lang = citation.language;
  quote.textContent = oneLine(citation.quote);
  item.append(quote, ` – ${pasted.problemOf(citation)}`);
  return item;
}

// What one copies into a page of one's own names this site.
function nameThisSite() {
  const root = new URL("../..", location).href.replace(/\/$/, "");
  for (const code of document.querySelectorAll(".kb-code code"))
    code.textContent = code.textContent.replaceAll("https://laws.example", root);
}

preview(CITING);
begin(document.querySelector(".kb-paste"));
nameThisSite();

// The page where one pastes a ruling: its citations become links, and it can be copied with them. The browser reads no
// markup in what is pasted.

import { speak } from "../assets/direction.js";
import { copy } from "../assets/clipboard.js";
import { fill, oneLine } from "../assets/messages.js";
import { messagesOf, partOf } from "../assets/parts.js";
import { read as readDocument } from "../linker/cite-document.js";
import { CITING } from "../linker/cited.js";
import { questionOf } from "../linker/doubt-words.js";
import { editionOfYear } from "../linker/doubts.js";
import { dataOf, editionOf } from "../linker/editions.js";
import { say } from "../linker/names.js";
import { preview } from "../linker/preview.js";
import { asHtml, asHtmlTable, asList, asMarkdown, asTable } from "./copies.js";
import { Pasted } from "./pasted.js";

/** @import { Cited, Format, Reading } from "../linker/types.d.ts" */

/** @type {Reading} */
const NOTHING = { cited: [], dating: null };
const SOON = 250;          // milliseconds for which the typing rests before the text is read

/** @param {HTMLFormElement} form */
function begin(form) {
  const messages = messagesOf(partOf(document, ".kb-said"));
  const input = /** @type {HTMLTextAreaElement} */ (partOf(form, "#kb-pasted"));
  const within = /** @type {HTMLSelectElement} */ (partOf(form, "#kb-within"));
  const byHand = /** @type {HTMLTextAreaElement} */ (partOf(form, ".kb-by-hand"));
  const [counted, result, asked, linked, flags, copied] = [".kb-counted", ".kb-result", ".kb-asked", ".kb-linked", ".kb-flags", ".kb-copied"].map(
    (part) => partOf(form, part),
  );
  const places = { site: new URL("../", location.href).href, messages };
  const heads = [messages.provision, messages.times, messages.address];
  /** @type {Record<string, (pasted: Pasted) => string>} */
  const copies = { html: asHtml, markdown: asMarkdown, list: asList, table: (pasted) => asTable(pasted, heads) };
  let current = new Pasted("", false, NOTHING, places);

  /**
   * Reads the text of the form; the second of the pair is whether it has too many citations.
   *
   * @returns {[Pasted, boolean]}
   */
  function read() {
    const text = input.value;
    const isMarkdown = new FormData(form).get("format") === "markdown";
    /** @type {Format} */
    const format = isMarkdown ? "markdown" : "text";
    const options = { format, languages: chosenLanguages(), within: within.value || null };
    try {
      return [new Pasted(text, isMarkdown, text.trim() ? readDocument(text, options) : NOTHING, places), false];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [new Pasted(text, isMarkdown, NOTHING, places), true];
    }
  }

  function chosenLanguages() {
    return new FormData(form).getAll("language").map(String);
  }

  function show() {
    const [pasted, isTooMuch] = read();
    current = pasted;
    const languages = chosenLanguages();
    const pieces = current.pieces(
      (words) => words,
      (citation, words) => elementOf(current, citation, words),
    );
    linked.replaceChildren(...pieces);
    speak(linked, languages.length === 1 ? languages[0] : "");
    partOf(flags, "ul").replaceChildren(...current.flagged.map((citation) => flagOf(current, citation)));
    flags.hidden = !current.flagged.length;
    result.hidden = !current.citations.length;
    ask(asked, current);
    byHand.hidden = true;
    copied.textContent = "";
    counted.textContent = summary(isTooMuch);
  }

  /** @param {boolean} isTooMuch */
  function summary(isTooMuch) {
    if (!current.text.trim()) return "";
    if (isTooMuch) return messages.tooMany;
    if (!current.citations.length) return messages.nothing;
    return `${fill(messages.linked, { number: current.linked.length })} · ${fill(messages.flagged, { number: current.flagged.length })}`;
  }

  /** @param {string} kind */
  function copyAs(kind) {
    const html = kind === "table" ? asHtmlTable(current, heads) : "";
    return copy(copies[kind](current), { copied, byHand, words: messages, html });
  }

  /**
   * Reads the numbers as those of an edition; the focus goes to where that can be changed.
   *
   * @param {string} edition
   */
  function answer(edition) {
    within.value = edition;
    within.focus();
    show();
  }

  let waiting = 0;
  form.addEventListener("input", (event) => {
    if (event.target === byHand) return;
    clearTimeout(waiting);
    waiting = setTimeout(show, SOON);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-copy], [data-edition]");
    const kind = button?.getAttribute("data-copy");
    if (kind) copyAs(kind);
    const edition = button?.getAttribute("data-edition");
    if (edition) answer(edition);
  });
  partOf(document, ".kb-no-script").hidden = true;
  form.hidden = false;
  show();           // the browser may have kept the text of an earlier visit
}

/**
 * Asks of a ruling that is older than the code of which code its numbers are, with a button for each answer.
 *
 * @param {HTMLElement} asked
 * @param {Pasted} pasted
 */
function ask(asked, { dating }) {
  const question = questionOf(dating);
  asked.hidden = !question;
  if (!dating || !question) return;
  const [then, now] = [partOf(asked, '.kb-of-then'), partOf(asked, '.kb-of-now')];
  const old = dating.isStated ? null : editionOfYear(dating.code);
  partOf(asked, "p").textContent = question;
  then.hidden = !old;
  for (const [button, edition] of /** @type {const} */ ([[then, old], [now, editionOf(null)]])) {
    button.textContent = edition ? say("of", { year: edition.year }) : "";
    button.dataset.edition = edition?.id ?? "";
  }
}

/**
 * A citation on the page: a link, or a mark on a number that does not exist.
 *
 * @param {Pasted} pasted
 * @param {Cited} citation
 * @param {string} words
 */
function elementOf(pasted, citation, words) {
  const isLinked = citation.status === "linked";
  const element = document.createElement(isLinked ? "a" : "mark");
  element.className = isLinked ? "kodeks-law" : "kodeks-unknown";
  element.textContent = words;
  element.title = isLinked ? pasted.titleOf(citation) : pasted.problemOf(citation);
  element.dataset.kodeks = dataOf(citation);
  if (citation.doubted !== null) element.dataset.kodeksDoubt = citation.doubted;
  if (isLinked) element.setAttribute("href", pasted.addressOf(citation));
  return element;
}

/**
 * An item of the list of citations with what is wrong with them.
 *
 * @param {Pasted} pasted
 * @param {Cited} citation
 */
function flagOf(pasted, citation) {
  const item = document.createElement("li");
  const quote = document.createElement("q");
  speak(quote, citation.language);
  quote.textContent = oneLine(citation.quote);
  item.append(quote, ` – ${pasted.problemOf(citation)}`);
  return item;
}

/** Puts the address of this site into the lines that one copies into pages of one's own. */
function nameThisSite() {
  const root = new URL("../..", location.href).href.replace(/\/$/, "");
  for (const code of document.querySelectorAll(".kb-code code"))
    code.textContent = code.textContent.replaceAll("https://laws.example", root);
}

preview(CITING);
begin(/** @type {HTMLFormElement} */ (partOf(document, ".kb-paste")));
nameThisSite();

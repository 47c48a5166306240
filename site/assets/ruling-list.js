// What the search of rulings shows: a ruling in the list, and the words of one that has no page of its own.

import { spoken } from "./bar.js";
import { element, link, withMarks } from "./elements.js";

/** @import { Snippet } from "../search/types.d.ts" */

/**
 * A ruling that was found. `page` is the language in whose directory its page stands, "" where every language has one,
 * null where it has none; `passage` are its words that tell most, if the answer has them.
 *
 * @typedef {{ slug: string, page: string | null, title: string, language: string, date: string, body: string,
 *   decision: string, passage?: { text: string, highlights: [number, number][] } }} ListedRuling
 * @typedef {{ text: string, cites: { start: number, end: number, now: string[] }[], title: string, date: string | null,
 *   language: string | null, body: string | null, decision: string | null, id: string }} WholeRuling
 * @typedef {{ languages: Record<string, string>, decisions: Record<string, string> }} FactNames
 */

const [ROOM, LEAD] = [240, 100];        // how much of a ruling is shown around a citation, and before it

/** @param {ListedRuling} ruling */
export function addressOf({ slug, page }) {
  if (page === null) return `?id=${slug}`;
  return page ? `../../${page}/rulings/${slug}/` : `${slug}/`;
}

/**
 * An ISO date, or a month or year alone, as the language of the page writes it.
 *
 * @param {string} written
 */
function dateInWords(written) {
  if (written.length < 7) return written;
  const day = new Date(`${written}${written.length === 7 ? "-01" : ""}T00:00Z`);
  /** @type {Intl.DateTimeFormatOptions} */
  const look = written.length === 7 ? { year: "numeric", month: "long" } : { dateStyle: "long" };
  return new Intl.DateTimeFormat(document.documentElement.lang, { ...look, timeZone: "UTC" }).format(day);
}

/**
 * What a ruling says of itself: date, language, what was decided, who ruled.
 *
 * @param {Pick<ListedRuling, "date" | "language" | "decision" | "body">} ruling
 * @param {FactNames} names
 */
function factsOf({ date, language, decision, body }, { languages, decisions }) {
  const facts = element("p", "kb-small kb-facts");
  if (date) facts.append(Object.assign(element("time", "", dateInWords(date)), { dateTime: date }), " ");
  if (language) facts.append(element("span", "kb-tag", languages[language] ?? language), " ");
  const decided = decisions[decision] ?? decision;
  const isOwn = decided === decision;        // no kind that the site knows, but words of the ruling
  if (decided) facts.append(spoken(element("span", "kb-tag", decided), isOwn ? language : ""), " ");
  if (body) facts.append(element("span", "", body));
  return facts;
}

/**
 * The words of a passage with those of the query marked.
 *
 * @param {{ text: string, highlights: [number, number][] }} passage
 * @param {string} language
 */
export function passageOf(passage, language) {
  return withMarks(spoken(element("p", "kb-snippet"), language), passage);
}

/**
 * A ruling as an item of the list, with room for its words.
 *
 * @param {ListedRuling} ruling
 * @param {FactNames} names
 */
export function itemOf(ruling, names) {
  const head = spoken(link(addressOf(ruling), ruling.title), ruling.language);
  if (ruling.language) head.hreflang = ruling.language;
  const words = ruling.passage ? passageOf(ruling.passage, ruling.language) : element("p", "kb-snippet");
  return element("li", "", element("h2", "", head), factsOf(ruling, names), words);
}

/**
 * The words of a ruling on its page, a blank between its paragraphs.
 *
 * @param {string} html
 */
export function wordsIn(html) {
  const words = new DOMParser().parseFromString(html, "text/html").querySelector(".kb-ruling-words");
  return Array.from(words?.querySelectorAll("p, li, h2, h3, th, td") ?? [], ({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(" ");
}

/**
 * The words around the first link on the page of a ruling that leads to one of some provisions, or to a part of one.
 *
 * @param {string} html
 * @param {string} law The edition and its provisions: rules-2017:16.B,12.C.
 * @returns {{ text: string, highlights: [number, number][] } | null}
 */
export function citationIn(html, law) {
  const [edition, ids = ""] = law.split(":");
  const wanted = ids.split(",").map((id) => `${edition}:${id}`);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const cited = Array.from(parsed.querySelectorAll(".kb-ruling-words a")).find((one) => {
    const [way, provision] = (one.getAttribute("href") ?? "").split("#");
    const [of, number] = way.split("/").slice(-3);        // the address of a law ends with a slash
    const id = `${of}:${provision ?? number}`;
    return wanted.some((other) => id === other || id.startsWith(`${other}.`));
  });
  const block = cited?.closest("p, li, td, th, h2, h3");
  if (!cited || !block) return null;
  const range = parsed.createRange();
  range.setStart(block, 0);
  range.setEndBefore(cited);
  const before = range.toString().replace(/\s+/g, " ").trimStart();
  const name = cited.textContent.replace(/\s+/g, " ");
  const whole = block.textContent.replace(/\s+/g, " ").trim();
  const from = before.length > LEAD ? before.indexOf(" ", before.length - LEAD) + 1 : 0;
  const end = whole.length > from + ROOM ? whole.lastIndexOf(" ", from + ROOM) : whole.length;
  const opening = from ? "… " : "";
  const at = opening.length + before.length - from;
  return { text: `${opening}${whole.slice(from, end)}${end < whole.length ? " …" : ""}`, highlights: [[at, at + name.length]] };
}

/**
 * A whole ruling with links to the laws that it cites, in today's numbers.
 *
 * @param {WholeRuling} ruling
 * @param {FactNames} names
 */
export function wholeOf({ title, date, language, decision, body, text, cites }, names) {
  const facts = factsOf({ date: date ?? "", language: language ?? "", decision: decision ?? "", body: body ?? "" }, names);
  const signs = [...text];          // places are counted in whole characters
  const words = spoken(element("div", "kb-ruling-words"), language);
  let paragraph = element("p");
  /** @param {string} piece */
  const add = (piece) => {
    for (const [number, line] of piece.split("\n").entries()) {
      if (number) paragraph = element("p");
      if (line) paragraph.append(line);
      if (paragraph.hasChildNodes() && !paragraph.parentElement) words.append(paragraph);
    }
  };
  let at = 0;
  for (const { start, end, now } of cites) {
    if (start < at) continue;
    add(signs.slice(at, start).join(""));
    const [edition, id] = now[0].split(":");
    paragraph.append(link(`../${edition}/${id.split(".")[0]}/#${id}`, signs.slice(start, end).join("")));
    if (!paragraph.parentElement) words.append(paragraph);
    at = end;
  }
  add(signs.slice(at).join(""));
  return element("article", "kb-whole", spoken(element("h2", "", title), language), facts, words);
}

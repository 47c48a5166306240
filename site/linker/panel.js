// What a preview says, made of elements and text: nothing from outside is read as HTML.

import { partsIn } from "./clauses.js";
import { ancestorsOf, depthOf } from "./ids.js";
import { addressOf, languageNamed, partLabel, provisionName, READER, say, saying } from "./names.js";
import { pathShown } from "./naming.js";

/** @import { Clause, ClauseFile, Places } from "./types.d.ts" */

const BEGINNING = 120;          // characters of what a provision stands in

/**
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) created.setAttribute(key, String(value));
  created.append(...children.filter((child) => child !== null && child !== ""));
  return created;
}

/**
 * @param {string} kind
 * @param {string} language
 * @param {...(Node | string)} words
 */
export function paragraph(kind, language, ...words) {
  return element("p", { class: kind, lang: language }, ...words);
}

/**
 * Provisions as links, for a message.
 *
 * @param {string} edition
 * @param {string[]} ids
 * @param {(id: string) => string} [words]
 */
export function placeLinks(edition, ids, words = (id) => provisionName(edition, id)) {
  return ids.flatMap((id, at) => [at ? ", " : "", element("a", { href: addressOf(edition, id) }, words(id))]);
}

/**
 * The heading: what the provision is called, and what its law is.
 *
 * @param {{ edition: string, id: string }} place
 * @param {ClauseFile["title"]} [title]
 */
export function headingOf({ edition, id }, title) {
  const words = title?.words && element("span", { lang: title.lang, class: "title" }, title.words);
  return element("p", { class: "head", lang: READER }, element("strong", {}, provisionName(edition, id)), words ? " " : "", words || "");
}

/**
 * The provision with its parts.
 *
 * @param {{ id: string, edition: string, worded: ClauseFile }} clause
 * @returns {HTMLElement[]}
 */
function wordsOfClause({ id, edition, worded }) {
  const { lang } = worded;
  const ids = partsIn(worded, id);
  if (!ids.length) return [paragraph("note", READER, say("missing"))];
  const above = aboveIn(worded, id).map(([one, words]) => paragraph("above", lang, `${partLabel(edition, one)} ${words}`));
  const out = [...above, ...ids.flatMap((one) => linesOf(edition, worded, id, one))];
  if (lang !== READER) out.unshift(paragraph("note", READER, say("wording", { language: languageNamed(lang) })));
  if (ids.some((one) => worded.tables?.includes(one))) out.push(paragraph("note", READER, say("table")));
  return out;
}

/**
 * What a provision stands in, from the outermost below its law: the heading, else how it begins.
 *
 * @param {ClauseFile} file
 * @param {string} id
 */
function aboveIn(file, id) {
  const above = ancestorsOf(id).reverse().slice(1);
  return above.map((one) => [one, file.headings?.[one] ?? beginning(file.clauses[one])]).filter(([, words]) => words);
}

/** @param {string} [words] */
function beginning(words = "") {
  return words.length <= BEGINNING ? words : `${words.slice(0, words.lastIndexOf(" ", BEGINNING))} …`;
}

/**
 * A part below the provision that is shown, or that itself, which needs no label; then the words of
 * whatever ends with it.
 *
 * @param {string} edition
 * @param {ClauseFile} file
 * @param {string} id
 * @param {string} part
 */
function linesOf(edition, file, id, part) {
  /** @param {string} one */
  const depth = (one) => depthOf(one) - depthOf(id);
  const label = depth(part) ? element("b", {}, partLabel(edition, part)) : null;
  const heading = depthOf(part) > 1 && file.headings?.[part] ? element("i", {}, file.headings[part]) : null;
  const ended = [part, ...ancestorsOf(part)].filter((one) => file.after?.[one] && depth(one) >= 0 && partsIn(file, one).at(-1) === part);
  const after = ended.map((one) => lineOf(file.lang, [file.after[one]], depth(one)));
  return [lineOf(file.lang, [label, heading, file.clauses[part]], depth(part)), ...after].filter(Boolean);
}

/**
 * Pieces with blanks between; null where there is none.
 *
 * @param {string} language
 * @param {(Node | string | null | undefined)[]} pieces
 * @param {number} [depth]
 */
function lineOf(language, pieces, depth = 0) {
  const there = pieces.filter(Boolean).flatMap((piece, at) => (at ? [" ", piece] : [piece]));
  if (!there.length) return null;
  const line = paragraph("part", language, ...there);
  line.style.setProperty("--depth", String(depth));
  return line;
}

/**
 * What a provision comes from, for readers who have only an older edition in their language.
 *
 * @param {Clause} clause
 */
function wordsOfForebears({ id, worded, older }) {
  const comes = [...new Set(partsIn(worded, id).flatMap((one) => older.from[one] ?? []))];
  if (!comes.length) return [paragraph("note", READER, say("new", { year: older.year })), ...wordsOfClause({ id, edition: worded.edition, worded })];
  const parts = comes.map((one) => {
    const heading = depthOf(one) > 1 && older.headings[one] ? element("i", {}, older.headings[one]) : null;
    return lineOf(older.lang, [element("b", {}, pathShown(one)), heading, older.clauses[one]]);
  });
  return [paragraph("note", READER, say("forebears", { year: older.year })), ...parts];
}

/**
 * All that is said of a clause once it is there: [heading, ...body]. `notice` says what has become of an
 * older edition's, if anything.
 *
 * @param {Clause} clause
 * @param {Places} cited
 * @param {HTMLElement | null} notice
 */
export function clausePanel(clause, cited, notice) {
  const body = clause.older ? wordsOfForebears(clause) : wordsOfClause(clause);
  const rest = clause.edition === cited.edition ? cited.ids.slice(1) : [];
  return [
    headingOf(clause, clause.title),
    notice,
    ...body,
    rest.length ? paragraph("note", READER, ...saying("range", { places: placeLinks(cited.edition, rest) })) : null,
    paragraph("note", READER, say("binds")),
  ].filter(Boolean);
}

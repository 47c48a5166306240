// Makes the elements of what a preview says. Nothing that was fetched is read as HTML.

import { directionOf } from "../assets/direction.js";
import { partsIn } from "./clauses.js";
import { ancestorsOf, depthOf } from "./ids.js";
import { addressOf, languageNamed, partLabel, provisionName, READER, say, saying, SPOKEN } from "./names.js";
import { pathShown } from "./naming.js";
import { piecesOf, toldAt } from "./plain.js";

/** @import { Clause, ClauseFile, OlderClauses, Places } from "./types.d.ts" */

const BEGINNING = 120;          // characters that are shown of the provisions above the one shown

/**
 * @param {string} name
 * @param {Record<string, string | number | null | undefined>} [attributes]
 * @param {...(Node | string | null)} children
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  if (attributes.lang) attributes = { ...attributes, dir: directionOf(String(attributes.lang)) };
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) created.setAttribute(key, String(value));
  created.append(...children.filter((child) => child !== null).filter((child) => child !== ""));
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
  const words = title?.words ? element("span", { lang: title.lang, class: "title" }, title.words) : null;
  return element("p", { class: "head", lang: SPOKEN }, element("strong", {}, provisionName(edition, id)), words && " ", words);
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
  if (!ids.length) return [paragraph("note", SPOKEN, say("missing"))];
  const above = aboveIn(worded, id).map(([place, words]) => paragraph("above", lang, `${partLabel(edition, place)} ${words}`));
  const out = [...above, ...ids.flatMap((part) => linesOf(edition, worded, id, part))];
  if (lang !== READER) out.unshift(paragraph("note", SPOKEN, say("wording", { language: languageNamed(lang) })));
  if (ids.some((part) => worded.tables?.includes(part))) out.push(paragraph("note", SPOKEN, say("table")));
  return out;
}

/**
 * The provisions that a provision stands in, below its law, from the outermost on, each with its heading or beginning.
 *
 * @param {ClauseFile} file
 * @param {string} id
 */
function aboveIn(file, id) {
  const above = ancestorsOf(id).reverse().slice(1);
  return above.map((place) => [place, file.headings?.[place] ?? beginning(file.clauses[place])]).filter(([, words]) => words);
}

/** @param {string} [words] */
function beginning(words = "") {
  return words.length <= BEGINNING ? words : `${words.slice(0, words.lastIndexOf(" ", BEGINNING))} …`;
}

/**
 * The lines of a part of the provision that is shown, or of the provision itself, which gets no label; then the words
 * that stand at the end of the provisions that end with this part.
 *
 * @param {string} edition
 * @param {ClauseFile} file
 * @param {string} id
 * @param {string} part
 */
function linesOf(edition, file, id, part) {
  /** @param {string} place */
  const depth = (place) => depthOf(place) - depthOf(id);
  const label = depth(part) ? element("b", {}, partLabel(edition, part)) : null;
  const heading = depthOf(part) > 1 && file.headings?.[part] ? element("i", {}, file.headings[part]) : null;
  const words = file.after ?? {};
  const ended = [part, ...ancestorsOf(part)]
    .filter((place) => words[place] && depth(place) >= 0 && partsIn(file, place).at(-1) === part);
  const after = ended.map((place) => lineOf(file.lang, [words[place]], depth(place)));
  return [lineOf(file.lang, [label, heading, file.clauses[part]], depth(part)), ...after].filter((line) => line !== null);
}

/**
 * A paragraph of pieces with blanks between them; null where there is no piece.
 *
 * @param {string} language
 * @param {(Node | string | null | undefined)[]} pieces
 * @param {number} [depth]
 */
function lineOf(language, pieces, depth = 0) {
  const there = pieces.flatMap((piece) => (piece ? [" ", piece] : [])).slice(1);
  if (!there.length) return null;
  const line = paragraph("part", language, ...there);
  line.style.setProperty("--depth", String(depth));
  return line;
}

/**
 * The words of the older provisions that a provision comes from, for readers without a newer wording in their language.
 *
 * @param {Clause} clause
 * @param {OlderClauses} older
 */
function wordsOfForebears({ id, worded }, older) {
  const comes = [...new Set(partsIn(worded, id).flatMap((part) => older.from[part] ?? []))];
  if (!comes.length) return [paragraph("note", SPOKEN, say("new", { year: older.year })), ...wordsOfClause({ id, edition: worded.edition, worded })];
  const parts = comes.map((forebear) => {
    const heading = depthOf(forebear) > 1 && older.headings[forebear] ? element("i", {}, older.headings[forebear]) : null;
    return lineOf(older.lang, [element("b", {}, pathShown(forebear)), heading, older.clauses[forebear]]);
  });
  return [paragraph("note", SPOKEN, say("forebears", { year: older.year })), ...parts];
}

/**
 * What a provision and its parts say in plain words.
 *
 * @param {Clause} clause
 */
function plainWordsOf({ id, edition, worded: told }) {
  const first = toldAt(told, id);
  const places = Object.keys(told.plain ?? {}).filter((place) => place === first || place.startsWith(`${id}.`));
  /** @param {string} [words] */
  const linked = (words = "") => piecesOf(words, (place) => element("a", { href: addressOf(edition, place) }, pathShown(place)));
  const lines = places.flatMap((place) => [
    paragraph("part", READER, ...(place === id ? [] : [element("b", {}, pathShown(place)), " "]), ...linked(told.plain?.[place])),
    ...(told.remarks?.[place] ? [paragraph("note", READER, ...linked(told.remarks[place]))] : []),
  ]);
  return [paragraph("note", SPOKEN, say("plain")), ...lines];
}

/**
 * The paragraphs of a preview once its clause is there. `notice` says what has become of the provision of an older
 * edition that was cited.
 *
 * @param {Clause} clause
 * @param {Places} cited
 * @param {HTMLElement | null} notice
 */
export function clausePanel(clause, cited, notice) {
  const worded = () => (clause.older ? wordsOfForebears(clause, clause.older) : wordsOfClause(clause));
  const body = clause.plain ? plainWordsOf(clause) : worded();
  const rest = clause.edition === cited.edition ? cited.ids.slice(1) : [];
  return [
    headingOf(clause, clause.title),
    notice,
    ...body,
    rest.length ? paragraph("note", SPOKEN, ...saying("range", { places: placeLinks(cited.edition, rest) })) : null,
    paragraph("note", SPOKEN, say("binds")),
  ].filter((line) => line !== null);
}

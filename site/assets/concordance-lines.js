// What a concordance shows: its lines, its counts, and the place of a fault in a query.

import { element, link } from "./elements.js";
import { fill } from "./messages.js";
import { messagesOf } from "./parts.js";
import { speak } from "./direction.js";

/**
 * @typedef {{ text: string, edition: string, id: string, name: string, kind: string, language: string, plain: boolean,
 *   heading: string | null, left: string, match: string, right: string, withheld: boolean, page: string | null }} Line
 * @typedef {{ total: number, records: number, missing: { word: string, nearest: string[] }[], lines: Line[],
 *   next: string | null, counts: { texts: { text: string, plain: boolean, places: number }[],
 *   kinds: { kind: string, places: number }[], laws: { edition: string, law: string, places: number }[] } }} Concordance
 * @typedef {{ type: string, detail: string, fault?: string, suggestions?: string[], position?: number, length?: number }} Problem
 */

const MOST = 12;        // how many laws are offered at most, those with the most places
const NAMED = new Set(["definition", "glossary", "chapter", "article"]);          // records that go by their heading

/**
 * The lines as a table, the words found begin in one column.
 *
 * @param {Line[]} lines
 * @param {HTMLElement} said
 */
export function linesOf(lines, said) {
  const rows = lines.map((line) => {
    const name = (NAMED.has(line.kind) && line.heading) || line.name;
    const place = element("th", "kb-place", line.page ? link(line.page, name) : name, " ");
    place.append(element("span", "kb-tag", sourceOf(line.text, line.plain, said)));
    place.scope = "row";
    if (line.withheld) {
      const cell = element("td", "kb-withheld", messagesOf(said).withheld);
      cell.colSpan = 2;
      return element("tr", "", place, cell);
    }
    const words = [
      element("td", "kb-left", line.left),
      element("td", "kb-right", element("mark", "", line.match), line.right),
    ];
    for (const cell of words) speak(cell, line.language);
    return element("tr", "", place, ...words);
  });
  return element("table", "kb-kwic", element("tbody", "", ...rows));
}

/**
 * How many places there are where: links that narrow the query, in groups.
 *
 * @param {Concordance} answer
 * @param {HTMLElement} said
 * @param {(narrowing: string) => string} addressWith
 */
export function countsOf({ counts, total }, said, addressWith) {
  const messages = messagesOf(said);
  const titles = JSON.parse(messages.titles);
  const kinds = JSON.parse(messages.kindsOf);
  const several = new Set(counts.laws.map(({ edition }) => edition)).size > 1;
  const laws = [...counts.laws].sort((one, other) => other.places - one.places).slice(0, MOST);
  /** @type {[string, [string, string, number][]][]} */
  const groups = [
    [messages.texts, counts.texts.map(({ text, plain, places }) =>
      [sourceOf(text, plain, said), `text:${text} plain:${plain ? "yes" : "no"}`, places])],
    [messages.kinds, counts.kinds.map(({ kind, places }) => [kinds[kind] ?? kind, `kind:${kind}`, places])],
    [messages.laws, laws.map(({ edition, law, places }) =>
      [several ? `${law} · ${titles[edition] ?? edition}` : law, `law:${law} edition:${edition}`, places])],
  ];
  return groups.filter(([, chosen]) => chosen.some(([, , places]) => places < total)).map(([title, chosen]) => {
    const links = chosen.map(([words, narrowing, places]) =>
      element("li", "", link(addressWith(narrowing), words), " ", element("span", "kb-count", String(places)))
    );
    const list = element("ul", "", ...links);
    list.ariaLabel = title;
    return element("div", "kb-counted-by", element("span", "kb-option-head", title), list);
  });
}

/**
 * What is wrong with a query, with the place marked; in English where the page has no words for it.
 *
 * @param {string} query
 * @param {Problem} problem
 * @param {Record<string, string>} messages
 */
export function faultOf(query, { fault = "", position, length = 1, detail, suggestions = [] }, messages) {
  const shown = [];
  if (position !== undefined) {
    const letters = [...query];         // the service counts code points
    const piece = (/** @type {number} */ from, /** @type {number} */ to) => letters.slice(from, to).join("");
    const marked = element("mark", "", piece(position, position + length) || " ");
    const code = element("code", "", piece(0, position), marked, piece(position + length, letters.length));
    code.translate = false;
    shown.push(code);
  }
  const told = messages[`fault${fault.charAt(0).toUpperCase()}${fault.slice(1)}`];
  const english = () => speak(element("span", "", detail), messages.english);
  shown.push(told ? element("p", "", told) : element("p", "", messages.refused, " ", english()));
  if (suggestions.length) shown.push(element("p", "", fill(messages.thereAre, { names: suggestions.join(", ") })));
  return shown;
}

/**
 * Whose words they are: an edition's in a language, or ours about it.
 *
 * @param {string} text
 * @param {boolean} plain
 * @param {HTMLElement} said
 */
function sourceOf(text, plain, said) {
  const messages = messagesOf(said);
  const [edition, language] = text.split("/");
  const titles = JSON.parse(messages.titles);
  const names = JSON.parse(messages.languages);
  return [plain ? messages.plain : "", names[language] ?? language, titles[edition] ?? edition].filter(Boolean).join(" · ");
}

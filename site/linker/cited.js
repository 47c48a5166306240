// What a preview belongs to: the links that the linker made, and the marks; what is said of those.

import { EDITIONS, newestOf } from "./editions.js";
import { isSaid, whatIsWrong } from "./flags.js";
import { READER, say, saying } from "./names.js";
import { pathShown } from "./naming.js";
import { element, paragraph, placeLinks } from "./panel.js";
import { SETTINGS } from "./settings.js";

/** @import { Citing } from "./citing.d.ts" */
/** @import { Places } from "./types.d.ts" */

/**
 * @param {EventTarget | null} node
 * @returns {HTMLElement | null}
 */
function citedAt(node) {
  return node instanceof Element ? node.closest("a.kodeks-law, mark.kodeks-unknown") : null;
}

/**
 * What a link cites: { edition, ids }; null for one that says nothing we know.
 *
 * @param {HTMLElement} link
 * @returns {Places | null}
 */
function citedBy(link) {
  const [edition, ids = ""] = (link.dataset.kodeks ?? "").split(":");
  const provisions = EDITIONS.get(edition)?.known;
  const cited = ids.split(" ").filter((id) => provisions?.has(id));
  return cited.length ? { edition, ids: cited } : null;
}

/**
 * Where a citation leads: what an older edition says, to its main place in the newest.
 *
 * @param {string} edition
 * @param {string} id
 */
export function leadsTo(edition, id) {
  const { work, now } = EDITIONS.get(edition);
  const today = now[id]?.[0];
  return today ? { edition: newestOf(work).id, id: today } : { edition, id };
}

/**
 * Where a citation of an older edition stands today; null for one of the newest.
 *
 * @param {Places} places
 */
function noticeOf({ edition, ids }) {
  const { year, work, now } = EDITIONS.get(edition);
  const newest = newestOf(work).id;
  if (newest === edition) return null;
  const old = placeLinks(edition, ids, pathShown);
  const today = [...new Set(ids.flatMap((id) => now[id] ?? []))];
  const words = today.length ? saying("older", { year, old, new: placeLinks(newest, today, pathShown) }) : saying("dropped", { year, old });
  return paragraph("notice", READER, ...words);
}

/**
 * What is data of a number that does not exist; one that was marked elsewhere says it in its title.
 *
 * @param {HTMLElement} mark
 * @param {string | null} title
 */
function unknownPanel(mark, title) {
  const data = mark.dataset.kodeks;
  const [edition, ids = ""] = (data ?? "").split(":");
  const name = [...mark.childNodes].filter((node) => !isSaid(node)).map((node) => node.textContent).join("");
  const near = ids.split(" ").filter((id) => EDITIONS.get(edition)?.known.has(id));
  const other = data === undefined || ids ? title ?? say("unknown") : whatIsWrong(data);
  const words = near.length ? saying("nearest", { places: placeLinks(edition, near) }) : [other];
  return [element("p", { class: "head" }, element("strong", {}, name)), paragraph("notice", READER, ...words)];
}

// How the links and marks of the linker cite, for previews.
/** @type {Citing} */
export const CITING = { citedAt, citedBy, leadsTo, noticeOf, unknownPanel, readers: () => SETTINGS.readers };

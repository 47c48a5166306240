// The links and marks that the linker put on a page: what each cites, and what a preview says of that.

import { keyOf } from "./doubt-words.js";
import { editionOfYear } from "./doubts.js";
import { editionOf, EDITIONS, knownEdition, newestLike } from "./editions.js";
import { isSaid, whatIsWrong } from "./flags.js";
import { say, saying, SPOKEN } from "./names.js";
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
 * What a link cites; null where that is not known here.
 *
 * @param {HTMLElement} link
 * @returns {Places | null}
 */
function citedBy(link) {
  const [edition, ids = ""] = (link.dataset.kodeks ?? "").split(":");
  const provisions = EDITIONS.get(edition)?.known;
  const cited = ids.split(" ").filter((id) => provisions?.has(id));
  return cited.length ? { edition, ids: cited, doubted: link.dataset.kodeksDoubt ?? null } : null;
}

/**
 * Where a citation leads: a provision of an older edition leads to its main place in the newest.
 *
 * @param {string} edition
 * @param {string} id
 */
export function leadsTo(edition, id) {
  const book = knownEdition(edition);
  const today = book.now[id]?.[0];
  return today ? { edition: newestLike(book).id, id: today } : { edition, id };
}

/**
 * A paragraph that says where provisions of an older edition stand today, or that numbers may be of one; null for those
 * of the newest.
 *
 * @param {Places} places
 */
function noticeOf({ edition, ids, doubted }) {
  const book = knownEdition(edition);
  const { year, now } = book;
  const newest = newestLike(book).id;
  if (newest === edition) return doubted ? doubtNotice(doubted, ids) : null;
  const old = placeLinks(edition, ids, pathShown);
  const today = [...new Set(ids.flatMap((id) => now[id] ?? []))];
  const words = today.length ? saying("older", { year, old, new: placeLinks(newest, today, pathShown) }) : saying("dropped", { year, old });
  return paragraph("notice", SPOKEN, ...words);
}

/**
 * A paragraph that says where the numbers lead if they are of an older code.
 *
 * @param {string} year
 * @param {string[]} ids
 */
function doubtNotice(year, ids) {
  const [old, newest] = [editionOfYear(year), editionOf(null)];
  const then = [...new Set(ids.flatMap((id) => old?.now[id] ?? []))];
  const links = old ? placeLinks(old.id, ids.filter((id) => old.known.has(id)), pathShown) : [];
  const words = saying(keyOf(old?.known ?? null, ids, then), { year, newest: newest.year, old: links, new: placeLinks(newest.id, then, pathShown) });
  return paragraph("notice", SPOKEN, ...words);
}

/**
 * What a preview says of a number that does not exist. A mark that another program made may say it in its title.
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
  const doubt = mark.dataset.kodeksDoubt && title ? [paragraph("notice", SPOKEN, title)] : [];
  return [element("p", { class: "head" }, element("strong", {}, name)), paragraph("notice", SPOKEN, ...words), ...doubt];
}

// How the links and marks of the linker cite, for previews.
/** @type {Citing} */
export const CITING = { citedAt, citedBy, leadsTo, noticeOf, unknownPanel, readers: () => SETTINGS.readers, wantsPlain: () => true };

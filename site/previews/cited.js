// The links of the site's own pages that have previews: those with which words of a page cite provisions.

import * as DATA from "kodeks-data";
import { READER, say, SPOKEN } from "../linker/names.js";
import { paragraph } from "../linker/panel.js";
import { SETTINGS } from "../linker/settings.js";

/** @import { Citing } from "../linker/citing.d.ts" */
/** @import { Places } from "../linker/types.d.ts" */

// The editions that have clauses to show, by their ids.
const EDITIONS = new Map(DATA.index.editions.map((edition) => [edition.id, edition]));

const CITING_PLACES =
  ".kb-words, .kb-was, .kb-today, .kb-other, .kb-about, .kb-clauses, .kb-cited, .kb-cited-in, .kb-locators, .kb-weighed, .kb-citations th, .kb-cites";
const PROVISION = /^(?:[0-9]+|[A-Z])(?:\.[0-9A-Za-z]+)*$/;

/**
 * @param {EventTarget | null} node
 * @returns {HTMLElement | null}
 */
function citedAt(node) {
  const link = node instanceof Element ? /** @type {HTMLElement | null} */ (node.closest("a[href]")) : null;
  return link?.closest(CITING_PLACES) && citedBy(link) ? link : null;
}

/**
 * What a link cites; null for one that does not lead to a provision.
 *
 * @param {HTMLElement} link
 * @returns {Places | null}
 */
function citedBy(link) {
  const { href, hash } = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (!href.startsWith(SETTINGS.base)) return null;
  const [, edition, law] = href.slice(SETTINGS.base.length).split(/[/?#]/);
  const id = decodeURIComponent(hash.slice(1)) || law;
  return EDITIONS.has(edition) && PROVISION.test(law) && PROVISION.test(id) ? { edition, ids: [id] } : null;
}

/**
 * Where a citation leads: on the site to the provision itself.
 *
 * @param {string} edition
 * @param {string} id
 */
function leadsTo(edition, id) {
  return { edition, id };
}

/** @param {Places} places */
function noticeOf({ edition }) {
  const book = EDITIONS.get(edition);
  return book?.superseded ? paragraph("notice", SPOKEN, say("edition-superseded", { year: book.year })) : null;
}

/** The languages of previews: that of the page, then those that the reader chose for the wordings of the law. */
function readers() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const chosen = document.querySelectorAll(".kb-wordings .kb-chosen:checked");
  return [READER, ...Array.from(chosen).flatMap(({ labels }) => labels?.[0].lang ?? [])];
}

/** Whether previews may show plain words: not to whoever chose wordings alone. */
function wantsPlain() {
  const plain = /** @type {HTMLInputElement | null} */ (document.querySelector('.kb-wordings .kb-chosen[value="plain"]'));
  return plain?.checked ?? true;
}

// How the links of the site cite, for previews.
/** @type {Citing} */
export const CITING = { citedAt, citedBy, leadsTo, noticeOf, readers, wantsPlain };

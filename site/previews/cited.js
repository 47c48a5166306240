// What a preview belongs to on the site itself: the links to provisions, wherever words cite some.

import * as DATA from "kodeks-data";
import { READER, say } from "../linker/names.js";
import { paragraph } from "../linker/panel.js";
import { SETTINGS } from "../linker/settings.js";

/** @import { Citing } from "../linker/citing.d.ts" */
/** @import { Places } from "../linker/types.d.ts" */

// The editions that have clauses to show, by their ids.
const EDITIONS = new Map(DATA.index.editions.map((edition) => [edition.id, edition]));

const CITING_PLACES =
  ".kb-words, .kb-was, .kb-today, .kb-other, .kb-about, .kb-clauses, .kb-cited, .kb-cited-in, .kb-locators, .kb-weighed, .kb-citations th";
const PROVISION = /^[0-9]+(?:\.[0-9A-Za-z]+)*$/;

/**
 * @param {EventTarget | null} node
 * @returns {HTMLElement | null}
 */
function citedAt(node) {
  const link = node instanceof Element ? /** @type {HTMLElement | null} */ (node.closest("a[href]")) : null;
  return link?.closest(CITING_PLACES) && citedBy(link) ? link : null;
}

/**
 * What a link cites: { edition, ids }; null for one that leads elsewhere.
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
 * A link of ours leads to what it cites.
 *
 * @param {string} edition
 * @param {string} id
 */
function leadsTo(edition, id) {
  return { edition, id };
}

/** @param {Places} places */
function noticeOf({ edition }) {
  const { year, superseded } = EDITIONS.get(edition);
  return superseded ? paragraph("notice", READER, say("edition-superseded", { year })) : null;
}

/** The words come in the page's language, else in those that the reader has chosen for the law. */
function readers() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const chosen = document.querySelectorAll(".kb-wordings .kb-chosen:checked");
  return [READER, ...Array.from(chosen, ({ labels }) => labels[0].lang)];
}

// How the links of the site cite, for previews.
/** @type {Citing} */
export const CITING = { citedAt, citedBy, leadsTo, noticeOf, readers };

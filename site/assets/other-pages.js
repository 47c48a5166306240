// Fetches other pages of the site, and copies parts of them for this page.

import { promiseIn } from "../linker/maps.js";

const WAIT = 10_000;          // milliseconds

/**
 * A page that was fetched, with its address.
 *
 * @typedef {{ url: string, page: Document }} FetchedPage
 */

/** @type {Map<string, Promise<FetchedPage>>} */
const documents = new Map();

/** @param {string} address */
export function fetched(address) {
  const url = new URL(address, location.href);
  url.hash = url.search = "";
  return promiseIn(documents, url.href, () => got(url.href));
}

/** @param {string} url */
async function got(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT) });
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return { url, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
}

/** @param {HTMLElement} provision */
export const keyOf = ({ id, dataset }) => (dataset.resumes ? `after ${dataset.resumes}` : id || (dataset.body ?? ""));

/**
 * A copy for this page. Its links lead where they led; terms are no links, as their explanations are not copied.
 *
 * @param {HTMLElement} node
 * @param {string} url
 */
export function copied(node, url) {
  const copy = document.importNode(node, true);
  for (const part of [copy, ...copy.querySelectorAll("[id], [data-label]")]) {
    part.removeAttribute("id");
    part.removeAttribute("data-label");          // the number stands above the copy
  }
  for (const term of copy.querySelectorAll('a[href^="#term-"]')) term.replaceWith(...term.childNodes);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (copy.querySelectorAll("a[href]"))) {
    const to = link.getAttribute("href") ?? "";
    if (!to.startsWith("#") || !document.getElementById(to.slice(1))) link.href = new URL(to, url).href;
  }
  return copy;
}

/**
 * @param {Document} other
 * @param {string | undefined} text
 * @returns {HTMLElement | null}
 */
export function colophonIn(other, text) {
  return other.querySelector(`.kb-colophon [data-text="${text}"]`);
}

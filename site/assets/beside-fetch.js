// A wording of another edition beside this one's, fetched when it is chosen: from the comparison of
// the two, or from where this page says that each provision stands today.

import { element } from "./elements.js";
import { fill, oneLine, pieces } from "./messages.js";
import { colophonIn, copied, fetched, keyOf } from "./other-pages.js";

/** @import { FetchedPage } from "./other-pages.js" */

/**
 * What stands beside each provision, by the provision's key; what stood in the law and is there no more; what
 * the edition says of itself.
 *
 * @typedef {{ beside: Map<string, Node[]>, gone: HTMLElement | null, colophon: HTMLElement | null }} Wording
 */

export function offerWordings() {
  const bar = document.querySelector(".kb-wordings");
  /** @type {HTMLInputElement[]} */
  const boxes = bar ? Array.from(bar.querySelectorAll(".kb-elsewhere")) : [];
  if (!boxes.length) return;

  const page = document.querySelector(".kb-page");
  const rows = page.querySelector(".kb-rows");
  const status = bar.querySelector(".kb-wordings-said");
  /** @type {Map<string, HTMLElement[]>} */
  const columns = new Map();          // by the value of their boxes: element → what stands beside it

  // --- what stands beside each provision ---------------------------------------------------------------

  /**
   * As the comparison has it: { key: [elements] }, and what stood in the law and is there no more.
   *
   * @param {HTMLInputElement} box
   * @returns {Promise<Wording>}
   */
  async function byComparison({ dataset }) {
    const { url, page: other } = await fetched(dataset.href);
    const beside = new Map();
    for (const one of other.querySelectorAll(".kb-rows > .kb-provision")) {
      const older = one.querySelector(":scope > .kb-pair > .kb-older");
      if (older) beside.set(keyOf(one), [...copied(older, url).childNodes]);
    }
    if (!beside.size) throw new Error(`nothing to compare: ${url}`);
    const gone = other.querySelector(".kb-gone");
    return { beside, gone: gone && copied(gone, url), colophon: colophonIn(other, dataset.text) };
  }

  /**
   * From the pages to which each provision says that it has gone: its places, the main one first.
   *
   * @param {HTMLInputElement} one
   * @returns {Promise<Wording>}
   */
  async function byPlaces(one) {
    /** @type {Map<string, HTMLAnchorElement[] | null>} */
    const links = new Map();
    for (const provision of rows.querySelectorAll(":scope > .kb-provision")) {
      const today = provision.dataset.body ? page.querySelector("h1 + .kb-today") : provision.querySelector(":scope > .kb-today");
      links.set(keyOf(provision), today ? /** @type {HTMLAnchorElement[]} */ (Array.from(today.querySelectorAll(".kb-places a"))) : null);
    }
    const addresses = [...new Set([...links.values()].flat().filter(Boolean).map((link) => link.pathname))];
    const others = await Promise.all(addresses.map(fetched));
    const pages = new Map(addresses.map((address, at) => /** @type {[string, FetchedPage]} */ ([address, others[at]])));
    const shown = new Map();
    const beside = new Map();
    for (const [key, places] of links) beside.set(key, places ? wordsAt(places, pages, one, shown, key) : []);
    const colophon = pages.size ? colophonIn([...pages.values()][0].page, one.dataset.text) : null;
    return { beside, gone: null, colophon };
  }

  /**
   * @param {HTMLAnchorElement[]} links
   * @param {Map<string, FetchedPage>} pages
   * @param {HTMLInputElement} one
   * @param {Map<string, string>} shown
   * @param {string} key
   */
  function wordsAt(links, pages, one, shown, key) {
    if (!links.length) return [element("p", "kb-cell kb-missing", bar.dataset.missing)];
    return links.map((link) => {
      const place = link.cloneNode(true);
      const was = element("p", "kb-was", place, ` (${yearOf(one)})`);
      if (shown.has(link.href)) {
        const there = document.createElement("a");
        there.href = `#${shown.get(link.href)}`;
        const label = document.getElementById(shown.get(link.href))?.querySelector(".kb-label");
        there.textContent = label?.ariaLabel.slice(`${label.textContent}, `.length) ?? there.href;
        was.append(" · ", ...pieces(bar.dataset.shown, { place: there }));
        return element("div", "kb-forebear", was);
      }
      if (document.getElementById(key)) shown.set(link.href, key);
      const { url, page: other } = pages.get(link.pathname);
      return element("div", "kb-forebear", was, ...cellsOf(other, link, one).map((cell) => copied(cell, url)));
    });
  }

  /**
   * The words of a provision in one text: its cells of that text's column, a heading as a paragraph.
   *
   * @param {Document} other
   * @param {HTMLAnchorElement} link
   * @param {HTMLInputElement} box
   * @returns {HTMLElement[]}
   */
  function cellsOf(other, link, { dataset }) {
    const box = other.querySelector(`.kb-wordings [data-text="${dataset.text}"]`);
    const at = box ? Number(box.id.replace("beside-", "")) - 1 : 0;
    const id = decodeURIComponent(link.hash.slice(1));
    const all = [...other.querySelectorAll(".kb-rows > .kb-provision")];
    const parts = all.filter((one) => (id ? one.id === id || one.dataset.resumes === id : one.dataset.body));
    const cells = parts.flatMap((one) =>
      [...one.querySelectorAll(".kb-row")].filter((row) => !row.closest(".kb-older")).map((row) => row.querySelectorAll(":scope > .kb-cell")[at]),
    );
    return cells.filter((cell) => cell && !cell.matches(":empty, .kb-empty")).map((cell) => {
      if (cell.localName !== "span") return cell;
      const heading = element("p", "kb-heading", ...[...cell.childNodes].map((node) => node.cloneNode(true)));
      const block = element("div", "kb-cell", heading);
      block.lang = cell.lang;
      return block;
    });
  }

  // --- putting it there, and away again -----------------------------------------------------------------

  /** @param {HTMLInputElement} box */
  const nameOf = (box) => oneLine(bar.querySelector(`[for="${box.id}"]`).textContent);
  /** @param {HTMLInputElement} box */
  const yearOf = (box) => bar.querySelector(`[for="${box.id}"] .kb-year`)?.textContent ?? "";

  /**
   * A provision's own words in one column, so that there can be another; the pair there is, else a new one.
   *
   * @param {HTMLElement} provision
   */
  function pairOf(provision) {
    const there = provision.querySelector(":scope > .kb-pair");
    if (there) return there;
    const now = element("div", "kb-now", ...provision.querySelectorAll(":scope > .kb-row"));
    const pair = element("div", "kb-pair kb-made", now);
    const label = provision.querySelector(":scope > .kb-label");
    if (label) label.after(pair);
    else provision.prepend(pair);
    return pair;
  }

  function headsOf() {
    const there = page.querySelector(".kb-columns");
    if (there?.matches(".kb-pair")) return there;
    const cells = there ? [...there.childNodes] : [];
    const heads = element("div", "kb-pair kb-columns kb-made", element("div", "kb-now kb-row", ...cells));
    if (there) there.replaceWith(heads);
    else rows.before(heads);
    if (!cells.length) heads.querySelector(".kb-now").append(headOf(bar.querySelector(".kb-text")));
    return heads;
  }

  /** @param {HTMLInputElement} box */
  function headOf(box) {
    const cell = element("div", "kb-cell", element("span", "kb-column-language", nameOf(box)));
    cell.lang = bar.querySelector(`[for="${box.id}"]`).lang;
    return cell;
  }

  /**
   * @param {HTMLInputElement} box
   * @param {Wording} wording
   */
  function put(box, { beside, gone, colophon }) {
    const added = [];
    /** @param {...(Node | string)} children */
    const column = (...children) => {
      const one = element("div", "kb-fetched", ...children);
      one.dataset.text = box.dataset.text;
      added.push(one);
      return one;
    };
    headsOf().append(column(headOf(box)));
    const keys = new Map([...rows.querySelectorAll(":scope > .kb-provision")].map((one) => [keyOf(one), one]));
    const law = [...beside.keys()].find((key) => !key.includes(".") && !key.startsWith("after"));
    if (law && !keys.has(law) && beside.get(law).length) {
      const top = element("div", "kb-provision kb-d1 kb-made");
      top.dataset.body = law;
      rows.prepend(top);
      keys.set(law, top);
    }
    for (const [key, provision] of keys) pairOf(provision).append(column(...(beside.get(key) ?? [])));
    if (gone) {
      rows.after(gone);
      added.push(gone);
    }
    if (colophon && !colophonIn(document, box.dataset.text)) {
      const copy = document.importNode(colophon, true);
      page.querySelector(".kb-colophon dl").append(copy);
      added.push(copy);
    }
    columns.set(box.value, added);
    measure();
  }

  /** @param {HTMLInputElement} box */
  function putAway(box) {
    for (const one of columns.get(box.value) ?? []) one.remove();
    columns.delete(box.value);
    if (!columns.size) restore();
    measure();
  }

  /** The page as it came. */
  function restore() {
    for (const top of rows.querySelectorAll(":scope > .kb-made")) top.remove();
    for (const pair of rows.querySelectorAll(".kb-pair.kb-made")) pair.replaceWith(...pair.querySelector(".kb-now").childNodes);
    const heads = page.querySelector(".kb-columns.kb-made");
    if (!heads) return;
    const cells = heads.querySelectorAll(".kb-now > .kb-cell");
    if (cells.length > 1) heads.replaceWith(element("div", "kb-row kb-columns", ...cells));
    else heads.remove();
  }

  function measure() {
    page.style.setProperty("--kb-fetched", String(columns.size));
    page.classList.toggle("kb-with-fetched", columns.size > 0);
  }

  /**
   * @param {HTMLInputElement} box
   * @param {boolean} [isAsked]
   */
  async function change(box, isAsked = true) {
    if (!box.checked) return putAway(box);
    if (columns.has(box.value)) return;
    status.textContent = bar.dataset.loading;
    try {
      const words = await (box.dataset.way === "comparison" ? byComparison : byPlaces)(box);
      if (!box.checked || columns.has(box.value)) return;
      keepingPlace(() => put(box, words));
      status.textContent = fill(bar.dataset.fetched, { wording: nameOf(box) });
    } catch {
      box.checked = false;
      if (!bar.querySelector(".kb-chosen:checked")) /** @type {HTMLInputElement} */ (bar.querySelector(".kb-text")).checked = true;
      if (isAsked) box.dispatchEvent(new Event("change", { bubbles: true }));          // else it stays remembered
      status.textContent = bar.dataset.failed;
    }
  }

  /**
   * What is fetched late must not carry off the clause that somebody reads or came for.
   *
   * @param {() => void} action
   */
  function keepingPlace(action) {
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const before = target?.getBoundingClientRect().top;
    action();
    if (before === undefined || before < 0 || before > innerHeight) return;
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    if (before < covered) target.scrollIntoView({ behavior: "instant" });          // heads have come on top
  }

  bar.addEventListener("change", ({ target }) => {
    const box = boxes.find((one) => one === target);
    if (box) change(box);
  });
  const first = boxes.filter(({ checked }) => checked).map((box) => change(box, false));
  Promise.all(first).then(() => document.documentElement.classList.remove("kb-coming"));
}

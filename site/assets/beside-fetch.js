// Wordings of another edition beside those of this page. They are fetched when the reader chooses them: from the page
// that compares the two editions, or from the pages where this page says that its provisions stand today.

import { speak } from "./direction.js";
import { element } from "./elements.js";
import { fill, oneLine, pieces } from "./messages.js";
import { colophonIn, copied, fetched, keyOf } from "./other-pages.js";
import { messagesOf, partOf } from "./parts.js";

/** @import { FetchedPage } from "./other-pages.js" */

/**
 * A wording that was fetched: its elements for each provision, by the provision's key; what stood in the law and
 * does so no more; what its edition says of itself.
 *
 * @typedef {{ beside: Map<string, Node[]>, gone: HTMLElement | null, colophon: HTMLElement | null }} Wording
 */

export function offerWordings() {
  /** @type {HTMLInputElement[]} */
  const boxes = Array.from(document.querySelectorAll(".kb-wordings .kb-elsewhere"));
  if (!boxes.length) return;

  const [bar, page] = [partOf(document, ".kb-wordings"), partOf(document, ".kb-page")];
  const [rows, status] = [partOf(page, ".kb-rows"), partOf(bar, ".kb-wordings-said")];
  const messages = messagesOf(bar);
  /** @type {Map<string, HTMLElement[]>} */
  const columns = new Map();          // what was added to the page for each box, by the value of the box

  // --- what stands beside each provision ---------------------------------------------------------------

  /**
   * The wording as the page has it that compares the two editions.
   *
   * @param {HTMLInputElement} box
   * @returns {Promise<Wording>}
   */
  async function byComparison(box) {
    const { href, text } = messagesOf(box);
    const { url, page: other } = await fetched(href);
    const beside = new Map();
    for (const provision of other.querySelectorAll(".kb-rows > .kb-provision")) {
      const older = provision.querySelector(":scope > .kb-pair > .kb-older");
      if (older) beside.set(keyOf(provision), [...copied(older, url).childNodes]);
    }
    if (!beside.size) throw new Error(`nothing to compare: ${url}`);
    const gone = other.querySelector(".kb-gone");
    return { beside, gone: gone && copied(gone, url), colophon: colophonIn(other, text) };
  }

  /**
   * The wording as the pages have it where this page says that its provisions stand today.
   *
   * @param {HTMLInputElement} box
   * @returns {Promise<Wording>}
   */
  async function byPlaces(box) {
    /** @type {Map<string, HTMLAnchorElement[] | null>} */
    const links = new Map();
    for (const provision of rows.querySelectorAll(":scope > .kb-provision")) {
      const today = provision.dataset.body ? page.querySelector("h1 + .kb-today") : provision.querySelector(":scope > .kb-today");
      links.set(keyOf(provision), today ? /** @type {HTMLAnchorElement[]} */ (Array.from(today.querySelectorAll(".kb-places a"))) : null);
    }
    const addresses = [...new Set([...links.values()].flatMap((places) => places ?? []).map((link) => link.pathname))];
    const others = await Promise.all(addresses.map(fetched));
    const pages = new Map(addresses.map((address, at) => /** @type {[string, FetchedPage]} */ ([address, others[at]])));
    const shown = new Map();
    const beside = new Map();
    for (const [key, places] of links) beside.set(key, places ? wordsAt(places, pages, box, shown, key) : []);
    const colophon = pages.size ? colophonIn([...pages.values()][0].page, box.dataset.text) : null;
    return { beside, gone: null, colophon };
  }

  /**
   * The words of a provision's places today; those that stand beside an earlier provision already are a link there.
   *
   * @param {HTMLAnchorElement[]} links
   * @param {Map<string, FetchedPage>} pages
   * @param {HTMLInputElement} box
   * @param {Map<string, string>} shown
   * @param {string} key
   */
  function wordsAt(links, pages, box, shown, key) {
    if (!links.length) return [element("p", "kb-cell kb-missing", messages.missing)];
    return links.map((link) => {
      const place = link.cloneNode(true);
      const was = element("p", "kb-was", place, ` (${yearOf(box)})`);
      const clause = shown.get(link.href);
      if (clause !== undefined) {
        const there = Object.assign(element("a"), { href: `#${clause}` });
        const label = document.getElementById(clause)?.querySelector(".kb-label");
        there.textContent = label?.ariaLabel?.slice(`${label.textContent}, `.length) ?? there.href;
        was.append(" · ", ...pieces(messages.shown, { place: there }));
        return element("div", "kb-forebear", was);
      }
      if (document.getElementById(key)) shown.set(link.href, key);
      const { url, page: other } = /** @type {FetchedPage} */ (pages.get(link.pathname));
      return element("div", "kb-forebear", was, ...cellsOf(other, link, box).map((cell) => copied(cell, url)));
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
    const there = other.querySelector(`.kb-wordings [data-text="${dataset.text}"]`);
    const at = there ? Number(there.id.replace("beside-", "")) - 1 : 0;
    const id = decodeURIComponent(link.hash.slice(1));
    const all = [...other.querySelectorAll(".kb-rows > .kb-provision")];
    const parts = all.filter((part) => (id ? part.id === id || part.dataset.resumes === id : part.dataset.body));
    const cells = parts.flatMap((part) =>
      [...part.querySelectorAll(".kb-row")].filter((row) => !row.closest(".kb-older")).map((row) => row.querySelectorAll(":scope > .kb-cell")[at]),
    );
    return cells.filter((cell) => cell && !cell.matches(":empty, .kb-empty")).map((cell) => {
      if (cell.localName !== "span") return cell;
      const heading = element("p", "kb-heading", ...[...cell.childNodes].map((node) => node.cloneNode(true)));
      const block = element("div", "kb-cell", heading);
      speak(block, cell.lang);
      return block;
    });
  }

  // --- putting it there, and away again -----------------------------------------------------------------

  /** @param {HTMLInputElement} box */
  const nameOf = (box) => oneLine(partOf(bar, `[for="${box.id}"]`).textContent);
  /** @param {HTMLInputElement} box */
  const yearOf = (box) => bar.querySelector(`[for="${box.id}"] .kb-year`)?.textContent ?? "";

  /**
   * The pair of columns that a provision has. A provision without one gets it, with its words in the first column.
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
    if (!cells.length) partOf(heads, ".kb-now").append(headOf(partOf(bar, ".kb-text")));
    return heads;
  }

  /** @param {HTMLInputElement} box */
  function headOf(box) {
    const cell = element("div", "kb-cell", element("span", "kb-column-language", nameOf(box)));
    speak(cell, partOf(bar, `[for="${box.id}"]`).lang);
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
      const cell = element("div", "kb-fetched", ...children);
      cell.dataset.text = box.dataset.text;
      added.push(cell);
      return cell;
    };
    headsOf().append(column(headOf(box)));
    const keys = new Map([...rows.querySelectorAll(":scope > .kb-provision")].map((provision) => [keyOf(provision), provision]));
    const law = [...beside.keys()].find((key) => !key.includes(".") && !key.startsWith("after"));
    if (law && !keys.has(law) && beside.get(law)?.length) {
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
      partOf(page, ".kb-colophon dl").append(copy);
      added.push(copy);
    }
    columns.set(box.value, added);
    measure();
  }

  /** @param {HTMLInputElement} box */
  function putAway(box) {
    for (const node of columns.get(box.value) ?? []) node.remove();
    columns.delete(box.value);
    if (!columns.size) restore();
    measure();
  }

  /** Makes the page what it was before anything was fetched. */
  function restore() {
    for (const top of rows.querySelectorAll(":scope > .kb-made")) top.remove();
    for (const pair of rows.querySelectorAll(".kb-pair.kb-made")) pair.replaceWith(...partOf(pair, ".kb-now").childNodes);
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
    status.textContent = messages.loading;
    try {
      const words = await (box.dataset.way === "comparison" ? byComparison : byPlaces)(box);
      if (!box.checked || columns.has(box.value)) return;
      keepingPlace(() => put(box, words));
      status.textContent = fill(messages.fetched, { wording: nameOf(box) });
    } catch {
      box.checked = false;
      if (!bar.querySelector(".kb-chosen:checked")) /** @type {HTMLInputElement} */ (partOf(bar, ".kb-text")).checked = true;
      if (isAsked) box.dispatchEvent(new Event("change", { bubbles: true }));          // the page then forgets it too; unasked it stays remembered
      status.textContent = messages.failed;
    }
  }

  /**
   * Does what makes the page longer, and keeps the clause of the address where it was on the screen.
   *
   * @param {() => void} action
   */
  function keepingPlace(action) {
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const before = target?.getBoundingClientRect().top;
    action();
    if (!target || before === undefined || before < 0 || before > innerHeight) return;
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    if (before < covered) target.scrollIntoView({ behavior: "instant" });          // new heads cover it
  }

  bar.addEventListener("change", ({ target }) => {
    const box = boxes.find((candidate) => candidate === target);
    if (box) change(box);
  });
  const first = boxes.filter(({ checked }) => checked).map((box) => change(box, false));
  Promise.all(first).then(() => document.documentElement.classList.remove("kb-coming"));
}

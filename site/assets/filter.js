// Filters long lists of words: by words of any language, with or without accents, and by area.

import { fold } from "../search/words.js";
import { messagesOf, partOf } from "./parts.js";

/** @param {string} words */
const plain = (words) => fold(words).replace(/[’ʼ]/g, "'");

export function offerFilters() {
  for (const form of document.querySelectorAll(".kb-filter")) {
    const [input, area, output] = [partOf(form, "input"), form.querySelector("select"), partOf(form, "output")];
    const { none } = messagesOf(form);
    const rows = [...document.querySelectorAll("tr[data-area], .kb-entries > li, .kb-group li")].map((row) => ({
      row,
      words: plain(`${row.textContent} ${row.dataset.more ?? ""}`),
    }));
    const groups = new Set(rows.map(({ row }) => /** @type {HTMLElement} */ (row.closest("tbody, section"))));
    const filter = () => {
      const wanted = plain(input.value).split(/\s+/).filter(Boolean);
      let number = 0;
      for (const { row, words } of rows) {
        const fits = wanted.every((word) => words.includes(word)) && (!area?.value || row.dataset.area === area.value);
        row.hidden = !fits;
        if (fits) number += 1;
      }
      for (const group of groups) group.hidden = !group.querySelector("tr[data-area]:not([hidden]), li:not([hidden])");
      /** @type {NodeListOf<HTMLAnchorElement>} */
      const jumps = document.querySelectorAll(".kb-jump a");
      for (const { parentElement, hash } of jumps) {
        const group = document.getElementById(decodeURIComponent(hash.slice(1)))?.closest("tbody, section");
        if (parentElement) parentElement.hidden = Boolean(group?.hidden);
      }
      const all = number === rows.length;
      output.textContent = all ? "" : number ? String(number) : none;
    };
    form.hidden = false;
    form.addEventListener("input", filter);
    form.addEventListener("submit", (event) => event.preventDefault());
    filter();           // the browser may have kept what was typed
  }
}

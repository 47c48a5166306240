// The switch of languages, the tabs of an edition, and the menu.

import { targetOf } from "./parts.js";

/**
 * Makes the language switch keep the clause and the query of the address. Without scripts it keeps only the page.
 */
export function keepPlaceInLanguages() {
  for (const kind of ["click", "auxclick"]) document.addEventListener(kind, (event) => {
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = targetOf(event)?.closest(".md-select a[hreflang]");
    if (!link) return;
    link.dataset.plain ??= link.getAttribute("href") ?? "";          // the address without the clause
    const there = new URL(link.dataset.plain, location.href);
    there.search ||= location.search;
    there.hash ||= location.hash;
    link.href = there.href;
  });
}

/** On a phone the tabs of an edition are one line: scrolls it to the tab of the page. */
export function showOwnTab() {
  for (const tab of document.querySelectorAll(".kb-tabs [aria-current]")) {
    const strip = tab.closest("ul");
    if (!strip) continue;
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }
}

/**
 * Makes a button open Material's menu in a narrow window. Without scripts a checkbox opens it, which only a pointer
 * can reach; the home page leads to the same pages.
 */
export function openMenuByButton() {
  const drawer = /** @type {HTMLInputElement | null} */ (document.getElementById("__drawer"));
  const label = document.querySelector(".md-header label[for=__drawer]");
  const menu = document.querySelector(".md-nav--primary");
  if (drawer && label && menu) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `${label.className} kb-menu`;
    button.innerHTML = label.innerHTML;
    button.ariaLabel = menu.ariaLabel;
    button.ariaExpanded = String(drawer.checked);
    label.replaceWith(button);
    button.addEventListener("click", () => {
      drawer.click();
      menu.querySelector("a, [tabindex]")?.focus();
    });
    drawer.addEventListener("change", () => (button.ariaExpanded = String(drawer.checked)));
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !drawer.checked) return;
      drawer.click();
      button.focus();
    });
    document.addEventListener("focusin", (event) => {
      if (drawer.checked && !menu.contains(targetOf(event))) drawer.click();
    });
  }
}

// On paper stands where the page is; and a window without a menu can print too.

export function preparePrint() {
  for (const place of document.querySelectorAll(".kb-paper-address")) {
    place.textContent = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"))?.href ?? location.origin + location.pathname;
  }
  for (const button of document.querySelectorAll(".kb-print")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

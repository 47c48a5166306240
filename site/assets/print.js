// Puts the address of the page on what is printed, and shows the buttons that print.

export function preparePrint() {
  for (const place of document.querySelectorAll(".kb-paper-address")) {
    place.textContent = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"))?.href ?? location.origin + location.pathname;
  }
  for (const button of document.querySelectorAll(".kb-print")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

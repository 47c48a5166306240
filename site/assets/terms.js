// Terms in the law are links to their explanations below. With scripts an explanation shows beside the term too:
// under a pointer, on focus or by a first tap. Escape hides it, and a switch turns all of them off.

import { speak } from "./direction.js";
import { partOf, targetOf } from "./parts.js";
import { isOn, setOn, TERMS } from "./switches.js";

const TERM = 'a[href^="#term-"]';

export function explainTerms() {
  const terms = [...document.querySelectorAll(TERM)];
  if (!terms.length) return;
  const page = partOf(document, ".kb-page");
  const tip = document.createElement("div");
  tip.className = "kb-tip";
  tip.id = "kb-tip";
  tip.role = "tooltip";
  tip.hidden = true;
  page.append(tip);
  /** @type {HTMLAnchorElement | null} */
  let shown = null;
  let waiting = 0;
  let pointer = "";

  /** @param {HTMLAnchorElement} term */
  const explanations = (term) =>
    [term.hash.slice(1), ...(term.dataset.also ?? "").split(" ").filter(Boolean).map((id) => `term-${id}`)]
      .map((id) => document.getElementById(id))
      .filter((explanation) => explanation !== null);

  const hide = () => {
    clearTimeout(waiting);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  };

  /** @param {HTMLAnchorElement} term */
  const show = (term) => {
    clearTimeout(waiting);
    if (shown === term) return;
    hide();
    tip.replaceChildren(
      ...explanations(term).map((explanation) => {
        const copy = document.createElement("p");
        const name = partOf(explanation, "dt a");
        const what = partOf(explanation, "dd span");
        const strong = document.createElement("strong");
        strong.textContent = name.textContent;
        speak(strong, name.lang);
        const words = document.createElement("span");
        words.textContent = what.textContent;
        speak(words, what.lang);
        copy.append(strong, " ", words);
        const tag = explanation.querySelector("dd .kb-tag");
        if (tag) copy.append(" ", tag.cloneNode(true));
        return copy;
      }),
    );
    tip.hidden = false;
    const rects = [...term.getClientRects()];          // two where the word is broken
    const word = { left: rects[0].left, top: rects[0].top, bottom: rects[rects.length - 1].bottom };
    const around = page.getBoundingClientRect();
    const left = Math.min(word.left - around.left, around.width - tip.offsetWidth);
    const below = word.bottom + tip.offsetHeight + 8 < innerHeight;
    const top = below ? word.bottom + 4 : word.top - tip.offsetHeight - 4;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${top - around.top}px`;
    term.setAttribute("aria-describedby", tip.id);
    shown = term;
  };

  /** @param {() => void} action */
  const later = (action) => {
    clearTimeout(waiting);
    waiting = setTimeout(action, 200);
  };

  /**
   * @param {Event} event
   * @returns {HTMLAnchorElement | null}
   */
  const termOf = (event) => targetOf(event)?.closest(TERM) ?? null;
  const off = () => page.classList.contains("kb-unmarked");

  document.documentElement.addEventListener("pointerleave", () => later(hide));
  page.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || off()) return;
    const term = termOf(event);
    if (term) later(() => show(term));
    else if (tip.contains(targetOf(event))) clearTimeout(waiting);
    else if (shown && document.activeElement !== shown) later(hide);
    else if (!shown) clearTimeout(waiting);
  });
  page.addEventListener("focusin", (event) => {
    const term = termOf(event);
    if (term && pointer !== "touch") show(term);
    else if (!term) hide();
  });
  page.addEventListener("focusout", (event) => {
    if (termOf(event) && !tip.contains(/** @type {Node | null} */ (event.relatedTarget))) later(hide);
  });
  document.addEventListener("keydown", (event) => {
    pointer = "";
    if (event.key === "Escape") hide();
  });
  document.addEventListener("click", (event) => {
    const term = termOf(event);
    if (!term) {
      if (shown && !tip.contains(targetOf(event))) hide();
      return;
    }
    if (off()) return;
    if (pointer === "touch" && shown !== term) {
      event.preventDefault();
      show(term);
    } else {
      hide();
      const details = document.getElementById(term.hash.slice(1))?.closest("details");
      if (details) details.open = true;
    }
  });

  // A reader who knows the terms can turn them into plain words, here and on the next pages.
  const switching = partOf(document, ".kb-terms-switch");
  const box = partOf(switching, "input");
  const address = new Map(terms.map((term) => [term, term.getAttribute("href") ?? ""]));
  /** @param {boolean} marked */
  const set = (marked) => {
    page.classList.toggle("kb-unmarked", !marked);
    for (const [term, href] of address) {
      if (marked) term.setAttribute("href", href);
      else term.removeAttribute("href");
    }
    if (!marked) hide();
  };
  switching.hidden = false;
  box.checked = isOn(TERMS);
  set(box.checked);
  box.addEventListener("change", () => {
    set(box.checked);
    setOn(TERMS, box.checked);
  });
}

// Shows beside a law's number what the law says: under a pointer, on focus or by a first tap. The preview stays while
// the pointer or the focus is on the number or in the preview; Escape closes it.

import { clauseOf } from "./clauses.js";
import { say, SPOKEN } from "./names.js";
import { panelOf } from "./panel-frame.js";
import { clausePanel, headingOf, paragraph } from "./panel.js";

/** @import { Citing } from "./citing.d.ts" */

const [SOON, AFTERWARDS] = [180, 300];     // milliseconds until a preview appears under a pointer, and until it goes
const LATE = 50;                           // milliseconds: words that come later are announced, as the focus has been read out by then

/**
 * Shows previews on a page; `citing` says which of its links and marks cite something, and what.
 *
 * @param {Citing} citing
 */
export function preview({ citedAt, citedBy, leadsTo, noticeOf, unknownPanel, readers, wantsPlain }) {
  const panel = panelOf();
  /** @type {HTMLElement | null} */
  let shown = null;          // the link or mark whose preview is open
  /** @type {string | null} */
  let title = null;          // the title of the link, taken away so that no tooltip covers the preview
  /** @type {HTMLElement | null} */
  let dismissed = null;      // the link whose preview Escape closed: it stays closed when the focus returns
  let waiting = 0;
  let pointer = "";          // the kind of pointer that the reader uses; "" is the keyboard
  /** @type {number | null} */
  let height = null;         // where the pointer was, for a link on two lines

  function hide() {
    clearTimeout(waiting);
    if (!shown) return;
    panel.describe(shown, false);
    if (title !== null) shown.title = title;
    shown = title = null;
    panel.close();
  }

  /** @param {HTMLElement} link */
  async function show(link) {
    clearTimeout(waiting);
    if (shown === link) return;
    const cited = link.matches("mark") ? null : citedBy(link);
    if (!cited && !link.matches("mark")) return;
    hide();
    shown = link;
    if (link.title) {
      title = link.title;
      link.removeAttribute("title");
    }
    panel.open(link, isTouched());
    if (!cited) return tell(unknownPanel?.(link, title) ?? []);
    const there = leadsTo(cited.edition, cited.ids[0]);
    panel.describe(link, true);
    tell([headingOf(there), paragraph("note", SPOKEN, say("loading"))]);
    const begun = performance.now();
    const words = await clauseOf(there.edition, there.id, readers(), wantsPlain()).then(
      (clause) => clausePanel(clause, cited, noticeOf(cited)),
      () => [headingOf(there), noticeOf(cited) ?? "", paragraph("notice", SPOKEN, say("failed"))],
    );
    if (shown !== link) return;
    tell(words);
    if (isFocused() && performance.now() - begun > LATE) panel.announce();
  }

  /** @param {(Node | string)[]} words */
  function tell(words) {
    panel.fill(words);
    place();
  }

  function place() {
    if (shown && !panel.place(shown, height) && !isFocused()) hide();
  }

  /**
   * @param {() => void} action
   * @param {number} wait
   */
  const later = (action, wait) => {
    clearTimeout(waiting);
    waiting = setTimeout(action, wait);
  };
  /** @param {EventTarget | null} target */
  const isInside = (target) => target instanceof Node && panel.host.contains(target);     // a window is no node
  const isFocused = () => document.activeElement === shown || document.activeElement === panel.host;
  const isTouched = () => pointer !== "" && pointer !== "mouse";

  /**
   * Moves the focus from the number into the panel and back, as the panel does not follow the number in the page.
   *
   * @param {KeyboardEvent} event
   */
  function tab(event) {
    const stops = panel.stops();
    const at = stops.findIndex((stop) => stop === panel.focused());
    if (at < 0 && (document.activeElement !== shown || event.shiftKey || !stops.length)) return;
    const next = event.shiftKey ? stops[at - 1] ?? shown : stops[at + 1];
    (next ?? shown).focus();          // behind the last stop the browser goes on from the number
    if (next) event.preventDefault();
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = citedAt(event.target);
    if (link) {
      height = event.clientY;
      later(() => show(link), SOON);
    } else if (isInside(event.target)) clearTimeout(waiting);
    else if (!shown) clearTimeout(waiting);
    else if (!isFocused()) later(hide, AFTERWARDS);
  });
  document.documentElement.addEventListener("pointerleave", () => {
    if (!isFocused()) later(hide, AFTERWARDS);
  });
  document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), true);
  document.addEventListener("focusin", (event) => {
    const link = citedAt(event.target);
    if (link !== dismissed) dismissed = null;
    if (!link && !isInside(event.target)) hide();
    if (!link || dismissed || pointer !== "") return;
    height = null;
    show(link);
  });
  document.addEventListener("focusout", (event) => {
    if (!event.relatedTarget && pointer === "") later(hide, AFTERWARDS);
  });
  document.addEventListener("keydown", (event) => {
    pointer = "";
    if (!shown) return;
    if (event.key === "Tab") tab(event);
    if (event.key !== "Escape") return;
    event.preventDefault();          // so that a dialog around it stays open
    dismissed = shown;
    if (document.activeElement === panel.host) shown.focus();
    hide();
  });
  document.addEventListener("click", (event) => {
    const link = citedAt(event.target);
    if (link && isTouched() && shown !== link) {
      event.preventDefault();
      height = event.clientY;
      show(link);
    } else if (!isInside(event.target)) hide();
  }, true);
  panel.onClose(hide);
  for (const type of ["scroll", "resize"])
    window.addEventListener(type, (event) => isInside(event.target) || place(), { capture: true, passive: true });
}

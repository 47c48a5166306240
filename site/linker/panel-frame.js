// The panel of a preview on the page: it is opened beside a link, filled, placed and closed.

import { say, SPOKEN } from "./names.js";
import { dressed, HOST_STYLE, UNSEEN } from "./panel-style.js";
import { element } from "./panel.js";

const [GAP, MARGIN] = [4, 8];              // CSS pixels between it and the number, and the edge of the window
const LEAST = 120;                         // CSS pixels: its least height, even where there is no room
const MOST = 0.7;                          // of the window's height
const READ_OUT = 4;                        // paragraphs that screen readers read out with the link

export function panelOf() {
  const host = document.createElement("kodeks-preview");
  const description = element("span", { id: "kodeks-told" });          // not shown: there is no slot for it
  const body = element("div", { class: "body" });
  const page = element("a", { class: "page", lang: SPOKEN, tabindex: -1 }, say("page"));
  const close = element("button", { type: "button", lang: SPOKEN, tabindex: -1 }, say("close"));
  const foot = element("div", { class: "foot" }, page, close);
  const panel = element("div", { class: "panel", role: "group" }, body, foot);
  const heard = element("div", { role: "status" });
  for (const [name, value] of HOST_STYLE) host.style.setProperty(name, value, "important");
  for (const [name, value] of UNSEEN) heard.style.setProperty(name, value);
  host.append(description);
  const root = dressed(host);
  root.append(panel, heard);

  /**
   * Opens the panel without words. For a reader who touches the screen it shows a button that closes it.
   *
   * @param {HTMLElement} link
   * @param {boolean} isTouched
   */
  function open(link, isTouched) {
    const isLink = link instanceof HTMLAnchorElement;
    if (isLink) page.setAttribute("href", link.href);
    page.hidden = !isLink;
    close.hidden = !isTouched;
    foot.hidden = !isLink && !isTouched;
    (link.closest("dialog") ?? document.body).append(host);
    if (!host.showPopover) return;
    host.popover = "manual";          // above whatever the page puts on top
    host.showPopover();
  }

  /** @param {(Node | string)[]} words */
  function fill(words) {
    body.replaceChildren(...words);
    panel.scrollTop = 0;
    const lines = [...body.children].map((child) => child.textContent);
    description.textContent = lines.slice(0, READ_OUT).join(". ");
    panel.setAttribute("aria-label", lines[0]);
  }

  /**
   * Makes the words of the panel the description of a link, or takes that away again.
   *
   * @param {HTMLElement} link
   * @param {boolean} isShown
   */
  function describe(link, isShown) {
    const ids = (link.getAttribute("aria-describedby") ?? "").split(/\s+/).filter((id) => id && id !== description.id);
    if (isShown) ids.push(description.id);
    if (ids.length) link.setAttribute("aria-describedby", ids.join(" "));
    else link.removeAttribute("aria-describedby");
  }

  /**
   * Puts the panel below a link if there is room, else above; false where the link is out of sight.
   *
   * @param {HTMLElement} link
   * @param {number | null} height
   * @returns {boolean}
   */
  function place(link, height) {
    const [across, down] = [document.documentElement.clientWidth, window.innerHeight];
    const lines = [...link.getClientRects()];          // two where the words are broken
    const line = lines.find(({ top, bottom }) => height !== null && top - 2 <= height && height <= bottom + 2) ?? lines[0];
    if (!line || line.bottom < 0 || line.top > down) return false;
    const [above, below] = [line.top - GAP - MARGIN, down - line.bottom - GAP - MARGIN];
    panel.style.setProperty("--across", `${across - 2 * MARGIN}px`);
    panel.style.setProperty("--down", `${MOST * down}px`);
    const isBelow = panel.offsetHeight <= below || below >= above;
    const room = Math.min(Math.max(isBelow ? below : above, LEAST), MOST * down);
    panel.style.setProperty("--down", `${room}px`);
    const top = isBelow ? line.bottom + GAP : line.top - GAP - panel.offsetHeight;
    const [lowest, rightmost] = [down - MARGIN - panel.offsetHeight, across - MARGIN - panel.offsetWidth];
    host.style.setProperty("top", `${Math.max(MARGIN, Math.min(top, lowest))}px`, "important");
    host.style.setProperty("left", `${Math.max(MARGIN, Math.min(line.left, rightmost))}px`, "important");
    if (panel.scrollHeight > panel.clientHeight + 1) panel.tabIndex = 0;
    else panel.removeAttribute("tabindex");
    return true;
  }

  return {
    host,
    open,
    fill,
    describe,
    place,
    close() {
      heard.textContent = "";
      host.remove();
    },
    announce: () => (heard.textContent = description.textContent),
    /** @param {() => void} action */
    onClose: (action) => close.addEventListener("click", action),
    focused: () => root.activeElement,
    // The stops of the Tab key: the panel where it scrolls, and the links in its words.
    /** @returns {HTMLElement[]} */
    stops: () => Array.from(root.querySelectorAll('.panel[tabindex="0"], .body a')),
  };
}

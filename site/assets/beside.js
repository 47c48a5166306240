// Chooses which wordings stand side by side: those in the address, else those that the reader chose before, else
// the usual ones of the page. It runs before the words of the page are there, so that they appear as chosen.

import { speak } from "./direction.js";
import { messagesOf, partOf } from "./parts.js";

const KEY = "kodeks.beside";
const MOST = 4;          // columns that fit side by side
const PARAMETER = "beside";

// The browser is still reading the page: once the button at the end of the bar is there, all its choices are. What
// is said of them stands behind the button, and perhaps not yet.
const barOf = () => /** @type {HTMLButtonElement | null} */ (document.querySelector(".kb-wordings [type=reset]"))?.form;
const begin = () => {
  const bar = barOf();
  if (bar) watcher.disconnect();
  if (bar) prepare(bar);
};
const watcher = new MutationObserver(begin);
watcher.observe(document, { childList: true, subtree: true });

/**
 * Makes a box to tick of the link to a wording that is not on the page: scripts can fetch it.
 *
 * @param {HTMLAnchorElement} link
 */
function box(link) {
  const [input, label] = [document.createElement("input"), document.createElement("label")];
  input.type = "checkbox";
  input.className = "kb-chosen kb-elsewhere";
  input.id = label.htmlFor = `beside-${link.dataset.value}`;
  input.value = link.dataset.value ?? "";
  Object.assign(input.dataset, { text: link.dataset.text, way: link.dataset.way, href: link.getAttribute("href") });
  label.className = "kb-wording";
  speak(label, link.lang);
  label.append(...link.childNodes);
  link.replaceWith(label, input);
}

/** @param {HTMLFormElement} bar */
function prepare(bar) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (bar.querySelectorAll("a[data-way]"))) box(link);
  /** @type {HTMLInputElement[]} */
  const boxes = Array.from(bar.querySelectorAll(".kb-chosen"));
  /** @param {string} words */
  const say = (words) => {
    partOf(bar, ".kb-wordings-said").textContent = words;
  };
  const { scope, last } = messagesOf(bar);
  const offered = boxes.map(({ value }) => value);
  const usual = boxes.filter(({ defaultChecked }) => defaultChecked).map(({ value }) => value);
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const isUsual = () => chosen().join() === usual.join();

  // The values that the reader chose, by the scope of the bar; none where the browser forbids storage.
  /** @returns {Record<string, string[]>} */
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? {};
    } catch {
      return {};
    }
  };
  const remember = () => {
    const all = remembered();
    const others = (all[scope] ?? []).filter((value) => !offered.includes(value));
    if (isUsual()) delete all[scope];
    else all[scope] = [...chosen(), ...others];
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {}
  };

  /** @param {string[]} values */
  const set = (values) => {
    const wanted = offered.filter((value) => values.includes(value)).slice(0, MOST);
    for (const choice of boxes) choice.checked = (wanted.length ? wanted : usual).includes(choice.value);
    limit();
  };
  const limit = () => {
    for (const choice of boxes) choice.disabled = !choice.checked && chosen().length >= MOST;
  };

  // The address names the wordings that are shown, unless they are the usual ones, so that one can send it.
  const address = () => {
    const url = new URL(location.href);
    url.searchParams.delete(PARAMETER);
    if (!isUsual()) url.search += `${url.search ? "&" : "?"}${PARAMETER}=${chosen().join(",")}`;
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };

  const asked = new URLSearchParams(location.search).get(PARAMETER);
  set(asked === null ? remembered()[scope] ?? usual : asked.split(","));
  // Where a wording has to be fetched first, the page waits a moment, so that its words do not move later.
  if (boxes.some((choice) => choice.checked && choice.matches(".kb-elsewhere"))) document.documentElement.classList.add("kb-coming");
  address();
  bar.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (!target.matches(".kb-chosen")) return;
    say("");
    if (!chosen().length) {
      target.checked = true;
      say(last);
    }
    limit();
    remember();
    address();
  });
  bar.addEventListener("reset", (event) => {
    event.preventDefault();          // the browser would do it after this event, and without the events of changes
    for (const choice of boxes) {
      if (choice.checked === choice.defaultChecked) continue;
      choice.checked = choice.defaultChecked;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    }
    say("");
    boxes.find(({ checked }) => checked)?.focus();          // the button that had the focus is hidden now
  });
}

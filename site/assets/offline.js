// The site without a network. The worker (site/offline) keeps what one opens; here it is registered, a
// language is taken along, and the page for a missing network says what is there.

import { fill } from "./messages.js";
import { partOf, targetOf } from "./parts.js";

const here = document.currentScript;
const container = ["https:", "http:"].includes(location.protocol) && window.isSecureContext
  ? navigator.serviceWorker
  : undefined;          // without it the site is as it was

const language = document.documentElement.lang;

/**
 * @param {ServiceWorker} worker
 * @param {{ ask: string, [more: string]: unknown }} question
 * @returns {Promise<any>}
 */
function ask(worker, question) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      if (data?.failed) reject(new Error(question.ask));
      else resolve(data);
    };
    worker.postMessage(question, [port2]);
  });
}

async function begin() {
  await container.register(here.dataset.worker);
  const { active } = await container.ready;
  await Promise.all([offer(active), list(active)]);
  if (container.controller) return;
  const root = new URL("./", new URL(here.dataset.worker, location.href)).href;
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const addresses = [location.href, ...new Set(fetched.filter((one) => one.startsWith(root)))];
  await ask(active, { ask: "visited", addresses, language });
}

/** @param {number} bytes */
const size = (bytes) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);

/**
 * The button that takes a language along.
 *
 * @param {ServiceWorker} worker
 */
async function offer(worker) {
  if (!place) return;
  const messages = place.dataset;
  const [take, stop, back, status] = ["take", "stop", "back", "status"].map((one) => partOf(place, `.kb-take-${one}`));
  const progress = /** @type {HTMLProgressElement} */ (partOf(place, ".kb-take-progress"));
  /** @type {AbortController | null} */
  let going = null;
  /** @type {{ bytes: number, pages: number, held: boolean, address: string }} */
  let book = null;

  /** @param {string | undefined} words */
  const show = (words) => {
    take.textContent = fill(messages.take, { size: size(book.bytes), pages: new Intl.NumberFormat(language).format(book.pages) });
    take.hidden = Boolean(going) || book.held;
    back.hidden = Boolean(going) || !book.held;
    stop.hidden = progress.hidden = !going;
    status.textContent = words;
  };

  take.addEventListener("click", async () => {
    going = new AbortController();
    progress.value = 0;
    show(messages.going);
    stop.focus();
    let words;
    try {
      words = messages[await fetchBook()];
    } catch {
      words = going.signal.aborted ? messages.stopped : messages.broken;
    }
    const hadFocus = document.activeElement === stop;
    going = null;
    book = await ask(worker, { ask: "book", language });
    show(words);
    if (hadFocus) (book.held ? back : take).focus();
  });

  async function fetchBook() {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota - usage < book.bytes) return "full";
    const answer = await fetch(book.address, { signal: going.signal, cache: "no-store" });
    if (!answer.ok) throw new TypeError(answer.statusText);
    const pieces = [];
    let done = 0;
    for (const reader = answer.body.getReader(); ; ) {
      const { value, done: all } = await reader.read();
      if (all) break;
      pieces.push(value);
      done += value.length;
      progress.value = done / book.bytes;
    }
    const result = await ask(worker, { ask: "take", language, blob: new Blob(pieces) });
    if (result === "held") navigator.storage?.persist?.();
    return result;
  }

  stop.addEventListener("click", () => going?.abort());
  back.addEventListener("click", async () => {
    await ask(worker, { ask: "put back", language });
    book = await ask(worker, { ask: "book", language });
    show(messages.removed);
    take.focus();
  });

  book = await ask(worker, { ask: "book", language });
  show(book.held ? messages.held : "");
  place.classList.remove("kb-waiting");
}

/**
 * What is on this device, on the page for a missing network.
 *
 * @param {ServiceWorker} worker
 */
async function list(worker) {
  const place = document.querySelector(".kb-held");
  if (!place) return;
  const wanted = new URLSearchParams(location.search).get("wanted");
  const again = document.querySelector(".kb-again");
  const root = new URL("./", new URL(here.dataset.worker, location.href));
  if (wanted) {
    const there = new URL(wanted, root);
    if (there.href.startsWith(root.href)) {
      again.querySelector("a").href = there.href;
      again.hidden = false;
    }
  }
  const [book, pages] = [await ask(worker, { ask: "book", language }), await ask(worker, { ask: "pages", language })];
  document.querySelector(".kb-whole").hidden = !book.held;
  const alike = new Intl.Collator(language, { numeric: true }).compare;
  /** @type {{ address: string, path: string, title: string }[]} */
  const listed = [...pages].sort((one, other) => alike(one.path, other.path));
  for (const { address, title } of listed) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = new DOMParser().parseFromString(title, "text/html").documentElement.textContent;
    const item = document.createElement("li");
    item.append(link);
    place.append(item);
  }
}

// The worker makes room for the next version when nobody looks at this one any more.
let leaving = false;
addEventListener("beforeunload", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
// Not every browser says that it leaves: what leads to another page does, for as long as that may take.
addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (targetOf(event)?.closest("a[href]") ?? null);
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const isOther = link.origin === location.origin && link.pathname !== location.pathname;
  if (!isOther || link.target || link.hasAttribute("download")) return;
  leaving = true;
  setTimeout(() => (leaving = false), 3000);
});
container?.addEventListener("message", ({ data, ports }) => {
  if (data?.ask === "leaving") ports[0].postMessage(leaving);
});

const place = document.querySelector(".kb-take");
if (place && !(container && "DecompressionStream" in window)) place.hidden = true;
if (container) {
  const start = () => begin().catch(() => {          // a browser may forbid it: the site works without
    if (place?.classList.contains("kb-waiting")) place.hidden = true;
  });
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}

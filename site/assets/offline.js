// The pages' part of the site without a network: registers the worker (site/offline), which keeps the pages that
// one opens, downloads a whole language, and lists what is kept on the page for a missing network.

import { fill } from "./messages.js";
import { messagesOf, partOf, targetOf } from "./parts.js";
import { READER } from "./reader.js";

const script = /** @type {HTMLScriptElement} */ (document.currentScript).dataset.worker ?? "";
const container = ["https:", "http:"].includes(location.protocol) && window.isSecureContext
  ? navigator.serviceWorker
  : undefined;          // without a worker the site needs the network

const language = READER;

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

/** @param {ServiceWorkerContainer} workers */
async function begin(workers) {
  await workers.register(script);
  const active = /** @type {ServiceWorker} */ ((await workers.ready).active);
  await Promise.all([offer(active), list(active)]);
  if (workers.controller) return;
  const root = new URL("./", new URL(script, location.href)).href;
  const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
  const addresses = [location.href, ...new Set(fetched.filter((address) => address.startsWith(root)))];
  await ask(active, { ask: "visited", addresses, language });
}

/** @param {number} bytes */
const size = (bytes) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);

/**
 * Offers the download of the page's language, and its removal.
 *
 * @param {ServiceWorker} worker
 */
async function offer(worker) {
  if (!place) return;
  const messages = messagesOf(place);
  const [take, stop, back, status] = ["take", "stop", "back", "status"].map((part) => partOf(place, `.kb-take-${part}`));
  const progress = /** @type {HTMLProgressElement} */ (partOf(place, ".kb-take-progress"));
  /** @type {AbortController | null} */
  let going = null;
  /** @type {{ bytes: number, pages: number, held: boolean, address: string }} */
  let book;

  /** @param {string} words */
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
      words = messages[await fetchBook(going.signal)];
    } catch {
      words = going.signal.aborted ? messages.stopped : messages.broken;
    }
    const hadFocus = document.activeElement === stop;
    going = null;
    book = await ask(worker, { ask: "book", language });
    show(words);
    if (hadFocus) (book.held ? back : take).focus();
  });

  /** @param {AbortSignal} signal */
  async function fetchBook(signal) {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota - usage < book.bytes) return "full";
    const answer = await fetch(book.address, { signal, cache: "no-store" });
    if (!answer.ok || !answer.body) throw new TypeError(answer.statusText);
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
 * Lists the pages that are kept, on the page for a missing network.
 *
 * @param {ServiceWorker} worker
 */
async function list(worker) {
  const place = document.querySelector(".kb-held");
  if (!place) return;
  const wanted = new URLSearchParams(location.search).get("wanted");
  const again = partOf(document, ".kb-again");
  const root = new URL("./", new URL(script, location.href));
  if (wanted) {
    const there = new URL(wanted, root);
    if (there.href.startsWith(root.href)) {
      partOf(again, "a").href = there.href;
      again.hidden = false;
    }
  }
  const [book, pages] = [await ask(worker, { ask: "book", language }), await ask(worker, { ask: "pages", language })];
  partOf(document, ".kb-whole").hidden = !book.held;
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

// The worker lets the next version of the site take over when the only window left is leaving its page.
let leaving = false;
addEventListener("beforeunload", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
// Not every browser says in time that it leaves. A click on a link to another page counts as leaving for a while.
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
  const start = () => begin(container).catch(() => {          // a browser may forbid workers: the site works without one
    if (place?.classList.contains("kb-waiting")) place.hidden = true;
  });
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}

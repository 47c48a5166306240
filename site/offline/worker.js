// The service worker of the site, for all languages: which event makes it do what.

import { site as SITE } from "kodeks-data";
import { addressOf, languageOf, partOf, pathOf } from "./addresses.js";
import { answer } from "./answers.js";
import { digest } from "./digest.js";
import { CACHE, keep, keepShell, opened, packOf, typeOf, TYPES } from "./held.js";
import { worker } from "./self.js";
import { bring, settle } from "./versions.js";

worker.addEventListener("install", (event) => event.waitUntil(bring()));
worker.addEventListener("activate", (event) => event.waitUntil(settle()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== "GET" || path === null || request.headers.has("range")) return;
  if (/(^|\/)(sw\.js|[^/]*\.pack)$/.test(path)) return;
  const answered = answer(event, path);
  event.respondWith(answered);
  const language = languageOf(path);
  if (request.mode !== "navigate" || !language) return;
  event.waitUntil(answered.then(() => keepShell(language)).catch(() => {}));
});

const FAILED = { failed: true };

/** @type {Record<string, (question: any) => Promise<unknown>>} */
const QUESTIONS = {
  async "take over"() {
    await worker.skipWaiting();
  },

  /**
   * Keeps a page that was there before the worker, with what it has fetched, and takes charge of it, if it is of the
   * same version.
   *
   * @param {{ addresses: string[], language: string }} question
   */
  async visited({ addresses, language }) {
    const paths = addresses.map(pathOf).filter((path) => path !== null);
    const [page, ...rest] = paths;
    if (!(await keep([page]))) return false;
    await keep(rest);
    if (Object.hasOwn(SITE.languages, language)) await keepShell(language);
    await worker.clients.claim();
    return true;
  },

  /** @param {{ language: string }} question */
  async book({ language }) {
    const { pack } = SITE.languages[language];
    return { ...pack, address: addressOf(pack.path), held: Boolean(await packOf(language)) };
  },

  /**
   * Keeps a pack that a page has fetched, as a whole or not at all.
   *
   * @param {{ language: string, blob: Blob }} question
   */
  async take({ language, blob }) {
    const { pack } = SITE.languages[language];
    if ((await digest(await blob.arrayBuffer())) !== pack.digest) return "other";
    try {
      const cache = await caches.open(CACHE);
      await cache.put(addressOf(pack.path), new Response(blob));
    } catch {
      return "full";
    }
    return "held";
  },

  /** @param {{ language: string }} question */
  async "put back"({ language }) {
    opened.delete(language);
    const cache = await caches.open(CACHE);
    return cache.delete(addressOf(SITE.languages[language].pack.path));
  },

  /**
   * The pages of a language that are kept one by one, with their titles.
   *
   * @param {{ language: string }} question
   */
  async pages({ language }) {
    const cache = await caches.open(CACHE);
    const pages = [];
    for (const { url } of await cache.keys()) {
      const path = pathOf(url);
      if (path === null || languageOf(path) !== language || typeOf(path) !== TYPES[""] || path === partOf(path).shell[0]) continue;
      const held = await cache.match(url);
      const title = held && /<title>([^<]*?)(?: – Kodeks)?<\/title>/.exec(await held.text());
      if (title) pages.push({ address: url, path, title: title[1] });
    }
    return pages;
  },
};

worker.addEventListener("message", (event) => {
  const asked = QUESTIONS[event.data?.ask];
  if (!asked) return;
  event.waitUntil((async () => {
    const reply = await asked(event.data).catch(() => FAILED);
    event.ports[0]?.postMessage(reply);
  })());
});

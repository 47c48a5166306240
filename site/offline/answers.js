// Answers requests so that a page and all that it needs are of one version of the site. A file that is kept is the
// answer at once, without the network: laws change once in years, and the signal at the table is bad. Any other is
// fetched, and kept if it is of this version. A page of a newer version is shown, but then its window gets everything
// from the network. The newer version is fetched beside the old one, and takes its place as a whole, between two pages.

import { site as SITE } from "kodeks-data";
import { addressOf, languageOf } from "./addresses.js";
import { expected, find, kept, OURS, TYPES } from "./held.js";
import { worker } from "./self.js";

export const APART = `${OURS}apart`;           // the windows that show another version, in a cache as workers forget

/**
 * @param {FetchEvent} event
 * @param {string} path
 * @returns {Promise<Response>}
 */
export async function answer(event, path) {
  const { request } = event;
  const isPage = request.mode === "navigate";
  if (isPage && (await handsOver())) return new Response(AGAIN, { headers: { "Content-Type": TYPES[""] } });
  if (!isPage && (await isApart(event.clientId))) {
    if (event.resultingClientId) await setApart(event.resultingClientId);      // the search worker of a page belongs to its window
    return fetch(request);
  }
  const held = await find(path);
  if (held) return held;
  if (isPage && !path.endsWith("/") && (await find(`${path}/`))) return Response.redirect(addressOf(`${path}/`) + new URL(request.url).search);
  /** @type {ArrayBuffer | undefined} */
  let content;
  /** @type {Response | undefined} */
  let response;
  try {
    response = await fetch(request, { cache: "no-cache" });
    if (response.type === "opaqueredirect") return response;
    content = await response.arrayBuffer();
    const ours = response.ok ? await kept(path, content.slice(0)) : undefined;
    if (ours) return ours;
    if (!isPage && response.ok && (await expected(path)) !== undefined) throw new TypeError("of another version");
  } catch {
    if (!isPage) return Response.error();
  }
  if (!content || !response) return withoutNetwork(request, path);
  if (isPage) await setApart(event.resultingClientId);
  const { status, statusText, headers } = response;
  return new Response(content, { status, statusText, headers });
}

/**
 * @param {Request} request
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function withoutNetwork(request, path) {
  const { search, hash } = new URL(request.url);
  const languages = Object.keys(SITE.languages);
  const wanted = languageOf(path);
  for (const language of [...(wanted ? [wanted] : []), ...languages]) {
    const [page] = SITE.languages[language].shell;
    if (!(await find(page))) continue;
    const there = new URL(addressOf(page));
    there.searchParams.set("wanted", path + search + hash);
    return Response.redirect(there);
  }
  return Response.error();
}

// A page that loads its own address again. By then this worker is replaced, and the next one answers.
const AGAIN = '<!doctype html><title>Kodeks</title><link rel="icon" href="data:,"><script>setTimeout(() => location.reload(), 20)</script>';
const PATIENCE = 20;
let tries = 0;

/**
 * Whether the next version takes over now, as it is whole and the only window that shows this one is leaving its page.
 */
async function handsOver() {
  const { waiting } = worker.registration;
  if (!waiting || tries >= PATIENCE) return false;
  const windows = await worker.clients.matchAll({ type: "window" });
  if (!(await Promise.all(windows.map(isLeaving))).every(Boolean)) return false;
  tries += 1;
  waiting.postMessage({ ask: "take over" });
  return true;
}

/**
 * Whether a window is leaving its page, as site/assets/offline.js answers; one that gives no answer is not.
 *
 * @param {Client} client
 * @returns {Promise<boolean>}
 */
function isLeaving(client) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, 300, false);
    client.postMessage({ ask: "leaving" }, [port2]);
  });
}

/** @param {string} client */
const sign = (client) => addressOf(`?apart=${client}`);

/** @param {string} client */
async function setApart(client) {
  const cache = await caches.open(APART);
  await cache.put(sign(client), new Response(""));
  worker.registration.update().catch(() => {});
}

/** @param {string} client */
async function isApart(client) {
  if (!client || !(await caches.has(APART))) return false;
  return Boolean(await (await caches.open(APART)).match(sign(client)));
}

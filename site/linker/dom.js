// Puts links on a page, a little at a time, so that the page answers its readers meanwhile.

import { cite } from "./cite-text.js";
import { putAll, takeAll } from "./marks.js";
import { datingBeside } from "./page-dating.js";
import { isElement } from "./nodes.js";
import { SETTINGS } from "./settings.js";
import { INLINE, portionsOf } from "./texts.js";

/** @import { Portion } from "./texts.js" */

const SLICE = 20;          // milliseconds after which the page has its turn
const TRIES = 3;           // how often a page is begun again that changes meanwhile
const PATIENCE = 200;      // milliseconds in which changes of a watched page are gathered

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
let generation = 0;
/** @type {MutationObserver | null} */
let observer = null;
/** @type {Set<Element>} */
const changed = new Set();

/**
 * Puts links on what is below an element, by default on what the tag names, and says how many. Links that are there
 * already stay.
 *
 * @param {Element} [root]
 * @returns {Promise<number>}
 */
export function link(root) {
  const begunIn = generation;
  const done = queue.then(() => linkAll(root ? [root] : rootsOf(), begunIn));
  queue = done.catch(() => {});
  return done;
}

/**
 * @param {Element[]} roots
 * @param {number} begunIn
 */
async function linkAll(roots, begunIn) {
  let count = 0;
  for (const root of roots)
    for (let left = TRIES; left > 0 && begunIn === generation; left--) {
      const [done, isWhole] = await linkSlowly(root, begunIn);
      count += done;
      if (isWhole) break;
    }
  return count;
}

/**
 * Puts the links, and says how many there are and whether all of the root was reached.
 *
 * @param {Element} root
 * @param {number} begunIn
 * @returns {Promise<[number, boolean]>}
 */
async function linkSlowly(root, begunIn) {
  let count = 0;
  await turn();
  let until = performance.now() + SLICE;
  const portions = portionsOf(root);
  for (;;) {
    const step = portions.next();
    if (step.done) return [count, step.value];
    const portion = /** @type {Portion | null} */ (step.value);
    if (begunIn !== generation) return [count, true];
    if (portion) count += quietly(() => linkPortion(portion));
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + SLICE;
  }
}

/** @param {Portion} portion */
function linkPortion(portion) {
  const languages = SETTINGS.languages ?? [portion.language].filter(Boolean);
  const dating = SETTINGS.within ? null : datingBeside(portion);
  return putAll(portion, cite(portion.text, { languages, within: SETTINGS.within, dating }));
}

/**
 * Waits until the page has nothing else to do.
 *
 * @returns {Promise<void>}
 */
function turn() {
  return new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: 200 }) : setTimeout(resolve)));
}

/**
 * Takes the links away again that were put below an element, by default all of the page.
 *
 * @param {Element} [root]
 */
export function unlink(root = document.body) {
  generation++;
  changed.clear();
  return quietly(() => takeAll(root));
}

export function rootsOf() {
  const selected = [...document.querySelectorAll(SETTINGS.root)];
  return selected.filter((root) => !selected.some((other) => other !== root && other.contains(root)));
}

/**
 * Makes a change that the observer of the page does not report.
 *
 * @param {() => number} change
 */
function quietly(change) {
  if (!observer) return change();
  noted(observer.takeRecords());
  const result = change();
  observer.takeRecords();
  return result;
}

/**
 * Links what is added to the page from now on.
 *
 * @param {Element[]} roots
 */
export function watch(roots) {
  observer = new MutationObserver(noted);
  for (const root of roots) observer.observe(root, { childList: true, characterData: true, subtree: true });
}

/** @param {MutationRecord[]} records */
function noted(records) {
  const before = changed.size;
  for (const { type, target, addedNodes } of records)
    for (const node of type === "childList" ? addedNodes : [target]) {
      const block = blockOf(node);
      if (block) changed.add(block);
    }
  if (before === 0 && changed.size) setTimeout(linkChanged, PATIENCE);
}

function linkChanged() {
  const blocks = [...changed].filter((block) => block.isConnected);
  changed.clear();
  for (const block of blocks) if (!blocks.some((other) => other !== block && other.contains(block))) link(block);
}

/**
 * The block that a node is in or is.
 *
 * @param {Node} node
 */
function blockOf(node) {
  let element = isElement(node) ? node : node.parentElement;
  while (element && INLINE.has(element.localName)) element = element.parentElement;
  return element;
}

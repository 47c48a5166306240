// Puts links and marks around the citations of a page, and takes them away again.

import { speak } from "../assets/direction.js";
import { leadsTo } from "./cited.js";
import { doubtOf } from "./doubt-words.js";
import { dataOf } from "./editions.js";
import { isSaid, SAID, whatIsWrong } from "./flags.js";
import { addressOf, SPOKEN } from "./names.js";
import { isText } from "./nodes.js";
import { UNSEEN } from "./panel-style.js";
import { OURS } from "./texts.js";

/** @import { Portion } from "./texts.js" */
/** @import { Cited } from "./types.d.ts" */

// How a number looks that may be of an older code.
const DOUBTED = Object.entries({ "text-decoration-line": "underline", "text-decoration-style": "wavy" });

const PUT = new WeakSet();          // the elements that were put on the page: only these may be taken away

/**
 * Puts links and marks around the citations in a portion; returns how many.
 *
 * @param {Portion} portion
 * @param {Cited[]} citations
 */
export function putAll(portion, citations) {
  let count = 0;
  // The last citation comes first, so that the places of those before it stay right.
  for (const cited of [...citations].reverse()) {
    const piece = portion.pieceAt(cited.core[0]);
    if (!piece?.node) continue;
    const element = cited.status === "linked" ? linkFor(cited) : cited.status === "dangling" ? markFor(cited) : null;
    if (!element) continue;
    const { data } = piece.node;
    let [from, to] = [Math.max(cited.start, piece.start) - piece.start, Math.min(cited.end, piece.end) - piece.start];
    while (from < to && !data[from].trim()) from++;
    while (from < to && !data[to - 1].trim()) to--;
    if (from === to) continue;
    put(piece.node, from, to, element);
    count++;
  }
  return count;
}

/**
 * @param {Text} node
 * @param {number} from
 * @param {number} to
 * @param {HTMLElement} element
 */
function put(node, from, to, element) {
  const words = from ? node.splitText(from) : node;
  if (to - from < words.length) words.splitText(to - from);
  words.replaceWith(element);
  element.prepend(words);
  PUT.add(element);
}

/** @param {Cited} cited */
function linkFor(cited) {
  const link = document.createElement("a");
  const there = leadsTo(cited.edition, cited.targets[0]);
  link.className = "kodeks-law";
  link.href = addressOf(there.edition, there.id);
  link.dataset.kodeks = dataOf(cited);
  return doubting(link, cited);
}

/**
 * A mark for a number that does not exist; what is wrong with it stands in words for those who do not see the mark.
 *
 * @param {Cited} cited
 */
function markFor(cited) {
  const mark = document.createElement("mark");
  mark.className = "kodeks-unknown";
  mark.tabIndex = 0;
  mark.dataset.kodeks = dataOf(cited);
  const explanation = document.createElement("span");
  explanation.className = SAID;
  speak(explanation, SPOKEN);
  explanation.textContent = ` (${whatIsWrong(mark.dataset.kodeks)})`;
  for (const [name, value] of UNSEEN) explanation.style.setProperty(name, value, "important");
  mark.append(explanation);
  return doubting(mark, cited);
}

/**
 * A link or mark whose number may be of an older code: it looks so on any page, and says so.
 *
 * @param {HTMLElement} element
 * @param {Cited} cited
 */
function doubting(element, cited) {
  if (cited.doubted === null) return element;
  element.dataset.kodeksDoubt = cited.doubted;
  element.title = doubtOf(cited);
  for (const [name, value] of DOUBTED) element.style.setProperty(name, value);
  return element;
}

/**
 * Takes away the links and marks below a root, so that the page is as it was; returns how many.
 *
 * @param {Element} root
 */
export function takeAll(root) {
  const ours = [...root.querySelectorAll(OURS)].filter((element) => PUT.has(element));
  for (const element of ours) {
    PUT.delete(element);
    for (const child of [...element.children]) if (isSaid(child)) child.remove();
    const words = [...element.childNodes];
    element.replaceWith(...words);
    for (const node of words) if (isText(node)) rejoin(node);
  }
  return ours.length;
}

/**
 * Joins a text node with its neighbours, from which a link had parted it.
 *
 * @param {Text} node
 */
function rejoin(node) {
  const { previousSibling: before, nextSibling: after } = node;
  if (after && isText(after)) {
    node.appendData(after.data);
    after.remove();
  }
  if (before && isText(before)) {
    before.appendData(node.data);
    node.remove();
  }
}

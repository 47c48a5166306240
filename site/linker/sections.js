// Sections of statutes as they are cited: 2. § (1), § 4 (F) (2) a), 13. § (1) 4. eset.
// The same as kb/linking/finding/statute_citations.py.

import { GRAMMAR, matchAt, matchesFrom } from "./grammar.js";
import { isCapital } from "./tokens.js";

/** @import { Citation, Item } from "./types.d.ts" */

// More labels than any section has below it.
const DEEPEST = 8;

/**
 * The citations of sections in a stretch; those of a section with a list of labels have several items.
 *
 * @param {string} text
 * @param {number} first
 * @param {number} last
 * @returns {Citation[]}
 */
export function sectionsIn(text, first, last) {
  const stretch = text.slice(0, last);
  /** @type {Citation[]} */
  const citations = [];
  for (const match of matchesFrom(GRAMMAR.sections.section, stretch, first)) {
    const start = match.index;
    let [labels, end] = sectionLabels(stretch, start + match[0].length, [match[1] || match[2]]);
    const items = [sectionItem(start, end, labels)];
    let more;
    while ((more = matchAt(GRAMMAR.sections.further, stretch, end))) {
      const begin = end + more[0].length;
      const [further, stop] = sectionLabels(stretch, begin, []);
      if (!further.length) break;
      labels = [...labels.slice(0, labels.length - further.length), ...further];
      end = stop;
      items.push(sectionItem(begin, end, labels));
    }
    citations.push({ start, end, items, unit: "law", base: null, direction: null, general: true, same: false, weak: false });
  }
  return citations;
}

/**
 * @param {number} start
 * @param {number} end
 * @param {string[]} labels
 * @returns {Item}
 */
function sectionItem(start, end, labels) {
  return { start, end, path: { labels, end, kind: "absolute" }, last: null };
}

/**
 * The labels that follow, added to those before them, and where they end.
 *
 * @param {string} stretch
 * @param {number} at
 * @param {string[]} labels
 * @returns {[string[], number]}
 */
function sectionLabels(stretch, at, labels) {
  const { label, number, word, case: ofCase } = GRAMMAR.sections;
  let match;
  while (labels.length < DEEPEST && (match = matchAt(label, stretch, at))) {
    const next = match.slice(1).find(Boolean) ?? "";
    labels = [...labels, next];
    at += match[0].length;
    const below = isCapital(next) ? matchAt(number, stretch, at) : null;
    if (below) {
      labels.push(below[1]);
      at += below[0].length;
    }
    at += matchAt(word, stretch, at)?.[0].length ?? 0;
  }
  match = labels.length ? matchAt(ofCase, stretch, at) : null;
  return match ? [[...labels, match[1]], at + match[0].length] : [labels, at];
}

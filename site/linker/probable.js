// Says whether a weak citation is one, by what else its paragraph and its document say.
// The same as kb/linking/resolving/probable.py, which explains it.

import { isCounted, isUnnamed } from "./counts.js";
import { allOf, firstOf, GRAMMAR, matchAt, smallWords } from "./grammar.js";
import { wordsOf } from "./language-words.js";
import { valueIn } from "./maps.js";
import { isCapital } from "./tokens.js";

/** @import { Placed } from "./types.d.ts" */

const LETTER = 2;

/** What a document says of laws: the numbers of those that each paragraph surely cites. */
export class CitedLaws {
  /** @type {Map<number, Set<string>>} */
  byParagraph = new Map();
  /** @type {Map<string, boolean>} */
  #talked = new Map();
  /** @type {number[] | null} */
  #ends = null;

  /**
   * @param {string} view
   * @param {Placed[]} citations
   */
  constructor(view, citations) {
    this.view = view;
    for (const { citation, paragraph, owner: theirs, own } of citations) {
      if (citation.weak || theirs || own) continue;
      for (const { path } of citation.base ? [...citation.items, citation.base] : citation.items) {
        if (path.kind !== "absolute" && citation.unit !== "law") continue;
        valueIn(this.byParagraph, paragraph, () => new Set()).add(path.labels[0]);
      }
    }
  }

  /**
   * Whether a paragraph has words by which one hears that laws are talked of.
   *
   * @param {number} paragraph
   * @param {string} language
   */
  talked(paragraph, language) {
    return valueIn(this.#talked, `${paragraph} ${language}`, () => {
      this.#ends ??= [...allOf(GRAMMAR.surroundings.paragraph_end, this.view).map((match) => match.index), this.view.length];
      const start = paragraph ? this.#ends[paragraph - 1] : 0;
      return wordsOf(language).talk.last(smallWords(this.view.slice(start, this.#ends[paragraph]))) !== null;
    });
  }
}

/**
 * Whether a weak citation is one.
 *
 * @param {Placed} placed
 * @param {CitedLaws} evidence
 */
export function isProbable(placed, evidence) {
  const { citation, paragraph, language } = placed;
  const { labels, kind } = citation.items[0].path;
  const laws = evidence.byParagraph.get(paragraph);
  if (citation.unit === "law") return mayBeLaw(placed, evidence);
  if (labels.length > LETTER || kind === "relative" || laws?.has(labels[0])) return true;
  if (citation.unit !== null) return false;
  if (laws && !evidence.talked(paragraph, language)) return isUnnamed(evidence.view, citation, language);
  return isTold(placed, evidence) && isUnnamed(evidence.view, citation, language, true);
}

/**
 * Whether a word that mostly means a state's law means one of ours: Legge 40, but not legge 40/2004.
 *
 * @param {Placed} placed
 * @param {CitedLaws} evidence
 */
function mayBeLaw(placed, evidence) {
  const { citation, language, year } = placed;
  const { view } = evidence;
  const [item] = citation.items;
  const { act, act_year: actYear, numbered_act: numbered } = GRAMMAR.surroundings;
  const isAct =
    firstOf(numbered, view.slice(citation.start, citation.end)) ??
    matchAt(act, view, citation.end) ??
    matchAt(actYear, view, citation.end);
  if (isAct || year || isCounted(view, item, view.length, wordsOf(language))) return false;
  return item.path.labels.some(isCapital) || isTold(placed, evidence);
}

/**
 * Whether the document cites a law, or the paragraph talks of laws.
 *
 * @param {Placed} placed
 * @param {CitedLaws} evidence
 */
function isTold({ paragraph, language }, evidence) {
  return evidence.byParagraph.size > 0 || evidence.talked(paragraph, language);
}

// What a citation means: the provisions of one edition that its words lead to, for a reader of a
// ruling. The same as kb/citations/resolver.py with in_code=False.

import {
  ancestorsOf,
  depthOf,
  inBookOrder,
  isDigit,
  lawOf,
  parentOf,
  partsOf,
  placeAfter,
  placeBefore,
  ROMAN,
} from "./ids.js";
import { listIn, valueIn } from "./maps.js";
import { isCapital } from "./tokens.js";

/** @import { Citation, Item, Path, Resolved, Target } from "./types.d.ts" */

const ROMAN_DEPTH = 4;
// For how many ranges it is remembered what is in them.
const RANGES_REMEMBERED = 5000;

export class Resolver {
  #known;
  #inOrder;
  /** @type {Map<string | null, string[]>} */
  #byParent = new Map();
  /** @type {Map<string, string[]> | null} */
  #byEnding = null;
  /** @type {Map<string, string[]>} */
  #ranges = new Map();

  /** @param {string[]} provisions */
  constructor(provisions) {
    this.#known = new Set(provisions);
    this.#inOrder = [...this.#known].sort(inBookOrder);
    for (const id of this.#inOrder) listIn(this.#byParent, parentOf(id)).push(id);
  }

  /**
   * What each item means to a reader of a provision; nothing for what has no meaning there.
   *
   * @param {Citation} citation
   * @param {string | null} context
   * @returns {Resolved[]}
   */
  resolve(citation, context) {
    if (!citation.items.length) return this.#this(citation, context);
    /** @type {[Item, string | null, boolean][]} */
    let meant;
    if (citation.base) {
      const [base, relative] = this.#first(citation.base.path, citation, context);
      if (base === null) return [];
      meant = citation.items.map((item) => [item, below(base, item.path.labels), relative]);
    } else meant = this.#list(citation, context);
    /** @type {Resolved[]} */
    const resolved = [];
    for (const [item, first, relative] of meant) {
      const { start, end } = item;
      if (first !== null) resolved.push({ start, core: [start, end], end, targets: this.#targets(first, item), relative });
    }
    if (!resolved.length) return resolved;
    const [firstOne, lastOne] = [resolved[0], resolved[resolved.length - 1]];
    if (firstOne.start === citation.items[0].start) firstOne.start = citation.start;
    if (lastOne.end === citation.items[citation.items.length - 1].end) lastOne.end = citation.end;
    return resolved;
  }

  /**
   * Each item with its provision, and whether that is relative to where the citation stands.
   *
   * @param {Citation} citation
   * @param {string | null} context
   * @returns {[Item, string | null, boolean][]}
   */
  #list(citation, context) {
    /** @type {[Item, string | null, boolean][]} */
    const meant = [];
    /** @type {string | null} */
    let before = null;
    for (const item of citation.items) {
      let [first, relative] = this.#first(item.path, citation, context);
      /** @type {string | null} */
      const beside = before !== null && item.path.kind !== "absolute" ? this.#beside(before, item.path.labels) : null;
      if (beside !== null) [first, relative] = [beside, false];
      meant.push([item, first, relative]);
      before = first;
    }
    return meant;
  }

  /**
   * The provision that labels mean after one that was just named; null where there is none. It may be the next after
   * the last: where 64A ends with 64A2, Laws 64A1, 2 and 3 mean 64A3 and not Law 3.
   *
   * @param {string} before
   * @param {string[]} labels
   */
  #beside(before, labels) {
    const parts = partsOf(before);
    for (let depth = 1; depth < parts.length; depth++) {
      if (!fits(labels[0], depth)) continue;
      const wanted = below(parts.slice(0, depth).join("."), labels);
      const last = this.#byParent.get(parentOf(wanted))?.at(-1);
      const next = last !== undefined && Number(partsOf(wanted).at(-1)) === Number(partsOf(last).at(-1)) + 1;
      return this.#known.has(wanted) || next ? wanted : null;
    }
    return null;
  }

  /**
   * @param {Citation} citation
   * @param {string | null} context
   * @returns {Resolved[]}
   */
  #this(citation, context) {
    if (context === null) return [];
    const id = citation.unit === "part" ? context : lawOf(context);
    const { start, end } = citation;
    return [{ start, core: [start, end], end, targets: [this.#target(id)], relative: true }];
  }

  /**
   * The provision of a path, and whether it is relative; null where it means nothing.
   *
   * @param {Path} path
   * @param {Citation} citation
   * @param {string | null} context
   * @returns {[string | null, boolean]}
   */
  #first(path, citation, context) {
    if (path.kind === "absolute") return [absolute(path.labels), false];
    const isLaw = citation.unit === "law" && (path.kind === "number" || isDigit(path.labels[0][0]));     // art. 14b
    const inside = citation.direction !== null || !isLaw;
    const provision = inside ? this.#relative(path.labels, context, citation.direction) : null;
    if (provision === null && isDigit(path.labels[0][0]) && citation.unit === "law") return [absolute(path.labels), false];
    return [provision, true];
  }

  /**
   * The provision, or the ends of a range.
   *
   * @param {string} first
   * @param {Item} item
   * @returns {Target[]}
   */
  #targets(first, item) {
    const last = item.last && rangeEnd(first, item.last.labels);
    return (last === null || last === first ? [first] : [first, last]).map((id) => this.#target(id));
  }

  /**
   * All provisions of a range: its ends and the siblings between them, in order. A single provision is itself.
   *
   * @param {string[]} ends
   * @returns {string[]}
   */
  provisions(ends) {
    if (ends.length < 2) return ends;
    return valueIn(this.#ranges, ends.join(" "), () => {
      const [first, last] = ends;
      const siblings = this.#byParent.get(parentOf(first)) ?? [];
      return [first, ...siblings.slice(placeAfter(siblings, first), placeBefore(siblings, last)), last];
    }, RANGES_REMEMBERED);
  }

  /**
   * @param {string} id
   * @returns {Target}
   */
  #target(id) {
    return { id, exists: this.#known.has(id) };
  }

  /**
   * The provision of a relative path: below the context or a provision that contains it, else the nearest like it.
   *
   * @param {string[]} labels
   * @param {string | null} context
   * @param {Citation["direction"]} direction
   */
  #relative(labels, context, direction) {
    if (context === null) return null;
    const wanted = [context, ...ancestorsOf(context)]
      .filter((place) => fits(labels[0], depthOf(place)))
      .map((parent) => below(parent, labels));
    return wanted.find((id) => this.#known.has(id)) ?? this.#near(labels, context, direction) ?? wanted[0] ?? null;
  }

  /**
   * @param {string[]} labels
   * @param {string} context
   * @param {Citation["direction"]} direction
   */
  #near(labels, context, direction) {
    const same = this.#endings().get(`${lawOf(context)} ${labels.join(".")}`) ?? [];
    const at = placeBefore(same, context);
    if (direction === "below") return same[at] ?? null;
    return same[at - 1] ?? same[at] ?? null;
  }

  /** The provisions of a law that end with some labels, in order. */
  #endings() {
    if (this.#byEnding) return this.#byEnding;
    const byEnding = new Map();
    for (const id of this.#inOrder) {
      const parts = partsOf(id);
      for (const at of parts.keys()) {
        listIn(byEnding, `${parts[0]} ${parts.slice(at).join(".")}`).push(id);
      }
    }
    this.#byEnding = byEnding;
    return byEnding;
  }
}

/**
 * The provision that a path beginning with a law's number names.
 *
 * @param {string[]} labels
 */
export function absolute(labels) {
  return below(labels[0], labels.slice(1));
}

/**
 * A provision below another, labels in the case of their depth, b.1 where b(i) is meant.
 *
 * @param {string} parent
 * @param {string[]} labels
 */
export function below(parent, labels) {
  let id = parent;
  for (const label of labels) {
    const depth = depthOf(id);
    if (depth === 1) id += `.${label.toUpperCase()}`;
    else if (isDigit(partsOf(id)[1][0])) id += `.${label.toLowerCase()}`;     // below numbers no label is a roman numeral
    else if (depth === ROMAN_DEPTH && Number(label) > 0 && Number(label) < ROMAN.length) id += `.${ROMAN[Number(label)]}`;
    else id += `.${label.toLowerCase()}`;
  }
  return id;
}

/**
 * Whether a label can stand directly below a provision of this depth.
 *
 * @param {string} label
 * @param {number} depth
 */
function fits(label, depth) {
  if (isDigit(label[0])) return depth === 2;
  if (isCapital(label)) return depth === 1;
  return label.length > 1 ? depth === ROMAN_DEPTH : depth === 3 || depth === ROMAN_DEPTH;
}

/**
 * The end of a range: a whole path (68-71, 64A-64C) or its last labels (20F1-3).
 *
 * @param {string} first
 * @param {string[]} labels
 */
function rangeEnd(first, labels) {
  const parts = partsOf(first);
  if (isDigit(labels[0][0]) && (parts.length === 1 || labels.length > 1)) return absolute(labels);
  if (parts.length === labels.length) return absolute(labels);     // A.4.1–A.4.3
  const keep = parts.length - labels.length;
  return keep > 0 ? below(parts.slice(0, keep).join("."), labels) : first;
}

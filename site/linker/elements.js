// Keeps account of the elements that are open at a place of an HTML document, also where tags are left out, as
// browsers do.
// The same as kb/linking/zones/elements.py, which explains it.

import { BLANK } from "./characters.js";
import { listIn } from "./maps.js";
import { FOREIGN } from "./tags.js";

/** @import { Piece, Tag } from "./types.d.ts" */

/** @param {string} words */
const namesOf = (words) => words.trim().split(/\s+/);
/** @param {...(string | Set<string>)} lists */
export const namesIn = (...lists) => new Set(lists.flatMap((list) => (typeof list === "string" ? namesOf(list) : [...list])));

const HEADING_TAGS = namesIn("h1 h2 h3 h4 h5 h6");
export const INLINE_TAGS = namesIn(`abbr acronym b bdi bdo big br cite data del dfn em font i ins mark nobr output q rp rt ruby
  s small span strike strong sub sup time tt u var wbr`);
export const NO_LINKS_INLINE = namesIn(`a audio button canvas code datalist iframe kbd math meter noembed noscript object
  progress samp script select style svg template textarea title video`);
const NO_LINKS = namesIn(NO_LINKS_INLINE, "listing noframes plaintext pre xmp");
export const VOID = namesIn("area base basefont bgsound br col embed frame hr img input link meta param source track wbr");
export const SEEN = namesIn("embed img input");
const FORMATTING = namesIn("a b big code em font i nobr s small strike strong tt u");
const SECTIONS = namesIn(`address article aside blockquote center details dialog dir div dl fieldset figcaption figure
  footer form header hgroup listing main menu nav ol plaintext pre search section summary ul xmp`);
const ENDS_P = namesIn(SECTIONS, HEADING_TAGS, "dd dt hr li p table");
const CELLS = namesIn("caption td th");
const MARKERS = namesIn(CELLS, "applet marquee object template");
const SCOPE = namesIn(MARKERS, "html table");
const ROWS = namesIn("tbody tfoot thead");
const TABLE_PARTS = namesIn(CELLS, ROWS, "colgroup tr");
const SPECIAL = namesIn(SECTIONS, HEADING_TAGS, SCOPE, TABLE_PARTS, `body button dd dt frameset head iframe li noembed
  noframes noscript p script select style textarea title`);
const OF_LISTS = namesIn(SCOPE, "button dl menu ol ul");
const TABLE = namesIn("table template");
/** @type {Map<string, [Set<string>, Set<string>]>} */
const ENDED = new Map([
  ["li", [namesIn("li"), OF_LISTS]],
  ["dd", [namesIn("dd dt"), OF_LISTS]],
  ["dt", [namesIn("dd dt"), OF_LISTS]],
  ["td", [CELLS, TABLE]],
  ["th", [CELLS, TABLE]],
  ["tr", [namesIn(CELLS, "tr"), TABLE]],
  .../** @type {[string, [Set<string>, Set<string>]][]} */ ([...ROWS].map((name) => [name, [namesIn(CELLS, "tr", ROWS), TABLE]])),
  ["a", [namesIn("a"), MARKERS]],
]);
const ONLY_P = namesIn("p");
const SCOPE_OF_P = namesIn(SCOPE, "button");
const IGNORE_CLASS = "kodeks-ignore";
/** @type {Record<string, string>} */
const OUR_CLASSES = { a: "kodeks-law", mark: "kodeks-unknown" };
const SAME_AGAIN = 3;
/** @type {Set<string>} */
const NOTHING = new Set();

/** The open elements at a place of a document. The tags before that place are given to it in order. */
export class Elements {
  /** @type {[string, boolean][]} */
  #open = [];
  /** @type {Map<string, number[]>} */
  #at = new Map();
  /** @type {number[]} */
  #special = [];
  #closed = 0;
  /** @type {[string, number][]} */
  #lingering = [];

  get noLinks() {
    return this.#closed > 0 || this.#lingering.length > 0;
  }

  get inHeading() {
    return this.#nearest(HEADING_TAGS) >= 0;
  }

  /** @param {Piece} piece */
  take(piece) {
    if (piece.kind === "start") this.#start(piece);
    else if (piece.kind === "end") this.#end(piece.name);
  }

  /**
   * Opens a block that no tag stands for, such as a paragraph of Markdown.
   *
   * @returns {[number, number]}
   */
  openBlock() {
    this.#push("p", false);
    return [this.#open.length - 1, this.#lingering.length];
  }

  /** @param {[number, number]} block */
  closeBlock([place, lingering]) {
    this.#pop(place);
    this.#lingering.length = Math.min(this.#lingering.length, lingering);
  }

  /** @param {Tag} piece */
  #start(piece) {
    const { name } = piece;
    if (TABLE_PARTS.has(name) && this.#nearest(TABLE) < 0) return;     // as browsers do
    if (HEADING_TAGS.has(name) && HEADING_TAGS.has(this.#open.at(-1)?.[0] ?? "")) this.#pop(this.#open.length - 1);
    const ended = ENDED.get(name);
    if (ended) this.#endNearest(...ended);
    if (name === "a") this.#lingerNoMore(name);
    if (ENDS_P.has(name)) this.#endNearest(ONLY_P, SCOPE_OF_P);
    if (VOID.has(name)) return;
    if (piece.closed && (FOREIGN.has(name) || this.#nearest(FOREIGN) >= 0)) return;
    this.#push(name, (NO_LINKS.has(name) && !isOurTag(piece)) || saysSo(piece));
  }

  /** @param {string} name */
  #end(name) {
    const names = HEADING_TAGS.has(name) ? HEADING_TAGS : new Set([name]);
    const walls = name === "table" ? new Set(["template"]) : TABLE_PARTS.has(name) ? TABLE : SCOPE;
    const at = this.#nearest(names);
    if (FORMATTING.has(name)) this.#endFormatting(name, at);
    else if (at > this.#nearest(walls, names) && (SPECIAL.has(name) || at >= (this.#special.at(-1) ?? -1))) this.#pop(at);
  }

  /**
   * Ends a formatting element; blocks that were opened in it stay open.
   *
   * @param {string} name
   * @param {number} at
   */
  #endFormatting(name, at) {
    if (at < 0 || at < this.#nearest(SCOPE)) this.#lingerNoMore(name);
    else if ((this.#special.at(-1) ?? -1) > at) this.#drop(at);
    else this.#pop(at);
  }

  /**
   * Ends the elements of these names that are open inside the nearest wall.
   *
   * @param {Set<string>} names
   * @param {Set<string>} walls
   */
  #endNearest(names, walls) {
    const wall = this.#nearest(walls, names);
    for (let at; (at = this.#nearest(names)) > wall; ) this.#pop(at);
  }

  /**
   * Where the innermost open element of these names is; -1 where there is none.
   *
   * @param {Set<string>} names
   * @param {Set<string>} [but]
   */
  #nearest(names, but = NOTHING) {
    let innermost = -1;
    for (const name of names.size < this.#at.size ? names : this.#at.keys()) {
      if (names.has(name) && !but.has(name)) innermost = Math.max(innermost, this.#at.get(name)?.at(-1) ?? -1);
    }
    return innermost;
  }

  /**
   * @param {string} name
   * @param {boolean} noLinks
   */
  #push(name, noLinks) {
    const place = this.#open.length;
    this.#open.push([name, noLinks]);
    listIn(this.#at, name).push(place);
    if (SPECIAL.has(name)) this.#special.push(place);
    this.#closed += noLinks ? 1 : 0;
  }

  /**
   * Ends the element at a place, and leaves the elements in it open.
   *
   * @param {number} place
   */
  #drop(place) {
    const [name, noLinks] = this.#open[place];
    this.#open[place] = ["", false];
    this.#forget(name);
    this.#closed -= noLinks ? 1 : 0;
  }

  /**
   * Ends the element at a place and all in it. Formatting that was opened in it goes on behind it.
   *
   * @param {number} place
   */
  #pop(place) {
    for (let last; this.#open.length > place && (last = this.#open.pop()); ) {
      const [name, noLinks] = last;
      if (!name) continue;
      this.#forget(name);
      if (SPECIAL.has(name)) this.#special.pop();
      this.#closed -= noLinks ? 1 : 0;
      const here = this.#open.length;
      if (MARKERS.has(name)) while ((this.#lingering.at(-1)?.[1] ?? -1) >= here) this.#lingering.pop();
      else if (noLinks && FORMATTING.has(name) && here > place) this.#linger(name);
    }
  }

  /** @param {string} name */
  #forget(name) {
    const places = listIn(this.#at, name);
    places.pop();
    if (!places.length) this.#at.delete(name);
  }

  /** @param {string} name */
  #linger(name) {
    const marker = this.#nearest(MARKERS);
    const same = this.#keptBy(marker).filter((other) => other === name);
    if (same.length < SAME_AGAIN) this.#lingering.push([name, marker]);
  }

  /** @param {string} name */
  #lingerNoMore(name) {
    const kept = this.#keptBy(this.#nearest(MARKERS));
    const at = kept.indexOf(name);
    if (at >= 0) this.#lingering.splice(this.#lingering.length - kept.length + at, 1);
  }

  /**
   * The formatting that goes on in the innermost cell or the like, in order: the last entries of the list.
   *
   * @param {number} marker
   */
  #keptBy(marker) {
    let at = this.#lingering.length;
    while (at && this.#lingering[at - 1][1] === marker) at -= 1;
    return this.#lingering.slice(at).map(([name]) => name);
  }
}

/**
 * Whether a tag opens a link or a flag of ours.
 *
 * @param {Tag} piece
 */
function isOurTag(piece) {
  const [, classes = ""] = piece.attributes.find(([name]) => name === "class") ?? [];
  return classes.split(BLANK_RUN).includes(OUR_CLASSES[piece.name]);
}

/**
 * Whether a tag says that its element is edited by readers or must not have links.
 *
 * @param {Tag} piece
 */
function saysSo(piece) {
  return piece.attributes.some(
    ([name, value]) =>
      (name === "class" && value.split(BLANK_RUN).includes(IGNORE_CLASS)) ||
      (name === "contenteditable" && value.toLowerCase() !== "false"),
  );
}

export const BLANK_RUN = new RegExp(`[${BLANK}]+`);

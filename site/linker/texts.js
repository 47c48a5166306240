// Reads the text of a page for citations: that of its blocks, joined over inline elements, and which text node each
// character is in.

import { BREAK, MARK, NO_TEXT } from "./addresses.js";
import { isSaid } from "./flags.js";
import { codesOf, isCitedIn } from "./languages.js";
import { isElement, isText } from "./nodes.js";
import { SETTINGS } from "./settings.js";

// Elements that never get links, by name, or by their attributes.
const CLOSED = new Set(
  ("a code pre kbd samp script style textarea input select button svg math iframe template noscript object option " +
    "datalist audio video canvas head title kodeks-preview").split(" "),
);
const HEADINGS = new Set("h1 h2 h3 h4 h5 h6".split(" "));
const CLOSED_BY =
  '[contenteditable], [inert], [aria-hidden="true"], [role="button"], [role="link"], [role="tab"], [role="option"], ' +
  '[role="checkbox"], [role="switch"], [role="img"], [role^="menuitem"], .kodeks-ignore';
const HEADING = '[role="heading"]';

// Our links and marks. Their words are read again, so that the words around them mean the same as before.
export const OURS = ".kodeks-law, .kodeks-unknown";

// Elements that stand in a line of words; all others end it.
export const INLINE = new Set(
  ("a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark math nobr q rp rt " +
    "ruby s samp select small span strike strong sub sup svg time tt u var wbr").split(" "),
);

// Elements that may have a date of their own: page-dating.js reads them.
const WRITTEN_APART = new Set(["article", "main"]);

const NO_LETTER = /[\u0000\u0001\u001d\s]/g;

// How many characters are read at once; a longer text node is parted where a sentence ends.
const PORTION = 4000;
const SENTENCE_ENDS = /[.!?;][\s\u0001]*$/;
const SENTENCE_END = /[.!?;]\s+(?=\S)/g;

// After so many nodes the page has a turn, even if they have no words.
const TURN = 2000;

/** A portion of text in one language ("" if unknown), with the node that each stretch is from. */
export class Portion {
  text = "";
  /** @type {{ start: number, end: number, node: Text | null }[]} */
  pieces = [];          // the node is null where no link can go

  isOver = false;       // whether the part of the page ends that it is from

  /** @param {string} language */
  constructor(language) {
    this.language = language;
  }

  /**
   * @param {string} words
   * @param {Text | null} node
   */
  add(words, node) {
    if (!words) return;
    const start = this.text.length;
    this.text += words.replace(NO_LETTER, " ");
    this.pieces.push({ start, end: this.text.length, node });
  }

  /** @param {string} sign */
  mark(sign) {
    this.text += sign;
  }

  /**
   * Whether enough has been read to stop before a node: between two parts of the page that were written apart, between
   * two blocks, after a sentence of a long one, or anywhere at last.
   *
   * @param {Node} next
   */
  isFull(next) {
    const { length } = this.text;
    if (this.isOver || (length > 0 && isWrittenApart(next))) return true;
    if (length < PORTION) return false;
    if (isElement(next) && !INLINE.has(next.localName)) return true;
    return length >= 8 * PORTION || (length >= 2 * PORTION && SENTENCE_ENDS.test(this.text.slice(-20)));
  }

  /**
   * The stretch that a place is in.
   *
   * @param {number} place
   */
  pieceAt(place) {
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].end <= place) low = middle + 1;
      else high = middle;
    }
    const piece = this.pieces[low];
    return piece && piece.start <= place ? piece : null;
  }
}

/**
 * The portions of what is below a root, in order; null where the page should have a turn. Returns false where a node
 * was taken from the page between two turns, so that the rest was not reached.
 *
 * @param {Element} root
 * @returns {Generator<Portion | null, boolean, void>}
 */
export function* portionsOf(root) {
  for (let above = /** @type {Element | null} */ (root); above; above = above.parentElement) if (isLinked(above) || isClosed(above)) return true;
  /** @type {[Node, string][]} */
  const spoken = [[root, languageOf(root.closest("[lang]"))]];
  let portion = new Portion(spoken[0][1]);
  let visited = 0;
  /** @type {Node | null} */
  let node = root;
  while (node) {
    const declared = node !== root && isElement(node) && node.lang ? languageOf(node) : null;
    const language = declared ?? spoken[spoken.length - 1][1];
    if (language !== portion.language || portion.isFull(node)) {
      yield portion;
      if (!root.contains(node)) return false;
      portion = new Portion(language);
    } else if (++visited % TURN === 0) {
      yield null;
      if (!root.contains(node)) return false;
    }
    const isOpen = read(node, portion);
    if (isOpen && declared !== null) spoken.push([node, declared]);
    if (isOpen && node.firstChild) node = node.firstChild;
    else node = following(node, root, portion, spoken);
  }
  yield portion;
  return true;
}

/**
 * The node after one and all that is in it; null after the last below a root.
 *
 * @param {Node} node
 * @param {Node} root
 * @param {Portion} portion
 * @param {[Node, string][]} spoken
 */
function following(node, root, portion, spoken) {
  for (let at = /** @type {Node | null} */ (node); at && at !== root; at = at.parentNode) {
    if (isElement(at) && !isLinked(at)) portion.mark(signOf(at));
    if (isWrittenApart(at)) portion.isOver = true;
    if (spoken.at(-1)?.[0] === at) spoken.pop();
    if (at.nextSibling) return at.nextSibling;
  }
  return null;
}

/**
 * Reads a node, and says whether what is in it is to be read too.
 *
 * @param {Node} node
 * @param {Portion} portion
 */
function read(node, portion) {
  if (isText(node)) {
    if (node.length > 2 * PORTION) node.splitText(sentenceEnd(node.data));
    portion.add(node.data, node);
    return false;
  }
  if (!isElement(node)) return false;
  if (isLinked(node)) {
    for (const child of node.childNodes) if (!isSaid(child)) portion.add(child.textContent ?? "", null);
    return false;
  }
  const isOpen = !isClosed(node);
  portion.mark(!isOpen && INLINE.has(node.localName) ? NO_TEXT : signOf(node));
  return isOpen;
}

/**
 * Whether a node is a part of the page that may have a date of its own.
 *
 * @param {Node} node
 */
function isWrittenApart(node) {
  return isElement(node) && WRITTEN_APART.has(node.localName);
}

/** @param {Element} element */
function isLinked(element) {
  return element.hasAttribute("class") && element.matches(OURS);
}

/** @param {Element} element */
function isClosed(element) {
  const name = element.localName;
  if (CLOSED.has(name) || (!SETTINGS.headings && HEADINGS.has(name))) return true;
  return element.hasAttributes() && element.matches(SETTINGS.headings ? CLOSED_BY : `${CLOSED_BY}, ${HEADING}`);
}

/** @param {Element} element */
function signOf(element) {
  return INLINE.has(element.localName) ? MARK : BREAK;
}

/**
 * Where a text that is too long is parted: after a sentence, else a word.
 *
 * @param {string} text
 */
function sentenceEnd(text) {
  const first = text.slice(PORTION, 2 * PORTION);
  SENTENCE_END.lastIndex = 0;
  const match = SENTENCE_END.exec(first);
  const at = match ? match.index + match[0].length : first.lastIndexOf(" ") + 1;
  return PORTION + (at || PORTION - 1);
}

/** @param {HTMLElement | null} element */
function languageOf(element) {
  const [code = ""] = codesOf(element?.lang);
  return isCitedIn(code) ? code : "";
}

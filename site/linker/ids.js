// Ids of provisions: labels joined by full stops, 27.B.1.b. The order is that of kb/core/ids.py.

const UNITS = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
export const ROMAN = ["", "x", "xx", "xxx"].flatMap((tens) => UNITS.map((unit) => tens + unit));
const FIFTH = 4;

/** @param {string} character */
export function isDigit(character) {
  return character >= "0" && character <= "9";
}

/**
 * Whether an id is that of a provision: it begins with a number, or with the capital of an appendix.
 *
 * @param {string} id
 */
export function isProvision(id) {
  return /^(?:[0-9]|[A-Z](?=\.|$))/.test(id);
}

/** @param {string} id */
export function partsOf(id) {
  return id.split(".");
}

/** @param {string} id */
export function depthOf(id) {
  return partsOf(id).length;
}

/** @param {string} id */
export function lawOf(id) {
  return partsOf(id)[0];
}

/**
 * The provision one level up; null for a law.
 *
 * @param {string} id
 */
export function parentOf(id) {
  const at = id.lastIndexOf(".");
  return at < 0 ? null : id.slice(0, at);
}

/**
 * Every provision that contains this one, the nearest first.
 *
 * @param {string} id
 */
export function ancestorsOf(id) {
  const parts = partsOf(id);
  return parts.slice(1).map((_, at) => parts.slice(0, -1 - at).join("."));
}

/**
 * Below 0 where one provision stands before another in the book.
 *
 * @param {string} one
 * @param {string} other
 */
export function inBookOrder(one, other) {
  const [first, second] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.min(first.length, second.length); at++) {
    const [kind, value] = labelKey(at, first[at]);
    const [otherKind, otherValue] = labelKey(at, second[at]);
    if (kind !== otherKind) return kind - otherKind;
    if (value !== otherValue) return value - otherValue;
  }
  return first.length - second.length;
}

/**
 * @param {number} at
 * @param {string} label
 * @returns {[number, number]}
 */
function labelKey(at, label) {
  if (isDigit(label[0])) return [0, Number(label)];
  const roman = at === FIFTH ? ROMAN.indexOf(label) : -1;
  if (roman > 0) return [1, roman];
  return [1, [...label.toLowerCase()].reduce((value, letter) => value * 27 + letter.charCodeAt(0) - 96, 0)];
}

/**
 * Where in a sorted list a provision would have to stand, before one that is the same.
 *
 * @param {string[]} ids
 * @param {string} id
 */
export function placeBefore(ids, id) {
  const at = ids.findIndex((other) => inBookOrder(other, id) >= 0);
  return at < 0 ? ids.length : at;
}

/**
 * Where in a sorted list a provision would have to stand, behind one that is the same.
 *
 * @param {string[]} ids
 * @param {string} id
 */
export function placeAfter(ids, id) {
  const at = ids.findIndex((other) => inBookOrder(id, other) < 0);
  return at < 0 ? ids.length : at;
}

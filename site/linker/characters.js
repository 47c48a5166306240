// Places in a text. JavaScript counts UTF-16 units, Python code points: a window of so many
// characters must be the same to both.

/**
 * @param {string} text
 * @param {number} at
 */
function isPair(text, at) {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/**
 * The place so many characters before another, not before `first`.
 *
 * @param {string} text
 * @param {number} at
 * @param {number} count
 * @param {number} [first]
 */
export function charactersBefore(text, at, count, first = 0) {
  while (count-- > 0 && at > first) at -= at > first + 1 && isPair(text, at - 2) ? 2 : 1;
  return at;
}

/**
 * The place so many characters after another, not after `last`.
 *
 * @param {string} text
 * @param {number} at
 * @param {number} count
 * @param {number} [last]
 */
export function charactersAfter(text, at, count, last = text.length) {
  while (count-- > 0 && at < last) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** The places of a text in units and in code points. */
export class Characters {
  /** @type {number[] | null} */
  #units = null;     // where each code point begins; null in a text of which each unit is one
  #length;

  /** @param {string} text */
  constructor(text) {
    this.#length = text.length;
    if (!PAIR.test(text)) return;
    this.#units = [];
    for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) this.#units.push(at);
  }

  /** @param {number} unit */
  points(unit) {
    return this.#units ? firstAfter(this.#units, unit) - 1 : unit;
  }

  /**
   * The unit at which a code point begins, within the text.
   *
   * @param {number} point
   */
  unit(point) {
    return this.#units && point > 0 ? this.#units[point] ?? this.#length : Math.max(0, point);
  }
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/**
 * The place of the first number in a sorted list that is more than a limit.
 *
 * @param {number[]} numbers
 * @param {number} limit
 */
export function firstAfter(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Offsets of a text as code points, as kodeks link --to json has them.
 *
 * @param {string} text
 * @param {number[]} offsets
 */
export function codePoints(text, offsets) {
  const pointsAt = new Map();
  let [at, points] = [0, 0];
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    for (; at < offset; at += isPair(text, at) ? 2 : 1) points += 1;
    pointsAt.set(offset, points);
  }
  return offsets.map((offset) => pointsAt.get(offset));
}

// What Python's str.strip() takes away.
export const BLANK = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
export const IS_BLANK = new RegExp(`^[${BLANK}]$`);

/** @param {string} sign */
export function isBlank(sign) {
  return IS_BLANK.test(sign);
}

/** @param {string} text */
export function stripped(text) {
  return trimmed(text, isBlank);
}

/**
 * A text without the signs of a kind at its beginning and at its end. No pattern is searched for, as that would start
 * again at each sign.
 *
 * @param {string} text
 * @param {(sign: string) => boolean} isOff
 */
export function trimmed(text, isOff) {
  const rest = trimmedEnd(text, isOff);
  let start = 0;
  while (start < rest.length && isOff(rest[start])) start += 1;
  return rest.slice(start);
}

/**
 * @param {string} text
 * @param {(sign: string) => boolean} isOff
 */
export function trimmedEnd(text, isOff) {
  let end = text.length;
  while (end > 0 && isOff(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

// Which way a language is written. As kb/languages/names.py.

const LEFTWARDS = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/**
 * Whether a language is written from the right to the left; a code that is none is not.
 *
 * @param {string} code
 */
function isLeftwards(code) {
  try {
    return LEFTWARDS.has(new Intl.Locale(code).maximize().script ?? "");
  } catch {
    return false;
  }
}

/**
 * The value of `dir` for words in a language: null where they are written as all of the page is.
 *
 * @param {string} code
 */
export function directionOf(code) {
  const isOther = isLeftwards(code) !== ((document.body?.dir || document.dir) === "rtl");
  return isOther ? (isLeftwards(code) ? "rtl" : "ltr") : null;
}

/**
 * Says of an element which language its words are in, and which way they are written.
 *
 * @template {HTMLElement} Spoken
 * @param {Spoken} element
 * @param {string} code
 */
export function speak(element, code) {
  element.lang = code;
  const direction = code ? directionOf(code) : null;
  if (direction) element.dir = direction;
  return element;
}

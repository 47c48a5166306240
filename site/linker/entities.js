// Character references (&nbsp;, &sect;, &#8211;) in a text of markup.
// The same as kb/linking/zones/entities.py.

import { NO_TEXT } from "./addresses.js";
import { charactersAfter, charactersBefore, isBlank } from "./characters.js";
import { valueIn } from "./maps.js";
import { LETTER_SIGN } from "./tokens.js";

const REFERENCE = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,30});/g;
const FIRST_REFERENCE = new RegExp(`^${REFERENCE.source}`);
const LONGEST_REFERENCE = 33;
const IS_WORD = /^[\p{L}\p{N}]$/u;
const IN_NUMBERS = "().";
const WORD_STEM = 3;
/** @type {Map<string, string>} */
const REFERENCES = new Map();
const MOST_REFERENCES = 5000;

/**
 * A text of the same length in which each reference is its character, followed by blanks. A word with a letter or
 * digit as a reference is masked, but for the beginning of a long word: szakasz&aacute;t.
 *
 * @param {string} text
 */
export function decoded(text) {
  if (!text.includes("&")) return text;
  const out = [];
  let done = 0;
  for (const match of text.matchAll(REFERENCE)) {
    let start = match.index;
    if (start < done) continue;
    let end = start + match[0].length;
    const character = characterMeant(match[0]);
    const isPart = isInWord(character);
    if (isPart) [start, end] = [wordBegins(text, start, done), wordEnds(text, start)];
    out.push(text.slice(done, start), isPart ? NO_TEXT.repeat(end - start) : character.padEnd(end - start));
    done = end;
  }
  return out.join("") + text.slice(done);
}

/** @param {string} characters */
function isInWord(characters) {
  return [...characters].every((sign) => IS_WORD.test(sign));
}

/**
 * Where the part of a word to be masked begins that has a letter as a reference at a place.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} first
 */
function wordBegins(text, start, first) {
  let at = start;
  while (at > first && LETTER_SIGN.test(text.slice(charactersBefore(text, at, 1, first), at))) at = charactersBefore(text, at, 1, first);
  if ([...text.slice(at, start)].length >= WORD_STEM) return start;
  while (at > first) {
    const before = charactersBefore(text, at, 1, first);
    const sign = text.slice(before, at);
    if (!IS_WORD.test(sign) && !IN_NUMBERS.includes(sign)) break;
    at = before;
  }
  return at;
}

/**
 * Where that word ends: behind all letters and digits, also those that are references, and its brackets.
 *
 * @param {string} text
 * @param {number} start
 */
function wordEnds(text, start) {
  let [at, end] = [start, start];
  while (at < text.length) {
    if (text[at] === "&") {
      const match = FIRST_REFERENCE.exec(text.slice(at, at + LONGEST_REFERENCE));
      if (!match || !isInWord(characterMeant(match[0]))) break;
      at = end = at + match[0].length;
      continue;
    }
    const after = charactersAfter(text, at, 1);
    const sign = text.slice(at, after);
    if (IS_WORD.test(sign)) at = end = after;
    else if (IN_NUMBERS.includes(sign)) {
      at = after;
      if (sign === ")") end = at;
    } else break;
  }
  return end;
}

/**
 * The end, in the document, of a span of the view. Where that is inside a character reference, or before one that goes
 * on the word, it is the end of the reference.
 *
 * @param {string} text
 * @param {number} end
 */
export function whole(text, end) {
  if (text[end - 1] === "&") {
    const match = FIRST_REFERENCE.exec(text.slice(end - 1, end + LONGEST_REFERENCE));
    return match && characterMeant(match[0]) !== match[0] ? end - 1 + match[0].length : end;
  }
  if (text[end] !== "&" || !LETTER_SIGN.test(text.slice(charactersBefore(text, end, 1), end))) return end;
  const match = FIRST_REFERENCE.exec(text.slice(end, end + LONGEST_REFERENCE));
  return match && isInWord(characterMeant(match[0])) ? wordEnds(text, end) : end;
}

/**
 * What a reference stands for; itself where that is no one character, nor letters.
 *
 * @param {string} reference
 */
function characterMeant(reference) {
  return valueIn(REFERENCES, reference, () => {
    const [, decimal, hexadecimal] = FIRST_REFERENCE.exec(reference) ?? [];
    let character;
    if (decimal) character = numbered(parseInt(decimal, 10));
    else if (hexadecimal) character = numbered(parseInt(hexadecimal, 16));
    else character = new DOMParser().parseFromString(`.${reference}`, "text/html").body.textContent.slice(1);
    if (isBlank(character)) return " ";
    return [...character].length === 1 || (character && isInWord(character)) ? character : reference;
  }, MOST_REFERENCES);
}

/**
 * The character of a number; "" for none. From 80 to 9F the numbers are those of Windows.
 *
 * @param {number} number
 */
function numbered(number) {
  if (number === 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) return "\ufffd";
  if (number >= 0x80 && number < 0xa0) return new TextDecoder("windows-1252").decode(Uint8Array.of(number));
  const isNone = number < 9 || number === 0xb || (number > 0xd && number < 0x20) || number === 0x7f;
  if (isNone || (number >= 0xfdd0 && number < 0xfdf0) || (number & 0xfffe) === 0xfffe) return "";
  return String.fromCodePoint(number);
}

// Character references (&nbsp;, &sect;, &#8211;) in a text of markup.
// The same as kb/citations/zones/entities.py.

const REFERENCE = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,30});/g;
const FIRST_REFERENCE = new RegExp(`^${REFERENCE.source}`);
const LONGEST_REFERENCE = 33;
const IS_WORD = /^[\p{L}\p{N}]$/u;
const REFERENCES = new Map();

// A text of the same length in which references are their characters, and blanks; one of a letter or
// digit stays as it is.
function decoded(text) {
  return text.includes("&") ? text.replace(REFERENCE, characterMeant) : text;
}

// Where a span really ends that ended with the first character of a reference.
function whole(text, end) {
  if (text[end - 1] !== "&") return end;
  const match = FIRST_REFERENCE.exec(text.slice(end - 1, end + LONGEST_REFERENCE));
  return match && decoded(match[0]) !== match[0] ? end - 1 + match[0].length : end;
}

function characterMeant(reference, decimal, hexadecimal) {
  let character = REFERENCES.get(reference);
  if (character === undefined) {
    if (decimal) character = numbered(parseInt(decimal, 10));
    else if (hexadecimal) character = numbered(parseInt(hexadecimal, 16));
    else character = new DOMParser().parseFromString(`.${reference}`, "text/html").body.textContent.slice(1);
    REFERENCES.set(reference, character);
  }
  if ([...character].length !== 1 || IS_WORD.test(character)) return reference;
  return (IS_BLANK.test(character) ? " " : character).padEnd(reference.length);
}

// The character of a number; "" for none. From 80 to 9F the numbers are those of Windows.
function numbered(number) {
  if (number === 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) return "\ufffd";
  if (number >= 0x80 && number < 0xa0) return new TextDecoder("windows-1252").decode(Uint8Array.of(number));
  const isNone = number < 9 || number === 0xb || (number > 0xd && number < 0x20) || number === 0x7f;
  if (isNone || (number >= 0xfdd0 && number < 0xfdf0) || (number & 0xfffe) === 0xfffe) return "";
  return String.fromCodePoint(number);
}

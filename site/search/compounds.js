// Words that no text has, taken apart. The same as kb/search/compounds.py.

import * as DATA from "kodeks-data";

const LONGEST_WORD = 60;
const MOST_PARTS = 3;
const LETTERS_LEFT = 4;

// The parts of an unknown word that are words of our texts; none where it has none.
export function split(lexicon, word, language) {
  const parts = DATA.parts[language] ?? { links: [], shortest: 3, prefixes: [] };
  if (word.length > LONGEST_WORD) return [];
  const found = compoundOf(lexicon, word, language, parts);
  return found.length ? found : withoutPrefix(lexicon, word, language, parts);
}

function compoundOf(lexicon, word, language, parts) {
  const best = new Map([[0, []]]);
  for (let start = 0; parts.links.length && start < word.length; start++) {
    const before = best.get(start);
    if (!before || before.length >= MOST_PARTS) continue;
    for (let end = start + parts.shortest; end <= word.length; end++) {
      if (end - start === word.length || !isKnown(lexicon, word.slice(start, end), language)) continue;
      for (const after of nextStarts(word, end, parts)) {
        const found = [...before, word.slice(start, end)];
        if (!best.has(after) || found.length <= best.get(after).length) best.set(after, found);
      }
    }
  }
  return best.get(word.length) ?? [];
}

// Where the next part may begin.
function nextStarts(word, end, parts) {
  if (end === word.length) return [end];
  return parts.links
    .filter((link) => word.startsWith(link, end) && word.length - end - link.length >= parts.shortest)
    .map((link) => end + link.length);
}

function withoutPrefix(lexicon, word, language, parts) {
  const left = parts.prefixes.filter((one) => word.startsWith(one)).map((one) => word.slice(one.length));
  return left.filter((one) => one.length >= LETTERS_LEFT && isKnown(lexicon, one, language)).slice(0, 1);
}

function isKnown(lexicon, part, language) {
  return lexicon.form(part).some((form) => form.language === language);
}

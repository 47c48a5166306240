// Every citation of a text, in order: what it is and what it means. The same as kb.linking.cite.

const GAMES = new Games(DATA.index.games, new Set(DATA.index.editions.filter((one) => one.style === "section").map((one) => one.work)));

// Offsets are those of JavaScript (UTF-16 units). `format` is text, markdown or html; without
// `headings` these are not read. Languages are all when none is given; `within` is the edition or work
// that numbers are of when nothing says which, `context` the provision that the text is about.
function cite(text, { format = "text", languages = [], within = null, context = null, headings = true } = {}) {
  for (const language of languages)
    if (!(language in DATA.patterns)) throw new RangeError(`no citations are known in ${language}: ${Object.keys(DATA.patterns).join(", ")}`);
  const cited = resolve(text, find(viewOf(text, format, headings), languages, GAMES), within, context);
  return format === "text" ? cited : cited.map((one) => wholly(text, one));
}

// A citation that cuts no character reference: `5. &sect;`.
function wholly(text, one) {
  const end = whole(text, one.end);
  const coreEnd = whole(text, one.core[1]);
  if (end === one.end && coreEnd === one.core[1]) return one;
  return { ...one, end, core: [one.core[0], coreEnd], quote: text.slice(one.start, end) };
}

window.kodeksLinker = { cite, codePoints };

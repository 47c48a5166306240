// Every citation of a text, in order: what it is and what it means. The same as kb.linking.cite.

const GAMES = new Games(DATA.index.games, new Set(DATA.index.editions.filter((one) => one.style === "section").map((one) => one.work)));

// Offsets are those of JavaScript (UTF-16 units). `format` is text, markdown or html; without
// `headings` these are not read. Languages are all when none is given; `within` is the edition or work
// that numbers are of when nothing says which, `context` the provision that the text is about.
function cite(text, { format = "text", languages = [], within = null, context = null, headings = true } = {}) {
  for (const language of languages)
    if (!(language in DATA.patterns)) throw new RangeError(`no citations are known in ${language}: ${Object.keys(DATA.patterns).join(", ")}`);
  const view = viewOf(text, format, headings);
  const cited = resolve(view, find(view, languages, GAMES, text), within, context);
  return cited.map((one) => wholly(text, format, one));
}

// A citation as the text has it; it cuts no character reference: `5. &sect;`.
function wholly(text, format, one) {
  const [end, coreEnd] = [one.end, one.core[1]].map((at) => (format === "text" ? at : whole(text, at)));
  return { ...one, end, core: [one.core[0], coreEnd], quote: text.slice(one.start, end) };
}

// `targets` are one id, or the ends of a range: `provisions` of a citation are all that are in it.
window.kodeksLinker = { cite, codePoints, provisions: provisionsOfCited };

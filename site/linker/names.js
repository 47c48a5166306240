// What readers are told in their language, and how provisions are named to them and addressed.

const READER = SETTINGS.readers[0];

// The language of the site's pages for these readers: it has not all languages that we speak.
const PAGES = SETTINGS.readers.find((code) => DATA.words[code].pages === code) ?? DATA.words[READER].pages;

// A message with its values: say("edition", { year: "2007" }).
function say(key, values = {}) {
  return saying(key, values).join("");
}

// The same in pieces, for values that are no text.
function saying(key, values) {
  return DATA.words[READER][key].split(/%\((\w+)\)s/).flatMap((piece, at) => (at % 2 ? values[piece] : piece));
}

// A provision as readers write it: 27B1(b) pont. The same as citation_name in kb/citations/anchors.py.
function provisionName(edition, id, language = READER) {
  const words = DATA.patterns[language];
  if (EDITIONS.get(edition).style === "section") return sectionName(partsOf(id), words.statute);
  return words.names[Math.min(depthOf(id), words.names.length) - 1].replace("{path}", pathShown(id));
}

function sectionName(labels, statute) {
  const below = labels.slice(1).map((label, at) => {
    const shown = sectionLabel(labels, at + 1);
    return isDigit(shown[0]) ? statute.case.replace("{number}", shown) : shown;
  });
  return [statute.section.replace("{number}", labels[0]), ...below].join(" ");
}

// A label as statutes print it: (A), (1), a), and the bare number of a case.
function sectionLabel(labels, at) {
  const label = labels[at];
  if (isDigit(label[0])) return at > 1 && isDigit(labels[at - 1][0]) ? label : `(${label})`;
  return label === label.toLowerCase() ? `${label})` : `(${label})`;
}

// A path as people write it: 27B1(b); with dots where the second label is a number.
function pathShown(id) {
  const labels = partsOf(id);
  if (labels.length > 1 && isDigit(labels[1][0])) return id;
  return labels.slice(0, 3).join("") + labels.slice(3).map((label) => `(${label})`).join("");
}

// The label that stands before a part in print: B., 1., (b).
function partLabel(edition, id) {
  const labels = partsOf(id);
  if (EDITIONS.get(edition).style === "section") return sectionLabel(labels, labels.length - 1);
  return labels.length > 3 ? `(${labels.at(-1)})` : `${labels.at(-1)}.`;
}

// The page of a provision in the reader's language.
function addressOf(edition, id) {
  const anchor = depthOf(id) > 1 ? `#${id}` : "";
  return `${SETTINGS.base}${PAGES}/${edition}/${lawOf(id)}/${anchor}`;
}

// Where a citation leads: what an older edition says, to its main place in the newest.
function leadsTo(edition, id) {
  const { work, now } = EDITIONS.get(edition);
  const today = now[id]?.[0];
  return today ? { edition: newestOf(work).id, id: today } : { edition, id };
}

// What a language is called in the reader's, for somebody who does not know it by sight.
function languageNamed(code) {
  return new Intl.DisplayNames([READER], { type: "language" }).of(code);
}

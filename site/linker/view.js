// The text of a document that may be linked: as long as the document, the rest of it masked.
// The same as kb/linking/zones.

const LIST_HEAD = "\n\nKodeks:\n";

function viewOf(text, format, headings) {
  if (text.startsWith("\ufeff")) return BREAK + viewOf(text.slice(1), format, headings);     // some editors put it there
  if (format === "html") return addressesMasked(htmlText(text, headings));
  if (format !== "text" && format !== "markdown") throw new RangeError(`there is no format ${format}: text, markdown, html`);
  const end = notesAt(text);
  const own = text.slice(0, end);
  return addressesMasked((format === "text" ? own : markdownText(own, headings)) + NO_TEXT.repeat(text.length - end));
}

// Where our list of what is cited begins at the end of a plain text; the text's end where there is none.
function notesAt(text) {
  const at = text.lastIndexOf(LIST_HEAD);
  const lines = at < 0 ? [] : text.slice(at + LIST_HEAD.length).split("\n");
  const isList = lines.length > 1 && lines.pop() === "" && lines.every(isListed);
  return isList ? at : text.length;
}

// Every line of ours leads somewhere, or says that it leads nowhere.
function isListed(line) {
  return line.startsWith("- ") && [": /", ": http://", ": https://", ": ✗ "].some((lead) => line.indexOf(lead, 2) > 0);
}

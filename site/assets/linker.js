// The page where one pastes a ruling: its citations become links at once, and can be copied. What is
// pasted is only ever text: the browser reads no markup in it.
const LONGEST_TAG = 2000;
const form = document.querySelector(".kb-paste");
const linker = window.kodeksLinker;
if (form && linker) {
  const said = document.querySelector(".kb-said").dataset;
  const [pasted, within, counted, result, linked, flags, copied, byHand] = [
    "#kb-pasted", "#kb-within", ".kb-counted", ".kb-result", ".kb-linked", ".kb-flags", ".kb-copied", ".kb-by-hand",
  ].map((name) => form.querySelector(name));
  const newest = Object.fromEntries([...within.options].map((one) => [one.value, one.dataset.newest]));
  const years = Object.fromEntries([...within.options].map((one) => [one.value, one.dataset.year]));
  const site = new URL("../", location).href;      // where the editions stand in the reader's language
  const fill = (message, values) => message.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  const escaped = (words) => words.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
  const oneLine = (words) => words.trim().replace(/\s+/g, " ");
  let current = { text: "", markdown: false, cited: [] };

  // 27.B.1.b as people write it: 27B1(b); with full stops where the second label is a number.
  const path = (id) => {
    const labels = id.split(".");
    if (/^[0-9]/.test(labels[1] ?? "")) return id;
    return labels.slice(0, 3).join("") + labels.slice(3).map((label) => `(${label})`).join("");
  };
  const paths = (ids) => ids.map(path).join(", ");
  const range = (ends) => ends.map(path).join("–");

  // Where a citation leads, and what stands there: of an older edition, what it is today.
  const target = ({ edition, targets, now }) => {
    const [place, id] = now.length ? [newest[edition], now[0]] : [edition, targets[0]];
    return `${site}${place}/${id.split(".")[0]}/${id.includes(".") ? `#${id}` : ""}`;
  };
  const title = ({ edition, targets, now }) => {
    if (edition === newest[edition]) return range(targets);
    const old = `${range(targets)} (${years[edition]})`;
    return now.length ? fill(said.older, { old, now: paths(now) }) : old;
  };
  const problem = ({ reason, owner, nearest }) => {
    if (reason === "other-rules") return fill(said.otherRules, { name: owner });
    if (reason === "no-edition") return said.noEdition;
    if (reason === "no-law") return said.noLaw;
    return nearest.length ? fill(said.nearest, { places: paths(nearest) }) : said.noProvision;
  };

  // What of a citation can be a link: in Markdown the stretch with the number that no mark cuts.
  const stretch = ({ start, end, core }) => {
    if (!current.markdown) return [start, end];
    const isMark = (at) => "*_~<>".includes(current.text[at]);
    let [first, last] = [core[0], core[0]];
    while (first > start && !isMark(first - 1)) first -= 1;
    while (last < end && !isMark(last)) last += 1;
    const words = current.text.slice(first, last);
    return [first + words.length - words.trimStart().length, last - words.length + words.trimEnd().length];
  };

  // Whether Markdown has a link there already, of ours or of its author: it stays.
  const isLinked = (start, end) => {
    if (!current.markdown) return false;
    const { text } = current;
    if (text[start - 1] === "[" && text.startsWith("](", end)) return true;
    if (text[start - 1] !== ">") return false;
    const before = text.slice(Math.max(0, start - LONGEST_TAG), start);
    const tag = before.slice(Math.max(0, before.lastIndexOf("<")));
    return /^<(?:a|mark)\s[^<>]*>$/.test(tag) && /kodeks-(?:law|unknown)/.test(tag);
  };

  // The text in pieces: the words between citations as they are, each citation by a function.
  const pieces = (between, ours, mayBeHere = () => true) => {
    const out = [];
    let at = 0;
    for (const cited of current.cited.filter(({ status }) => status === "linked" || status === "dangling")) {
      const [start, end] = stretch(cited);
      if (isLinked(start, end) || !mayBeHere(start)) continue;
      out.push(between(current.text.slice(at, start)), ours(cited, current.text.slice(start, end)));
      at = end;
    }
    return [...out, between(current.text.slice(at))];
  };

  // What previews know of a link or a mark, as all our links have it.
  const data = (cited) => {
    const { status, edition, nearest } = cited;
    const ids = status === "linked" ? linker.provisions(cited).slice(0, 20) : nearest;
    return ids.length ? `${edition}:${ids.join(" ")}` : edition;
  };

  const element = (cited, words) => {
    const isLinked = cited.status === "linked";
    const made = document.createElement(isLinked ? "a" : "mark");
    made.className = isLinked ? "kodeks-law" : "kodeks-unknown";
    made.textContent = words;
    made.title = isLinked ? title(cited) : problem(cited);
    made.dataset.kodeks = data(cited);
    if (isLinked) made.href = target(cited);
    return made;
  };

  const mark = (cited, words) =>
    `<mark class="kodeks-unknown" title="${escaped(problem(cited))}" data-kodeks="${escaped(data(cited))}">${words}</mark>`;
  const asHtml = () => {
    const words = current.markdown ? (one) => one : escaped;      // HTML is Markdown already
    const link = (cited, own) =>
      `<a class="kodeks-law" href="${escaped(target(cited))}" title="${escaped(title(cited))}" data-kodeks="${data(cited)}">${words(own)}</a>`;
    return pieces(words, (cited, own) => (cited.status === "linked" ? link : mark)(cited, words(own))).join("");
  };
  // Plain text as Markdown that says the same: what would run, hide or lead elsewhere is escaped
  // (kb/linking/writing/escaping.py).
  const ACTIVE = /<|&(?=[#A-Za-z][0-9A-Za-z]{0,40};)|[[`{]|~(?=~~)|\\(?=[!-/:-@[-`{-~])/g;
  const REFERENCES = { "<": "&lt;", "&": "&amp;", "~": "&#126;" };
  const plainly = (words) => words.replace(ACTIVE, (sign) => REFERENCES[sign] ?? `\\${sign}`);
  const asMarkdown = () => {
    const words = current.markdown ? (one) => one : plainly;
    const link = (cited, own) => `[${own}](${target(cited)} "Kodeks: ${title(cited)}")`;
    // Behind these a link would be an image, belong to the link before, or be none: Foul!Law 27.
    const mayBeHere = (start) => !["!", "]", "\\"].includes(current.text[start - 1]);
    const written = (cited, own) => (cited.status === "linked" ? link : mark)(cited, words(own));
    return pieces(words, written, mayBeHere).join("");
  };
  const linkedOnes = () => current.cited.filter(({ status }) => status === "linked");
  const asList = () => linkedOnes().map((cited) => `${oneLine(cited.quote)}: ${target(cited)}\n`).join("");

  // Each provision once, with how often it is cited, as cells.
  const rows = () => {
    const found = new Map();
    for (const cited of linkedOnes()) {
      const address = target(cited);
      const row = found.get(address) ?? [title(cited), 0, address];
      row[1] += 1;
      found.set(address, row);
    }
    return [[said.provision, said.times, said.address], ...found.values()];
  };
  const asTable = () => rows().map((row) => `${row.join("\t")}\n`).join("");
  const asHtmlTable = () => {
    const [head, ...body] = rows();
    const cells = (tag, row) => `<tr>${row.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join("")}</tr>`;
    return `<table>${cells("th", head)}${body.map((row) => cells("td", row)).join("")}</table>`;
  };
  const COPIES = { html: asHtml, markdown: asMarkdown, list: asList, table: asTable };

  const flag = (cited) => {
    const item = document.createElement("li");
    const quote = document.createElement("q");
    quote.lang = cited.language;
    quote.textContent = oneLine(cited.quote);
    item.append(quote, ` – ${problem(cited)}`);
    return item;
  };

  const show = () => {
    const text = pasted.value;
    const markdown = form.elements.format.value === "markdown";
    const languages = [...form.querySelectorAll("[name=language]:checked")].map((one) => one.value);
    const options = { format: markdown ? "markdown" : "text", languages, within: within.value };
    let tooMany = false;
    current = { text, markdown, cited: [] };
    try {
      if (text.trim()) current.cited = linker.cite(text, options);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      tooMany = true;
    }
    linked.replaceChildren(...pieces((words) => words, element));
    linked.lang = languages.length === 1 ? languages[0] : "";
    const wrong = current.cited.filter(({ status }) => status !== "linked");
    flags.querySelector("ul").replaceChildren(...wrong.map(flag));
    flags.hidden = !wrong.length;
    result.hidden = !current.cited.length;
    byHand.hidden = true;
    copied.textContent = "";
    counted.textContent = !text.trim()
      ? ""
      : !current.cited.length
        ? tooMany ? said.tooMany : said.nothing
        : `${fill(said.linked, { number: current.cited.length - wrong.length })} · ${fill(said.flagged, { number: wrong.length })}`;
  };

  const copy = (kind) => {
    const html = kind === "table" ? asHtmlTable() : "";
    return window.kodeksCopy(COPIES[kind](), { copied, byHand, words: { copied: said.copied, byHand: said.byHand }, html });
  };

  let waiting = 0;
  form.addEventListener("input", (event) => {
    if (event.target === byHand) return;
    clearTimeout(waiting);
    waiting = setTimeout(show, 250);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-copy]")?.dataset.copy;
    if (kind) copy(kind);
  });
  document.querySelector(".kb-no-script").hidden = true;
  form.hidden = false;
  show();           // the browser may have kept what was typed
}

// What one copies into a page of one's own names this site.
for (const code of document.querySelectorAll(".kb-code code")) {
  const root = new URL("../..", location).href.replace(/\/$/, "");
  code.textContent = code.textContent.replaceAll("https://laws.example", root);
}

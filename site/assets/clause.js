// The dialog that the number of a clause opens. It copies the link to the clause, its citation or its words, and
// helps to report an error in it.

import { copy } from "./clipboard.js";
import { counted, fill, oneLine } from "./messages.js";
import { messagesOf, partOf, targetOf } from "./parts.js";

/**
 * The clause that the dialog is about: its link, and what opened the dialog and gets the focus back.
 *
 * @typedef {{ id: string, name: string, isPage: boolean, link: HTMLAnchorElement, opener: HTMLElement }} OpenedClause
 */

export function openClauses() {
  /** @type {HTMLTemplateElement | null} */
  const kit = document.querySelector("template.kb-clause-kit");
  if (!kit) return;
  const page = partOf(document, ".kb-page");
  const messages = messagesOf(kit);
  const texts = Array.from(kit.content.querySelectorAll("data"), (text) => ({ value: text.value, data: messagesOf(text) }));
  const dialog = document.importNode(partOf(kit.content, "dialog"), true);
  page.append(dialog);
  const [name, copied, share, report, part] = [".kb-clause-name", ".kb-copied", "[data-share]", "[data-report]", ".kb-report"].map(
    (selector) => partOf(dialog, selector),
  );
  const byHand = /** @type {HTMLTextAreaElement} */ (partOf(dialog, ".kb-by-hand"));
  const mail = /** @type {HTMLAnchorElement} */ (partOf(dialog, "[data-mail]"));
  const field = /** @type {HTMLTextAreaElement} */ (partOf(part, "textarea"));
  const rulings = dialog.querySelector(".kb-clause-rulings");
  const citing = /** @type {Record<string, number>} */ (JSON.parse(messages.cited ?? "{}"));
  const rulesOfPlurals = new Intl.PluralRules(document.documentElement.lang);
  /** @type {Map<string, string>} */
  const drafts = new Map();          // reports that somebody began, by clause
  let beganOutside = false;
  /** @type {OpenedClause} */
  let current;

  // --- what a clause says -------------------------------------------------------------------------------

  /**
   * The words of the law in an element, line by line, without our remarks and the marks of notes.
   *
   * @param {Element} element
   * @returns {string[]}
   */
  function linesIn(element) {
    const plain = /** @type {Element} */ (element.cloneNode(true));
    for (const mark of plain.querySelectorAll(".kb-mark, .kb-remark, .kb-unseen")) mark.remove();
    const lines = [...plain.querySelectorAll(".kb-words, .kb-grid tr")].map((words) => {
      if (words.matches("tr")) return [...words.cells].map((cell) => oneLine(cell.textContent)).join(" | ");
      const bullet = words.parentElement?.querySelector(":scope > .kb-bullet");
      return oneLine(`${bullet ? `${bullet.textContent} ` : ""}${words.textContent}`);
    });
    return lines.filter(Boolean);
  }

  /** @param {Element} row */
  const isBeside = (row) => row.closest(".kb-older, .kb-fetched");
  /** @param {string} id */
  const bodies = (id) => [...page.querySelectorAll(`[data-body="${id}"], [data-resumes="${id}"]`)].filter((body) => body.matches(".kb-provision"));
  /** @param {string} id */
  const provisionOf = (id) => page.querySelector(`.kb-provision[id="${id}"]`);

  /**
   * The lines of a clause in one column, without those of the clauses that it contains.
   *
   * @param {string} id
   * @param {number} column
   */
  function ownWords(id, column) {
    /** @type {Record<"heading" | "body" | "after", string[]>} */
    const lines = { heading: [], body: [], after: [] };
    const top = provisionOf(id) ?? partOf(page, "h1");
    for (const block of new Set([top, ...bodies(id)])) {
      const kind = block.dataset.resumes ? "after" : "body";
      for (const row of [...block.querySelectorAll(".kb-row")].filter((line) => !isBeside(line))) {
        const cell = row.querySelectorAll(":scope > .kb-cell")[column];
        if (cell) lines[row.matches(".kb-heading, h1 > *") ? "heading" : kind].push(...linesIn(cell));
      }
    }
    return lines;
  }

  /**
   * A clause as an appeals committee would quote it: its own words, and where it has none those of its parts.
   *
   * @param {string} id
   * @param {number} column
   */
  function quoted(id, column) {
    const { heading, body, after } = ownWords(id, column);
    if (body.length) return [...heading, ...body, ...(after.length ? ["[…]", ...after] : [])];
    const parts = [...page.querySelectorAll(".kb-rows > .kb-provision")].filter((provision) => provision.id.startsWith(`${id}.`));
    return [...heading, ...parts.flatMap((provision) => labelled(provision, column))];
  }

  /**
   * @param {HTMLElement} provision
   * @param {number} column
   */
  function labelled(provision, column) {
    const { heading, body, after } = ownWords(provision.id, column);
    const [first = "", ...rest] = [...heading, ...body, ...after];
    return [oneLine(`${partOf(provision, ".kb-label").textContent} ${first}`), ...rest];
  }

  // --- how it is cited ----------------------------------------------------------------------------------

  /** The wordings that are shown: in the column `at`, or where `beside` selects what stands beside all columns. */
  function shown() {
    const boxes = /** @type {HTMLInputElement[]} */ (Array.from(document.querySelectorAll(".kb-wordings .kb-chosen:checked")));
    if (!boxes.length) return [{ at: 0, beside: "", data: texts[0].data }];
    return boxes.map((box) => {
      const { data } = texts.find(({ value }) => value === box.value) ?? texts[0];
      if (box.matches(".kb-text")) return { at: Number(box.id.replace("beside-", "")) - 1, beside: "", data };
      return { at: -1, beside: box.matches(".kb-elsewhere") ? `.kb-fetched[data-text="${box.dataset.text}"]` : ".kb-older", data };
    });
  }

  /**
   * @param {string} id
   * @param {boolean} isPage
   */
  const linkTo = (id, isPage) => {
    const url = new URL(messages.page, new URL(location.pathname, location.href));
    if (!isPage) url.hash = id;
    return url.href;
  };
  const languages = () => [...new Set(columnsShown().map(({ data }) => data.language))].join(", ");
  const columnsShown = () => shown().filter(({ beside }) => !beside);
  const lastText = () => texts[texts.length - 1].data;
  const editionShown = () => (columnsShown()[0]?.data ?? lastText()).edition;
  const citation = () => fill(messages.citation, { place: current.name, edition: editionShown(), language: languages() || lastText().language });

  /**
   * The words of a clause in one wording, with its citation, its revision and its link.
   *
   * @param {Record<string, string>} data
   * @param {string} place
   * @param {string[]} lines
   * @param {string} link
   */
  function blockOf({ edition, language, revision, quoted: marks }, place, lines, link) {
    const cited = fill(messages.citation, { place, edition, language });
    return [fill(marks, { words: lines.join("\n") }), fill(messages.revision, { citation: cited, revision }), link].join("\n");
  }

  function quotation() {
    return shown().flatMap(({ at, beside, data }) => {
      if (beside) return besides(beside, data);
      const lines = quoted(current.id, at);
      return lines.length ? [blockOf(data, current.name, lines, linkTo(current.id, current.isPage))] : [];
    }).join("\n\n");
  }

  /**
   * The blocks for what stands beside the clause: each provision of the other edition, with its own number and link.
   *
   * @param {string} kind
   * @param {Record<string, string>} data
   * @returns {string[]}
   */
  function besides(kind, data) {
    const place = provisionOf(current.id) ?? bodies(current.id)[0];
    return Array.from(place?.querySelectorAll(`${kind} .kb-forebear`) ?? []).flatMap((forebear) => {
      const link = /** @type {HTMLAnchorElement} */ (forebear.querySelector(".kb-was a"));
      const lines = [...forebear.querySelectorAll(":scope > .kb-cell")].flatMap(linesIn);
      const placeName = (link.title || link.textContent).replace(/ \([0-9]+\)$/, "");          // the edition says the year
      return lines.length ? [blockOf(data, placeName, lines, link.href)] : [];
    });
  }

  /** @type {Record<string, () => string>} */
  const wordsFor = {
    link: () => linkTo(current.id, current.isPage),
    citation,
    quotation,
    report: () => field.value,
  };

  // --- the dialog ---------------------------------------------------------------------------------------

  /**
   * @param {HTMLAnchorElement} link
   * @param {HTMLElement} [opener]
   */
  function open(link, opener = link) {
    const id = decodeURIComponent(link.hash.slice(1));
    const isPage = link.matches(".kb-number");
    current = { id, isPage, link, opener, name: nameOf(link) };
    name.textContent = current.name;
    copied.textContent = "";
    byHand.hidden = true;
    show(false);
    tellRulings(id);
    dialog.showModal();
    putBeside(link);
    if (opener !== link) show(true);
  }

  /**
   * Leads to the rulings that cite a clause, if there are any.
   *
   * @param {string} id
   */
  function tellRulings(id) {
    if (!rulings) return;
    rulings.hidden = !citing[id];
    const way = partOf(rulings, "a");
    if (citing[id]) way.textContent = counted(messages.rulings, citing[id], rulesOfPlurals);
    way.search = way.search.slice(0, way.search.lastIndexOf(":") + 1) + encodeURIComponent(id);
  }

  /**
   * The name of what a link opens: the number of a law, the head of a term as it is shown, else the link's label.
   *
   * @param {HTMLAnchorElement} link
   */
  function nameOf(link) {
    if (link.matches(".kb-number")) return oneLine(link.textContent);
    const heads = Array.from(link.closest(".kb-definition")?.querySelectorAll(".kb-heading .kb-words") ?? []);
    const head = heads.find((words) => words.checkVisibility());
    if (head) return oneLine(head.textContent);
    const seen = `${link.textContent}, `;          // the label begins with the words of the link
    const label = link.ariaLabel ?? "";
    const called = label.startsWith(seen) ? label.slice(seen.length) : label;
    return link.matches(".kb-inferred") ? called.replace(/\. [^.]+\.$/, "") : called;
  }

  /**
   * Puts the dialog beside the number where there is room; in a narrow window the style sheet puts it elsewhere.
   *
   * @param {HTMLAnchorElement} link
   */
  function putBeside(link) {
    const [box, gap] = [link.getBoundingClientRect(), 8];
    const left = Math.min(box.left, innerWidth - dialog.offsetWidth - gap);
    const top = box.bottom + gap + dialog.offsetHeight < innerHeight ? box.bottom + gap / 2 : box.top - dialog.offsetHeight - gap / 2;
    dialog.style.setProperty("--kb-left", `${Math.max(gap, left)}px`);
    dialog.style.setProperty("--kb-top", `${Math.max(gap, Math.min(top, innerHeight - dialog.offsetHeight - gap))}px`);
  }

  /** @param {boolean} isReport */
  function show(isReport) {
    part.hidden = !isReport;
    report.ariaExpanded = String(isReport);
    if (!isReport) return;
    const words = current.isPage ? [] : [quotation(), ""];          // the words of a whole law would be too many
    const begun = [fill(messages.error, { citation: citation() }), linkTo(current.id, current.isPage), "", ...words, `${messages.wrong} `].join("\n");
    field.value = drafts.get(current.id) ?? begun;
    mail.hidden = !messages.to;
    address();
    putBeside(current.link);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    field.scrollTop = field.scrollHeight;
  }

  page.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null | undefined} */
    const link = targetOf(event)?.closest("a.kb-label, a.kb-number, .kb-report-page a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.closest(".kb-report-page")) return open(page.querySelector("h1 .kb-number") ?? partOf(page, ".kb-label"), link);
    const above = scrollY;
    location.hash = link.hash;          // so the page marks the clause, and the address leads to it
    scrollTo({ top: above, behavior: "instant" });
    open(link);
  });
  for (const label of page.querySelectorAll("a.kb-label, a.kb-number")) label.ariaHasPopup = "dialog";
  dialog.addEventListener("click", (event) => {
    const target = targetOf(event);
    const kind = target?.closest("[data-copy]")?.dataset.copy;
    if (kind) copy(wordsFor[kind](), { copied, byHand, words: messages });
    if (target?.closest("[data-report]")) show(Boolean(part.hidden));
    if (target?.closest("[data-close]") || (isOutside(event) && beganOutside)) dialog.close();
  });
  // A reader who selects words and lets go outside of the dialog does not mean to close it.
  dialog.addEventListener("pointerdown", (event) => (beganOutside = isOutside(event)));
  /** @param {MouseEvent} event */
  const isOutside = ({ target, clientX, clientY }) => {
    const box = dialog.getBoundingClientRect();
    return target === dialog && (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom);
  };
  field.addEventListener("input", () => {
    drafts.set(current.id, field.value);          // what somebody wrote stays when this is closed
    address();
  });
  function address() {
    const subject = fill(messages.error, { citation: citation() });
    mail.href = `mailto:${messages.to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(field.value)}`;
  }
  dialog.addEventListener("close", () => current?.opener.focus({ preventScroll: true }));
  share.hidden = !navigator.share || !matchMedia("(pointer: coarse)").matches;
  share.addEventListener("click", () => navigator.share({ title: citation(), url: wordsFor.link() }).catch(() => {}));
}

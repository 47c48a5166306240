// What one may do with a clause: copy its link, how it is cited, its words; report an error in it.
// Its number, a link to itself, opens that.
import { copy } from "./clipboard.js";
import { fill, oneLine } from "./messages.js";
import { partOf, targetOf } from "./parts.js";

/**
 * A clause that is opened: its link and what opened it.
 *
 * @typedef {{ id: string, name: string, isPage: boolean, link: HTMLAnchorElement, opener: HTMLElement }} OpenedClause
 */

export function openClauses() {
  /** @type {HTMLTemplateElement | null} */
  const kit = document.querySelector("template.kb-clause-kit");
  if (!kit) return;
  const page = document.querySelector(".kb-page");
  const messages = kit.dataset;
  const texts = [...kit.content.querySelectorAll("data")];
  const dialog = document.importNode(kit.content.querySelector("dialog"), true);
  page.append(dialog);
  const [name, copied, share, report, part] = [".kb-clause-name", ".kb-copied", "[data-share]", "[data-report]", ".kb-report"].map(
    (one) => partOf(dialog, one),
  );
  const byHand = /** @type {HTMLTextAreaElement} */ (partOf(dialog, ".kb-by-hand"));
  const mail = /** @type {HTMLAnchorElement} */ (partOf(dialog, "[data-mail]"));
  const field = /** @type {HTMLTextAreaElement} */ (partOf(part, "textarea"));
  /** @type {Map<string, string>} */
  const drafts = new Map();          // reports that somebody began, by clause
  let beganOutside = false;
  /** @type {OpenedClause | null} */
  let current = null;          // { id, name, isPage } of the clause, its link, and what opened this

  // --- what a clause says -------------------------------------------------------------------------------

  /**
   * The law's own words in an element, line by line: no remark of ours, no call of a note.
   *
   * @param {Element} element
   * @returns {string[]}
   */
  function linesIn(element) {
    const plain = /** @type {Element} */ (element.cloneNode(true));
    for (const mark of plain.querySelectorAll(".kb-mark, .kb-scan, .kb-remark, .kb-unseen")) mark.remove();
    const lines = [...plain.querySelectorAll(".kb-words, .kb-grid tr")].map((one) => {
      if (one.matches("tr")) return [...one.cells].map((cell) => oneLine(cell.textContent)).join(" | ");
      const bullet = one.parentElement.querySelector(":scope > .kb-bullet");
      return oneLine(`${bullet ? `${bullet.textContent} ` : ""}${one.textContent}`);
    });
    return lines.filter(Boolean);
  }

  /** @param {Element} row */
  const isBeside = (row) => row.closest(".kb-older, .kb-fetched");
  /** @param {string} id */
  const bodies = (id) => [...page.querySelectorAll(`[data-body="${id}"], [data-resumes="${id}"]`)].filter((one) => one.matches(".kb-provision"));
  /** @param {string} id */
  const provisionOf = (id) => page.querySelector(`.kb-provision[id="${id}"]`);

  /**
   * { heading, body, after }: lines of one column of a clause, without what it contains.
   *
   * @param {string} id
   * @param {number} column
   */
  function ownWords(id, column) {
    /** @type {Record<"heading" | "body" | "after", string[]>} */
    const lines = { heading: [], body: [], after: [] };
    const top = provisionOf(id) ?? page.querySelector("h1");
    for (const block of new Set([top, ...bodies(id)])) {
      const kind = block.dataset.resumes ? "after" : "body";
      for (const row of [...block.querySelectorAll(".kb-row")].filter((one) => !isBeside(one))) {
        const cell = row.querySelectorAll(":scope > .kb-cell")[column];
        if (cell) lines[row.matches(".kb-heading, h1 > *") ? "heading" : kind].push(...linesIn(cell));
      }
    }
    return lines;
  }

  /**
   * As an appeals committee would quote it: the clause's own words; what has none, with its parts.
   *
   * @param {string} id
   * @param {number} column
   */
  function quoted(id, column) {
    const { heading, body, after } = ownWords(id, column);
    if (body.length) return [...heading, ...body, ...(after.length ? ["[…]", ...after] : [])];
    const parts = [...page.querySelectorAll(".kb-rows > .kb-provision")].filter((one) => one.id.startsWith(`${id}.`));
    return [...heading, ...parts.flatMap((one) => labelled(one, column))];
  }

  /**
   * @param {HTMLElement} provision
   * @param {number} column
   */
  function labelled(provision, column) {
    const { heading, body, after } = ownWords(provision.id, column);
    const [first = "", ...rest] = [...heading, ...body, ...after];
    return [oneLine(`${provision.querySelector(".kb-label").textContent} ${first}`), ...rest];
  }

  // --- how it is cited ----------------------------------------------------------------------------------

  /** { at, beside, data } of what is shown: its column, or what stands beside all of them. */
  function shown() {
    const boxes = /** @type {HTMLInputElement[]} */ (Array.from(document.querySelectorAll(".kb-wordings .kb-chosen:checked")));
    if (!boxes.length) return [{ at: 0, data: texts[0].dataset }];
    return boxes.map((box) => {
      const { dataset: data } = texts.find(({ value }) => value === box.value);
      if (box.matches(".kb-text")) return { at: Number(box.id.replace("beside-", "")) - 1, data };
      return { beside: box.matches(".kb-elsewhere") ? `.kb-fetched[data-text="${box.dataset.text}"]` : ".kb-older", data };
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
  const columnsShown = () => shown().filter(({ at }) => at !== undefined);
  const editionShown = () => (columnsShown()[0]?.data ?? texts.at(-1).dataset).edition;
  const citation = () => fill(messages.citation, { place: current.name, edition: editionShown(), language: languages() || texts.at(-1).dataset.language });

  /**
   * The words with what they are, a block for each wording that is shown.
   *
   * @param {DOMStringMap} data
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
   * What stands beside it has a number and a page of its own.
   *
   * @param {string} kind
   * @param {DOMStringMap} data
   * @returns {string[]}
   */
  function besides(kind, data) {
    const place = provisionOf(current.id) ?? bodies(current.id)[0];
    return Array.from(place?.querySelectorAll(`${kind} .kb-forebear`) ?? []).flatMap((one) => {
      const link = /** @type {HTMLAnchorElement} */ (one.querySelector(".kb-was a"));
      const lines = [...one.querySelectorAll(":scope > .kb-cell")].flatMap(linesIn);
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
    dialog.showModal();
    putBeside(link);
    if (opener !== link) show(true);
  }

  /**
   * A law by its number, a term by its head as it is shown, a clause by what its link is called.
   *
   * @param {HTMLAnchorElement} link
   */
  function nameOf(link) {
    if (link.matches(".kb-number")) return oneLine(link.textContent);
    const heads = Array.from(link.closest(".kb-definition")?.querySelectorAll(".kb-heading .kb-words") ?? []);
    const head = heads.find((one) => one.checkVisibility());
    if (head) return oneLine(head.textContent);
    const seen = `${link.textContent}, `;          // what a clause's link is called begins with it
    const called = link.ariaLabel.startsWith(seen) ? link.ariaLabel.slice(seen.length) : link.ariaLabel;
    return link.matches(".kb-inferred") ? called.replace(/\. [^.]+\.$/, "") : called;
  }

  /**
   * Beside the number where there is room; in a narrow window the style sheet puts it below.
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
    const words = current.isPage ? [] : [quotation(), ""];          // of a whole law nobody wants all
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
    /** @type {HTMLAnchorElement | null} */
    const link = targetOf(event)?.closest("a.kb-label, a.kb-number, .kb-report-page a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.closest(".kb-report-page")) return open(page.querySelector("h1 .kb-number") ?? page.querySelector(".kb-label"), link);
    const above = scrollY;
    location.hash = link.hash;          // the clause is marked, and the address is its own
    scrollTo({ top: above, behavior: "instant" });
    open(link);
  });
  for (const label of page.querySelectorAll("a.kb-label, a.kb-number")) label.ariaHasPopup = "dialog";
  dialog.addEventListener("click", (event) => {
    const target = targetOf(event);
    const kind = target?.closest("[data-copy]")?.dataset.copy;
    if (kind) copy(wordsFor[kind](), { copied, byHand, words: { copied: messages.copied, byHand: messages.byHand } });
    if (target?.closest("[data-report]")) show(Boolean(part.hidden));
    if (target?.closest("[data-close]") || (isOutside(event) && beganOutside)) dialog.close();
  });
  // Who selects words and lets go outside does not mean to close it.
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

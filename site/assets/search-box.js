// The search box in the bar: while one types it offers what may be meant, as a list for the eye, the
// keyboard and a screen reader (the combobox of ARIA 1.2). Nothing that is typed is read as HTML.

import { speak } from "./direction.js";
import { listIn } from "../linker/maps.js";
import { clauseOf } from "./alone.js";
import { boxForm, boxWords, spoken } from "./bar.js";
import { element } from "./elements.js";
import { counted, fill } from "./messages.js";
import { partOf, targetOf } from "./parts.js";
import { isOn, SLASH } from "./switches.js";

/** @import { Result, Suggestion } from "../search/types.d.ts" */

const PATIENCE = 2000;        // milliseconds for a number to be looked up; then the search page looks

export function offerSearch() {
  const form = boxForm();
  const engine = window.kodeksSearch;
  if (!form || !engine) return;

  const input = partOf(form, "input");
  const [opener, box, go, closer] = ["open", "box", "go", "close"].map((name) => partOf(form, `.kb-search-${name}`));
  const { words: messages, lang, action, reader } = boxWords(form);
  if (lang) {
    form.action = action;
    opener.setAttribute("href", form.action);
    speak(form, lang);
    input.placeholder = messages.hint;
    for (const control of [opener, input, go]) control.ariaLabel = messages.label;
    closer.ariaLabel = messages.close;
  }
  engine.language = reader;
  const rules = new Intl.PluralRules(reader);

  // --- the list ------------------------------------------------------------------------------------

  const list = element("div", "kb-offers");
  list.id = "kb-offers";
  list.role = "listbox";
  list.ariaLabel = messages.options;
  list.hidden = true;
  const status = element("p", "kb-unseen");
  status.role = "status";
  box.append(list, status);
  input.role = "combobox";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "false";
  input.setAttribute("aria-controls", list.id);

  /** @type {HTMLAnchorElement[]} */
  let options = [];
  let chosen = -1;        // the option chosen; with none (-1) Enter asks for the search page
  let turn = 0;           // the number of the query; answers to an earlier one are dropped
  let callOff = () => {};
  let telling = 0;

  /** @param {number} number */
  const choose = (number) => {
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = number;
    if (!options[chosen]) return input.removeAttribute("aria-activedescendant");
    options[chosen].setAttribute("aria-selected", "true");
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  };
  /** @param {boolean} isOpen */
  const open = (isOpen) => {
    list.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
    if (!isOpen) choose(-1);
  };
  const close = () => {
    turn += 1;
    callOff();
    clearTimeout(telling);
    status.textContent = "";
    open(false);
  };

  /**
   * A link that is an option: the keyboard's focus stays in the box, a pointer can open it in a tab.
   *
   * @param {string} href
   * @param {...(Node | string)} parts
   */
  const option = (href, ...parts) => {
    const link = element("a", "kb-option", ...parts);
    return Object.assign(link, { href, role: "option", ariaSelected: "false", tabIndex: -1 });
  };
  /**
   * A law's option begins with its number, which is the detail of the suggestion; any other with the name.
   *
   * @param {Suggestion} suggestion
   */
  const suggestionOption = ({ kind, name, language, href, detail, detailLanguage }) => {
    const [first, second] = [spoken(element("span", "", name), language), spoken(element("span", "", detail ?? ""), detailLanguage)];
    const parts = kind === "law" && detail ? [second, first] : [first, second];
    parts[0].className = "kb-option-name";
    parts[1].className = "kb-option-detail";
    return option(href, parts[0], " ", parts[1]);
  };
  /** @param {Result} result */
  const resultOption = ({ name, title, href, superseded, year }) => {
    /** @type {(Node | string)[]} */
    const parts = [element("span", "kb-option-name", name)];
    if (title) parts.push(" ", spoken(element("span", "kb-option-title", title.text), title.language));
    if (superseded) parts.push(" ", element("span", "kb-tag", year));
    return option(href, ...parts);
  };
  /** @param {string} href */
  const page = (href) => href.split("#")[0];

  /**
   * Shows suggestions and results as the list's options. A list without the option that the
   * reader has chosen is not shown.
   *
   * @param {string} typed
   * @param {Suggestion[]} suggestions
   * @param {Result[]} results
   * @param {boolean} [isAnswer]
   */
  const show = (typed, suggestions, results, isAnswer = true) => {
    const kept = options[chosen]?.href;
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    const shown = new Set();      // the words of options: the same twice would tell nothing
    for (const suggestion of suggestions) {
      const words = `${suggestion.kind} ${suggestion.name} ${suggestion.detail ?? ""}`;
      if (!shown.has(words)) listIn(groups, suggestion.kind).push(suggestionOption(suggestion));
      shown.add(words);
    }
    const there = new Set(suggestions.map(({ href }) => page(href)));
    for (const result of results) if (!there.has(page(result.href))) listIn(groups, "found").push(resultOption(result));
    const all = option(`${action}?${new URLSearchParams({ q: typed })}`, element("span", "", fill(messages.all, { query: typed })));
    all.classList.add("kb-option-all");
    const rows = [...groups].map(([kind, offers]) => {
      const head = element("div", "kb-option-head", messages[kind]);
      const group = element("div", "kb-option-group", head, ...offers);
      head.id = `kb-offers-${kind}`;
      group.role = "group";
      group.setAttribute("aria-labelledby", head.id);
      return group;
    });
    /** @type {HTMLAnchorElement[]} */
    const next = [...rows.flatMap((row) => /** @type {HTMLAnchorElement[]} */ (Array.from(row.querySelectorAll(".kb-option")))), all];
    const place = next.findIndex(({ href }) => href === kept);
    if (kept && place < 0) return;
    options = next;
    for (const [number, link] of options.entries()) link.id = `kb-option-${number}`;
    list.replaceChildren(...rows, all);
    open(true);
    choose(place);
    if (isAnswer) tell(options.length - 1);
  };
  /**
   * Tells screen readers how many options there are, once the typing rests, so that it is not interrupted.
   *
   * @param {number} number
   */
  const tell = (number) => {
    clearTimeout(telling);
    telling = setTimeout(() => {
      status.textContent = number ? counted(messages.counted, number, rules) : messages.none;
    }, 700);
  };

  const look = () => {
    const typed = input.value.trim();
    if (!typed) return close();
    const mine = ++turn;
    choose(-1);
    const isCurrent = () => mine === turn;
    setTimeout(() => isCurrent() && list.hidden && show(typed, [], [], false), 250);      // it may take long
    callOff();
    const names = engine.suggest(typed, 6).catch(() => /** @type {Suggestion[]} */ ([]));
    /** @type {Result[]} */
    let results = [];
    names.then((all) => isCurrent() && show(typed, all, results));
    callOff = engine.search(typed, { limit: 5, refine: false }, async (answer) => {
      const all = await names;
      if (answer.stage === "failed" || !isCurrent()) return;
      results = answer.results?.slice(0, 5) ?? [];
      show(typed, all, results);
    });
  };

  input.addEventListener("focus", () => engine.warm(), { once: true });
  input.addEventListener("input", (event) => event.isComposing || look());
  input.addEventListener("compositionend", look);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const isOpen = !list.hidden;
    const last = options.length - 1;
    /** @type {Record<string, () => void>} */
    const steps = {
      ArrowDown: () => (isOpen ? choose(chosen === last ? -1 : chosen + 1) : look()),
      ArrowUp: () => (isOpen ? choose(chosen < 0 ? last : chosen - 1) : look()),
      Home: () => choose(0),
      End: () => choose(last),
      Enter: () => options[chosen].click(),
      Escape: () => (isOpen ? close() : input.value ? (input.value = "") : widen(false)),
    };
    if (["Home", "End", "Enter"].includes(event.key) && chosen < 0) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") choose(-1);
    if (!Object.hasOwn(steps, event.key) || event.shiftKey) return;
    event.preventDefault();
    steps[event.key]();
  });
  list.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.preventDefault());
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) leave();
  });
  document.addEventListener("pointerdown", (event) => form.contains(targetOf(event)) || leave());
  form.addEventListener("submit", (event) => {
    const typed = input.value.trim();
    if (!typed || /\p{N}/u.test(typed)) event.preventDefault();
    if (typed && event.defaultPrevented) openClause(typed);
  });
  /**
   * Leads to the clause that a number alone names, and to the search page with anything else.
   *
   * @param {string} typed
   */
  const openClause = (typed) => {
    let isOpen = false;
    /** @param {string} href */
    const goTo = (href) => {
      if (!isOpen) location.assign(href);
      isOpen = true;
    };
    const searchPage = `${action}?${new URLSearchParams({ q: typed })}`;
    setTimeout(() => goTo(searchPage), PATIENCE);
    engine.search(typed, { limit: 1, refine: false }, (answer) => goTo(clauseOf(answer) ?? searchPage));
  };

  // --- a narrow window: the box lies over the bar, from a button ------------------------------------

  const button = element("button", opener.className, ...opener.childNodes);
  button.type = "button";
  button.ariaLabel = messages.label;
  button.ariaExpanded = "false";
  opener.replaceWith(button);
  closer.hidden = false;
  const isWide = () => form.classList.contains("kb-search-wide");
  /** @param {boolean} wide */
  const widen = (wide) => {
    if (wide === isWide()) return;
    form.classList.toggle("kb-search-wide", wide);
    button.ariaExpanded = String(wide);
    if (!wide) close();
    (wide ? input : button).focus();
  };
  const leave = () => {
    close();
    form.classList.remove("kb-search-wide");
    button.ariaExpanded = "false";
  };
  button.addEventListener("click", () => widen(true));
  closer.addEventListener("click", () => {
    input.value = "";
    widen(false);
  });

  // --- a key that leads here, unless somebody types or has switched it off ----------------------------

  /** @param {Element | null} target */
  const isTyping = (target) =>
    (target instanceof HTMLElement && target.isContentEditable) || target?.matches("input, textarea, select");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(targetOf(event)) || document.querySelector("dialog:modal") || !isOn(SLASH)) return;
    event.preventDefault();
    /** @type {HTMLInputElement} */
    const field = document.querySelector(".kb-find input") ?? input;
    if (field === input && getComputedStyle(button).display !== "none") return widen(true);
    field.focus();
    field.select();
  });
}

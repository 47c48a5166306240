// The search box in the bar as a page comes with it, and the words that it speaks to its reader.

/**
 * The form of the box; null on a page that has none.
 *
 * @returns {HTMLFormElement | null}
 */
export function boxForm() {
  return document.querySelector(".kb-search");
}

/**
 * An element with its class and its text.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [name]
 * @param {string} [words]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function made(tag, name = "", words = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.textContent = words;
  return element;
}

/**
 * Words that are not in the language of what they stand in say which they are in.
 *
 * @template {HTMLElement} Spoken
 * @param {Spoken} element
 * @param {string | null | undefined} language
 * @returns {Spoken}
 */
export function spoken(element, language) {
  if (language && language !== (boxForm().lang || document.documentElement.lang)) element.lang = language;
  return element;
}

/**
 * What the box says and where it asks: { words, lang, action, reader }. A page in no language speaks the
 * reader's: that of the address asked for, else the browser's; `lang` is null where it is the page's template.
 *
 * @param {HTMLFormElement} form
 */
export function boxWords(form) {
  const tongues = [...document.querySelectorAll("template.kb-search-words")];
  const asked = [...location.pathname.split("/"), ...navigator.languages.map((code) => code.split("-")[0])];
  const template = asked.map((code) => tongues.find(({ lang }) => lang === code)).find(Boolean) ?? null;
  const words = (template ?? form).dataset;
  const action = new URL(template ? words.action : form.getAttribute("action"), document.baseURI).href;
  const reader = tongues.length ? new URL(action).pathname.split("/").at(-3) : document.documentElement.lang;
  return { words, lang: template?.lang ?? null, action, reader };
}

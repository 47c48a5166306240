// The search box in the bar as a page comes with it, and the language of its words.

import { speak } from "./direction.js";
import { messagesOf } from "./parts.js";
import { READER } from "./reader.js";

/**
 * The form of the box; null on a page that has none.
 *
 * @returns {HTMLFormElement | null}
 */
export function boxForm() {
  return document.querySelector(".kb-search");
}

/**
 * An element that says the language of its words, where that is not the language of the search box.
 *
 * @template {HTMLElement} Spoken
 * @param {Spoken} element
 * @param {string | null | undefined} language
 * @returns {Spoken}
 */
export function spoken(element, language) {
  if (language && language !== (boxForm()?.lang || document.documentElement.lang)) speak(element, language);
  return element;
}

/**
 * The messages of the box, the search page's address, and the language of its answers. On a page in no language
 * the box speaks that of the address asked for, else the browser's, and `lang` says which; elsewhere `lang` is null.
 *
 * @param {HTMLFormElement} form
 */
export function boxWords(form) {
  const tongues = [...document.querySelectorAll("template.kb-search-words")];
  const asked = [...location.pathname.split("/"), ...navigator.languages.map((code) => code.split("-")[0])];
  const template = asked.map((code) => tongues.find(({ lang }) => lang === code)).find(Boolean) ?? null;
  const words = messagesOf(template ?? form);
  const action = new URL(template ? words.action : form.getAttribute("action") ?? "", document.baseURI).href;
  const reader = tongues.length ? new URL(action).pathname.split("/").at(-3) ?? "" : READER;
  return { words, lang: template ? template.dataset.spoken ?? template.lang : null, action, reader };
}

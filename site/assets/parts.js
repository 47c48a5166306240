// Parts of a page that its template always has.

/**
 * The element that a selector finds below another.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @overload
 * @param {ParentNode} whole
 * @param {Tag} selector
 * @returns {HTMLElementTagNameMap[Tag]}
 */
/**
 * @template {HTMLElement} [Part=HTMLElement]
 * @overload
 * @param {ParentNode} whole
 * @param {string} selector
 * @returns {Part}
 */
/**
 * @param {ParentNode} whole
 * @param {string} selector
 */
export function partOf(whole, selector) {
  const part = whole.querySelector(selector);
  if (!(part instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return part;
}

/**
 * The messages that the template of a page gives a script, in the data attributes of an element.
 *
 * @param {HTMLElement} element
 */
export function messagesOf({ dataset }) {
  return /** @type {Record<string, string>} */ (dataset);
}

/**
 * The element that an event happened to; null where it happened to none, such as the document.
 *
 * @param {Event} event
 * @returns {Element | null}
 */
export function targetOf(event) {
  return event.target instanceof Element ? event.target : null;
}

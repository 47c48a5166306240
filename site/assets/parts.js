// Parts of a page that its template always has.

/**
 * The element that a selector finds below another.
 *
 * @param {ParentNode} whole
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function partOf(whole, selector) {
  const part = whole.querySelector(selector);
  if (!(part instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return part;
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

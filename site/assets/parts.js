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

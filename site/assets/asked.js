// What the form of a page asks for: its fields, and what they say as it stands in the page's address.

/**
 * A field of a form by its name.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function fieldOf(form, name) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
}

/**
 * What some fields say, without those that say nothing and an order that is the usual one.
 *
 * @param {HTMLFormElement} form
 * @param {string[]} names
 * @param {string} usualOrder
 */
export function askedIn(form, names, usualOrder) {
  const given = names.map((name) => [name, fieldOf(form, name).value.trim()]);
  return new URLSearchParams(given.filter(([name, value]) => value && !(name === "sort" && value === usualOrder)));
}

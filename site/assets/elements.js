// Elements that scripts add to a page.

/**
 * An element with its classes and with what stands in it: element("p", "kb-small", "Today: ", link).
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [classes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, classes = "", ...children) {
  const created = document.createElement(tag);
  if (classes) created.className = classes;
  created.append(...children);
  return created;
}

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

/**
 * Nodes with commas between them.
 *
 * @param {Node[]} nodes
 * @returns {(Node | string)[]}
 */
export function withCommas(nodes) {
  return nodes.flatMap((node, at) => (at ? [", ", node] : [node]));
}

/**
 * A link.
 *
 * @param {string} href
 * @param {...(Node | string)} words
 */
export function link(href, ...words) {
  return Object.assign(element("a", "", ...words), { href });
}

/**
 * Puts words behind what an element has, with some of them marked.
 *
 * @template {Element} Holder
 * @param {Holder} holder
 * @param {{ text: string, highlights: Iterable<[number, number]> }} words
 */
export function withMarks(holder, { text, highlights }) {
  let at = 0;
  for (const [start, end] of highlights) {
    holder.append(text.slice(at, start), element("mark", "", text.slice(start, end)));
    at = end;
  }
  holder.append(text.slice(at));
  return holder;
}

// What kind a node of a page is.

/**
 * @param {Node} node
 * @returns {node is HTMLElement}
 */
export function isElement(node) {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * @param {Node} node
 * @returns {node is Text}
 */
export function isText(node) {
  return node.nodeType === Node.TEXT_NODE;
}

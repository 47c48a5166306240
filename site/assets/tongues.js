// On pages outside every language: puts the reader's languages first in the list of languages, that of the address
// before those of the browser. It runs right below the list, before the browser shows it.

const list = /** @type {Element} */ (document.currentScript?.previousElementSibling);
/** @param {Element} item */
const code = (item) => /** @type {HTMLAnchorElement} */ (item.querySelector("a[hreflang]")).hreflang;
const wanted = [...location.pathname.split("/"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
/** @param {Element} item */
const rank = (item) => (wanted.includes(code(item)) ? wanted.indexOf(code(item)) : wanted.length);
list.append(...[...list.children].sort((one, other) => rank(one) - rank(other)));
const first = list.firstElementChild;
if (first && rank(first) < wanted.length) first.classList.add("kb-card-first");

// Pages outside every language: the reader's come first, that of the address before the browser's.
// Runs right below the list, before anything is seen; without scripts the order is the site's.

const list = document.currentScript.previousElementSibling;
/** @param {Element} item */
const code = (item) => /** @type {HTMLAnchorElement} */ (item.querySelector("a[hreflang]")).hreflang;
const wanted = [...location.pathname.split("/"), ...navigator.languages.map((one) => one.slice(0, 2))];
/** @param {Element} item */
const rank = (item) => (wanted.includes(code(item)) ? wanted.indexOf(code(item)) : wanted.length);
list.append(...[...list.children].sort((one, other) => rank(one) - rank(other)));
if (rank(list.firstElementChild) < wanted.length) list.firstElementChild.classList.add("kb-card-first");

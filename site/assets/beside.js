// Which wordings stand side by side: what the address asks for, else what the reader chose before,
// else the page's own choice. The page loads this before its words, so that they come as chosen.

const KEY = "kodeks.beside";
const MOST = 4;          // more columns than that nobody can read
const PARAMETER = "beside";

// The page is still being read: the button at its end says that the whole bar is there.
const barOf = () => /** @type {HTMLButtonElement | null} */ (document.querySelector(".kb-wordings [type=reset]"))?.form;
const begin = () => {
  const bar = barOf();
  if (bar) watcher.disconnect();
  if (bar) prepare(bar);
};
const watcher = new MutationObserver(begin);
watcher.observe(document, { childList: true, subtree: true });

/**
 * With scripts what is not on the page can be fetched: its link becomes a box to tick.
 *
 * @param {HTMLAnchorElement} link
 */
function box(link) {
  const [input, label] = [document.createElement("input"), document.createElement("label")];
  input.type = "checkbox";
  input.className = "kb-chosen kb-elsewhere";
  input.id = label.htmlFor = `beside-${link.dataset.value}`;
  input.value = link.dataset.value;
  Object.assign(input.dataset, { text: link.dataset.text, way: link.dataset.way, href: link.getAttribute("href") });
  label.className = "kb-wording";
  label.lang = link.lang;
  label.append(...link.childNodes);
  link.replaceWith(label, input);
}

/** @param {HTMLFormElement} bar */
function prepare(bar) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (bar.querySelectorAll("a[data-way]"))) box(link);
  /** @type {HTMLInputElement[]} */
  const boxes = Array.from(bar.querySelectorAll(".kb-chosen"));
  const status = bar.querySelector(".kb-wordings-said");
  const { scope, last } = bar.dataset;
  const offered = boxes.map(({ value }) => value);
  const usual = boxes.filter(({ defaultChecked }) => defaultChecked).map(({ value }) => value);
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const isUsual = () => chosen().join() === usual.join();

  // { scope: [values] }; without storage each page begins anew.
  /** @returns {Record<string, string[]>} */
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const remember = () => {
    const all = remembered();
    const others = (all[scope] ?? []).filter((value) => !offered.includes(value));
    if (isUsual()) delete all[scope];
    else all[scope] = [...chosen(), ...others];
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {}
  };

  /** @param {string[]} values */
  const set = (values) => {
    const wanted = offered.filter((value) => values.includes(value)).slice(0, MOST);
    for (const one of boxes) one.checked = (wanted.length ? wanted : usual).includes(one.value);
    limit();
  };
  const limit = () => {
    for (const one of boxes) one.disabled = !one.checked && chosen().length >= MOST;
  };

  // The address says what is shown, for whoever it is sent to; the usual needs no saying.
  const address = () => {
    const url = new URL(location.href);
    url.searchParams.delete(PARAMETER);
    if (!isUsual()) url.search += `${url.search ? "&" : "?"}${PARAMETER}=${chosen().join(",")}`;
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };

  const asked = new URLSearchParams(location.search).get(PARAMETER);
  set(asked === null ? remembered()[scope] ?? usual : asked.split(","));
  // What has to be fetched first is waited for, a moment: else the words would move when it comes.
  if (boxes.some((one) => one.checked && one.matches(".kb-elsewhere"))) document.documentElement.classList.add("kb-coming");
  address();
  bar.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (!target.matches(".kb-chosen")) return;
    status.textContent = "";
    if (!chosen().length) {
      target.checked = true;
      status.textContent = last;
    }
    limit();
    remember();
    address();
  });
  bar.addEventListener("reset", (event) => {
    event.preventDefault();          // what the browser would do, but at once: others listen too
    for (const one of boxes) {
      if (one.checked === one.defaultChecked) continue;
      one.checked = one.defaultChecked;
      one.dispatchEvent(new Event("change", { bubbles: true }));
    }
    status.textContent = "";
    boxes.find(({ checked }) => checked).focus();          // the button is gone
  });
}

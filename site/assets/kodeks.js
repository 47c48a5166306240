// The language switch keeps the clause, not only the page. Without scripts it keeps the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[hreflang]");
  if (link && location.hash && !link.hash) link.hash = location.hash;
});

// Which languages a reader wants beside an article stays so on the next one, in whatever language
// that is read. Where the first one can be put away too, that is remembered as `-it`.
const beside = [...document.querySelectorAll(".kb-beside input")];
if (beside.length) {
  const key = "kodeks.beside";
  let wanted = [];
  try {
    wanted = (localStorage.getItem(key) ?? "").split(" ").filter(Boolean);
  } catch {}          // storage may be forbidden: then each page begins anew
  const word = (box) => (box.defaultChecked ? "-" : "") + box.value;
  for (const box of beside) {
    if (wanted.includes(word(box))) box.checked = !box.defaultChecked;
    box.addEventListener("change", () => {
      const offered = beside.map(word);
      const now = beside.filter((one) => one.checked !== one.defaultChecked).map(word);
      wanted = [...wanted.filter((one) => !offered.includes(one)), ...now];
      try {
        localStorage.setItem(key, wanted.join(" "));
      } catch {}
    });
  }
}

// The table of bids is in the order of its print. With scripts a column's heading sorts it, and what
// is equal stays in that order.
for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const printed = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const alike = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  heads[0].ariaSort = "ascending";          // numbered as printed
  for (const [column, head] of heads.entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "kb-sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const falling = head.ariaSort === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.ariaSort = falling ? "descending" : "ascending";
      const value = (row) => row.cells[column].dataset.value;
      const order = (a, b) => alike(value(a), value(b)) * (falling ? -1 : 1);
      body.append(...[...printed].sort(order));
    });
  }
}

// In a narrow window Material's menu hangs on a checkbox that only a pointer can reach. Without
// scripts it stays so (the home page leads to the same pages); with them it is opened by a button.
const drawer = document.getElementById("__drawer");
const label = document.querySelector(".md-header label[for=__drawer]");
const menu = document.querySelector(".md-nav--primary");
if (drawer && label && menu) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `${label.className} kb-menu`;
  button.innerHTML = label.innerHTML;
  button.ariaLabel = menu.ariaLabel;
  button.ariaExpanded = drawer.checked;
  label.replaceWith(button);
  button.addEventListener("click", () => {
    drawer.click();
    menu.querySelector("a, [tabindex]").focus();
  });
  drawer.addEventListener("change", () => (button.ariaExpanded = drawer.checked));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !drawer.checked) return;
    drawer.click();
    button.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (drawer.checked && !menu.contains(target)) drawer.click();
  });
}

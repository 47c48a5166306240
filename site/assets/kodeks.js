// The language switch keeps the clause, not only the page. Without scripts it keeps the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[hreflang]");
  if (link && location.hash && !link.hash) link.hash = location.hash;
});

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

// The language switch keeps the clause, not only the page. Without scripts it keeps the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[hreflang]");
  if (link && location.hash && !link.hash) link.hash = location.hash;
});

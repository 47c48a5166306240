// Sorts tables by their columns.

/**
 * Makes the heading of a column sort a table. Rows that are equal stay in the order of the print.
 */
export function offerSorting() {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-sortable]"))) {
    const body = table.tBodies[0];
    const printed = [...body.rows];
    const heads = [...(table.tHead?.rows[0].cells ?? [])];
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
        /** @param {HTMLTableRowElement} row */
        const value = (row) => row.cells[column].dataset.value ?? "";
        /**
         * @param {HTMLTableRowElement} a
         * @param {HTMLTableRowElement} b
         */
        const order = (a, b) => alike(value(a), value(b)) * (falling ? -1 : 1);
        body.append(...[...printed].sort(order));
      });
    }
  }
}

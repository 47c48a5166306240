// Tables that can be sorted by their columns.

/**
 * The table of bids is in the order of its print. With scripts a column's heading sorts it, and what
 * is equal stays in that order.
 */
export function offerSorting() {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("table[data-sortable]"))) {
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
        /** @param {HTMLTableRowElement} row */
        const value = (row) => row.cells[column].dataset.value;
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

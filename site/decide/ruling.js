// A ruling as the page shows it, and as a note to copy or to share: what was answered, the steps, the provisions.

import { element } from "../assets/elements.js";

/**
 * @typedef {import("./way.js").Answered} Answered
 * @typedef {{ when: string, key: string, label: string, words: string, cited: HTMLAnchorElement[] }} Step
 */

/**
 * The steps of a ruling, in the order of time.
 *
 * @param {HTMLElement} section
 * @returns {Step[]}
 */
export function stepsOf(section) {
  return [...section.querySelectorAll(".kb-follows > li")].map((item) => ({
    when: item.dataset.when ?? "",
    key: item.dataset.key ?? "",
    label: item.querySelector("h3")?.textContent ?? "",
    words: item.querySelector(".kb-step-words")?.textContent ?? "",
    cited: [...item.querySelectorAll("a")].filter((link) => link.closest(".kb-cites")),
  }));
}

/** @param {Step} step */
export const citedIn = ({ cited }) => cited.map(({ textContent }) => textContent).join(", ");

/**
 * A note for the director: as text with the address of every provision, and as HTML with links.
 *
 * @param {{ head: string, title: string, path: Answered[], steps: Step[], address: string }} ruling
 */
export function note({ head, title, path, steps, address }) {
  const provisions = new Map(steps.flatMap(({ cited }) => cited.map((link) => [link.textContent ?? "", link.href])));
  const text = [
    `${head}: ${title}`,
    ...path.map(({ question, choice }) => `${question.words} ${choice.words}`),
    "",
    ...steps.map((step) => `${step.label}: ${step.words} (${citedIn(step)})`),
    "",
    ...[...provisions].map(([name, href]) => `${name}: ${href}`),
    address,
  ].join("\n");
  return { text, html: asHtml({ head, title, path, steps, address }) };
}

/** @param {{ head: string, title: string, path: Answered[], steps: Step[], address: string }} ruling */
function asHtml({ head, title, path, steps, address }) {
  const link = element("a", "", title);
  link.href = address;
  const asked = path.map(({ question, choice }) => element("li", "", `${question.words} `, element("b", "", choice.words)));
  const told = steps.map(({ label, words, cited }) => {
    const links = cited.flatMap(({ href, textContent }, at) => {
      const copied = element("a", "", textContent ?? "");
      copied.href = href;
      return at ? [", ", copied] : [copied];
    });
    return element("li", "", element("b", "", `${label}: `), `${words} (`, ...links, ")");
  });
  return element("div", "", element("p", "", `${head}: `, link), element("ul", "", ...asked), element("ol", "", ...told)).innerHTML;
}

// A ruling as the page shows it, and as a note to copy or to share: what was answered, the steps, the provisions.

import { element, link, withCommas } from "../assets/elements.js";

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
    cited: [...item.querySelectorAll("a")].filter((one) => one.closest(".kb-cites")),
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
  const provisions = new Map(steps.flatMap(({ cited }) => cited.map(({ textContent, href }) => [textContent ?? "", href])));
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
  const asked = path.map(({ question, choice }) => element("li", "", `${question.words} `, element("b", "", choice.words)));
  const told = steps.map(({ label, words, cited }) => {
    const links = withCommas(cited.map(({ href, textContent }) => link(href, textContent ?? "")));
    return element("li", "", element("b", "", `${label}: `), `${words} (`, ...links, ")");
  });
  return element("div", "", element("p", "", `${head}: `, link(address, title)), element("ul", "", ...asked), element("ol", "", ...told)).innerHTML;
}

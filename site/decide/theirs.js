// The same ruling in another language, in large letters: to turn the phone around.

import { speak } from "../assets/direction.js";
import { READER } from "../assets/reader.js";
import { element, link, withCommas } from "../assets/elements.js";
import { partOf } from "../assets/parts.js";

/** @typedef {Record<string, Record<string, string>>} Words */

/** @type {Map<string, Promise<Words>>} */
const fetched = new Map();

/**
 * The words of the procedures in a language: procedure → key → words.
 *
 * @param {string} address
 * @returns {Promise<Words>}
 */
function wordsAt(address) {
  const begun = fetched.get(address);
  if (begun) return begun;
  const coming = fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(address))));
  fetched.set(address, coming);
  coming.catch(() => fetched.delete(address));          // the next tap tries again
  return coming;
}

/**
 * Shows a ruling in another language.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Record<string, string>} messages
 * @param {string} language
 * @param {{ procedure: string, title: string, path: import("./way.js").Answered[], steps: import("./ruling.js").Step[], answers: string }} ruling
 */
export async function showTheirs(dialog, messages, language, ruling) {
  const all = await wordsAt(`${messages.words}${language}.json`);
  const [says, labels] = [all[ruling.procedure], all[""]];
  const turned = partOf(dialog, ".kb-turned");
  const [beside, close] = [partOf(dialog, "[data-do=beside]"), partOf(dialog, "[data-do=close]")];
  const here = READER;
  let both = false;
  const draw = () => {
    const theirs = column(language, says.title, labels.ruling, {
      path: ruling.path.map(({ question, choice }) => [says[`question.${question.key}`], says[`question.${question.key}.${choice.key}`]]),
      steps: ruling.steps.map(({ when, key, cited }) => ({ label: labels[`when.${when}`], words: says[key], cited: cited.map((one) => linkIn(one, language)) })),
    });
    theirs.querySelector("h2")?.setAttribute("id", "kb-turn-title");
    const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
    const more = link(`../../../${language}/decide/${ruling.procedure}/#${ruling.answers}`, "→ ", name);
    more.hreflang = language;
    theirs.append(element("p", "kb-turn-more", more));
    const ours = column(here, ruling.title, messages.ruling, {
      path: ruling.path.map(({ question, choice }) => [question.words, choice.words]),
      steps: ruling.steps.map(({ label, words, cited }) => ({ label, words, cited: cited.map((one) => linkIn(one, here)) })),
    });
    turned.replaceChildren(theirs, ...(both ? [ours] : []));
    beside.textContent = both ? messages.alone : messages.beside;
  };
  close.textContent = messages.close;
  beside.onclick = () => {
    both = !both;
    draw();
  };
  close.onclick = () => dialog.close();
  draw();
  dialog.showModal();
}

/**
 * @param {string} language
 * @param {string} title
 * @param {string} ruling
 * @param {{ path: string[][], steps: { label: string, words: string, cited: HTMLAnchorElement[] }[] }} told
 */
function column(language, title, ruling, { path, steps }) {
  const asked = path.map(([question, answer]) => element("li", "", `${question} `, element("b", "", answer)));
  const due = steps.map(({ label, words, cited }) =>
    element("li", "", element("b", "", label), element("p", "", words, " ", element("span", "kb-turn-cites", ...withCommas(cited)))));
  const whole = element("section", "", element("h2", "", title), element("h3", "", ruling), element("ol", "", ...due), element("ul", "kb-turn-path", ...asked));
  speak(whole, language);
  return whole;
}

/**
 * A link to a provision, on the pages of a language.
 *
 * @param {HTMLAnchorElement} cited
 * @param {string} language
 */
function linkIn(cited, language) {
  const href = (cited.getAttribute("href") ?? "").replace(/^\.\.\/\.\.\//, `../../../${language}/`);
  return link(href, cited.textContent ?? "");
}

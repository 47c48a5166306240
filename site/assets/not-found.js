// The page for an address that does not exist. It offers to search for the words of that address, in the
// reader's language, and what they may mean.

import { speak } from "./direction.js";
import { boxForm, boxWords, spoken } from "./bar.js";
import { element } from "./elements.js";
import { messagesOf, partOf } from "./parts.js";

/** @import { Suggestion } from "../search/types.d.ts" */

document.addEventListener("DOMContentLoaded", async () => {
  const engine = window.kodeksSearch;
  const box = boxForm();
  if (!box || !engine) return;
  const { words, action, reader } = boxWords(box);
  const place = document.querySelector(".kb-sought");
  const card = [...document.querySelectorAll(".kb-card[data-code]")].find(({ dataset }) => dataset.code === reader);
  if (!place || !card) return;
  const { find, perhaps } = messagesOf(card);

  /** @param {string} part */
  const plain = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const ignored = [reader, "index", ...messagesOf(place).places.split(" ")];
  const root = new URL("../../", action).pathname;
  const parts = location.pathname.slice(root.length).split("/").map((part) => plain(part).replace(/\.\w+$/, ""));
  const asked = parts.filter((part) => part && !ignored.includes(part)).map((part) => part.replace(/[-_+]/g, " ").trim());

  const label = element("label", "", words.hint);
  const input = Object.assign(element("input"), { type: "search", name: "q", id: "kb-find", value: asked.join(" ") });
  const line = element("div", "kb-find-line", input, element("button", "", find));
  const form = Object.assign(element("form", "kb-find", label, line), { action, role: "search", ariaLabel: find });
  label.htmlFor = input.id;
  speak(place, card.lang);
  place.append(element("p", "kb-lead", partOf(card, "h2").textContent), form);

  /** @type {Map<string, Suggestion>} */
  const offers = new Map();
  for (const part of asked.slice(0, 4))
    for (const offer of await engine.suggest(part, 3).catch(() => /** @type {Suggestion[]} */ ([]))) offers.set(offer.href, offer);
  if (!offers.size) return;
  const items = [...offers.values()].slice(0, 5).map(({ href, name, detail, language }) => {
    const link = element("a", "", spoken(element("span", "", name), language), detail ? ` – ${detail}` : "");
    return element("li", "", Object.assign(link, { href }));
  });
  place.append(element("p", "kb-small", perhaps), element("ul", "", ...items));
});

// A page that is not there: the words of the address that was asked for are searched for, in the
// reader's language.

import { boxForm, boxWords, made, spoken } from "./bar.js";

/** @import { Suggestion } from "../search/types.d.ts" */

document.addEventListener("DOMContentLoaded", async () => {
  const engine = window.kodeksSearch;
  const box = boxForm();
  if (!box || !engine) return;
  const { words, action, reader } = boxWords(box);
  const place = document.querySelector(".kb-sought");
  const card = [...document.querySelectorAll(".kb-card[data-code]")].find(({ dataset }) => dataset.code === reader);
  if (!place || !card) return;

  /** @param {string} part */
  const plain = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const ignored = [reader, "index", ...place.dataset.places.split(" ")];
  const root = new URL("../../", action).pathname;
  const parts = location.pathname.slice(root.length).split("/").map((part) => plain(part).replace(/\.\w+$/, ""));
  const asked = parts.filter((part) => part && !ignored.includes(part)).map((part) => part.replace(/[-_+]/g, " ").trim());

  const form = made("form", "kb-find");
  const label = made("label", "", words.hint);
  const line = made("div", "kb-find-line");
  const input = made("input");
  input.type = "search";
  input.name = "q";
  input.id = "kb-find";
  input.value = asked.join(" ");
  label.htmlFor = input.id;
  form.action = action;
  form.role = "search";
  form.ariaLabel = card.dataset.find;
  line.append(input, made("button", "", card.dataset.find));
  form.append(label, line);
  place.lang = card.lang;
  place.append(made("p", "kb-lead", card.querySelector("h2").textContent), form);

  const offers = new Map();
  for (const part of asked.slice(0, 4))
    for (const one of await engine.suggest(part, 3).catch(() => /** @type {Suggestion[]} */ ([]))) offers.set(one.href, one);
  if (!offers.size) return;
  const list = made("ul");
  for (const { href, name, detail, language } of [...offers.values()].slice(0, 5)) {
    const item = made("li");
    const link = made("a");
    link.href = href;
    link.append(spoken(made("span", "", name), language), detail ? ` – ${detail}` : "");
    item.append(link);
    list.append(item);
  }
  place.append(made("p", "kb-small", card.dataset.perhaps), list);
});

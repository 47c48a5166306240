// The list of what is still due, on the page of all situations.

import { speak } from "../assets/direction.js";
import { READER } from "../assets/reader.js";
import { element, link } from "../assets/elements.js";
import { kept, tick } from "./pending.js";

/** @param {HTMLElement} place */
export function listDue(place) {
  const list = place.querySelector("ul");
  if (!list) return;
  const language = READER;
  const draw = () => {
    const all = kept();
    list.replaceChildren(...all.map((due) => entry(due, language, draw)));
    place.hidden = !all.length;
  };
  draw();
  addEventListener("storage", draw);          // another window has kept or ticked off something
  addEventListener("pageshow", draw);
}

/**
 * @param {import("./pending.js").Kept} due
 * @param {string} here
 * @param {() => void} draw
 */
function entry(due, here, draw) {
  const href = due.language === here ? due.address : `../../${due.language}/decide/${due.address}`;
  const day = new Date(due.day);
  const when = Number.isNaN(day.valueOf()) ? "" : new Intl.DateTimeFormat(here, { dateStyle: "medium", timeStyle: "short" }).format(day);
  const head = element("p", "", link(href, due.title), " ", element("span", "kb-small", when));
  const steps = due.steps.map((step) => {
    const box = element("input");
    box.type = "checkbox";
    box.addEventListener("change", () => {
      tick(due, step);
      draw();
    });
    return element("li", "", element("label", "", box, element("span", "", element("b", "", `${step.label}: `), `${step.words} `, element("span", "kb-small", step.cited))));
  });
  const item = element("li", "", head, element("ul", "kb-due-steps", ...steps));
  if (due.language !== here) speak(item, due.language);
  return item;
}

// The page of a procedure: one question a screen, the way so far above it, the ruling at its end. The answers stand in
// the address, so that the browser's own ways back work, and a ruling has a permalink.

import { READER } from "../assets/reader.js";
import { copy } from "../assets/clipboard.js";
import { element, link } from "../assets/elements.js";
import { fill } from "../assets/messages.js";
import { messagesOf, partOf, targetOf } from "../assets/parts.js";
import { keep } from "./pending.js";
import { citedIn, note, stepsOf } from "./ruling.js";
import { showTheirs } from "./theirs.js";
import { flowOf, isHere, longest, onlyWay, read, walk, written } from "./way.js";

/** @param {HTMLElement} place */
export function lead(place) {
  const messages = messagesOf(place);
  const flow = flowOf(place);
  const title = partOf(document, "h1").textContent ?? "";
  const [way, doing] = [partOf(place, ".kb-way"), partOf(place, ".kb-doing")];
  const [copied, byHand] = [partOf(doing, ".kb-copied"), /** @type {HTMLTextAreaElement} */ (partOf(doing, ".kb-by-hand"))];
  let now = walk(flow, read(location.hash));

  /** @param {boolean} focuses */
  const draw = (focuses) => {
    now = walk(flow, read(location.hash));
    const { path, question, end } = now;
    const section = question?.section ?? flow.ends.get(end ?? "");
    for (const shown of place.querySelectorAll(".kb-shown")) shown.classList.remove("kb-shown");
    section?.classList.add("kb-shown");
    way.replaceChildren(...soFar(path, question?.key));
    doing.hidden = Boolean(question);
    copied.textContent = "";
    byHand.hidden = true;
    if (!question) prepare();
    if (focuses) section?.querySelector("h2")?.focus({ preventScroll: true });
    if (focuses) place.scrollIntoView({ block: "start" });
  };

  /**
   * @param {import("./way.js").Answered[]} path
   * @param {string} [asking]
   */
  const soFar = (path, asking) => {
    const items = path.map(({ question, choice }, at) => {
      const answer = link(`#${written(path.slice(0, at))}`, choice.words);
      answer.setAttribute("aria-label", fill(messages.change, { words: `${question.words} ${choice.words}` }));
      return element("li", "", element("span", "", question.words), " ", answer);
    });
    const most = path.length + longest(flow, asking ?? "");
    const bar = element("progress");
    Object.assign(bar, { max: most || 1, value: path.length });
    bar.setAttribute("aria-hidden", "true");
    const told = asking ? fill(messages.progress, { number: path.length + 1, most }) : messages.ruling;
    const list = element("ol", "kb-so-far", ...items);
    list.setAttribute("aria-label", messages.soFar);
    return [element("p", "kb-progress", bar, element("span", "", told)), ...(items.length ? [list, backwards(path)] : [])];
  };

  /** @param {import("./way.js").Answered[]} path */
  const backwards = (path) => {
    const back = link(`#${written(path.slice(0, -1))}`, messages.back);
    return element("p", "kb-backwards", back, " ", ...(path.length > 1 ? [link("#", messages.again)] : []));
  };

  const ruling = () => {
    const steps = stepsOf(/** @type {HTMLElement} */ (flow.ends.get(now.end ?? "")));
    return { head: messages.note, title, path: now.path, steps, address: location.href };
  };
  const prepare = () => {
    const keeping = partOf(doing, "[data-do=keep]");
    keeping.hidden = !ruling().steps.some(({ when }) => when !== "now");
    partOf(doing, "[data-do=share]").hidden = !("share" in navigator);
  };

  /** @type {Record<string, () => unknown>} */
  const acts = {
    copy: () => {
      const { text, html } = note(ruling());
      return copy(text, { copied, byHand, words: messages, html });
    },
    share: () => navigator.share({ title: `${messages.note}: ${title}`, text: note(ruling()).text }).catch(() => {}),
    keep: () => {
      const steps = ruling().steps.filter(({ when }) => when !== "now");
      const isKept = keep({
        language: READER,
        title,
        address: `${place.dataset.procedure}/#${written(now.path)}`,
        day: new Date().toISOString(),
        steps: steps.map((step) => ({ label: step.label, words: step.words, cited: citedIn(step) })),
      });
      copied.textContent = isKept ? messages.kept : messages.full;
    },
  };

  place.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (/** @type {MouseEvent} */ (event).ctrlKey || /** @type {MouseEvent} */ (event).metaKey) return;
    const answer = target?.closest("[data-answer]");
    const given = answer?.dataset.answer ?? "";
    const choice = now.question?.answers.get(given);
    if (answer && now.question && choice && isHere(flow, choice.to)) {
      event.preventDefault();
      go(written([...now.path, { question: now.question, choice }]));
      return;
    }
    const step = target?.closest(".kb-way a");
    if (step) {
      event.preventDefault();
      go((step.getAttribute("href") ?? "").slice(1));
      return;
    }
    const button = target?.closest("button");
    acts[button?.dataset.do ?? ""]?.();
    const language = button?.dataset.language;
    if (language) {
      copied.textContent = "";
      const dialog = /** @type {HTMLDialogElement} */ (partOf(document, ".kb-turn"));
      const { path, steps } = ruling();
      showTheirs(dialog, messages, language, { procedure: place.dataset.procedure ?? "", title, path, steps, answers: written(path) })
        .catch(() => (copied.textContent = messages.theirsMissing));
    }
  });

  /** @param {string} answers */
  const go = (answers) => {
    history.pushState(null, "", answers ? `#${answers}` : location.pathname + location.search);
    draw(true);
  };
  addEventListener("popstate", () => draw(true));
  const led = onlyWay(flow, location.hash);
  if (led) history.replaceState(null, "", `#${written(led)}`);
  place.classList.add("kb-scripted");
  draw(false);
}

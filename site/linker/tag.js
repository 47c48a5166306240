// The script that other people put on their pages: it makes links of the law numbers there, and shows previews.

import { codePoints } from "./characters.js";
import { cite } from "./cite-text.js";
import { CITING } from "./cited.js";
import { link, rootsOf, unlink, watch } from "./dom.js";
import { provisionsOfCited } from "./editions.js";
import { preview } from "./preview.js";
import { SETTINGS } from "./settings.js";

// A second tag on a page changes nothing: the first linker stays.
if (!window.kodeksLinker) {
  // `targets` of a citation are one id, or the ends of a range; `provisions` gives all that the range contains.
  window.kodeksLinker = { cite, codePoints, provisions: provisionsOfCited, link, unlink };
  if (SETTINGS.isHere) whenRead(begin);
}

/** @param {() => void} action */
function whenRead(action) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action);
  else action();
}

function begin() {
  preview(CITING);
  if (!SETTINGS.auto) return;
  link();
  if (SETTINGS.watch) watch(rootsOf());
}

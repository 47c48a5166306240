// The settings of the script tag: the reader's language, the address of the laws, what gets links.
//
//   data-lang       the reader's language, or several, the best first: hu, or it,hu
//   data-root       a selector of what is to be linked; all of the page when there is none
//   data-languages  the languages that the page cites in; those of its lang attributes otherwise
//   data-headings   off: headings are left alone
//   data-watch      what comes later is linked too
//   data-within     the edition that numbers are of when nothing says which
//   data-auto       off: nothing is linked until kodeksLinker.link() asks; links there are have previews
//   data-base       the address of the site, for a script that does not come from there

import * as DATA from "kodeks-data";
import { trimmedEnd } from "./characters.js";
import { codesOf, isCitedIn } from "./languages.js";

export const SETTINGS = settingsOf(/** @type {HTMLScriptElement | null} */ (document.currentScript));

/** @param {HTMLScriptElement | null} tag */
function settingsOf(tag) {
  const data = tag?.dataset ?? {};
  const base = data.base !== undefined ? new URL(`${trimmedEnd(data.base, (sign) => sign === "/")}/`, document.baseURI) : tag?.src ? new URL("..", tag.src) : null;
  const languages = codesOf(data.lang ?? document.documentElement.dataset.reader ?? document.documentElement.lang).filter((code) => Object.hasOwn(DATA.words, code));
  return {
    base: base?.href ?? "/",
    isHere: base !== null,          // a script without an address is in somebody's own bundle, and waits to be asked
    readers: languages.length ? languages : ["en"],
    root: data.root ?? "body",
    languages: data.languages === undefined ? null : codesOf(data.languages).filter(isCitedIn),
    headings: data.headings !== "off",
    watch: data.watch !== undefined && data.watch !== "off",
    within: data.within ?? null,
    auto: data.auto !== "off",
  };
}

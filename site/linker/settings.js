// What the script tag says: whose language is the reader's, where the laws are, what is linked.
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
  const said = tag?.dataset ?? {};
  const base = said.base !== undefined ? new URL(`${trimmedEnd(said.base, (sign) => sign === "/")}/`, document.baseURI) : tag?.src ? new URL("..", tag.src) : null;
  const languages = codesOf(said.lang ?? document.documentElement.lang).filter((code) => Object.hasOwn(DATA.words, code));
  return {
    base: base?.href ?? "/",
    isHere: base !== null,          // a script without an address is somebody's own: it waits to be asked
    readers: languages.length ? languages : ["en"],
    root: said.root ?? "body",
    languages: said.languages === undefined ? null : codesOf(said.languages).filter(isCitedIn),
    headings: said.headings !== "off",
    watch: said.watch !== undefined && said.watch !== "off",
    within: said.within ?? null,
    auto: said.auto !== "off",
  };
}

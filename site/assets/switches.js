// Switches that a reader sets and this browser keeps. They are on until the reader turns them off.

// Whether the key / leads to the search box.
export const SLASH = "kodeks.slash";

// Whether the terms in the words of the law are links that explain them.
export const TERMS = "kodeks.terms";

/** @param {string} key */
export function isOn(key) {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {          // a browser may forbid storage
    return true;
  }
}

/**
 * @param {string} key
 * @param {boolean} on
 */
export function setOn(key, on) {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {}          // without storage the choice ends with the page
}

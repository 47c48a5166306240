// Whether a key leads to the search box: the reader's choice, which this browser keeps.

const KEY = "kodeks.slash";

export function isSlashOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {          // storage may be forbidden: then it is on
    return true;
  }
}

/** @param {boolean} isOn */
export function setSlash(isOn) {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {}          // each page begins anew
}

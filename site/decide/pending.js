// What falls due later, kept on this device until it is ticked off. Nothing of it is sent anywhere.

const KEY = "kodeks.due";
const MOST = 50;          // rulings; the oldest go first

/**
 * @typedef {{ label: string, words: string, cited: string }} Due
 * @typedef {{ language: string, title: string, address: string, day: string, steps: Due[] }} Kept
 */

/** @returns {Kept[]} */
export function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter(isKept) : [];
  } catch {          // storage is forbidden, or somebody else wrote into it
    return [];
  }
}

/**
 * Whether something from storage is what this module writes.
 *
 * @param {any} one
 */
function isKept(one) {
  const texts = [one?.language, one?.title, one?.address, one?.day];
  if (!texts.every((text) => typeof text === "string") || !Array.isArray(one.steps)) return false;
  if (!/^[\w-]+\/#[\w=,-]*$/.test(one.address)) return false;
  return one.steps.every((/** @type {any} */ step) => [step?.label, step?.words, step?.cited].every((text) => typeof text === "string"));
}

/**
 * Keeps what is still due of a ruling, in place of what was kept of it before; false where the browser keeps nothing.
 *
 * @param {Kept} due
 */
export function keep(due) {
  return store([...kept().filter((one) => !isSame(one, due)), due].slice(-MOST));
}

/**
 * Ticks off one step of what is kept.
 *
 * @param {Kept} due
 * @param {Due} step
 */
export function tick(due, step) {
  const left = kept().map((one) =>
    isSame(one, due) ? { ...one, steps: one.steps.filter(({ words, label }) => words !== step.words || label !== step.label) } : one,
  );
  return store(left.filter(({ steps }) => steps.length));
}

/**
 * Whether two are of the same ruling.
 *
 * @param {Kept} one
 * @param {Kept} other
 */
const isSame = (one, other) => one.address === other.address && one.language === other.language;

/** @param {Kept[]} all */
function store(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

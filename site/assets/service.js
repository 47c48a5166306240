// What pages ask of the service, which the site may stand with or without.

/**
 * The JSON that the service answers with; or "absent" where the site stands without it, "offline" where nobody answers,
 * "later" where it would answer the same question a little later.
 *
 * @typedef {{ ok: boolean, status: number, body: any } | "absent" | "offline" | "later"} Answer
 */

const PASSING = [408, 429];   // the request came too slowly, there were too many
const ITS_OWN = 500;          // from here on the fault is the service's

/**
 * Asks from a page that has an address of its own in a language; a question that was called off is "offline".
 *
 * @param {string} address below that of the API
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
export async function askService(address, signal) {
  try {
    const answer = await fetch(`../../api/v1/${address}`, { signal, headers: { "Accept-Language": document.documentElement.lang } });
    const { ok, status, redirected } = answer;
    const isItsOwn = status >= ITS_OWN;
    if (!/json/.test(answer.headers.get("content-type") ?? "")) return redirected || isItsOwn ? "offline" : "absent";
    if (isItsOwn || PASSING.includes(status)) return "later";
    return { ok, status, body: await answer.json() };
  } catch {
    return "offline";
  }
}

// Copying into the clipboard, or where the browser forbids that, into a field from which the reader can copy.

/**
 * Copies a text, and the same as `html` for programs that read it. `words` are said in `copied`; `byHand` is the field.
 *
 * @param {string} text
 * @param {{ copied: HTMLElement, byHand: HTMLTextAreaElement, words: Record<string, string>, html?: string }} place
 */
export async function copy(text, { copied, byHand, words, html = "" }) {
  copied.textContent = "";
  try {
    /** @type {Record<string, Blob>} */
    const parts = { "text/plain": new Blob([text], { type: "text/plain" }) };
    if (html) parts["text/html"] = new Blob([html], { type: "text/html" });
    await navigator.clipboard.write([new ClipboardItem(parts)]);
    byHand.hidden = true;
    copied.textContent = words.copied;
  } catch {          // the reader forbids it, or the page came without https
    byHand.value = text;
    byHand.hidden = false;
    byHand.focus();
    byHand.select();
    copied.textContent = words.byHand;
  }
}

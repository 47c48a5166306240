// Copying, for all that can be copied: into the clipboard, else into a field for the reader's hand.
// `copied` is where it is said, `byHand` the field, `words` what is said; `html` goes with the text.
/**
 * @param {string} text
 * @param {{ copied: HTMLElement, byHand: HTMLTextAreaElement, words: { copied: string | undefined, byHand: string | undefined }, html?: string }} place
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
  } catch {          // the reader forbids it, or the address is not https
    byHand.value = text;
    byHand.hidden = false;
    byHand.focus();
    byHand.select();
    copied.textContent = words.byHand;
  }
}

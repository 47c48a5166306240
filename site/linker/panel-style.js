// The look of a preview. It has a shadow root and colours of its own, so that no page can spoil it;
// sizes follow the reader's letters (`medium`), not the page's. A page that wants its own colours says so
// with --kodeks-ground, --kodeks-ink, --kodeks-quiet, --kodeks-rule, --kodeks-link, --kodeks-notice, --kodeks-warn.

export const HOST_STYLE = Object.entries({
  all: "initial",
  display: "block",
  direction: "ltr",
  position: "fixed",
  inset: "auto",
  margin: "0",
  padding: "0",
  border: "0",
  background: "none",
  overflow: "visible",
  width: "auto",
  height: "auto",
  "max-width": "none",
  "max-height": "none",
  "z-index": "2147483647",
});

const PANEL_STYLE = `
  .panel {
    color-scheme: light dark;
    --ground: var(--kodeks-ground, #fdfbf6); --ink: var(--kodeks-ink, #20261f); --quiet: var(--kodeks-quiet, #565d56); --rule: var(--kodeks-rule, #b9b5a4);
    --link: var(--kodeks-link, #17594a); --notice: var(--kodeks-notice, #fbf0df); --warn: var(--kodeks-warn, #8a4a0b);
    box-sizing: border-box; width: min(27em, var(--across)); max-height: var(--down);
    overflow: auto; overscroll-behavior: contain;
    border: 1px solid var(--rule); border-radius: .4em; background: var(--ground); color: var(--ink);
    box-shadow: 0 .3em 1.4em rgb(0 0 0 / .28);
    font: medium/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    font-size: .95em; text-align: start; letter-spacing: normal; overflow-wrap: anywhere; hyphens: auto;
  }
  .body { padding: .7em .9em .3em; }
  .foot { position: sticky; bottom: 0; background: var(--ground); display: flex; flex-wrap: wrap; align-items: center; gap: 0 1em; padding: .1em .9em; border-top: 1px solid var(--rule); }
  p { margin: 0 0 .55em; white-space: pre-line; }
  .head strong { color: var(--link); margin-inline-end: .3em; }
  .title { font-weight: 600; }
  .above, .note { color: var(--quiet); font-size: .88em; }
  .part { margin-inline-start: calc(var(--depth, 0) * 1.1em); }
  .part b { margin-inline-end: .25em; }
  .part i { font-style: normal; font-weight: 600; margin-inline-end: .25em; }
  .notice { padding: .35em .6em; border-inline-start: .2em solid var(--warn); background: var(--notice); font-size: .92em; }
  a { color: var(--link); text-underline-offset: .15em; }
  a.page, button { display: inline-flex; align-items: center; min-height: 2em; font: inherit; font-weight: 600; }
  button { padding: 0 .3em; border: 0; background: none; color: var(--link); text-decoration: underline; text-underline-offset: .15em; cursor: pointer; }
  :is(a, button, .panel):focus-visible { outline: .15em solid currentcolor; outline-offset: .1em; }
  .panel:focus-visible { outline-offset: -.15em; }
  [hidden] { display: none; }
  @media (prefers-color-scheme: dark) {
    .panel {
      --ground: var(--kodeks-ground, #1c2321); --ink: var(--kodeks-ink, #e8e4d9); --quiet: var(--kodeks-quiet, #b0b3aa); --rule: var(--kodeks-rule, #56605b);
      --link: var(--kodeks-link, #8fd0b5); --notice: var(--kodeks-notice, #33291b); --warn: var(--kodeks-warn, #f0b27a);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .panel { animation: appear .12s ease-out; }
    @keyframes appear { from { opacity: 0; } }
  }
  @media (max-height: 26em) { .foot { position: static; } }          /* a window enlarged to 400 % */
  @media print { .panel { display: none; } }
`;

/**
 * A shadow root with the look in it.
 *
 * @param {HTMLElement} host
 */
export function dressed(host) {
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();          // not a style element: a page's policy may forbid those
  sheet.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [sheet];
  return root;
}

// The style of what is there only for screen readers.
export const UNSEEN = Object.entries({
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  "clip-path": "inset(50%)",
  "white-space": "nowrap",
  "user-select": "none",
});

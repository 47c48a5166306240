// What scripts of the site find on a page that other scripts put there.

import type { Engine } from "./search/types.d.ts";
import type { Cited, CiteOptions } from "./linker/types.d.ts";

declare global {
  // What our scripts select on pages are elements of HTML.
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
  }
  interface Element {
    closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
  }

  interface Navigator {
    /** Not every browser has it. */
    connection?: { saveData: boolean };
  }

  interface Window {
    /** The linker of the tag that other people put on their pages. */
    kodeksLinker?: {
      cite(text: string, options?: CiteOptions & { format?: string }): Cited[];
      codePoints(text: string, offsets: number[]): number[];
      provisions(cited: { edition: string; targets: string[] }): string[];
      link(root?: Element): Promise<number>;
      unlink(root?: Element): number;
    };
    /** Search, which site/assets/search-client.js begins. */
    kodeksSearch?: Engine;
  }
}

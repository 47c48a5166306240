// What previews ask of the page that they are on.

import type { Places } from "./types.d.ts";

/** Which links and marks of a page cite something, and what: previews belong to these. */
export interface Citing {
  /** The link or mark that a node is in. */
  citedAt(node: EventTarget | null): HTMLElement | null;
  /** What a link cites; null for one that cites nothing that we know. */
  citedBy(link: HTMLElement): Places | null;
  /** Where a citation of a provision leads. */
  leadsTo(edition: string, id: string): { edition: string; id: string };
  /** What has become of an older edition's provision; null where there is nothing to say. */
  noticeOf(places: Places): HTMLElement | null;
  /** What is said of a number that does not exist; none where no page of this kind has such marks. */
  unknownPanel?(mark: HTMLElement, title: string | null): HTMLElement[];
  /** The languages of the reader, the best first. */
  readers(): string[];
  /** Whether previews may show plain words. */
  wantsPlain(): boolean;
}

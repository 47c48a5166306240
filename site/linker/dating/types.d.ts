// What the modules about the date of a document hand to one another.

/** A word, number or sign of a line; `code` is its sign in the row that forms match. */
export interface DateToken {
  code: string;
  text: string;
  start: number;
  end: number;
}

/** A date in a line. */
export interface WrittenDate {
  start: number;
  end: number;
  year: number;
}

/** A line of a document: where it begins there, and its words. */
export interface Line {
  start: number;
  text: string;
}

/** A code that a document names, and whether as a title does. */
export interface NamedCode {
  start: number;
  quote: string;
  year: string;
  isTitle: boolean;
}

/** A date of a document, and where it stands. */
export interface FoundDate {
  year: number;
  source: Dating["source"];
  start: number;
  quote: string;
}

/** When a document was written, and of which code its numbers may be therefore. */
export interface Dating {
  /** Null where only a code is named. */
  year: number | null;
  /** The year of the code that was in force then, or that is named. */
  code: string;
  source: "data" | "code" | "dateline" | "title" | "end";
  start: number;
  quote: string;
  /** Whether the document names the code as a title does. */
  isStated: boolean;
}

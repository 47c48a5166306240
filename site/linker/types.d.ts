// What the modules of the linker hand to one another.

import type { CitableEdition, UnitWords } from "kodeks-data";
import type { Dating } from "./dating/types.d.ts";
import type { Phrases } from "./phrases.js";
import type { Resolver } from "./resolver.js";

/** A pattern twice: to be matched at a place, and to be searched for. */
export interface Pattern {
  at: RegExp;
  all: RegExp;
}

/** Labels as they are written: 27B1(b), behind a law's number or without one. */
export interface Path {
  labels: string[];
  end: number;
  /** A path that begins with a law, a number that may be one, or labels inside a provision. */
  kind: "absolute" | "number" | "relative";
}

/** A citation of a work by its own words; `decimal` where a number of it is of several numbers: 9.2. */
export interface WorkCitation {
  work: string;
  language: string;
  citation: Citation;
  decimal: boolean;
  /** Whether it tells its work: by that, or by a word that no other has. */
  tells: boolean;
}

/** One of the things that a citation lists; `last` is the end of a range. */
export interface Item {
  start: number;
  end: number;
  path: Path;
  last: Path | null;
}

export type UnitKind = "law" | "part";

/** A citation as the words of a text have it; what it means is not known yet. */
export interface Citation {
  start: number;
  end: number;
  items: Item[];
  /** What the word beside it says that it is; null where there is no such word. */
  unit: UnitKind | null;
  /** The provision that the items are parts of, if it is named apart. */
  base: Item | null;
  /** Whether it points at what comes or at what came: "the following", "the above". */
  direction: "above" | "below" | null;
  /** Whether its word may be one of any statute: §, article. */
  general: boolean;
  /** Whether it repeats the citation before: ibid. */
  same: boolean;
  /** Whether it is one only if its surroundings say so. */
  weak: boolean;
}

/** A word or sign that means something in citations, as one letter of a row that forms are found in. */
export interface Token {
  code: string;
  start: number;
  end: number;
  path?: Path;
  unit?: UnitWords;
  plural?: boolean;
}

/** A token that is a path. */
export interface PathToken extends Token {
  path: Path;
}

/** A row of tokens that is a form of citations, with its parts by name. */
export interface FormMatch extends RegExpExecArray {
  groups: Record<string, string>;
  indices: RegExpIndicesArray & { groups: Record<string, [number, number]> };
}

/** What a word of a language is in citations. */
export interface WordMeant {
  code: string;
  unit?: UnitWords;
  plural?: boolean;
}

/** How one language cites, ready to be asked. */
export interface LanguageWords {
  language: string;
  suffixed: boolean;
  fillers: Set<string>;
  this: Set<string>;
  of: Set<string>;
  joiners: Set<string>;
  codes: Phrases;
  others: Phrases;
  other_games: Phrases;
  shared: Phrases;
  cues: Phrases;
  cues_after: Phrases;
  counted: Phrases;
  ibid: Phrases;
  edition: Phrases;
  then: Phrases;
  talk: Phrases;
  named: Phrases;
  lookup: Map<string, WordMeant>;
  /** The letters that words of the look-up begin with. */
  heads: Set<string>;
  /** The words that mean something, and whether as one for a law or part; made when first asked for. */
  known: Map<string, boolean> | null;
}

/** The clause on one side of a citation. */
export interface Side {
  text: string;
  /** Its words in small letters. */
  words: string[];
}

/** A citation where it was found. */
export interface Found {
  citation: Citation;
  language: string;
  paragraph: number;
  /** The game that its paragraph names. */
  game: string | null;
  /** Whether it cites sections of a statute. */
  sections: boolean;
  /** Whether words of that work make it a citation: Article 9.2. */
  own: boolean;
  /** How unlikely its language is there: 0 is the likeliest. */
  rank: number;
}

/** A citation with what its sentence says: whose rules it is of, of which edition. */
export interface Placed extends Found {
  owner: string | null;
  year: string | null;
}

/** A provision that an item means, whether or not there is one. */
export interface Target {
  id: string;
  exists: boolean;
}

/** What an item of a citation means. */
export interface Resolved {
  start: number;
  end: number;
  /** From where to where the number itself stands. */
  core: [number, number];
  /** One provision, or the ends of a range. */
  targets: Target[];
  /** Whether that depends on where the citation stands. */
  relative: boolean;
}

/** A citation with what it means. Places are those of JavaScript: UTF-16 units. */
export interface Cited {
  start: number;
  end: number;
  core: [number, number];
  quote: string;
  language: string;
  paragraph: number;
  status: "linked" | "dangling" | "ambiguous" | "foreign";
  reason: string;
  confidence: number;
  /** The edition, or the year of one that is not here. */
  edition: string;
  /** One id, or the ends of a range. */
  targets: string[];
  /** What is nearest to a provision that there is not. */
  nearest: string[];
  /** Where what an older edition says stands today. */
  now: string[];
  owner: string | null;
  relative: boolean;
  /** The year of an older code that its number may be of, since the document is of its time. */
  doubted: string | null;
  /** Where that number of that code stands today, as far as both are here. */
  then: string[];
}

/** What somebody asks of a text. Languages are all when none is given. */
export interface CiteOptions {
  languages?: string[];
  /** The edition or work that numbers are of when nothing says which. */
  within?: string | null;
  /** The provision that the text is about. */
  context?: string | null;
  /** When the document was written, for a text that is a part of one. */
  dating?: Dating | null;
}

/** What a document cites, and when it was written. */
export interface Reading {
  cited: Cited[];
  /** Null where nothing says it, and where an edition was said to be meant. */
  dating: Dating | null;
}

/** An edition with what is worked out about it once. */
export interface Edition extends CitableEdition {
  known: Set<string>;
  isOlder: boolean;
  nearest: Map<string, string[]>;
  resolver: Resolver | null;
}

export type Format = "text" | "markdown" | "html";

/** A tag of HTML. */
export interface Tag {
  kind: "start" | "end";
  start: number;
  end: number;
  name: string;
  attributes: [string, string][];
  closed: boolean;
}

/** What stands between tags. */
export interface Between {
  kind: "text" | "raw" | "comment";
  start: number;
  end: number;
  name?: undefined;
  closed?: undefined;
}

export type Piece = Tag | Between;

/** A provision or several as a link names them. */
export interface Places {
  edition: string;
  ids: string[];
  /** The year of an older code that the numbers may be of. */
  doubted?: string | null;
}

/** The file of a law for readers of a language, as kb/publishing/parts/clauses.py writes it. */
export interface ClauseFile {
  edition: string;
  lang: string;
  languages: string[];
  title?: { lang: string; words: string };
  clauses: Record<string, string>;
  headings?: Record<string, string>;
  /** What stands behind the parts of a provision. */
  after?: Record<string, string>;
  tables?: string[];
  /** Our plain words in the reader's language; each text tells all below its id that has none of its own. */
  plain?: Record<string, string>;
  remarks?: Record<string, string>;
  older?: OlderClauses;
}

/** What an older edition says in a language that has no newer wording. */
export interface OlderClauses {
  lang: string;
  year: string;
  /** The older provisions that each provision comes from. */
  from: Record<string, string[]>;
  clauses: Record<string, string>;
  headings: Record<string, string>;
}

/** A provision with the file that has its words. */
export interface Clause {
  edition: string;
  id: string;
  title: ClauseFile["title"];
  worded: ClauseFile;
  older: OlderClauses | null;
  /** Whether its plain words are shown, in the page's language. */
  plain: boolean;
}

/** A block of a Markdown document whose words are text. */
export interface TextBlock {
  kind: "text";
  start: number;
  end: number;
  heading: boolean;
  /** From where to where marks of quotations and lists stand at the beginning of later lines. */
  marks: [number, number][];
  /** Whether definitions of links may stand first. */
  defines: boolean;
}

/** A block of HTML in a Markdown document. */
export interface HtmlBlock {
  kind: "html";
  start: number;
  end: number;
}

export type Block = TextBlock | HtmlBlock;

// What the modules of search hand to one another, and what they answer to pages.

import type { SearchedEdition } from "kodeks-data";
import type { Known } from "./shards.js";

/** An edition with its provisions as a set. */
export interface Edition extends SearchedEdition {
  known: Set<string>;
}

/** What a form is in one language: its terms with the accents as typed, and those of other accents. */
export interface Form {
  language: string;
  exact: string[];
  folded: string[];
}

/** The words of a language, and the same without accents. */
export interface Vocabulary {
  forms: string[];
  folded: string[];
}

/** A word or several that mean a concept (c:) or an everyday sense (s:). */
export interface KnownWord {
  word: string;
  target: string;
  /** Its parts as they are written, and the terms of each. */
  texts: string[];
  tokens: string[][];
}

/** The word that an unknown one is read as, and how like it is: 1 is the same. */
export interface Mend {
  form: string;
  language: string;
  likeness: number;
}

export type Reading = "known" | "stem" | "stop" | "compound" | "typo" | "kin" | "notation" | "unknown";

/** A word of a query as it is read, with its terms by language and how much each counts. */
export interface Read {
  typed: string;
  readAs: string;
  reading: Reading;
  terms: Map<string, Map<string, number>>;
  confidence: number;
  /** Where it begins in the query. */
  start: number;
}

/** Words of a query that mean something together. */
export interface Phrase {
  text: string;
  words: number[];
  target: string;
  language: string;
}

/** A word of a query with all that it may stand for, the likeliest first. */
export interface PlannedWord {
  typed: string;
  reading: Reading;
  readAs: string;
  alternatives: { term: string; weight: number }[];
  start: number;
}

export interface Plan {
  words: PlannedWord[];
  phrases: Phrase[];
  /** The languages of the query, the likeliest first, and the share of each. */
  languages: [string, number][];
  text: string;
  /** The places of its clauses in the text. */
  clauses: [number, number][];
}

/** Documents and how much each says of a term. */
export type Evidence = [number, number][];

/** The documents that are found, by number; a group is what becomes one result. */
export interface Documents {
  /** How many documents each family has, for the rarity of words in it. */
  all: Record<string, number>;
  /** The family of each group: the rival of the default work of which it is, else "". */
  families: string[];
  groups: Group[];
  groupOf: number[];
  editions: string[];
  kinds: string[];
  ids: string[];
  numbers: Map<string, number>;
}

export interface Group {
  edition: string;
  id: string;
  result: string;
}

/** A group with its score and its documents, the best first. */
export interface Ranked {
  group: number;
  score: number;
  covered: number;
  /** What each word of the query adds, by its number. */
  words: Map<number, number>;
  documents: [number, number][];
}

/** A name that may be suggested, and the place that it names. */
export interface Name {
  kind: "law" | "procedure" | "concept" | "situation";
  name: string;
  folded: string;
  language: string;
  place: string;
}

/** A procedure by its full id, with the documents that it covers and that its steps cite. */
export interface Procedure {
  place: string;
  title: string;
  covers: Set<number>;
  cites: Set<number>;
}

export interface Title {
  text: string;
  language: string;
  origin: string | null;
}

/** A provision by name and address. */
export interface NamedPlace {
  id: string;
  name: string;
  href: string;
}

export interface Hit extends NamedPlace {
  kind: string;
  /** Where what an older edition says stands today. */
  now: NamedPlace[];
  score: number;
}

export interface Result extends NamedPlace {
  game: string;
  kind: string;
  edition: string;
  year: string;
  superseded: boolean;
  title: Title | null;
  score: number;
  covered: number;
  hits: Hit[];
  /** The part of the query that led here, with its words; null for what is cited. */
  asked: Omit<Snippet, "language"> | null;
  /** The procedures that lead to a law. */
  procedures: { href: string; title: string }[];
}

export interface Suggestion {
  kind: "citation" | "law" | "procedure" | "concept" | "situation";
  name: string;
  language: string;
  href: string;
  detail: string;
  detailLanguage?: string;
}

export interface Snippet {
  text: string;
  language: string;
  /** From where to where the words of the query stand. */
  highlights: [number, number][];
  /** Whether these are our plain words. */
  plain?: boolean;
}

/** What is known of a citation in a query. */
export interface CitedInQuery {
  ids: string[];
  rest: string;
  language: string | null;
  /** The work whose own words announce them; null where nothing says of which work they are. */
  work: string | null;
}

/** Who searches: what is known for readers of the same language, and where the site is. */
export interface Seen {
  knowledge: Known;
  reader: string;
  root: string;
}

/** An answer to a query: the first comes from the reader's language, a refined one from all. */
export interface Answer {
  stage: "first" | "refined" | "failed";
  /** Whether a better one comes. */
  refining: boolean;
  /** Why a search failed. */
  reason?: string;
  results?: (Result & { rank: number })[];
  /** False where the results are only the nearest that there are. */
  sure?: boolean;
  /** Whether the query is so long that one asks which of its words led where. */
  story?: boolean;
  citations?: string[];
  languages?: { language: string; share: number }[];
  missing?: { id: string; name: string; nearest: NamedPlace[] }[];
  mended?: Record<string, string>;
}

/** A question of a page to the worker, by a number that its answers have too. */
export interface Question {
  number: number;
  ask: "search" | "suggest" | "snippet" | "rulings" | "quote" | "warm" | "stop";
  /** The reader's language, and the root of the site. */
  reader: string;
  root: string;
}

/** Asks for one answer or two; `lean` for the first alone. */
export interface SearchQuestion extends Question {
  query: string;
  limit: number;
  lean: boolean;
}

export interface SuggestQuestion extends Question {
  typed: string;
  limit: number;
}

/** Asks for the words of a clause around those of a query. */
export interface SnippetQuestion extends Question {
  edition: string;
  id: string;
  query: string;
}

/** A ruling with its facts, "" where one is not known; `laws` are the full ids of all that it cites. */
export interface RulingFacts {
  title: string;
  language: string;
  date: string;
  body: string;
  decision: string;
  /** The name of its page, and the language in whose directory that is; "" where every language has it. */
  slug: string;
  page: string;
  laws: string[];
}

/** What narrows a search of rulings: of each fact some values, of which one must fit; every law must be cited. */
export type RulingFilters = Record<"law" | "year" | "body" | "language" | "decision", string[]>;

/** Of `since` and `until` each may be empty, a year, a month or a day. */
export interface RulingsAsked {
  query: string;
  since: string;
  until: string;
  only: RulingFilters;
  sort: "relevance" | "date";
  offset: number;
  limit: number;
}

export type RulingsQuestion = Question & RulingsAsked;

export interface FoundRuling extends Omit<RulingFacts, "laws"> {
  score: number;
  laws: { id: string; name: string }[];
}

/** A value of a fact with how many rulings have it; the name of a law is that for readers. */
export interface FacetValue {
  value: string | null;
  count: number;
  name?: string;
}

export interface RulingsAnswer {
  /** Why there are none: "long", "offline", "damaged". */
  failed?: string;
  total?: number;
  results?: FoundRuling[];
  facets?: Record<string, FacetValue[]>;
  understood?: { laws: { id: string; name: string }[][]; missing: string[]; mended: Record<string, string> };
}

/** Asks for words around those of a query in some text. */
export interface QuoteQuestion extends Question {
  text: string;
  language: string;
  query: string;
}

/** Search as pages ask it. */
export interface Engine {
  /** The reader's language. */
  language: string;
  warm(): void;
  suggest(typed: string, limit?: number): Promise<Suggestion[]>;
  /** Gives answers to `onAnswer`; what is returned calls the search off. */
  search(
    words: string,
    options: { limit?: number; refine?: boolean },
    onAnswer: (answer: Answer) => void,
  ): () => void;
  /** Null where there are no words to show, undefined where they could not be had. */
  snippet(edition: string, id: string, query: string): Promise<Snippet | null | undefined>;
  rulings(asked: RulingsAsked): Promise<RulingsAnswer>;
  /** The words of a text around those of a query; undefined where they could not be had. */
  quote(text: string, language: string, query: string): Promise<Snippet | undefined>;
}

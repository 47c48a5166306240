// What Python puts into the scripts of the site: kb/publishing/browser/scripts.py makes a module of it. Each
// script has what its modules import, and no more.

declare module "kodeks-data" {
  /** Sources of patterns by name, as kb/citations/patterns/grammar.toml has them. */
  type Sources = Record<string, string>;

  /** How citations are written in any language. */
  export const grammar: {
    paths: Sources;
    lexemes: Sources;
    surroundings: Sources;
    titles: Sources;
    sections: Sources;
    works: Sources;
    queries: Sources;
    /** Up to which number one with a letter may be a bid. */
    levels: number;
    /** The letter of a label for each letter of another script that looks like it. */
    alike: Record<string, string>;
    /** The forms of citations as rows of tokens, the first that fits is taken. */
    forms: string[];
    item: string;
    neutral: string[];
  };

  /** What announces a law or a part of one: "Law", "§", "pont". */
  export interface UnitWords {
    kind: "law" | "part";
    place: "before" | "after";
    /** Its forms in small letters, those of the plural apart. */
    forms: string[];
    plurals: string[];
    /** Whether it is a word of any statute. */
    general: boolean;
    /** Whether it is more often a word of a state's laws. */
    doubtful: boolean;
  }

  /** How statutes are cited, with the places of numbers in braces. */
  export interface StatuteNames {
    section: string;
    case: string;
    bid: string;
  }

  /** How one language cites, by language. */
  export const patterns: Record<string, Patterns>;

  export interface Patterns {
    language: string;
    suffixed: boolean;
    units: UnitWords[];
    statute: StatuteNames;
    codes: string[];
    others: string[];
    other_games: string[];
    shared: string[];
    cues: string[];
    cues_after: string[];
    counted: string[];
    ibid: string[];
    edition: string[];
    then: string[];
    talk: string[];
    fillers: string[];
    this: string[];
    of: string[];
    joiners: string[];
    ranges: string[];
    below: string[];
    above: string[];
  }

  /** What can be cited, the newest edition of each work first. */
  export const index: {
    editions: CitableEdition[];
    /** The names of each game. */
    games: Record<string, string[]>;
    /** The years of which there are editions, here or elsewhere. */
    years: string[];
    /** The first year in force of each code, by its year; also of those that are not here. */
    codes: Record<string, number>;
    /** The work that a number belongs to when nothing says more of it. */
    default: string;
  };

  /** How dates are written, in all languages together: kb/linking/dating/date_words.py. */
  export const dates: {
    first: number;
    last: number;
    turn: number;
    token: string;
    word_sign: string;
    sentence_end: string;
    clause_end: string;
    letter: string;
    forms: string[];
    months: Record<string, number[]>;
    joined: string[];
    connecting: string[];
    year_words: string[];
    hour_words: string[];
    name_words: string[];
    occasions: string[];
    elsewhere: string[];
    date_fields: string[];
    code_fields: string[];
    mail: string[];
  };

  /** How the numbers of a work are made up, and what they are called, by language; as kb/corpus/profile.py has it. */
  export interface Profile {
    numbering: "lettered" | "decimal" | "statute";
    units: Record<string, { names?: string[]; appendix?: string; before?: string[]; after?: string[]; appendix_before?: string[]; joiners?: string[]; ranges?: string[]; counted?: string[] }>;
  }

  export interface CitableEdition extends Profile {
    id: string;
    work: string;
    year: string;
    provisions: string[];
    /** Where provisions of an older edition stand in the newest one, the main place first. For search without those that
     * stand where they stood. */
    now: Record<string, string[]>;
    /** In previews on the site: whether there is a newer edition. */
    superseded: boolean;
  }

  /** What readers are told, by language and key. */
  export const words: Record<string, Record<string, string>>;

  /** The editions that search knows, in the order of the manifest. */
  export const editions: SearchedEdition[];

  /** In search: the work that a number belongs to when nothing says more of it. */
  export const defaultWork: string;

  export interface SearchedEdition extends CitableEdition {
    game: string;
    /** The game if it is a rival of the default work, else "": words are rare in each family apart. */
    family: string;
    isOlder: boolean;
    isArticle: boolean;
    languages: string[];
  }

  /** What games are called in queries; `term` says that the name is a word of the laws too. */
  export const games: { id: string; names: string[]; term: boolean }[];
  /** The page of each kind of record that has one. */
  export const pages: Record<string, string>;
  /** How words are put together, by language. */
  export const parts: Record<string, { links: string[]; shortest: number; prefixes: string[] }>;
  /** The languages of the site's pages. */
  export const readers: string[];
  /**
   * How rulings are scored: in how many steps shards tell how much one is about a term; what a word counts wherever it stands, and
   * more by how often it does; from which weight on a term is meant; what share of the best one's words is enough. `longest` is
   * how many characters a query may have.
   */
  export const rulings: { steps: number; there: number; often: number; meant: number; enough: number; longest: number };
  /** The files of search by what they are called. */
  export const shards: Record<string, string>;
  /** Evidence that counts 1 is so many steps. */
  export const steps: number;
  /** Stop words by language. */
  export const stops: Record<string, string[]>;
  export const weights: Record<"enough" | "coverage" | "together" | "rarest" | "again", number>;
  /** How cards, calls and sides are written, and what seats are called in any language. */
  export const notation: { pattern: string; strains: string[]; seats: string[] };
  /** The code of the character that stands for 0. */
  export const zero: number;

  /** A file of the site, with what tells its versions apart. */
  export interface SiteFile {
    path: string;
    digest: string;
  }

  /** What belongs together: the root of the site, or a language. */
  export interface SitePart {
    /** The file that lists the digests of the part's files. */
    table: SiteFile;
    /** What every page needs, and the ways about; of a language the page for a missing network first. */
    shell: string[];
    /** Of a language: all its files as one. */
    pack?: SiteFile & { bytes: number; pages: number };
  }

  /** The site as its worker knows it. */
  export const site: { version: string; root: SitePart; languages: Record<string, Required<SitePart>> };
}

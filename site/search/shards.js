// Fetches what search knows, when it is first needed: the reader's language first, then all others.

import * as DATA from "kodeks-data";
import { documentsIn, formsOf, pairsOf, postingsOf } from "./decoding.js";
import { Lexicon } from "./lexicon.js";
import { editionOf } from "./library.js";
import { Postings } from "./postings.js";
import { byCode, fold } from "./words.js";

/** @import { Documents, Name, Procedure, Title } from "./types.d.ts" */

/** @typedef {Record<string, Record<string, [string, string?, (string | null)?]>>} Titles */
/** @typedef {{ forms: string, words: string, documents: string, values: string, typical: string }} LanguageShard */

const SHARD = "kodeks.shard/4";

export class Failed extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A shard by its name; fails as `jsonAt` does.
 *
 * @param {string} root
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function shardAt(root, name) {
  const file = await jsonAt(`${root}search/${DATA.shards[name]}`);
  if (file?.schema !== SHARD) throw new Failed("damaged");
  return file;
}

/**
 * A JSON file; fails as "offline" where nothing answers, as "damaged" where it is missing or broken.
 *
 * @param {string} address
 */
export async function jsonAt(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Failed("offline");
  }
  if (!answer.ok) throw new Failed("damaged");
  try {
    return await answer.json();
  } catch {
    throw new Failed("damaged");
  }
}

/** All that search knows for readers of a language. It is fetched in two stages, `first` and `rest`. */
export class Known {
  lexicon = new Lexicon(DATA.stops);
  /** @type {Name[]} */
  names = [];
  /** @type {Titles} */
  #titles = {};
  /** @type {Record<number, string[]>} */
  #headings = {};
  /** @type {Procedure[]} */
  #procedures = [];
  #reader;
  #root;
  /** @type {Promise<void> | null} */
  #first = null;
  /** @type {Promise<void> | null} */
  #rest = null;
  isRefined = false;
  /** @type {Documents} */
  documents = noDocuments({});
  postings = new Postings();
  /**
   * The concepts, each with the place that says of it.
   *
   * @type {[string, string][]}
   */
  concepts = [];

  /**
   * @param {string} reader
   * @param {string} root
   */
  constructor(reader, root) {
    this.#reader = DATA.shards[reader] ? reader : "en";
    this.#root = root;
  }

  /** Fetches the reader's language with concepts and titles. After a failure the next call tries again. */
  first() {
    this.#first ??= this.#fetchFirst().catch((error) => {
      this.#first = null;
      throw error;
    });
    return this.#first;
  }

  /** Fetches all other languages, everyday senses and situations. */
  rest() {
    this.#rest ??= this.#fetchRest().catch((error) => {
      this.#rest = null;
      throw error;
    });
    return this.#rest;
  }

  async #fetchFirst() {
    const code = this.#reader;
    const [documents, concepts, shard, names] = await this.#all(["documents", "concepts", code, `${code}-names`]);
    this.documents = documentsOf(documents);
    this.concepts = documents.concepts;
    this.#add("c", concepts);
    this.#speak(code, shard);
    this.#titles = names.titles;
    this.#headings = names.headings;
    this.#procedures = proceduresOf(names.procedures);
    this.names = [
      ...lawNames(names.titles, code),
      ...conceptNames(shard, this.concepts, code),
      ...procedureNames(this.#procedures.map(({ title, place }) => [title, place]), code),
    ];
  }

  async #fetchRest() {
    await this.first();
    const codes = Object.keys(DATA.stops);
    const others = codes.filter((code) => code !== this.#reader);
    const senses = codes.map((code) => `${code}-senses`);
    const [situations, senseShard, ...files] = await this.#all([`${this.#reader}-situations`, "senses", ...others, ...senses]);
    others.forEach((code, at) => this.#speak(code, files[at]));
    this.#add("s", senseShard);
    codes.forEach((code, at) => {
      /** @type {{ targets: string, words: string }} */
      const { targets, words } = files[others.length + at];
      this.lexicon.mean(code, pairsOf(words, targets.split(" ").map((target) => `s:${target}`)));
    });
    /** @type {[string, string][]} */
    const pairs = situations.situations;
    this.names = [
      ...this.names,
      ...procedureNames(situations.happened, this.#reader),
      ...pairs.map(([name, place]) => nameOf("situation", name, this.#reader, place)),
    ];
    this.isRefined = true;
  }

  /** @param {string[]} names */
  #all(names) {
    return Promise.all(names.map((name) => shardAt(this.#root, name)));
  }

  /**
   * @param {string} code
   * @param {LanguageShard} shard
   */
  #speak(code, { forms, words, ...evidence }) {
    const termsByForm = formsOf(forms);
    this.lexicon.learn(code, termsByForm);
    this.lexicon.mean(code, pairsOf(words, this.concepts.map(([id]) => `c:${id}`)));
    const terms = [...new Set([...termsByForm.values()].flat())].sort(byCode);
    this.postings.add(code, postingsOf(evidence, terms, this.documents.groupOf));
  }

  /**
   * @param {string} code
   * @param {{ documents: string, values: string, typical: string, terms: string }} evidence
   */
  #add(code, evidence) {
    this.postings.add(code, postingsOf(evidence, evidence.terms.split(" "), this.documents.groupOf));
  }

  /**
   * What a law is called in the reader's language, else in another; null where it has no name.
   *
   * @param {string} edition
   * @param {string} law
   * @returns {Title | null}
   */
  title(edition, law) {
    const [text, language, origin] = this.#titles[edition]?.[law] ?? [];
    return text ? { text, language: language || this.#reader, origin: origin ?? null } : null;
  }

  /**
   * The titles of the procedures that lead to a law or to some ids of it: those that cover the law come first.
   *
   * @param {string} edition
   * @param {string} law
   * @param {string[]} ids
   * @returns {Name[]}
   */
  leading(edition, law, ids) {
    /** @param {string} id */
    const numberOf = (id) => this.documents.numbers.get(`${edition}:${id}`) ?? -1;
    const covering = this.#procedures.filter(({ covers }) => covers.has(numberOf(law)));
    const citing = this.#procedures.filter(({ cites }) => ids.some((id) => cites.has(numberOf(id))));
    return [...new Set([...covering, ...citing])].map(({ title, place }) => nameOf("procedure", title, this.#reader, place));
  }

  /**
   * The heading of a definition or section; null for what has none.
   *
   * @param {string} edition
   * @param {string} id
   * @returns {Title | null}
   */
  heading(edition, id) {
    const at = this.documents.numbers.get(`${edition}:${id}`);
    const [text, language] = (at === undefined ? null : this.#headings[at]) ?? [];
    return text ? { text, language: language || this.#reader, origin: null } : null;
  }
}

/**
 * @param {Record<string, number>} all
 * @returns {Documents}
 */
function noDocuments(all) {
  return { all, families: [], groups: [], groupOf: [], editions: [], kinds: [], ids: [], numbers: new Map() };
}

/**
 * @param {{ groups: [string, string, string, [string, string][]][], all: Record<string, number> }} shard
 * @returns {Documents}
 */
function documentsOf({ groups, all }) {
  const documents = noDocuments(all);
  for (const [edition, id, result, members] of groups) {
    for (const [kind, member] of members) {
      documents.numbers.set(`${edition}:${member}`, documents.ids.length);
      documents.groupOf.push(documents.groups.length);
      documents.editions.push(edition);
      documents.kinds.push(kind);
      documents.ids.push(member);
    }
    documents.groups.push({ edition, id, result });
    documents.families.push(editionOf(edition).family);
  }
  return documents;
}

/**
 * The procedures of every edition, each with its id, its title, and the documents that it covers and cites.
 *
 * @param {Record<string, [string, string, string, string][]>} editions
 * @returns {Procedure[]}
 */
function proceduresOf(editions) {
  return Object.entries(editions).flatMap(([edition, rows]) =>
    rows.map(([id, title, covers, cites]) => (
      { place: `${edition}:decide.${id}`, title, covers: new Set(documentsIn(covers)), cites: new Set(documentsIn(cites)) }
    )),
  );
}

/**
 * @param {Name["kind"]} kind
 * @param {string} name
 * @param {string} language
 * @param {string} place
 * @returns {Name}
 */
function nameOf(kind, name, language, place) {
  return { kind, name, folded: fold(name), language, place };
}

/**
 * Whether an edition, or that of a full id, is in force.
 *
 * @param {string} place
 */
function isCurrent(place) {
  return !editionOf(place.split(":")[0]).superseded;
}

/**
 * @param {[string, string][]} pairs
 * @param {string} reader
 * @returns {Name[]}
 */
function procedureNames(pairs, reader) {
  return pairs.filter(([, place]) => isCurrent(place)).map(([name, place]) => nameOf("procedure", name, reader, place));
}

/**
 * @param {Titles} titles
 * @param {string} reader
 * @returns {Name[]}
 */
function lawNames(titles, reader) {
  return Object.entries(titles)
    .filter(([edition]) => isCurrent(edition))
    .flatMap(([edition, laws]) =>
      Object.entries(laws)
        .filter(([, [, language]]) => !language)
        .map(([law, [text]]) => nameOf("law", text, reader, `${edition}:${law}`)),
    );
}

/**
 * @param {{ words: string }} shard
 * @param {[string, string][]} concepts
 * @param {string} reader
 * @returns {Name[]}
 */
function conceptNames({ words }, concepts, reader) {
  return words.split("\n").flatMap((line, at) => {
    const place = concepts[at][1];
    return place && isCurrent(place) ? line.split("|").filter(Boolean).map((word) => nameOf("concept", word, reader, place)) : [];
  });
}

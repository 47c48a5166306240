// The engine: MiniSearch says which documents have a term, and how much each says.
//
// Its indexes are made from our shards, one for each language, one for concepts, one for senses. What it
// counts as a word's frequency is what the evidence says; its own ranking is taken out (no length, no
// saturation, rarity divided away), as one ranking puts in order what any engine finds.

const NO_SATURATION = { k: 1e12, b: 0, d: 0 };
const FIELD = "said";
const AS_THEY_ARE = { fields: [FIELD], tokenize: (text) => [text], processTerm: (term) => term };

class Postings {
  #indexes = new Map();        // by the code before the term: hu, c, s
  #asked = new Map();
  #count;

  constructor(count) {
    this.#count = count;
  }

  // Take in the postings of a language: terms, each with its documents and what they say.
  add(code, postings) {
    const each = (value) => Object.fromEntries(Array.from({ length: this.#count }, (_, at) => [at, value(at)]));
    const index = postings.filter(([, documents]) => documents.length).map(([term, documents, values]) => {
      const said = {};
      documents.forEach((document, at) => (said[document] = values[at]));
      return [term, { 0: said }];
    });
    const made = {
      documentCount: this.#count,
      nextId: this.#count,
      documentIds: each((at) => at),
      fieldIds: { [FIELD]: 0 },
      fieldLength: each(() => [1]),
      averageFieldLength: [1],
      storedFields: {},
      dirtCount: 0,
      index,
      serializationVersion: 2,
    };
    this.#indexes.set(code, MiniSearch.loadJS(made, AS_THEY_ARE));
    this.#asked.clear();
  }

  // The documents that have a term, and what each says.
  of(term) {
    if (!this.#asked.has(term)) {
      const at = term.indexOf(":");
      const found = this.#indexes.get(term.slice(0, at))?.search(term.slice(at + 1), { bm25: NO_SATURATION }) ?? [];
      const rarity = Math.log(1 + (this.#count - found.length + 0.5) / (found.length + 0.5));
      this.#asked.set(term, found.map(({ id, score }) => [id, Math.round(score / rarity) / DATA.steps]));
    }
    return this.#asked.get(term);
  }
}

// What the worker of search answers with, for whoever measures or tests it outside of the worker: `inside`. With it goes what
// a page reads of a question before it asks the worker.

import { askedTime } from "../../site/assets/asked-time.js";
import { answerTo } from "../../site/search/answer.js";
import { citedIn } from "../../site/search/citing.js";
import { formsOf } from "../../site/search/decoding.js";
import { namedGame } from "../../site/search/games.js";
import { meantBy, nearestTo, provisionsOf, resolverFor, WORKS } from "../../site/search/library.js";
import { planOf } from "../../site/search/plan.js";
import { rank } from "../../site/search/ranking.js";
import { rulingsFor } from "../../site/search/rulings.js";
import { RulingsKnown } from "../../site/search/ruling-shards.js";
import { Known } from "../../site/search/shards.js";
import { suggestionsFor } from "../../site/search/suggest.js";
import { kin, mended } from "../../site/search/typos.js";
import { wholeCitation } from "../../site/search/whole.js";
import { fold, isAbbreviation, normalised, rounded, tokensOfTerm } from "../../site/search/words.js";

const inside = {
  answerTo,
  askedTime,
  citedIn,
  fold,
  formsOf,
  isAbbreviation,
  kin,
  Known,
  meantBy,
  mended,
  namedGame,
  nearestTo,
  normalised,
  planOf,
  provisionsOf,
  rank,
  resolverFor,
  rounded,
  rulingsFor,
  RulingsKnown,
  suggestionsFor,
  tokensOfTerm,
  wholeCitation,
  WORKS,
};

Object.assign(globalThis, { inside });

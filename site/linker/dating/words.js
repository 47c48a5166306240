// The words and forms of dates, of kb/linking/dating/dates.toml. The same as kb/linking/dating/date_words.py.

import * as DATA from "kodeks-data";
import { Phrases } from "../phrases.js";

const { first, last, turn, months } = DATA.dates;

export const DATES = {
  ...{ first, last, turn },
  token: new RegExp(DATA.dates.token, "gu"),
  wordSign: new RegExp(DATA.dates.word_sign),
  sentenceEnd: new RegExp(DATA.dates.sentence_end),
  clauseEnd: new RegExp(DATA.dates.clause_end),
  letter: DATA.dates.letter,
  forms: new RegExp(DATA.dates.forms.map((form) => `(?:${form})`).join("|"), "gu"),
  months: new Map(Object.entries(months)),
  joined: new Set(DATA.dates.joined),
  connecting: new Set(DATA.dates.connecting),
  yearWords: new Set(DATA.dates.year_words),
  hourWords: new Set(DATA.dates.hour_words),
  nameWords: new Set(DATA.dates.name_words),
  occasions: new Phrases(DATA.dates.occasions),
  elsewhere: new Phrases(DATA.dates.elsewhere),
  dateFields: new Set(DATA.dates.date_fields),
  codeFields: new Set(DATA.dates.code_fields),
  mail: DATA.dates.mail,
};

"""The words and forms of dates, from dates.toml: what a month is called, what stands beside a date.

site/linker/dating/words.js makes the same of the same data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from kb.citations.phrases import Phrases
from kb.files.typed_toml import TomlTable, read_toml
from kb.languages.letters import letters

DATES = Path(__file__).parent / "dates.toml"


@dataclass(frozen=True, eq=False)
class DateWords:
    """How dates are written in all languages.

    `months` has for each name of a month, in small letters, what months it may be of, from 1 on:
    listopad is the tenth in one and the eleventh in another. `forms` match rows of tokens,
    `token` a token, `word_sign` what a line must have, `letter` any letter; the other lexemes
    match what ends a sentence and a clause. Years are from `first` to `last`; of
    two digits, those up to `turn` are of this century. `joined` tie a number to a month.
    `connecting` and days of the week may stand before a
    date, `year_words`, `hour_words` and `name_words` behind it. `occasions` are documents and what
    they tell of, `elsewhere` says that a date is not that of the document. `date_fields` and
    `code_fields` are keys of front matter, `mail` those of the header of a mail.
    """

    first: int
    last: int
    turn: int
    token: str
    word_sign: str
    sentence_end: str
    clause_end: str
    letter: str
    forms: tuple[str, ...]
    months: dict[str, tuple[int, ...]]
    joined: frozenset[str]
    connecting: frozenset[str]
    year_words: frozenset[str]
    hour_words: frozenset[str]
    name_words: frozenset[str]
    occasions: Phrases
    elsewhere: Phrases
    date_fields: frozenset[str]
    code_fields: frozenset[str]
    mail: frozenset[str]


@cache
def date_words() -> DateWords:
    """The words of dates; raises `CorpusError` if their file has not the right tables."""
    raw = read_toml(DATES)
    fields, following = raw.table("fields"), raw.table("following")
    words = DateWords(
        first=raw.number("first"),
        last=raw.number("last"),
        turn=raw.number("turn"),
        **raw.table("lexemes").filled(letters()),
        forms=tuple(raw.table("forms").items().values()),
        months=_months(raw.table("months")),
        joined=frozenset(raw.table("joined").strings("words")),
        connecting=frozenset(raw.table("connecting").every() + raw.table("weekdays").every()),
        year_words=frozenset(following.strings("year")),
        hour_words=frozenset(following.strings("hour")),
        name_words=frozenset(following.strings("name")),
        occasions=Phrases(raw.table("occasions").every()),
        elsewhere=Phrases(raw.table("elsewhere").every()),
        date_fields=frozenset(fields.strings("date")),
        code_fields=frozenset(fields.strings("code")),
        mail=frozenset(fields.strings("mail")),
    )
    for table in (fields, following, raw):
        table.done()
    return words


def _months(table: TomlTable) -> dict[str, tuple[int, ...]]:
    months: dict[str, tuple[int, ...]] = {}
    for language in table:
        for number, names in enumerate(table.strings(language), start=1):
            for name in names.split():
                known = months.get(name, ())
                months[name] = known if number in known else (*known, number)
    return months


@cache
def lexeme(name: Literal["word_sign", "sentence_end", "clause_end"]) -> re.Pattern[str]:
    """A lexeme of lines, compiled."""
    return re.compile(getattr(date_words(), name))


@cache
def compiled_forms() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The pattern of a token, and one of all forms of dates."""
    words = date_words()
    forms = "|".join(f"(?:{form})" for form in words.forms)
    return re.compile(words.token), re.compile(forms)

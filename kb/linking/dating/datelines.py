"""Says whether a date in a line is that of the document, by what stands before and behind it.

site/linker/dating/datelines.js does the same in a browser.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.linking.dating.date_words import date_words, lexeme
from kb.linking.dating.dates import (
    Token,
    WrittenDate,
    dates_in,
    index_at,
    may_have_year,
    tokens_of,
    years_in,
)
from kb.linking.dating.lines import DatableLine

#: How many words may stand before a date: names and connecting words, or the title of a document.
_MOST_NAMES, _MOST_TITLE = 8, 12
#: The longest title that may have the year alone, and how many years it may have.
_TITLE, _YEARS = 100, 2
#: At the end of a document a date is among so many characters of its line's end.
_AT_END = 40
#: A word before a full stop that is no longer is an abbreviation, which ends no sentence.
_ABBREVIATED = 2
#: How many tokens before a bracket may say that the date in it is another one's.
_NEAR = 6
#: These signs count as words.
_SIGNS = "©†"


def datelines(line: DatableLine, last: bool = False) -> list[WrittenDate]:
    """The dates of a line that are the document's; with `last` those of its last sentence too.

    PHILADELPHIA, PA - MARCH 8, 2003, 9:30 A.M.; Sestra, 12. 5. 2003.; but not: since 1 July 2008.
    """
    if not may_have_year(line.text):
        return []
    tokens = tokens_of(line.text)
    out = []
    for date in dates_in(tokens):
        first = index_at(tokens, date.start)
        begins = 0
        if last and len(line.text.rstrip()) - date.end <= _AT_END:
            begins = _sentence(tokens, first)
        if _announced(tokens[begins:first]) and _closed(tokens[index_at(tokens, date.end) :]):
            out.append(date)
    return out


def _sentence(tokens: Sequence[Token], index: int) -> int:
    """Where the sentence or bracket begins in which a token stands; an ordinal's stop ends none."""
    for at in range(index - 1, 0, -1):
        if tokens[at].text == "(":
            about = [token.text.lower() for token in tokens[max(0, at - _NEAR) : at]]
            return 0 if date_words().elsewhere.last(about) is not None else at + 1
        if tokens[at].code == "_" and tokens[at - 1].text in (".", "!", "?"):
            spoken = at > 1 and tokens[at - 2].code in "wMo"
            if spoken and len(tokens[at - 2].text) > _ABBREVIATED:
                return at + 1
    return 0


def _announced(before: Sequence[Token]) -> bool:
    """Whether only names, connecting words or a title stand before a date."""
    words = [token for token in before if _counts(token)]
    small = [word.text.lower() for word in words]
    if date_words().elsewhere.last(small) is not None:
        return False
    if date_words().occasions.last(small) is not None:
        return len(words) <= _MOST_TITLE
    return len(words) <= _MOST_NAMES and _are_names(words)


def _are_names(words: Sequence[Token]) -> bool:
    """Whether all words have a capital or only connect others."""
    connecting = date_words().connecting
    return all(word.is_capital or word.text.lower() in connecting for word in words)


def _counts(token: Token) -> bool:
    """Whether it is a word before a date; and so is ©, but no month."""
    return token.is_word or token.text in _SIGNS


def _closed(behind: Sequence[Token]) -> bool:
    """Whether no sentence goes on behind a date: an hour may follow, or a word for the year."""
    words = date_words()
    rest = [token for token in behind if token.code != "."]
    while len(rest) > 1 and rest[0].code in "_-" and rest[1].is_word:
        if rest[1].text.lower() in words.year_words:
            rest = rest[2:]  # 2003. godine
        elif rest[0].code == "-":
            return False  # 2003-ban
        else:
            break
    if rest and rest[0].code == ",":
        rest = rest[1:]
    if rest and rest[0].code != "_" and not rest[0].is_word:
        return True
    spoken = [token for token in rest if token.code != "_"]
    if not spoken or not spoken[0].is_word or spoken[0].is_capital:
        return True
    named = spoken[0].text in words.name_words and spoken[1:] and spoken[1].is_capital
    told = next((token for token in spoken if token.text not in words.hour_words), spoken[0])
    return bool(named) or (told is not spoken[0] and told.code in "nt")


def title_year(line: DatableLine) -> WrittenDate | None:
    """The year that stands alone in a title with a word for a document: Bulletin 3, Menton 2003.

    The title is a line, or what stands before a colon or in a bracket at the beginning of one.
    """
    text = _title(line.text) if may_have_year(line.text) else None
    if text is None:
        return None
    tokens = tokens_of(text)
    words = [token for token in tokens if _counts(token)]
    small = [word.text.lower() for word in words]
    years = years_in(tokens)
    if not 0 < len(years) <= _YEARS or date_words().occasions.last(small) is None:
        return None
    if date_words().elsewhere.last(small) is not None:
        return None
    if text.rstrip().endswith(".") and not _are_names(words):
        return None  # the bulletin did not come out in 1998.
    at, year = max(years, key=lambda found: found[1])
    return WrittenDate(tokens[at].start, tokens[at].end, year)


def _title(text: str) -> str | None:
    """What may be a title at the beginning of a line; None where a sentence begins it."""
    if text.lstrip().startswith("("):
        text = text[: text.find(")")] if ")" in text else text
    elif ": " in text[: _TITLE + 1]:
        text = text[: text.index(": ")]
    elif text.rstrip()[-1:] in ("!", "?") or lexeme("sentence_end").search(text):
        return None
    return text if len(text) <= _TITLE else None

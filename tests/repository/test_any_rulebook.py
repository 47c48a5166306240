"""Any rulebook: the program knows no game and no language by name; what it knows of them is data.

Doctests may name them: an example needs some value, and is no behaviour. So may the documentation
in site/docs, which tells of this corpus. The language of the program itself is allowed as a word,
since messages and ids are in it; its code, like all codes, stands in one place.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale

from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus import manifest
from support.homes import REPOSITORY

#: Where the names stand that a file must have, with the reason.
EXCEPTIONS = REPOSITORY / "tests/data/names_in_code.tsv"

#: Games of which other rulebooks are: nobody may have them in mind either.
OTHER_GAMES = ("chess", "fide")

PLACES = (
    ("kb", ("py", "html", "json")),
    ("site", ("js", "html", "css", "d.ts", "json")),
    ("scripts", ("py",)),
)

#: An example and what it answers, up to the end of its docstring or an empty line.
_DOCTEST = re.compile(r'^ *>>> .*\n(?:(?! *\n)(?!.*""").*\n)*', re.MULTILINE)


def files() -> Iterator[Path]:
    """What the program is made of, without its data and its documentation."""
    for place, endings in PLACES:
        for ending in endings:
            yield from (REPOSITORY / place).rglob(f"*.{ending}")
    yield REPOSITORY / "mkdocs.yml"


def games() -> tuple[str, ...]:
    """What players call the games of the corpus, in small letters, and the ids of their works.

    A work that has no name of its own is about the game of another.
    """
    works = [work for work in manifest.load(REPOSITORY).works if work.names]
    return (*OTHER_GAMES, *(name for work in works for name in (work.id, *work.names)))


def codes() -> tuple[str, ...]:
    """The languages of the texts and the catalogues."""
    corpus = manifest.load(REPOSITORY)
    spoken = (text.language for text in corpus.texts)
    return tuple(dict.fromkeys((*spoken, *corpus.page_languages)))


def languages() -> tuple[str, ...]:
    """What English calls them, in small letters."""
    in_english = (Locale.parse(code).get_display_name(SOURCE_LANGUAGE) for code in codes())
    return tuple(str(name).lower() for name in in_english if name != "English")


def pattern() -> re.Pattern[str]:
    """Finds a name as a whole word, between whatever is no letter, or a code in quotation marks."""
    words = "|".join(map(re.escape, sorted({*games(), *languages()}, key=len, reverse=True)))
    quoted = "|".join(map(re.escape, codes()))
    return re.compile(
        rf"(?<![^\W\d_])(?P<word>{words})(?![^\W\d_])|(?P<mark>['\"`])(?P<code>{quoted})(?P=mark)",
        re.IGNORECASE,
    )


def found_in(words: str, is_python: bool, names: re.Pattern[str]) -> Iterator[str]:
    """The names in the text of a file, in small letters."""
    for match in names.finditer(_DOCTEST.sub("\n", words) if is_python else words):
        yield (match["word"] or match["code"]).lower()


def found() -> set[tuple[str, str]]:
    """Every file with a name in it, and the name."""
    names = pattern()
    return {
        (path.relative_to(REPOSITORY).as_posix(), name)
        for path in files()
        for name in found_in(path.read_text(encoding="utf-8"), path.suffix == ".py", names)
    }


def exceptions() -> dict[tuple[str, str], str]:
    """The reasons why a name stands in a file."""
    with EXCEPTIONS.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, dialect="excel-tab", quoting=csv.QUOTE_NONE)
        return {(row["file"], row["name"]): row["reason"] for row in rows}


def test_no_game_and_no_language_is_named_outside_data() -> None:
    assert found() - exceptions().keys() == set(), f"write it as data, or why not in {EXCEPTIONS}"


@pytest.mark.slow
def test_every_exception_is_still_needed_and_has_a_reason() -> None:
    assert exceptions().keys() - found() == set()
    assert all(exceptions().values())


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("# as Bridge has it\n", ["bridge"]),
        ('edition = "ulti-2017"\n', ["ulti"]),
        ("BRIDGE_LEVELS, chess.js\n", ["bridge", "chess"]),
        ("abridged, multicultural, a bridgehead\n", []),
        ("# Hungarian has no genders\n", ["hungarian"]),
        ("if language == 'hr' or `pl`\n", ["hr", "pl"]),
        ("print('de-facto', it, \"is\")\n", []),
        ('    >>> name("bridge-2017")\n    "bridge"\n    """\n    return "hu"\n', ["hu"]),
        ('    >>> name("bridge")\n\n    More of bridge.\n', ["bridge"]),
    ],
)
def test_names_are_found(words: str, names: list[str]) -> None:
    assert [*found_in(words, True, pattern())] == names

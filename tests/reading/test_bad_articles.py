"""Slips in the curation of articles are told with their file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.core.errors import CorpusError, ReadingError
from kb.corpus import manifest
from kb.reading.read import read
from support.homes import edit_curation

CURATION = "irregularities_it-fr-de"


def broken(home: Path, file: str, edit: Callable[[str], str]) -> tuple[Path, str]:
    """The file and what reading one language says of it."""
    path = edit_curation(home, f"{CURATION}/{file}", edit)
    with pytest.raises((ReadingError, CorpusError)) as error:
        read(manifest.load(home).text("irregularities/de"))
    return path, f"{error.value.message} {error.value.hint or ''}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("corrections.tsv", "640\tcolumn", "641\tcolumn", "line 641 does not have 'A le même"),
        (
            "corrections.tsv",
            "\tde\ttwo lines",
            "\thu\ttwo lines",
            ":4875: there is no column in 'hu'",
        ),
        (
            "corrections.tsv",
            "\t8.7\tthe list",
            "\t8.8\tthe list",
            ":4378: this line is in section 8.7",
        ),
        (
            "corrections.tsv",
            "2879\tsection\tLes conséquences",
            "2879\tprose\tLes conséquences",
            ":2879: this line is in section 6.1, not 6.2",
        ),
        (
            "corrections.tsv",
            "explication erronée\tthe",
            "explication fausse\tthe",
            "is not 'explicationerronée' with other blanks",
        ),
        ("corrections.tsv", "\tglued\tvoi", "\tclosing\tvoi", "unknown kind 'closing'"),
        (
            "print.toml",
            "[3312, 3390, 3471]",
            "[3312, 3391, 3471]",
            ":3391: article 7 does not begin",
        ),
        ("print.toml", "[3312, 3390, 3471]", "[3312, 3390]", "lines must be one raw line for each"),
        ("print.toml", '["it", "fr", "de"]', '["it", "xx", "de"]', "does not know 'xx'"),
        (
            "corrections.tsv",
            "4871\tparagraph\tRésultat\t8.10",
            "4870\tparagraph\tconvaincu\t8.9",
            ":4870: this line is in section 8.10, not 8.9",
        ),
        (
            "corrections.tsv",
            "4871\tparagraph\tRésultat\t8.10",
            "4885\tparagraph\tAccordi\t9.1",
            "line 4885 is no line of an article's text",
        ),
        (
            "corrections.tsv",
            "135\tparagraph\tNach diesem",
            "123\tprose\tBeim Fussball",
            ":123: there is nothing that this line could go on",
        ),
        ("corrections.tsv", "1939\tbroken\tinfor", "1935\tbroken\tinfor", "does not have 'infor'"),
        (
            "corrections.tsv",
            "1939\tbroken\tinfor\tinformation",
            "143\tbroken\tdie die\tdie dieser",
            "the line after 143 does not go on with 'die dieser'",
        ),
        ("corrections.tsv", "\tcue-\t", "\tL’explication est\t", "does not have"),
        ("print.toml", '["it", "fr", "de"]', '["it", "fr", "es"]', "has no column in 'de'"),
        ("print.toml", '["it", "fr", "de"]', '["it", "it", "de"]', "must be two-letter BCP 47"),
    ],
)
def test_a_slip_in_the_curation_is_told_with_its_place(
    home: Path, file: str, before: str, after: str, said: str
) -> None:
    def slip(text: str) -> str:
        assert before in text
        return text.replace(before, after)

    _, message = broken(home, file, slip)
    assert said in message


def test_a_section_that_is_claimed_twice_is_told_with_its_line(home: Path) -> None:
    row = "2881\tsection\ttour visible\t6.2\tagain\n"
    path, message = broken(home, "corrections.tsv", lambda text: text + row)
    number = path.read_text(encoding="utf-8").count("\n")
    assert "irregularities_it-fr-de.txt:2881: this line is in section 6.3, not 6.2" in message
    assert f"{path}:{number} says so" in message


def test_languages_with_different_sections_are_told_with_their_headings(home: Path) -> None:
    row = "7096\tsection\tÉcouter de manière\t10.8\ta section of its own\n"
    _, message = broken(home, "corrections.tsv", lambda text: text + row)
    assert "article 10 has sections in different numbers: it 7, fr 8, de 7" in message
    assert "7084 'Conclusion'" in message


def test_a_line_is_curated_once_for_each_purpose(home: Path) -> None:
    row = "2879\tsection\tLes conséquences\t6.2\tagain\n"
    path, message = broken(home, "corrections.tsv", lambda text: text + row)
    number = path.read_text(encoding="utf-8").count("\n")
    assert f"{path}:{number}: line 2879 has two corrections of kind section" in message

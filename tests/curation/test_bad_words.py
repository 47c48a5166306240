"""Everyday words and situations that do not fit are told with their file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from kb.core.errors import CorpusError, ReadingError
from kb.core.read_records import Reading
from kb.corpus import manifest
from kb.curation.concepts.everyday import read_everyday
from kb.curation.concepts.situations import LONGEST, read_situations
from support.texts import Read

EVERYDAY = "corpus/curation/words/everyday.tsv"
SITUATIONS = "corpus/curation/situations/bridge-2017/en.tsv"


@pytest.fixture(scope="module")
def readings(texts: dict[str, Read]) -> Sequence[Reading]:
    return [one.reading for one in texts.values()]


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("word\thu\nx\ty\n", 1, "the columns must be sense"),
        ("sense\thun\nx\ty\n", 1, "the columns must be sense"),
        ("sense\thu\thu\nx\ty\tz\n", 1, "the columns must be sense"),
        ("sense\thu\nX\ty\n", 2, "no id of a sense"),
        ("sense\thu\nb\ty\na\ty\n", 3, "stands after"),
        ("sense\thu\na\ty; y\n", 2, "there twice"),
        ("sense\thu\na\ty;z; \n", 2, "no word"),
        ("sense\thu\na\t--\n", 2, "no word"),
        ("sense\thu\na\n", 2, "columns"),
    ],
)
def test_a_fault_in_everyday_words_names_its_line(
    tmp_path: Path, content: str, line: int, says: str
) -> None:
    path = tmp_path / EVERYDAY
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ReadingError, match=says) as caught:
        read_everyday(tmp_path)
    assert f"everyday.tsv:{line}:" in caught.value.message


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("94\twords", "no provision '94'"),
        ("27 27\twords", "each once"),
        ("\twords", "needs provisions"),
        ("27\t", "no situation"),
        ("27\t two  blanks", "no situation"),
        (f"27\t{'x' * (LONGEST + 1)}", "no situation"),
        ("27\tBid of SEVEN", "already, in line 2"),
        ("27", "columns"),
    ],
)
def test_a_fault_in_situations_names_its_line(
    home: Path, readings: Sequence[Reading], row: str, says: str
) -> None:
    head = "provisions\tsituation\n27.B.1\tbid of seven\n"
    (home / SITUATIONS).write_text(f"{head}{row}\n", encoding="utf-8")
    with pytest.raises(ReadingError, match=says) as caught:
        read_situations(manifest.load(home), readings)
    assert "en.tsv:3:" in caught.value.message


def test_situations_of_no_language_are_refused(home: Path, readings: Sequence[Reading]) -> None:
    (home / SITUATIONS).rename(home / SITUATIONS.replace("en.tsv", "english.tsv"))
    with pytest.raises(CorpusError, match="not named after a language"):
        read_situations(manifest.load(home), readings)


@pytest.mark.slow
def test_situations_of_no_edition_are_refused(home: Path, readings: Sequence[Reading]) -> None:
    (home / "corpus/curation/situations/bridge-2030").mkdir()
    with pytest.raises(CorpusError, match="no edition 'bridge-2030'"):
        read_situations(manifest.load(home), readings)

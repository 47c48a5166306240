"""What the laws are called: in seven languages, by whom, and bad files of titles."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError, ReadingError
from kb.core.titles import LawTitle
from kb.corpus import manifest
from kb.curation.correspondence import correspond
from kb.curation.titles import law_titles
from kb.records.report import report
from kb.storage.store import Store
from support.homes import REPOSITORY, Edit, edit_file
from support.texts import Read

TITLES = "corpus/curation/titles/bridge-2017"
LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")


def test_every_law_has_a_title_in_seven_languages(store: Store) -> None:
    titles = store.titles("bridge-2017")
    assert list(titles) == [str(number) for number in range(1, 94)]
    for law, found in titles.items():
        assert set(found) == set(LANGUAGES), law
        for title in found.values():
            words = title.words
            assert words == unicodedata.normalize("NFC", words.strip())


def test_titles_of_texts_are_those_of_the_texts(store: Store) -> None:
    for language in ("hu", "pl"):
        text = f"bridge-2017/{language}"
        headings = {r.id: r.heading for r in store.records(text) if r.kind == "law"}
        for law, found in store.titles("bridge-2017").items():
            assert found[language] == LawTitle(headings[law] or "", text)


def test_the_croatian_title_of_1997_serves_only_where_the_law_is_the_same(store: Store) -> None:
    laws = {r.id: r for r in store.records("bridge-1997/hr") if r.kind == "law"}
    same = {id for id, r in laws.items() if r.counterparts[0].relation == "same"}
    for law, found in store.titles("bridge-2017").items():
        title = found["hr"]
        if law in same:
            assert title == LawTitle(laws[law].heading or "", "bridge-1997/hr")
        else:
            assert title.origin is None
            assert title.words.casefold() != (laws[law].heading or "").casefold()
    assert {"23", "75", "88", "89"}.isdisjoint(same)  # they are about something else today
    assert "27" in same


@pytest.mark.parametrize("language", ["en", "it", "fr", "de"])
def test_other_titles_are_ours_short_and_never_twice(language: str, store: Store) -> None:
    titles = [found[language] for found in store.titles("bridge-2017").values()]
    assert all(title.origin is None for title in titles)
    assert all(len(title.words) <= 60 for title in titles)
    assert len({title.words.casefold() for title in titles}) == 93


def test_edition_records_have_the_titles_of_laws(store: Store) -> None:
    from kb.records.alignment import edition_records

    corpus = manifest.load(REPOSITORY)
    texts = [text for text in corpus.texts if text.edition == "bridge-2017"]
    records = [*edition_records(store, texts)]
    for record in records:
        assert (record.titles is not None) == (record.kind == "law")
    law = next(record for record in records if record.id == "23")
    assert law.titles
    assert law.titles["en"] == store.titles("bridge-2017")["23"]["en"]


def line(number: int, text: str) -> Edit:
    def edit(before: str) -> str:
        lines = before.split("\n")
        lines[number - 1] = text
        return "\n".join(lines)

    return edit


@pytest.mark.parametrize(
    ("file", "edit", "number", "message"),
    [
        ("it.tsv", line(5, "94\tTroppo"), 5, "there is no law '94'"),
        ("it.tsv", line(5, "3\tUn altro"), 5, "a second title for law 3"),
        ("it.tsv", line(5, "4\t"), 5, "law 4 needs a title"),
        ("it.tsv", line(5, "4\t  "), 5, "law 4 needs a title"),
        ("it.tsv", line(5, "4"), 5, "1 columns, expected 2"),
        ("it.tsv", line(1, "law\ttitolo"), 1, "the columns must be law, title"),
        ("hr.tsv", line(2, "2\tBoardovi"), 2, "law 2 has a title in hr: 'TAKMIČARSKI BOARDOVI'"),
    ],
)
def test_a_bad_title_is_named_with_file_and_line(
    file: str, edit: Edit, number: int, message: str, home: Path, texts: dict[str, Read]
) -> None:
    edit_file(home / TITLES / file, edit)
    with pytest.raises(ReadingError) as caught:
        titled(home, texts)
    assert (caught.value.file, caught.value.line) == (str(home / TITLES / file), number)
    assert message in caught.value.message


def titled(home: Path, texts: dict[str, Read]) -> None:
    """The step of a build that finds titles; the texts need no reading anew."""
    corpus = manifest.load(home)
    law_titles(corpus, correspond(corpus, [one.reading for one in texts.values()]))


def test_a_title_of_a_law_that_a_text_names_is_refused(home: Path, texts: dict[str, Read]) -> None:
    (home / TITLES / "pl.tsv").write_text("law\ttitle\n1\tTalia\n", encoding="utf-8")
    with pytest.raises(ReadingError, match="law 1 has a title in pl"):
        titled(home, texts)


@pytest.mark.parametrize("name", ["italian.tsv", "it.csv"])
def test_a_file_of_titles_is_named_after_a_language(
    name: str, home: Path, texts: dict[str, Read]
) -> None:
    (home / TITLES / "it.tsv").rename(home / TITLES / name)
    with pytest.raises(CorpusError, match="not named after a language"):
        titled(home, texts)


def test_titles_are_of_an_edition_that_exists(home: Path, texts: dict[str, Read]) -> None:
    (home / TITLES).rename((home / TITLES).with_name("bridge-2018"))
    with pytest.raises(CorpusError, match="there is no edition 'bridge-2018'"):
        titled(home, texts)


@pytest.mark.slow
def test_the_report_lists_laws_without_a_title(code_home: Path) -> None:
    def without_law_7(text: str) -> str:
        return "\n".join(row for row in text.split("\n") if not row.startswith("7\t"))

    edit_file(code_home / TITLES / "de.tsv", without_law_7)
    corpus = manifest.load(code_home)
    store = build(corpus).store
    found = [one for one in report(store, corpus.readable) if one.kind == "untitled"]
    assert "de" in next(one for one in found if one.id == "7").what

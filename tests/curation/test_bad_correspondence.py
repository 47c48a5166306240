"""Rows of a correspondence that do not fit are told with their file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import build
from kb.core.errors import CorpusError, ReadingError
from kb.core.read_records import Reading
from kb.corpus import manifest
from kb.curation.correspondence import correspond
from kb.records.counterparts import all_counterparts
from kb.storage.store import current
from support.homes import REPOSITORY, Edit, edit_file, keep_texts
from support.texts import Read, tsv

FILE = "corpus/curation/correspondence/bridge-1997_bridge-2017.tsv"
ROWS = tsv(REPOSITORY / FILE)


def line_of(old: str) -> int:
    return next(number for number, row in enumerate(ROWS, 2) if row["old"] == old)


def line_of_new(id: str) -> int:
    return next(n for n, row in enumerate(ROWS, 2) if not row["old"] and row["new"] == id)


def cell(old: str, column: str, value: str) -> Edit:
    """Another value in a row."""

    def edit(text: str) -> str:
        lines = text.split("\n")
        at = line_of(old) - 1
        cells = dict(zip(lines[0].split("\t"), lines[at].split("\t"), strict=True))
        lines[at] = "\t".join({**cells, column: value}.values())
        return "\n".join(lines)

    return edit


def without(line: int) -> Edit:
    def edit(text: str) -> str:
        lines = text.split("\n")
        del lines[line - 1]
        return "\n".join(lines)

    return edit


def twice(line: int) -> Edit:
    def edit(text: str) -> str:
        lines = text.split("\n")
        return "\n".join([*lines[:line], lines[line - 1], *lines[line:]])

    return edit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "line", "message"),
    [
        (cell("27.C", "relation", "shifted"), line_of("27.C"), "unknown relation 'shifted'"),
        (cell("27.C", "relation", "same"), line_of("27.C"), "'same' does not fit 27.C"),
        (cell("27.C", "relation", "split"), line_of("27.C"), "'split' does not fit 27.C"),
        (cell("27.C", "relation", "removed"), line_of("27.C"), "'removed' does not fit 27.C"),
        (cell("27.C", "relation", "merged"), line_of("27.C"), "nothing else goes to 27.A.2"),
        (cell("9.A.2.a", "relation", "moved"), line_of("9.A.2.a"), "something else goes to 9.A.2"),
        (cell("12.C.2", "new", "12.C.1 12.C.1.b 12.C.1.a"), line_of("12.C.2"), "is out of order"),
        (cell("27.B.2", "change", "Now " + "x" * 110), line_of("27.B.2"), "has 114 characters"),
        (cell("27.B.2", "change", "  "), line_of("27.B.2"), "say in a few words"),
        (cell("27.C", "relation", "new"), line_of("27.C"), "'new' does not fit 27.C"),
        (cell("27", "relation", "moved"), line_of("27"), "'moved' does not fit 27"),
        (cell("27.C", "new", "27.A.9"), line_of("27.C"), "'27.A.9' does not exist in bridge-2017"),
        (cell("27.C", "new", "27.A.2  27.D"), line_of("27.C"), "'' does not exist"),
        (cell("27.A", "new", "27.A 27.A"), line_of("27.A"), "names a provision twice"),
        (cell("27.C", "old", "27.Z"), line_of("27.C"), "'27.Z' does not exist in bridge-1997"),
        (cell("27.C", "old", ""), line_of("27.C"), "'moved' does not fit"),
        (cell("27.C", "confidence", "sure"), line_of("27.C"), "unknown confidence 'sure'"),
        (cell("27.B.2", "change", ""), line_of("27.B.2"), "say in a few words what is different"),
        (cell("12.C", "change", "Now wider."), line_of("12.C"), "write 'changed'"),
        (without(line_of("27.C")), line_of("27.B.3"), "27.C of bridge-1997 has no row"),
        (without(line_of("1")), 1, "1 of bridge-1997 has no row"),
        (twice(line_of("27.C")), line_of("27.C") + 1, "a second row for 27.C"),
        (without(line_of_new("76.C.2")), line_of_new("76.C.2") - 1, "76.C.2 of bridge-2017 is no"),
        (cell("27.C", "new", "76.C.2"), line_of_new("76.C.2"), "76.C.2 is not new"),
        (cell("27.C", "change", "Now\tthen."), line_of("27.C"), "6 columns, expected 5"),
        (lambda text: text.replace("confidence", "certainty", 1), 1, "the columns must be old"),
    ],
)
def test_a_bad_row_is_named_with_file_and_line(
    edit: Edit, line: int, message: str, home: Path, texts: dict[str, Read]
) -> None:
    edit_file(home / FILE, edit)
    with pytest.raises(ReadingError) as caught:
        corresponded(home, texts)
    assert message in caught.value.message
    assert (caught.value.file, caught.value.line) == (str(home / FILE), line)


def corresponded(home: Path, texts: dict[str, Read]) -> list[Reading]:
    """What the step of a build makes of a home's rows; the texts need no reading anew."""
    return correspond(manifest.load(home), [one.reading for one in texts.values()])


@pytest.fixture
def two_editions(home: Path) -> Path:
    """A home with the two editions of bridge only: quick to build."""
    keep_texts(home, "bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr")
    return home


def test_a_row_out_of_order_is_named(home: Path, texts: dict[str, Read]) -> None:
    def swap(text: str) -> str:
        lines = text.split("\n")
        at = line_of("27.C") - 1
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return "\n".join(lines)

    edit_file(home / FILE, swap)
    with pytest.raises(ReadingError, match=r"comes too late for 27\.C"):
        corresponded(home, texts)


@pytest.mark.parametrize(
    "name",
    [
        "bridge-2017_bridge-1997.tsv",
        "bridge-1997_ulti-2017.tsv",
        "bridge-2017.tsv",
        "bridge.tsv",
    ],
)
def test_a_file_is_named_after_two_editions_of_a_work(
    name: str, home: Path, texts: dict[str, Read]
) -> None:
    path = home / FILE
    path.rename(path.with_name(name))
    with pytest.raises(CorpusError, match="two editions of one work"):
        corresponded(home, texts)


@pytest.mark.slow
def test_a_bad_row_leaves_the_last_good_build(two_editions: Path) -> None:
    store = build(manifest.load(two_editions)).store
    edit_file(two_editions / FILE, cell("27.C", "new", "27.Z"))
    with pytest.raises(ReadingError):
        build(manifest.load(two_editions))
    kept = current(two_editions)
    assert kept is not None
    assert kept.fingerprint == store.fingerprint


@pytest.mark.slow
def test_one_edition_alone_has_no_counterparts(small_home: Path) -> None:
    """The file stays when the texts of an edition leave the manifest."""
    store = build(manifest.load(small_home)).store
    assert not any(all_counterparts(r) for r in store.records("bridge-1997/hr"))

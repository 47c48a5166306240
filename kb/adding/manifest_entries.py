"""Writes the entries of a new text into the manifest, whose words and comments stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.adding.list_words import list_words
from kb.adding.print_toml import listed, quoted
from kb.adding.unit_words import SeenUnits
from kb.files.toml_lines import lines_of


@dataclass(frozen=True)
class NewText:
    """What is said of a new text, its edition and its work; the fields are those of the manifest.

    `names` and `work_title` are for a work that is new, `edition_title` for an edition that is.
    """

    edition: str
    language: str
    work: str
    title: str
    work_title: str
    edition_title: str
    names: tuple[str, ...]
    effective: str
    publisher: str
    revision: str
    status: str
    holder: str
    publish: bool
    export: bool

    @property
    def id(self) -> str:
        """The id of the text: its edition and its language."""
        return f"{self.edition}/{self.language}"

    @property
    def stem(self) -> str:
        """The name of its files and directories."""
        return f"{self.edition}_{self.language}"


@dataclass(frozen=True)
class FileEntry:
    """A file of the corpus as the manifest names it: below corpus/, with its hash."""

    file: str
    sha256: str

    def toml(self) -> str:
        """The inline table."""
        return f"{{ file = {quoted(self.file)}, sha256 = {quoted(self.sha256)} }}"


@dataclass(frozen=True)
class TextFiles:
    """The files of a new text: its source, what that was made of, and its layout if it has one."""

    source: FileEntry
    original: FileEntry | None
    layout: str | None


def with_work(toml: str, new: NewText, numbering: str, units: SeenUnits) -> str:
    """The manifest with a new work behind the others."""
    return _inserted(toml, "work", None, [*_work(new, numbering), "", *_units(new, units)])


def with_units(toml: str, new: NewText, work: int, units: SeenUnits) -> str:
    """The manifest with what provisions are called in a language that a work did not have yet.

    `work` is its place among the works, from 0.
    """
    return _inserted(toml, "work", work, [*_units(new, units)])


def with_edition(toml: str, new: NewText) -> str:
    """The manifest with a new edition behind the others."""
    return _inserted(toml, "edition", None, [*_edition(new)])


def with_text(toml: str, new: NewText, files: TextFiles) -> str:
    """The manifest with a new text behind the others."""
    return _inserted(toml, "text", None, [*_text(new, files)])


def _work(new: NewText, numbering: str) -> Iterator[str]:
    yield "[[work]]"
    yield f"id = {quoted(new.work)}"
    yield f"title = {quoted(new.work_title)}"
    if new.names:
        yield f"names = {listed(new.names)}"
    yield f"numbering = {quoted(numbering)}"


def _units(new: NewText, units: SeenUnits) -> Iterator[str]:
    yield f"[work.units.{new.language}]"
    yield f"names = {listed([units.name])}"
    if units.appendix:
        yield f"appendix = {quoted(units.appendix)}"
    lists = list_words(new.language)
    for key, words in (
        ("before", units.before),
        ("after", units.after),
        ("appendix_before", units.appendix_before),
        ("joiners", lists.joiners),
        ("ranges", lists.ranges),
    ):
        if words:
            yield f"{key} = {listed(words)}"


def _edition(new: NewText) -> Iterator[str]:
    yield "[[edition]]"
    yield f"id = {quoted(new.edition)}"
    yield f"work = {quoted(new.work)}"
    yield f"title = {quoted(new.edition_title)}"
    yield f"effective = {quoted(new.effective)}"


def _text(new: NewText, files: TextFiles) -> Iterator[str]:
    yield "[[text]]"
    yield f"id = {quoted(new.id)}"
    yield f"edition = {quoted(new.edition)}"
    yield f"language = {quoted(new.language)}"
    yield f"title = {quoted(new.title)}"
    yield f"publisher = {quoted(new.publisher)}"
    yield f"revision = {quoted(new.revision)}"
    yield f"effective = {quoted(new.effective)}"
    yield f"status = {quoted(new.status)}"
    if files.layout:
        yield f"layout = {quoted(files.layout)}"
        yield f"reading = {quoted(f'curation/reading/{new.stem}')}"
    yield f"source = {files.source.toml()}"
    if files.original:
        yield f"original = {files.original.toml()}"
    flags = f"publish = {str(new.publish).lower()}, export = {str(new.export).lower()}"
    yield f"rights = {{ holder = {quoted(new.holder)}, {flags} }}"


def _inserted(toml: str, table: str, number: int | None, entry: Sequence[str]) -> str:
    """The manifest with an entry behind one of the tables of a kind, or behind the last of them."""
    heads = {place: line for place, line in lines_of(toml).items() if len(place) == 2}
    tables = {place: line for place, line in heads.items() if isinstance(place[1], int)}
    of_kind = [line for (kind, _), line in tables.items() if kind == table]
    after = max(of_kind, default=0) if number is None else tables[table, number]
    following = min((line for line in tables.values() if line > after), default=0)
    lines = toml.rstrip("\n").split("\n")
    end = following - 1 if following else len(lines)
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1  # comments above the next table belong to it
    return "\n".join([*lines[:end], "", *entry, *lines[end:]]) + "\n"

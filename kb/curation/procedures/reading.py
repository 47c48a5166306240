"""Reads the procedures of each edition: contents, flows, words, and what is not procedural.

corpus/curation/procedures/<edition>/ has contents.toml, a flow for each procedure, a directory of
words for each language and not-procedural.tsv: every provision with a wording is cited by a
procedure or is named there, itself or what contains it, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kb.core.errors import CorpusError, ReadingError
from kb.core.ids import NamedId, parse_id
from kb.core.nearest import nearest_hint
from kb.core.procedures import (
    PROCEDURES_SCHEMA,
    Procedure,
    ProcedureGroup,
    Procedures,
    ProceduresHeader,
    Tile,
)
from kb.core.read_records import Reading
from kb.corpus.corpus import Corpus
from kb.curation.copied import Sources
from kb.curation.edition_directories import edition_directories, language_of
from kb.curation.procedures.flow_files import Flow, read_flow
from kb.curation.procedures.soundness import check_flow
from kb.curation.procedures.word_files import CommonWords, check_alike, read_common, read_words
from kb.files.typed_toml import TomlTable, read_toml
from kb.files.typed_tsv import read_tsv

_DIRECTORY = "corpus/curation/procedures"
_CONTENTS = "contents"
_COLUMNS = ("id", "reason")

#: The kinds of records that decide at the table: what procedures cite or say why not. They may
#: cite definitions too.
_DECIDING = frozenset({"law", "provision", "note"})
_CITED = _DECIDING | {"definition"}


def procedures_directory(corpus: Corpus, edition: str) -> Path:
    """Where the procedures of an edition are written."""
    return corpus.home / _DIRECTORY / edition


def read_procedures(
    corpus: Corpus, readings: Sequence[Reading], sources: Sources
) -> dict[str, Procedures]:
    """The procedures of every edition that has some, by edition.

    Raises `CorpusError` or `ReadingError` with file, line and what to do for the first fault.
    """
    found = {}
    for directory in edition_directories(corpus, _DIRECTORY):
        of_edition = [r for r in readings if corpus.text(r.text).edition == directory.name]
        if of_edition:
            found[directory.name] = _of_edition(directory, of_edition, sources)
    return found


def _worded(readings: Iterable[Reading], kinds: Collection[str]) -> dict[str, None]:
    """The ids of some kinds that have a wording in some text, in the order of the book."""
    records = (record for reading in readings for record in reading.records)
    return {str(r.id): None for r in records if r.body and r.kind in kinds}


def _of_edition(directory: Path, readings: Sequence[Reading], sources: Sources) -> Procedures:
    citable = _worded(readings, _CITED)
    contents = _Contents.read(directory / f"{_CONTENTS}.toml")
    flows = {id: read_flow(contents.flow_file(id), contents.groups) for id in contents.order}
    contents.check_files(flows)
    for flow in flows.values():
        check_flow(flow, flows, citable)
    deciding = _worded(readings, _DECIDING)
    _check_coverage(directory / "not-procedural.tsv", flows.values(), deciding)
    common = {
        path.name: read_common(path, contents.names, flows.values(), sources.runs(path.name))
        for path in _languages(directory)
    }
    by_id = {id: _worded_flow(flow, directory, common, sources) for id, flow in flows.items()}
    return Procedures(contents.header(directory.name, common), by_id)


def _languages(directory: Path) -> list[Path]:
    """The directories of words; raises `CorpusError` for one that is not named after a language."""
    found = sorted(path for path in directory.iterdir() if path.is_dir())
    for path in found:
        language_of(path, suffix="")
    if not found:
        raise CorpusError(f"{directory}: has no words", "Make a directory for a language.")
    return found


@dataclass(frozen=True)
class _Contents:
    """contents.toml: how people find the procedures."""

    table: TomlTable
    groups: tuple[str, ...]
    order: tuple[str, ...]
    modules: tuple[str, ...]
    frequent: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, path: Path) -> _Contents:
        table = read_toml(path)
        order = table.strings("order")
        frequent = table.table("frequent")
        contents = cls(
            table, table.strings("groups"), order, table.strings("modules"), frequent.lists()
        )
        table.done()
        contents._check_known(table, "modules", contents.modules)
        for key, procedures in contents.frequent.items():
            contents._check_known(frequent, key, procedures)
        return contents

    def _check_known(self, table: TomlTable, key: str, procedures: tuple[str, ...]) -> None:
        for number, id in enumerate(procedures):
            if id not in self.order:
                hint = nearest_hint(id, self.order)
                raise table.error(key, f"names {id!r}, which `order` has not", hint, number)

    def flow_file(self, id: str) -> Path:
        """The file of a procedure."""
        return self.table.path.with_name(f"{id}.toml")

    def check_files(self, flows: Mapping[str, Flow]) -> None:
        """Raise `CorpusError` for a flow that `order` does not have, or that is elsewhere."""
        for path in sorted(self.table.path.parent.glob("*.toml")):
            if path.stem not in (*self.order, _CONTENTS):
                raise self.table.error("order", f"has no {path.stem}", "Add it where it belongs.")
        places = [self.groups.index(flow.group) for flow in flows.values()]
        for number, (before, after) in enumerate(pairwise(places), 1):
            if after < before:
                why = f"has {self.order[number]} among another group"
                raise self.table.error("order", why, "Keep the order of `groups`.", number)

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the names of groups and tiles."""
        return (
            *(f"group.{key}" for key in self.groups),
            *(f"frequent.{key}" for key in self.frequent),
        )

    def header(self, edition: str, common: Mapping[str, CommonWords]) -> ProceduresHeader:
        """The header of the stored procedures."""

        def name(key: str) -> dict[str, str]:
            return {code: words.words[key] for code, words in common.items()}

        return ProceduresHeader(
            PROCEDURES_SCHEMA,
            edition,
            [ProcedureGroup(key, name(f"group.{key}")) for key in self.groups],
            [Tile(key, [*ids], name(f"frequent.{key}")) for key, ids in self.frequent.items()],
            [*self.modules],
        )


def _worded_flow(
    flow: Flow, directory: Path, common: Mapping[str, CommonWords], sources: Sources
) -> Procedure:
    """A flow with its words in every language."""
    words = {
        code: read_words(flow, directory / code, shared, sources.runs(code))
        for code, shared in common.items()
    }
    check_alike(flow, words, directory)
    return Procedure(
        flow.id,
        flow.group,
        [*flow.covers],
        flow.start,
        [*flow.questions.values()],
        [*flow.outcomes.values()],
        [*flow.partings],
        {code: dict(of_language) for code, of_language in words.items()},
    )


def _check_coverage(path: Path, flows: Iterable[Flow], worded: Collection[str]) -> None:
    """Raise `ReadingError` for a provision that nothing cites and nobody gives a reason for.

    A row gives the reason for a provision and all below it that nothing cites.
    """
    cited = {id for flow in flows for _, ids in flow.citations() for id in ids}
    reasons: dict[str, int] = {}
    for line, (id, reason) in read_tsv(path, _COLUMNS, required=True):
        below = [one for one in worded if id in _with_ancestors(one)]
        if not below:
            raise ReadingError(path, line, f"{id} has no wording", nearest_hint(id, worded))
        if not reason.strip():
            raise ReadingError(path, line, f"{id} needs a reason")
        if id in reasons:
            raise ReadingError(path, line, f"a second reason for {id}", "Delete one.")
        if cited.issuperset(below):
            raise ReadingError(path, line, f"procedures cite all of {id}", "Delete the row.")
        reasons[id] = line
    for id in worded:
        if id not in cited and not any(above in reasons for above in _with_ancestors(id)):
            raise ReadingError(
                path,
                len(reasons) + 2,
                f"no procedure cites {id}, and no reason says why",
                "Cite it where it decides, or add a row with the reason.",
            )


def _with_ancestors(id: str) -> tuple[str, ...]:
    """A provision and all that contain it; a note alone."""
    local = parse_id(id)
    if isinstance(local, NamedId):
        return (id,)
    return (id, *(str(above) for above in local.ancestors()))

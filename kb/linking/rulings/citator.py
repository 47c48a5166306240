"""The citator: which of many rulings cite a provision, or a law.

kb/records/cross_references.py says the same of our own texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kb.core.ids import ProvisionId
from kb.linking.cited import Cited
from kb.linking.documents.ruling import Ruling
from kb.linking.limits import BadDocumentError
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.rulings.authorities import ProvisionTitles
from kb.linking.writing.citation_json import full_ids, path, targets

SCHEMA = "kodeks.citator/3"

#: How a ruling cites a provision: itself, by a part of it, by a range that it is in, or by an older
#: provision that stands there today.
How = Literal["itself", "part", "range", "older"]


@dataclass(frozen=True)
class CitingRuling:
    """A ruling, and what it cites."""

    ruling: Ruling
    cited: tuple[Cited, ...]


@dataclass(frozen=True)
class CitingPlace:
    """A place where a ruling cites the provision that was asked for."""

    cited: Cited
    line: int
    how: How


@dataclass(frozen=True)
class CitedIn:
    """Where one ruling cites a law or its parts: `provisions` in their order, each line once.

    `count` is the number of citations, `doubted` the year of an older code that some may be of.
    """

    ruling: Ruling
    provisions: tuple[ProvisionId, ...]
    lines: tuple[int, ...]
    count: int
    doubted: str | None = None


@dataclass(frozen=True)
class CitedLaw:
    """A law of an edition, and the rulings that cite it or its parts, in the order given."""

    edition: CitedEdition
    law: ProvisionId
    rulings: tuple[CitedIn, ...]


def cited_laws(rulings: Sequence[CitingRuling], index: Index) -> list[CitedLaw]:
    """Every law that is cited: editions in the order of the index, laws in that of the book."""
    places: dict[tuple[str, ProvisionId], dict[str, _LawPlaces]] = {}
    for entry in rulings:
        name = entry.ruling.name
        for cited in entry.cited:
            if cited.status != "linked":
                continue
            line = entry.ruling.line(cited.span.start)
            for id in index.provisions(cited):
                by_ruling = places.setdefault((cited.edition, id.law), {})
                if name not in by_ruling:
                    by_ruling[name] = _LawPlaces(entry.ruling)
                by_ruling[name].add(id, cited, line)
    laws: dict[str, list[ProvisionId]] = {}
    for edition, law in places:
        laws.setdefault(edition, []).append(law)
    return [
        CitedLaw(edition, law, tuple(in_ruling.all() for in_ruling in places[id, law].values()))
        for id, edition in index.editions.items()
        for law in sorted(laws.get(id, ()))
    ]


@dataclass
class _LawPlaces:
    """Where a ruling cites a law; citations are added in the order of the document."""

    ruling: Ruling
    provisions: set[ProvisionId] = field(default_factory=set)
    lines: list[int] = field(default_factory=list)
    count: int = 0
    last: Cited | None = None
    doubted: str | None = None

    def add(self, id: ProvisionId, cited: Cited, line: int) -> None:
        """Add a provision of the law that a citation means; a range means several."""
        self.provisions.add(id)
        self.doubted = cited.doubted or self.doubted
        if cited is not self.last:
            self.count += 1
            self.last = cited
        if not self.lines or self.lines[-1] != line:
            self.lines.append(line)

    def all(self) -> CitedIn:
        """What was added."""
        provisions, lines = tuple(sorted(self.provisions)), tuple(self.lines)
        return CitedIn(self.ruling, provisions, lines, self.count, self.doubted)


def citing(
    rulings: Iterable[CitingRuling], index: Index, edition: CitedEdition, id: ProvisionId
) -> list[tuple[Ruling, list[CitingPlace]]]:
    """The rulings that cite a provision or a part of it, with every place, in the order given.

    A citation of a whole law does not count as one of its parts.
    """
    places_by_ruling = []
    for entry in rulings:
        places = [
            CitingPlace(cited, entry.ruling.line(cited.span.start), how)
            for cited in entry.cited
            if (how := _how(cited, index, edition, id))
        ]
        if places:
            places_by_ruling.append((entry.ruling, places))
    return places_by_ruling


def _how(cited: Cited, index: Index, edition: CitedEdition, id: ProvisionId) -> How | None:
    """How a citation cites a provision; None if it does not."""
    if cited.status != "linked":
        return None
    if cited.edition != edition.id:
        today = index.newest(index.editions[cited.edition].work) == edition
        if not today:
            return None
        inside = any(id in (place, *place.ancestors()) for place in index.today(cited))
        return "older" if inside else None
    if cited.is_range and id in index.provisions(cited):
        return "range"
    if id in cited.targets:
        return "itself"
    return "part" if any(id in target.ancestors() for target in cited.targets) else None


def citator_json(
    laws: Sequence[CitedLaw], skipped: Sequence[BadDocumentError], titles: ProvisionTitles
) -> dict[str, Any]:
    """What `kodeks citator FOLDER --json` prints: kb/schemas/citator.json."""
    return {
        "schema": SCHEMA,
        "laws": [
            {
                "law": f"{cited.edition.id}:{cited.law}",
                "title": _title(titles, cited),
                "rulings": [
                    {
                        **_ruling(place.ruling),
                        "provisions": full_ids(cited.edition, place.provisions),
                        "lines": [*place.lines],
                        "count": place.count,
                        "doubted": place.doubted,
                    }
                    for place in cited.rulings
                ],
            }
            for cited in laws
        ],
        "skipped": [error.message for error in skipped],
    }


def citing_json(
    edition: CitedEdition,
    id: ProvisionId,
    rulings: Sequence[tuple[Ruling, Sequence[CitingPlace]]],
    skipped: Sequence[BadDocumentError],
) -> dict[str, Any]:
    """What `kodeks citator FOLDER REF --json` prints: kb/schemas/citator.json."""
    return {
        "schema": SCHEMA,
        "provision": f"{edition.id}:{id}",
        "rulings": [
            {
                **_ruling(ruling),
                "citations": [_place(place, ruling, edition) for place in places],
            }
            for ruling, places in rulings
        ],
        "skipped": [error.message for error in skipped],
    }


def _place(place: CitingPlace, ruling: Ruling, edition: CitedEdition) -> dict[str, Any]:
    cited = place.cited
    return {
        "line": place.line,
        "start": cited.span.start,
        "end": cited.span.end,
        "quote": cited.quote,
        "path": path(cited, ruling.document),
        "edition": cited.edition,
        "targets": targets(cited.edition, cited),
        "now": full_ids(edition, cited.now),
        "how": place.how,
        "doubted": cited.doubted,
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {"file": ruling.name, "title": ruling.title, "language": ruling.language}


def _title(titles: ProvisionTitles, cited: CitedLaw) -> dict[str, str] | None:
    title = titles.of(cited.edition.id, cited.law)
    return {"words": title.words, "language": title.language} if title else None

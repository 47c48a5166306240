"""Which rulings cite a provision: citations of many rulings, turned round.

kb/records/cross_references.py does the same for the texts themselves.
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

SCHEMA = "kodeks.citator/2"

#: How a ruling cites a provision: itself; a part of it; a range that it is in; an older edition's
#: provision that stands there today.
How = Literal["itself", "part", "range", "older"]


@dataclass(frozen=True)
class CitingRuling:
    """A ruling, and what it cites."""

    ruling: Ruling
    cited: tuple[Cited, ...]


@dataclass(frozen=True)
class CitingPlace:
    """A place where a ruling cites a provision that was asked for."""

    cited: Cited
    line: int
    how: How


@dataclass(frozen=True)
class CitedIn:
    """Where one ruling cites a law of an edition: `provisions` in their order, lines once each."""

    ruling: Ruling
    provisions: tuple[ProvisionId, ...]
    lines: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class CitedLaw:
    """A law of an edition and the rulings that cite it or what is in it, in the order given."""

    edition: CitedEdition
    law: ProvisionId
    rulings: tuple[CitedIn, ...]


def cited_laws(rulings: Sequence[CitingRuling], index: Index) -> list[CitedLaw]:
    """Every law that is cited, in the order of the index and the book."""
    places: dict[tuple[str, ProvisionId], dict[str, _LawPlaces]] = {}
    for one in rulings:
        for cited in one.cited:
            if cited.status != "linked":
                continue
            line = one.ruling.line(cited.span.start)
            for id in index.provisions(cited):
                by_ruling = places.setdefault((cited.edition, id.law), {})
                if one.ruling.name not in by_ruling:
                    by_ruling[one.ruling.name] = _LawPlaces(one.ruling)
                by_ruling[one.ruling.name].add(id, cited, line)
    laws: dict[str, list[ProvisionId]] = {}
    for edition, law in places:
        laws.setdefault(edition, []).append(law)
    return [
        CitedLaw(edition, law, tuple(found.all() for found in places[id, law].values()))
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

    def add(self, id: ProvisionId, cited: Cited, line: int) -> None:
        """A provision of the law that is cited; of a range there may be several."""
        self.provisions.add(id)
        if cited is not self.last:
            self.count += 1
            self.last = cited
        if not self.lines or self.lines[-1] != line:
            self.lines.append(line)

    def all(self) -> CitedIn:
        """What was added."""
        return CitedIn(self.ruling, tuple(sorted(self.provisions)), tuple(self.lines), self.count)


def citing(
    rulings: Iterable[CitingRuling], index: Index, edition: CitedEdition, id: ProvisionId
) -> list[tuple[Ruling, list[CitingPlace]]]:
    """The rulings that cite a provision or a part of it, with every place, in the order given.

    A whole law that is cited does not count for its parts.
    """
    found = []
    for one in rulings:
        mentions = [
            CitingPlace(cited, one.ruling.line(cited.span.start), how)
            for cited in one.cited
            if (how := _how(cited, index, edition, id))
        ]
        if mentions:
            found.append((one.ruling, mentions))
    return found


def _how(cited: Cited, index: Index, edition: CitedEdition, id: ProvisionId) -> How | None:
    """How words cite a provision; None when they do not."""
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
                "law": f"{one.edition.id}:{one.law}",
                "title": _title(titles, one),
                "rulings": [
                    {
                        **_ruling(place.ruling),
                        "provisions": full_ids(one.edition, place.provisions),
                        "lines": [*place.lines],
                        "count": place.count,
                    }
                    for place in one.rulings
                ],
            }
            for one in laws
        ],
        "skipped": [error.message for error in skipped],
    }


def citing_json(
    edition: CitedEdition,
    id: ProvisionId,
    found: Sequence[tuple[Ruling, Sequence[CitingPlace]]],
    skipped: Sequence[BadDocumentError],
) -> dict[str, Any]:
    """What `kodeks citator FOLDER REF --json` prints: kb/schemas/citator.json."""
    return {
        "schema": SCHEMA,
        "provision": f"{edition.id}:{id}",
        "rulings": [
            {
                **_ruling(ruling),
                "citations": [_mention(one, ruling, edition) for one in mentions],
            }
            for ruling, mentions in found
        ],
        "skipped": [error.message for error in skipped],
    }


def _mention(one: CitingPlace, ruling: Ruling, edition: CitedEdition) -> dict[str, Any]:
    cited = one.cited
    return {
        "line": one.line,
        "start": cited.span.start,
        "end": cited.span.end,
        "quote": cited.quote,
        "path": path(cited, ruling.document),
        "edition": cited.edition,
        "targets": targets(cited.edition, cited),
        "now": full_ids(edition, cited.now),
        "how": one.how,
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {"file": ruling.name, "title": ruling.title, "language": ruling.language}


def _title(titles: ProvisionTitles, one: CitedLaw) -> dict[str, str] | None:
    title = titles.of(one.edition.id, one.law)
    return {"words": title.words, "language": title.language} if title else None

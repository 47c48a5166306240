"""The list, on the page of a law, of the sections of articles that explain it."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.core.addresses import Place, page_below
from kb.core.titles import Title
from kb.publishing.pages.editions import ROOT
from kb.publishing.pages.series import name, title_of
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link


@dataclass(frozen=True)
class ExplainingSection:
    """A section that explains a law: its address, its heading, the clauses that it is about."""

    href: str
    title: Title | None
    clauses: tuple[LawLink, ...]


@dataclass
class PartExplaining:
    """A part with sections that explain a law; `lead` is the first if that has no heading."""

    name: str
    title: Title | None
    href: str
    lead: ExplainingSection | None = None
    sections: list[ExplainingSection] = field(default_factory=list)

    @property
    def number(self) -> int:
        """How many of its sections explain the law."""
        return len(self.sections) + (self.lead is not None)


def explanations(language_site: LanguageSite, book: Book, law: str) -> list[PartExplaining]:
    """The sections of articles that explain something on the page of a law, by part."""
    parts: dict[str, PartExplaining] = {}
    for series in language_site.books:
        if series.about is not book:
            continue
        root = page_below(ROOT, series.edition.id)
        for section, ids in series.explains.get(law, ()):
            page = section.partition(".")[0]
            address = page_below(root, page)
            part = parts.setdefault(
                address,
                PartExplaining(
                    name(language_site, page), title_of(series, series.row[page]), address
                ),
            )
            clauses = tuple(law_link(language_site, book, id, f"#{id}") for id in ids)
            title = title_of(series, series.row[section])
            explanation = ExplainingSection(Place(page, section).below(root), title, clauses)
            if title is None and part.lead is None and not part.sections:
                part.lead = explanation
            else:
                part.sections.append(explanation)
    return list(parts.values())

"""Writes a table of authorities as Markdown, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.citations.anchors import citation_name
from kb.core.ids import ProvisionId
from kb.languages.catalogue import Catalogue
from kb.linking.resolving.index import CitedEdition, Index
from kb.linking.rulings.authorities import Authorities, Authority, EditionAuthorities, Unlinked
from kb.linking.writing.doubt_words import SIGN, question
from kb.linking.writing.sites import PublishedSite

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


def authorities_table(
    table: Authorities, index: Index, site: PublishedSite, catalogue: Catalogue
) -> Iterator[str]:
    """The lines that `kodeks link --to authorities` prints.

    There is a table for each edition, with each law before its parts; then follow lists of what
    does not exist, of other regulations, and of labels of which nothing says to which law they
    belong.
    """
    _ = catalogue.gettext
    heading = _("Table of authorities")
    yield f"# {heading}: {_escaped(table.ruling.title)}\n"
    if asked := question(table.dating, index, catalogue):
        yield f"\n{SIGN} {_escaped(asked)}\n"
    if not (table.books or table.dangling or table.foreign or table.ambiguous):
        yield "\n" + _("Nothing is cited.") + "\n"
    for book in table.books:
        yield f"\n## {_escaped(_(book.title))}\n\n"
        yield from _book(book, index, site, catalogue)
    for heading, rows in (
        (_("What does not exist"), table.dangling),
        (_("Other regulations"), table.foreign),
        (_("Not said of which law"), table.ambiguous),
    ):
        if rows:
            yield f"\n## {heading}\n\n"
            yield from (_unlinked(row, index, catalogue) for row in rows)


def _book(
    book: EditionAuthorities, index: Index, site: PublishedSite, catalogue: Catalogue
) -> Iterator[str]:
    _ = catalogue.gettext
    edition = index.editions[book.edition]
    newest = index.newest(edition.work)
    older = newest if newest != edition else None
    heads = [_("Provision"), _("Title"), _("Lines"), _("Citations")]
    rules = [":--", ":--", ":--", "--:"]
    if older:
        heads.insert(2, _("Today"))
        rules.insert(2, ":--")
    yield _row(heads)
    yield _row(rules)
    for row in book.authorities:
        cells = [
            _linked([row.id], edition, site, catalogue) + (f" {SIGN}" if row.doubted else ""),
            _title(row, catalogue),
            ", ".join(map(str, row.lines)),
            str(row.total),
        ]
        if older:
            cells.insert(2, _linked(row.now, older, site, catalogue))
        yield _row(_weighed(row, cells))


def _title(authority: Authority, catalogue: Catalogue) -> str:
    """The title of a provision, with its language if that is not the reader's; "" for no title."""
    title = authority.title
    if title is None or title.language == catalogue.language:
        return _escaped(title.words) if title else ""
    return _escaped(f"{title.words} ({catalogue.language_name(title.language)})")


def _weighed(authority: Authority, cells: Sequence[str]) -> list[str]:
    """The cells of a row; the first two are bold if it is that of a law and not of a part."""
    bold = authority.id.depth == 1
    return [f"**{cell}**" if bold and n < 2 and cell else cell for n, cell in enumerate(cells)]


def _linked(
    ids: Sequence[ProvisionId], edition: CitedEdition, site: PublishedSite, catalogue: Catalogue
) -> str:
    language = catalogue.language
    names = (_escaped(citation_name(id, language, edition.profile)) for id in ids)
    addresses = (site.address(edition.id, id) for id in ids)
    return ", ".join(f"[{n}]({a})" for n, a in zip(names, addresses, strict=True))


def _unlinked(row: Unlinked, index: Index, catalogue: Catalogue) -> str:
    lines = catalogue.ngettext("line %(lines)s", "lines %(lines)s", len(row.lines))
    place = lines % {"lines": ", ".join(map(str, row.lines))}
    parts = [f"“{_escaped(row.quote)}”, {place}"]
    if row.owner:
        parts.append(_escaped(" ".join(row.owner.split())))
    edition = index.editions.get(row.edition)
    if edition is None:
        absent = catalogue.gettext("the edition of %(year)s is not here")
        parts.append(absent % {"year": row.edition})
    elif row.nearest:
        near = [citation_name(id, catalogue.language, edition.profile) for id in row.nearest]
        nearest = catalogue.gettext("the nearest is %(places)s")
        parts.append(nearest % {"places": _escaped(catalogue.list(near))})
    return f"- {'; '.join(parts)}\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _escaped(words: str) -> str:
    """Words of others in one line, escaped so that Markdown shows just these words."""
    return _MARKS.sub(r"\\\1", " ".join(words.split()))

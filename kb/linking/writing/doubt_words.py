"""Says in a reader's language that the numbers of an old document may be of an older code.

site/linker/doubt-words.js says the same in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kb.core.ids import ProvisionId
from kb.languages.catalogue import Catalogue
from kb.linking.cited import Cited
from kb.linking.dating.dating import Dating
from kb.linking.documents.ruling import Ruling
from kb.linking.resolving.index import Index

#: The sign before a doubt, for readers who see a title and nothing else.
SIGN: Final = "⚠"


def doubt_messages(_: Callable[[str], str]) -> dict[str, str]:
    """The messages by key, in the language of a catalogue's `gettext`; browsers have the same."""
    return {
        "perhaps": _("This may be %(old)s of the code of %(year)s, which is %(new)s today."),
        "perhaps-gone": _(
            "This may be %(old)s of the code of %(year)s, which is not in the code any more."
        ),
        "perhaps-none": _("This may be of the code of %(year)s, which has no such number."),
        "perhaps-absent": _(
            "This may be of the code of %(year)s, which is not here: it is read as of %(newest)s."
        ),
        "dated": _("This ruling is of %(date)s: are its numbers those of %(year)s?"),
        "dated-absent": _(
            "This ruling is of %(date)s, and the code of %(year)s is not here: "
            "its numbers are read as those of %(newest)s."
        ),
        "named": _("This ruling names the code of %(year)s: are its numbers those of it?"),
        "named-absent": _(
            "This ruling names the code of %(year)s, which is not here: "
            "its numbers are read as those of %(newest)s."
        ),
        "stated": _("This ruling names the code of %(year)s: its numbers are read as those of it."),
        "of": _("They are of %(year)s"),
    }


def doubt(cited: Cited, index: Index, catalogue: Catalogue) -> str:
    """What readers must know of a number that may be of an older code; "" if it is not doubted.

    `⚠ This may be 25B of the code of 1997, which is 25A, 25B today.`
    """
    if cited.doubted is None:
        return ""
    old = index.of_year(cited.doubted)
    if old is None:
        key = "perhaps-absent"
    elif not any(id in old.provisions for id in cited.targets):
        key = "perhaps-none"
    else:
        key = "perhaps" if cited.then else "perhaps-gone"
    values = {
        "year": cited.doubted,
        "newest": index.default.year,
        "old": _shown(cited.targets, "–"),
        "new": _shown(cited.then),
    }
    return f"{SIGN} {doubt_messages(catalogue.gettext)[key] % values}"


def _shown(ids: Sequence[ProvisionId], between: str = ", ") -> str:
    return between.join(id.display for id in ids)


def question(dating: Dating | None, index: Index, catalogue: Catalogue) -> str:
    """What is asked of whoever links a document that is older than the code; "" if it is not."""
    if dating is None or dating.code >= index.default.year:
        return ""
    here = index.of_year(dating.code) is not None
    if dating.is_stated and here:
        key = "stated"
    else:
        key = ("named" if dating.source == "code" else "dated") + ("" if here else "-absent")
    values = {"date": dating.year, "year": dating.code, "newest": index.default.year}
    return doubt_messages(catalogue.gettext)[key] % values


def dating_json(dating: Dating | None, ruling: Ruling, index: Index) -> dict[str, Any] | None:
    """When a document was written, as JSON; None where nothing says it."""
    if dating is None:
        return None
    edition = index.of_year(dating.code)
    return {
        "year": dating.year,
        "code": dating.code,
        "edition": edition.id if edition else None,
        "stated": dating.is_stated,
        "source": dating.source,
        "quote": dating.quote,
        "line": ruling.line(dating.start),
    }

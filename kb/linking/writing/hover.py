"""What is said of a citation under the pointer: the clause, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from kb.citations.anchors import citation_name
from kb.core.ids import ProvisionId
from kb.core.stored_records import StoredRecord
from kb.core.titles import LawTitle
from kb.corpus.manifest import Corpus, Text
from kb.languages.catalogue import Catalogue
from kb.linking.cited import Cited
from kb.linking.resolving.index import Index
from kb.linking.writing.sites import leads_to
from kb.storage.store import Store

#: How much of a clause is said, in characters.
LONGEST = 200
#: How many provisions are named of a range, or of what an old one became.
_MOST = 5
#: Signs that do not stand before the dots of words that are cut.
_LEFT_OFF = frozenset(",;:–(")


class Hover(Protocol):
    """Says of a citation what a reader sees of it without following its link."""

    def title(self, cited: Cited) -> str:
        """One line without markup."""
        ...


@dataclass(frozen=True)
class Names:
    """Says no more than what is cited, and what is wrong with it."""

    index: Index
    catalogue: Catalogue

    def title(self, cited: Cited) -> str:
        """`27B1(b). szakasz`; `1997: 25B → ma: 25A, 25B`; `Nincs ilyen pont. …`."""
        return self.notice(cited) or self.names(cited)

    def names(self, cited: Cited) -> str:
        """The provisions that a citation leads to, as the reader's language names them."""
        if cited.now:
            return self._name(*leads_to(cited, self.index))
        return " – ".join(self._name(cited.edition, id) for id in cited.targets)

    def notice(self, cited: Cited) -> str:
        """What is to be said before all: that it is old, or does not exist; "" for nothing."""
        _ = self.catalogue.gettext
        if cited.reason == "no-edition":
            return _("This edition is not here: %(year)s") % {"year": cited.edition}
        if cited.status == "dangling":
            if not cited.nearest:
                return _("There is no such provision.")
            near = ", ".join(self._name(cited.edition, id) for id in cited.nearest)
            return _("There is no such provision. The nearest: %(places)s") % {"places": near}
        edition = self.index.editions[cited.edition]
        if not edition.now:
            return ""
        old, new = self.index.provisions(cited), self.index.today(cited)
        values = {"year": edition.year, "old": _shown(old), "new": _shown(new)}
        if not cited.now:
            return _("%(year)s: %(old)s. It is not in the code any more.") % values
        return _("%(year)s: %(old)s → today: %(new)s") % values

    def _name(self, edition: str, id: ProvisionId) -> str:
        style = self.index.editions[edition].style
        return citation_name(id, self.catalogue.language, style)


def _shown(ids: Sequence[ProvisionId]) -> str:
    named = ", ".join(id.display for id in ids[:_MOST])
    return f"{named} …" if len(ids) > _MOST else named


class Clauses:
    """Says what is cited with the first words of the clause.

    These are in the reader's language where a published text is, else in that of the first one,
    which is named then, after the law's title in the reader's language. Texts are read when they
    are first asked for.
    """

    def __init__(self, corpus: Corpus, store: Store, index: Index, catalogue: Catalogue) -> None:
        self._corpus, self._store, self._index = corpus, store, index
        self._catalogue = catalogue
        self._names = Names(index, catalogue)
        self._known: dict[str, _HoverWording | None] = {}
        self._words: dict[tuple[str, ProvisionId], str] = {}

    def title(self, cited: Cited) -> str:
        """`27B1(b). szakasz: Eltekintve az a) pontban leírt esetektől, ha az elégtelen …`."""
        notice = self._names.notice(cited)
        if cited.status != "linked":
            return notice
        edition, id = leads_to(cited, self._index)
        if (edition, id) not in self._words:
            self._words[edition, id] = self._said(edition, id)
        said = self._words[edition, id]
        name = self._names.names(cited)
        return " | ".join(filter(None, (notice, f"{name}: {said}" if said else name)))

    def _said(self, edition: str, id: ProvisionId) -> str:
        if edition not in self._known:
            self._known[edition] = self._wording(edition)
        wording = self._known[edition]
        if wording is None:
            return ""
        words = cut(" ".join(wording.of(id)), LONGEST)
        own = self._catalogue.language
        if wording.text.language == own:
            return words
        title = wording.titles.get(str(id.law), {}).get(own)
        language = self._catalogue.language_name(wording.text.language)
        return f"{title.words if title else ''} ({language}) {words}".strip()

    def _wording(self, edition: str) -> _HoverWording | None:
        shown = [text for text in self._corpus.lawbooks if text.publish]
        texts = [text for text in shown if text.edition == edition]
        own = [text for text in texts if text.language == self._catalogue.language]
        if not texts:
            return None
        ids = frozenset(text.id for text in shown)
        return _HoverWording(self._store, (own or texts)[0], ids)


@dataclass(frozen=True)
class _HoverWording:
    """The words of the provisions of a text; `shown` are the texts that may be."""

    store: Store
    text: Text
    shown: frozenset[str]

    @cached_property
    def _records(self) -> dict[str, StoredRecord]:
        records = self.store.records(self.text.id)
        return {record.id: record for record in records if record.id[0].isdigit()}

    @cached_property
    def _order(self) -> list[str]:
        return list(self._records)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self._order)}

    @cached_property
    def titles(self) -> dict[str, dict[str, LawTitle]]:
        """What the laws of its edition are called, in every language."""
        return self.store.titles_shown(self.text.edition, self.shown)

    def of(self, id: ProvisionId) -> Iterator[str]:
        """The words of a provision, then those of its parts with their labels, until it is enough.

        A text that does not have the provision has no words of it.
        """
        length = 0
        for place in range(self._places.get(str(id), len(self._order)), len(self._order)):
            name = self._order[place]
            if name != str(id) and not name.startswith(f"{id}."):
                return
            record = self._records[name]
            label = f"{name.rpartition('.')[2]})" if name != str(id) else ""
            heading = record.heading
            heading = f"{heading}." if heading and heading[-1].isalnum() else heading
            for words in filter(None, (label, heading, record.body)):
                yield words
                length += len(words)
            if length > LONGEST:
                return


def cut(words: str, longest: int) -> str:
    """The beginning of some words, cut after one of them.

    >>> cut("Calls and plays", 11)
    'Calls and …'
    """
    words = " ".join(words.split())
    if len(words) <= longest:
        return words
    head = words[: longest - 1]
    whole = head if words[longest - 1] == " " else head.rpartition(" ")[0] or head
    end = len(whole)
    while end and (whole[end - 1].isspace() or whole[end - 1] in _LEFT_OFF):
        end -= 1
    return whole[:end] + " …"

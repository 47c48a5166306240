"""Makes the title that a link shows under the pointer: the clause, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from kb.citations.anchors import citation_name
from kb.core.ids import ProvisionId, is_provision, parse_id
from kb.core.plain import PlainText, shown
from kb.core.stored_records import StoredRecord
from kb.core.titles import LawTitle
from kb.corpus.corpus import Corpus, Text
from kb.languages.catalogue import Catalogue
from kb.linking.cited import Cited
from kb.linking.resolving.index import Index
from kb.linking.writing.doubt_words import doubt
from kb.linking.writing.sites import leads_to
from kb.storage.store import Store

#: How much of a clause is shown, in characters.
LONGEST = 200
#: How many provisions of a range, or of those that an older one became, are named.
_MOST = 5
#: Signs that are left out before the dots where words are cut off.
_LEFT_OFF = frozenset(",;:–(")


class Hover(Protocol):
    """Says what a reader sees of a citation without following its link."""

    def title(self, cited: Cited) -> str:
        """The title of a citation: one line without markup."""
        ...


@dataclass(frozen=True)
class Names:
    """Makes titles without clauses: the names of what is cited, and what is wrong with that."""

    index: Index
    catalogue: Catalogue

    def title(self, cited: Cited) -> str:
        """`27B1(b). szakasz`; `1997: 25B → ma: 25A, 25B`; `Nincs ilyen pont. …`."""
        said = self.notice(cited) or self.names(cited)
        return " | ".join(filter(None, (doubt(cited, self.index, self.catalogue), said)))

    def names(self, cited: Cited) -> str:
        """The provisions that a citation leads to, as the reader's language names them."""
        if cited.now:
            return self._name(*leads_to(cited, self.index))
        return " – ".join(self._name(cited.edition, id) for id in cited.targets)

    def notice(self, cited: Cited) -> str:
        """What readers must know first: that it is old, or does not exist; "" if neither."""
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
        profile = self.index.editions[edition].profile
        return citation_name(id, self.catalogue.language, profile)


def _shown(ids: Sequence[ProvisionId]) -> str:
    named = ", ".join(id.display for id in ids[:_MOST])
    return f"{named} …" if len(ids) > _MOST else named


class Clauses:
    """Makes titles with the first words of the clause that is cited.

    They are in the reader's language if there is a published text in that. If not, they are our
    plain words in that language, or else in the language of the first text: the title says which of
    them it shows, after the title of the law in the reader's language. Texts are read when they are
    first needed.
    """

    def __init__(self, corpus: Corpus, store: Store, index: Index, catalogue: Catalogue) -> None:
        self._corpus, self._store, self._index = corpus, store, index
        self._catalogue = catalogue
        self._names = Names(index, catalogue)
        self._wordings: dict[str, _HoverWording | None] = {}
        self._plain: dict[str, dict[str, PlainText]] = {}
        self._words: dict[tuple[str, ProvisionId], str] = {}

    def title(self, cited: Cited) -> str:
        """`27B1(b). szakasz: Eltekintve az a) pontban leírt esetektől, ha az elégtelen …`."""
        notice = self._names.notice(cited)
        doubted = doubt(cited, self._index, self._catalogue)
        if cited.status != "linked":
            return " | ".join(filter(None, (doubted, notice)))
        edition, id = leads_to(cited, self._index)
        if (edition, id) not in self._words:
            self._words[edition, id] = self._clause(edition, id)
        clause = self._words[edition, id]
        name = self._names.names(cited)
        return " | ".join(filter(None, (doubted, notice, f"{name}: {clause}" if clause else name)))

    def _clause(self, edition: str, id: ProvisionId) -> str:
        if edition not in self._wordings:
            self._wordings[edition] = self._wording(edition)
        wording = self._wordings[edition]
        if wording is None:
            return ""
        reader = self._catalogue.language
        if wording.text.language == reader:
            return cut(" ".join(wording.of(id)), LONGEST)
        if told := self._told(edition).get(str(id)):
            words, kind = shown(told.words[reader]), self._catalogue.gettext("Plain words")
            if told.id != str(id):
                kind = f"{kind}: {parse_id(told.id).display}"
        else:
            words = " ".join(wording.of(id))
            kind = self._catalogue.language_name(wording.text.language)
        title = wording.titles.get(str(id.law), {}).get(reader)
        return f"{title.words if title else ''} ({kind}) {cut(words, LONGEST)}".strip()

    def _told(self, edition: str) -> dict[str, PlainText]:
        """An edition in plain words in the reader's language, by all ids that they stand for."""
        if edition not in self._plain:
            self._plain[edition] = {
                id: told
                for told in self._store.plain(edition)
                for id in told.tells
                if self._catalogue.language in told.words
            }
        return self._plain[edition]

    def _wording(self, edition: str) -> _HoverWording | None:
        published = [text for text in self._corpus.lawbooks if text.publish]
        texts = [text for text in published if text.edition == edition]
        readable = [text for text in texts if text.language == self._catalogue.language]
        if not texts:
            return None
        ids = frozenset(text.id for text in published)
        return _HoverWording(self._store, (readable or texts)[0], ids)


@dataclass(frozen=True)
class _HoverWording:
    """The words of the provisions of a text; `shown` are the ids of all published texts."""

    store: Store
    text: Text
    shown: frozenset[str]

    @cached_property
    def _records(self) -> dict[str, StoredRecord]:
        records = self.store.records(self.text.id)
        return {record.id: record for record in records if is_provision(record.id)}

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
        """The words of a provision, then those of its parts with their labels.

        It stops after `LONGEST` characters, and gives nothing if the text lacks the provision.
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
    """The words up to `longest` characters, cut behind a word, with dots if anything is cut off.

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

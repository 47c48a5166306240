"""Links from articles, and from what is said of them, to the code that they are about."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kb.citations.anchors import display_name, patterns
from kb.core.ids import ProvisionId
from kb.core.stored_records import DefinitionRecord, NoteRecord
from kb.linking.linker import cite
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.words import Wrapping, annotate


@dataclass(frozen=True)
class LawLink:
    """A provision that a section is about, by its short name and, as `title`, its full one.

    A definition goes by its term, in English where the reader's `language` has none; `guess` says
    that the provision is only the nearest there is.
    """

    href: str
    name: str
    title: str
    language: str
    guess: bool = False


def law_link(language_site: LanguageSite, book: Book, id: str, address: str) -> LawLink:
    """A link to an id of a code: a provision by its number, a note by its law, else its term."""
    record = book.row[id].first
    if isinstance(record, NoteRecord):
        law = display_name(record.anchors[0], language_site.language)
        note = language_site.catalogue.gettext("note %(marker)s") % {"marker": record.marker}
        return LawLink(address, f"{law}, {note}", "", language_site.language)
    if id[0].isdigit():
        short = ProvisionId.parse(id).display
        name = display_name(id, language_site.language, book.edition.style)
        return LawLink(address, short, name, language_site.language)
    for other in language_site.books:  # a definition's id is that of its term in every edition
        if (
            other.edition.work == book.edition.work
            and other.texts[0].language == language_site.language
        ):
            own = other.records[other.texts[0].id].get(id)
            if isinstance(own, DefinitionRecord):
                return LawLink(address, own.term, "", language_site.language)
    english = record.english if isinstance(record, DefinitionRecord) else id
    return LawLink(address, english, "", "en")


def linked_words(language_site: LanguageSite, about: Book | None, words: str) -> Markup:
    """Words of ours with the laws that they name as links, where the code is published."""
    if about is None:
        return Markup.escape(words)
    spoken = {language_site.catalogue.spoken} & patterns().keys()
    links = [
        Wrapping(
            one.span.start, one.span.end, Markup('<a href="{}">').format(address), Markup("</a>")
        )
        for one in cite(words, "text", language_site.index, [*spoken], within=about.edition.id)
        if one.status == "linked" and one.edition == about.edition.id
        if (address := about.address_from("../../", str(one.targets[0])))
    ]
    return annotate(words, 0, len(words), links, ())

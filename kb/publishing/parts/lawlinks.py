"""Links to provisions, definitions and notes of a code, under the names that readers know."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kb.citations.anchors import patterns
from kb.core.ids import ProvisionId, is_provision
from kb.core.source_language import SOURCE_LANGUAGE
from kb.core.stored_records import DefinitionRecord, NoteRecord
from kb.linking.linker import cite
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.words import Wrapping, annotate


@dataclass(frozen=True)
class LawLink:
    """A link with a short name and, as `title`, the full name of what it leads to.

    `language` is that of the name. `guess` says that an article means a provision which does not
    exist in the code, and that this is the nearest.
    """

    href: str
    name: str
    title: str
    language: str
    guess: bool = False


def law_link(language_site: LanguageSite, book: Book, id: str, address: str) -> LawLink:
    """A link to an id of a code, named as readers know it.

    A provision goes by its number, a note by its law and marker, a definition by its term in the
    reader's language, or in English if no text in the reader's language has the term.
    """
    record = book.row[id].first
    if isinstance(record, NoteRecord):
        law = language_site.name(book, record.anchors[0])
        note = language_site.catalogue.gettext("note %(marker)s") % {"marker": record.marker}
        return LawLink(address, f"{law}, {note}", "", language_site.language)
    if is_provision(id):
        short = ProvisionId.parse(id).display
        return LawLink(address, short, language_site.name(book, id), language_site.language)
    for other in language_site.books:  # a term has the same id in every edition
        if (
            other.edition.work == book.edition.work
            and other.texts[0].language == language_site.language
        ):
            definition = other.records[other.texts[0].id].get(id)
            if isinstance(definition, DefinitionRecord):
                return LawLink(address, definition.term, "", language_site.language)
    english = record.english if isinstance(record, DefinitionRecord) else id
    return LawLink(address, english, "", SOURCE_LANGUAGE)


def linked_words(language_site: LanguageSite, about: Book | None, words: str) -> Markup:
    """Words of ours as HTML, with links to the laws of `about` that they cite."""
    if about is None:
        return Markup.escape(words)
    spoken = {language_site.catalogue.spoken} & patterns().keys()
    links = [
        Wrapping(
            cited.span.start,
            cited.span.end,
            Markup('<a href="{}">').format(address),
            Markup("</a>"),
        )
        for cited in cite(words, "text", language_site.index, [*spoken], within=about.edition.id)
        if cited.status == "linked" and cited.edition == about.edition.id
        if (address := about.address_from("../../", str(cited.targets[0])))
    ]
    return annotate(words, 0, len(words), links, ())

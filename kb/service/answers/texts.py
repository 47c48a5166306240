"""Answers about editions and texts."""

from __future__ import annotations

from kb.core.errors import NotFoundError
from kb.corpus.corpus import Edition, Text
from kb.service.served_build import JsonAnswer, ServedBuild, WithheldError

#: The shapes are described in kb/schemas/service.json.
EDITIONS_SCHEMA, TEXTS_SCHEMA = "kodeks.editions/1", "kodeks.texts/1"


def newest(served: ServedBuild, work: str) -> str:
    """The newest edition of a work; raises `NotFoundError` where there is none."""
    corpus = served.corpus
    if not any(corpus.edition(text.edition).work == work for text in corpus.published):
        raise NotFoundError(f"there are no rules of {work}", [work.id for work in corpus.works])
    return corpus.newest(work, corpus.published).id


def edition(served: ServedBuild, edition: Edition, reader: str) -> JsonAnswer:
    """An edition and its published texts."""
    return {
        "id": edition.id,
        "work": edition.work,
        "title": edition.title,
        "effective": edition.effective,
        "about": edition.about,
        "superseded": served.corpus.superseded(edition),
        "page": served.page_root(edition.id, reader),
        "texts": [text.id for text in served.corpus.published if text.edition == edition.id],
    }


def text(served: ServedBuild, text: Text, reader: str) -> JsonAnswer:
    """A text, where it comes from, and what may be done with it."""
    return {
        "id": text.id,
        "edition": text.edition,
        "language": text.language,
        "title": text.title,
        "publisher": text.publisher,
        "revision": text.revision,
        "effective": text.effective,
        "status": text.status,
        "rights": {"holder": text.rights_holder, "publish": text.publish, "export": text.export},
        "source_sha256": text.sha256,
        "page": served.page_root(text.edition, reader),
    }


def exported(served: ServedBuild, id: str) -> Text:
    """The text with an id; raises `NotFoundError`, or `WithheldError` if it is not exported."""
    if id in served.withheld:
        raise WithheldError.of(id, served.page_root(*id.split("/")))
    return served.offered.text(id)

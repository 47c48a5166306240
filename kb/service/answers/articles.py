"""Answers about the articles of a series, which explain provisions."""

from __future__ import annotations

from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.core.stored_records import ArticleRecord
from kb.corpus.corpus import Edition
from kb.service.served_build import JsonAnswer, ServedBuild

#: The shapes are described in kb/schemas/service.json.
ARTICLE_SCHEMA, ARTICLES_SCHEMA = "kodeks.article/1", "kodeks.articles/1"


def articles(served: ServedBuild, reader: str) -> list[JsonAnswer]:
    """All articles: what each is about; its words only where they may be exported."""
    return [
        _brief(served, series, number, reader)
        for series in served.corpus.editions
        if series.about and any(text.edition == series.id for text in served.corpus.published)
        for number in _numbers(served, series)
    ]


def article(served: ServedBuild, edition: str, number: str, reader: str) -> JsonAnswer:
    """One article and its sections; with its records where they may be exported."""
    series = served.corpus.edition(edition)
    numbers = _numbers(served, series) if series.about else []
    if number not in numbers:
        raise NotFoundError(f"there is no article {number} in {edition}", nearest(number, numbers))
    sections: dict[str, JsonAnswer] = {}
    for link in served.edges.explaining:
        link_edition, _, id = link.section.partition(":")
        if link_edition == edition and id.partition(".")[0] == number:
            page = served.page(edition, id, reader)
            section = sections.setdefault(id, {"id": id, "page": page, "explains": []})
            section["explains"].append(
                {
                    "provision": link.provision,
                    "weight": link.weight,
                    "confidence": link.confidence,
                }
            )
    records = [
        record
        for record in served.records.get(edition, {}).values()
        if record.id == number or record.id.startswith(f"{number}.")
    ]
    brief = _brief(served, series, number, reader)
    return {
        "schema": ARTICLE_SCHEMA,
        **brief,
        "sections": [*sections.values()],
        "records": records if brief["exported"] else [],
    }


def _numbers(served: ServedBuild, series: Edition) -> list[str]:
    """The numbers of the articles of a series; none where no text of it is published."""
    texts = [text.id for text in served.corpus.published if text.edition == series.id]
    records = (record for text in texts[:1] for record in served.store.records(text))
    return [record.id for record in records if isinstance(record, ArticleRecord)]


def _brief(served: ServedBuild, series: Edition, number: str, reader: str) -> JsonAnswer:
    """What is said of an article in a list: its languages, addresses, the provisions explained."""
    texts = [text for text in served.corpus.published if text.edition == series.id]
    provisions = dict.fromkeys(
        link.provision
        for link in served.edges.explaining
        if link.section.startswith(f"{series.id}:{number}.")
    )
    return {
        "edition": series.id,
        "id": number,
        "about": series.about,
        "languages": [text.language for text in texts],
        "exported": series.id in served.records,
        "page": served.page(series.id, number, reader),
        "permalink": served.permalink(series.id, number),
        "provisions": [*provisions],
    }

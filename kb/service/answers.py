"""What is answered about provisions, laws, records, texts, concepts: JSON objects from a build.

Each takes the build and what is asked, all of it hashable, so that answers can be remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from kb.core.addresses import concept_page
from kb.core.concepts import Concept
from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.core.stored_records import ArticleRecord, EditionRecord
from kb.corpus.manifest import Edition, Text
from kb.records.counterparts import all_counterparts
from kb.records.glossary import name as concept_name
from kb.records.glossary import provisions as concept_places
from kb.records.lookup import SCHEMA as SHOW_SCHEMA
from kb.records.lookup import ProvisionRecords, find, parse_reference
from kb.records.relations import relations_of
from kb.service.served_build import JsonAnswer, ServedBuild, WithheldError

#: The shapes of the service alone; kb/schemas/service.json describes them.
LAW_SCHEMA, LAWS_SCHEMA = "kodeks.law/1", "kodeks.laws/1"
RECORD_SCHEMA = "kodeks.record/1"
EDITIONS_SCHEMA, TEXTS_SCHEMA = "kodeks.editions/1", "kodeks.texts/1"
ARTICLE_SCHEMA, ARTICLES_SCHEMA = "kodeks.article/1", "kodeks.articles/1"
CONCEPT_SCHEMA, CONCEPTS_SCHEMA = "kodeks.concept/1", "kodeks.concepts/1"
GLOSSARY_TABLE_SCHEMA = "kodeks.glossary-table/1"


def provision(
    served: ServedBuild, reference: str, languages: tuple[str, ...], within: str | None, reader: str
) -> JsonAnswer:
    """What a reference names, as `kodeks show --refs --json` prints it, with addresses.

    Raises `InvalidIdError`, `NotFoundError`, `WithheldError`.
    """
    _refuse_withheld(served, reference, within, reader)
    found = find(served.offered, served.store, reference, languages, within)
    return {"schema": SHOW_SCHEMA, "found": [_found(served, one, reader) for one in found]}


def _refuse_withheld(served: ServedBuild, reference: str, within: str | None, reader: str) -> None:
    named, id = parse_reference(reference)
    inside = named or within
    for text in served.withheld:
        edition = text.partition("/")[0]
        if inside in (text, edition):
            page = served.page(edition, str(id), reader) or served.page_root(edition, reader)
            raise WithheldError.of(text, page)


def _found(served: ServedBuild, found: ProvisionRecords, reader: str) -> JsonAnswer:
    edition, id = found.edition.id, str(found.id)
    relations = relations_of(served.corpus, served.store, found, served.edges)
    return {
        **found.to_dict(),
        **addresses(served, edition, id, reader),
        "relations": relations.to_dict(),
        "concepts": concepts_of(served, edition, id, reader),
    }


def addresses(served: ServedBuild, edition: str, id: str, reader: str) -> JsonAnswer:
    """What readers call an id, its page, and the address that lasts."""
    return {
        "name": served.name(edition, id, reader),
        "page": served.page(edition, id, reader),
        "permalink": served.permalink(edition, id),
    }


def concepts_of(served: ServedBuild, edition: str, id: str, reader: str) -> list[JsonAnswer]:
    """The concepts that an id, what contains it or what it contains defines or governs."""
    full = f"{edition}:{id}"
    law = full.partition(".")[0]
    return [
        concept_brief(served, concept, reader)
        for concept in served.glossary.by_law.get(law, ())
        if any(_touch(full, place) for place in (*concept_places(concept), *concept.earlier))
    ]


def _touch(one: str, other: str) -> bool:
    """Whether one of two ids is the other or contains it."""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def concept_brief(served: ServedBuild, concept: Concept, reader: str) -> JsonAnswer:
    """A concept by its id, with its name for a reader and its page."""
    name, language = concept_name(concept, reader)
    page = concept_page(f"{served.base}/{served.page_language(reader)}/", concept.id)
    return {"id": concept.id, "name": name, "language": language, "page": page}


def record(
    served: ServedBuild, edition: str, id: str, languages: tuple[str, ...], reader: str
) -> JsonAnswer:
    """One id of an edition with its wording in every language, or in those that are asked for."""
    found = _record(served.of_edition(edition), edition, id)
    first = next(iter(found.wording.values()))
    return {
        "schema": RECORD_SCHEMA,
        **addresses(served, edition, id, reader),
        "superseded": served.corpus.superseded(served.corpus.edition(edition)),
        "counterparts": all_counterparts(first),
        "record": _spoken(found, languages, edition),
    }


def law(
    served: ServedBuild, edition: str, id: str, languages: tuple[str, ...], reader: str
) -> JsonAnswer:
    """A whole law: all its provisions and notes, in every language or in those asked for."""
    records = served.of_edition(edition)
    laws = [one for one, own in records.items() if own.kind == "law"]
    if id not in laws:
        raise NotFoundError(f"there is no law {id} in {edition}", nearest(id, laws))
    own = [one for name, one in records.items() if name == id or name.startswith(f"{id}.")]
    called = dict.fromkeys(
        note for one in own for words in one.wording.values() for note in words.notes
    )
    place = laws.index(id)
    fulls = [f"{edition}:{one.id}" for one in own]
    citing = dict.fromkeys(
        one.source
        for full in fulls
        for one in served.edges.cited_by(full)
        if one.source not in fulls
    )
    explaining = dict.fromkeys(
        one.section for full in fulls for one in served.edges.explained_in(full)
    )
    return {
        "schema": LAW_SCHEMA,
        "edition": edition,
        "id": id,
        **addresses(served, edition, id, reader),
        "superseded": served.corpus.superseded(served.corpus.edition(edition)),
        "titles": served.store.titles(edition).get(id, {}),
        "previous": laws[place - 1] if place else None,
        "next": laws[place + 1] if place + 1 < len(laws) else None,
        "records": [_spoken(one, languages, edition) for one in own],
        "notes": [_spoken(records[note], languages, edition) for note in called],
        "concepts": concepts_of(served, edition, id, reader),
        "cited_by": [*citing],
        "explained_in": [*explaining],
    }


def _record(records: dict[str, EditionRecord], edition: str, id: str) -> EditionRecord:
    if id not in records:
        raise NotFoundError(f"there is no {id} in {edition}", nearest(id, records))
    return records[id]


def _spoken(record: EditionRecord, languages: Sequence[str], edition: str) -> EditionRecord:
    """A record in some languages; raises `NotFoundError` where it has none of them."""
    if not languages:
        return record
    own = {code: words for code, words in record.wording.items() if code in languages}
    if not own:
        wanted = ", ".join(languages)
        raise NotFoundError(f"{record.id} of {edition} is not here in {wanted}", [*record.wording])
    cites = {code: ids for code, ids in record.cites.items() if code in own}
    return structs.replace(record, wording=own, cites=cites)


def of_kind(served: ServedBuild, edition: str, *kinds: str) -> list[EditionRecord]:
    """The records of some kinds of an edition, in the order of the book."""
    return [one for one in served.of_edition(edition).values() if one.kind in kinds]


def law_list(served: ServedBuild, edition: str, reader: str) -> list[JsonAnswer]:
    """The laws of an edition with what they are called."""
    laws = of_kind(served, edition, "law")
    titles = served.store.titles(edition)
    return [
        {
            "id": one.id,
            **addresses(served, edition, one.id, reader),
            "titles": titles.get(one.id, {}),
        }
        for one in laws
    ]


def newest(served: ServedBuild, work: str) -> str:
    """The newest edition of a work; raises `NotFoundError` where there is none."""
    if not any(
        served.corpus.edition(text.edition).work == work for text in served.corpus.published
    ):
        raise NotFoundError(
            f"there are no rules of {work}", [one.id for one in served.corpus.works]
        )
    return served.corpus.newest(work, served.corpus.published).id


def edition(served: ServedBuild, one: Edition, reader: str) -> JsonAnswer:
    """An edition and its published texts."""
    return {
        "id": one.id,
        "work": one.work,
        "title": one.title,
        "effective": one.effective,
        "about": one.about,
        "superseded": served.corpus.superseded(one),
        "page": served.page_root(one.id, reader),
        "texts": [text.id for text in served.corpus.published if text.edition == one.id],
    }


def text(served: ServedBuild, one: Text, reader: str) -> JsonAnswer:
    """A text, where it comes from, and what may be done with it."""
    return {
        "id": one.id,
        "edition": one.edition,
        "language": one.language,
        "title": one.title,
        "publisher": one.publisher,
        "revision": one.revision,
        "effective": one.effective,
        "status": one.status,
        "rights": {"holder": one.rights_holder, "publish": one.publish, "export": one.export},
        "source_sha256": one.sha256,
        "page": served.page_root(one.edition, reader),
    }


def exported(served: ServedBuild, id: str) -> Text:
    """The text with an id; raises `NotFoundError`, or `WithheldError` if it is not exported."""
    if id in served.withheld:
        raise WithheldError.of(id, served.page_root(*id.split("/")))
    return served.offered.text(id)


def articles(served: ServedBuild, reader: str) -> list[JsonAnswer]:
    """All articles: what each is about; its words only where they may be exported."""
    return [
        _article(served, one, number, reader)
        for one in served.corpus.editions
        if one.about and any(text.edition == one.id for text in served.corpus.published)
        for number in _numbers(served, one)
    ]


def article(served: ServedBuild, edition: str, number: str, reader: str) -> JsonAnswer:
    """One article and its sections; with its records where they may be exported."""
    series = served.corpus.edition(edition)
    numbers = _numbers(served, series) if series.about else []
    if number not in numbers:
        raise NotFoundError(f"there is no article {number} in {edition}", nearest(number, numbers))
    sections: dict[str, JsonAnswer] = {}
    for one in served.edges.explaining:
        own, _, id = one.section.partition(":")
        if own == edition and id.partition(".")[0] == number:
            page = served.page(edition, id, reader)
            row = sections.setdefault(id, {"id": id, "page": page, "explains": []})
            row["explains"].append(
                {
                    "provision": one.provision,
                    "weight": one.weight,
                    "confidence": one.confidence,
                }
            )
    words = [
        one
        for one in served.records.get(edition, {}).values()
        if one.id == number or one.id.startswith(f"{number}.")
    ]
    brief = _article(served, series, number, reader)
    return {
        "schema": ARTICLE_SCHEMA,
        **brief,
        "sections": [*sections.values()],
        "records": words if brief["exported"] else [],
    }


def _numbers(served: ServedBuild, series: Edition) -> list[str]:
    """The numbers of the articles of a series."""
    text = next(text for text in served.corpus.published if text.edition == series.id)
    return [one.id for one in served.store.records(text.id) if isinstance(one, ArticleRecord)]


def _article(served: ServedBuild, series: Edition, number: str, reader: str) -> JsonAnswer:
    texts = [text for text in served.corpus.published if text.edition == series.id]
    provisions = dict.fromkeys(
        one.provision
        for one in served.edges.explaining
        if one.section.startswith(f"{series.id}:{number}.")
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


def concepts(
    served: ServedBuild, term: str, languages: tuple[str, ...], area: str | None
) -> list[Concept]:
    """The concepts that a term is a word for, or all in the order of the first language."""
    for code in languages:
        if code not in served.glossary.languages:
            raise NotFoundError(
                f"the glossary has no words in {code!r}", [*served.glossary.languages]
            )
    book = served.glossary.of_area(area) if area else served.glossary
    wanted = languages or book.languages
    return book.called(term, wanted) if term.strip() else book.sorted_in(wanted[0])


def concept(served: ServedBuild, id: str, reader: str) -> JsonAnswer:
    """One concept in the shape of the glossary, with its name for a reader and its page."""
    found = served.glossary.by_id.get(id)
    if found is None:
        raise NotFoundError(f"there is no concept {id!r}", nearest(id, served.glossary.by_id))
    brief = concept_brief(served, found, reader)
    return {
        "schema": CONCEPT_SCHEMA,
        **{key: brief[key] for key in ("name", "language", "page")},
        "concept": found,
    }


def glossary_rows(
    served: ServedBuild, languages: tuple[str, ...], area: str | None, reader: str
) -> list[JsonAnswer]:
    """A table of what things are called: a row for each concept, its words by language."""
    spoken = languages or served.glossary.languages
    return [
        {
            **concept_brief(served, one, reader),
            "area": one.area,
            "words": {code: [word.text for word in one.words.get(code, ())] for code in spoken},
        }
        for one in concepts(served, "", spoken, area)
    ]

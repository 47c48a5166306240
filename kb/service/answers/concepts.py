"""Answers about concepts and the glossary."""

from __future__ import annotations

from kb.core.addresses import concept_page
from kb.core.concepts import Concept
from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.records.glossary import name as concept_name
from kb.records.glossary import provisions as concept_places
from kb.service.served_build import JsonAnswer, ServedBuild

#: The shapes are described in kb/schemas/service.json.
CONCEPT_SCHEMA, CONCEPTS_SCHEMA = "kodeks.concept/1", "kodeks.concepts/1"
GLOSSARY_TABLE_SCHEMA = "kodeks.glossary-table/1"


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
    match = served.glossary.by_id.get(id)
    if match is None:
        raise NotFoundError(f"there is no concept {id!r}", nearest(id, served.glossary.by_id))
    brief = _brief(served, match, reader)
    return {
        "schema": CONCEPT_SCHEMA,
        **{key: brief[key] for key in ("name", "language", "page")},
        "concept": match,
    }


def glossary_rows(
    served: ServedBuild, languages: tuple[str, ...], area: str | None, reader: str
) -> list[JsonAnswer]:
    """A table of what things are called: a row for each concept, its words by language."""
    columns = languages or served.glossary.languages
    return [
        {
            **_brief(served, concept, reader),
            "area": concept.area,
            "words": {
                code: [word.text for word in concept.words.get(code, ())] for code in columns
            },
        }
        for concept in concepts(served, "", columns, area)
    ]


def concepts_of(served: ServedBuild, edition: str, id: str, reader: str) -> list[JsonAnswer]:
    """The concepts that an id, what contains it or what it contains defines or governs."""
    full_id = f"{edition}:{id}"
    law = full_id.partition(".")[0]
    return [
        _brief(served, concept, reader)
        for concept in served.glossary.by_law.get(law, ())
        if any(_touch(full_id, place) for place in (*concept_places(concept), *concept.earlier))
    ]


def _touch(a: str, b: str) -> bool:
    """Whether one of two ids is the other or contains it."""
    return a == b or a.startswith(f"{b}.") or b.startswith(f"{a}.")


def _brief(served: ServedBuild, concept: Concept, reader: str) -> JsonAnswer:
    """A concept by its id, with its name for a reader and its page."""
    name, language = concept_name(concept, reader)
    page = concept_page(f"{served.base}/{served.page_language(reader)}/", concept.id)
    return {"id": concept.id, "name": name, "language": language, "page": page}

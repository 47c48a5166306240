"""How concepts look in a terminal: a table of words, or one concept with its laws."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text as Styled

from kb.citations.anchors import display_name
from kb.cli.terminal.console import Terminal
from kb.core.concepts import Concept
from kb.core.ids import FullId, is_provision
from kb.core.source_language import SOURCE_LANGUAGE
from kb.corpus.corpus import Corpus
from kb.languages.names import language_name
from kb.records.glossary import Glossary, preferred

_NONE = "—"


def glossary_rows(glossary: Glossary, languages: Sequence[str]) -> list[list[str]]:
    """The preferred words of all concepts, a row each, in the order of the first language."""
    return [
        [preferred(concept, code) or _NONE for code in languages]
        for concept in glossary.sorted_in(languages[0])
    ]


def show_glossary(console: Terminal, glossary: Glossary, languages: Sequence[str]) -> None:
    """The preferred words of all concepts side by side, in a table of the console's width."""
    table = Table(expand=True)
    for code in languages:
        table.add_column(language_name(code), overflow="fold")
    for row in glossary_rows(glossary, languages):
        table.add_row(*row)
    console.print(table)


def show_concept(
    console: Terminal,
    corpus: Corpus,
    glossary: Glossary,
    concept: Concept,
    languages: Sequence[str],
) -> None:
    """A concept: its words in each language and where they stand, its laws by weight."""
    area = glossary.area_of(concept)
    line = Styled(concept.id, style="bold")
    console.say(line.append(f"  {area.titles[SOURCE_LANGUAGE]}", style="cyan"))
    for code in languages:
        words = Styled(f"  {code}  ", style="dim")
        for number, word in enumerate(concept.words.get(code, ())):
            words.append(" · " if number else "", style="dim")
            words.append(word.text, style="bold" if number == 0 else "default")
            if word.place:
                words.append(f" ({_place(corpus, word.place)})", style="dim")
        if gloss := concept.gloss.get(code):
            words.append(gloss, style="italic")
        elif not concept.words.get(code):
            words.append(_NONE, style="dim")
        console.say(words)
    for name, places in (
        ("Defined by", concept.defined_by),
        ("Governed by", concept.governed_by),
        ("In older editions", concept.earlier),
        ("Entries", concept.gathers),
    ):
        if places:
            shown = ", ".join(_place(corpus, place) for place in places)
            console.say(Styled(f"  {name}: ", style="dim").append(shown, style="default"))


def _place(corpus: Corpus, place: str) -> str:
    """A full id as people read it: the number alone in the current code, else with its edition."""
    full = FullId.parse(place)
    edition = corpus.edition(full.edition)
    local = str(full.local)
    if not is_provision(local) or edition.about:
        return place
    name = display_name(local, SOURCE_LANGUAGE, edition.profile)
    return f"{name} ({edition.year})" if corpus.superseded(edition) else name

"""Commands that ask: show a provision, search, say what things are called."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.shared import (
    AsJson,
    Consoles,
    Language,
    WithinOption,
    app,
    language_codes,
    open_built,
    print_json,
    write,
)
from kb.cli.terminal.concepts import glossary_rows, show_concept, show_glossary
from kb.cli.terminal.provisions import show_found, show_relations
from kb.core.errors import NotFoundError
from kb.corpus import manifest
from kb.records.cross_references import cross_references
from kb.records.glossary import SCHEMA as GLOSSARY_SCHEMA
from kb.records.glossary import glossary as read_glossary
from kb.records.lookup import SCHEMA as SHOW_SCHEMA
from kb.records.lookup import find
from kb.records.relations import relations_of


@app.command()
def show(
    reference: Annotated[list[str], typer.Argument(help="$number, Law 27B1(b), def.alert …")],
    lang: Language = None,
    within: WithinOption = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Also what it says in plain words, which are ours.")
    ] = False,
    refs: Annotated[
        bool, typer.Option("--refs", help="Also what it cites, what cites it, what explains it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a provision and what it contains, its languages side by side.

    Where a language has no wording of the code, our plain words of it are shown, and then the
    corresponding words of an older code, if there is one, with a notice.

    Example: kodeks show $number --lang $language --lang $other_language
    """
    corpus = manifest.load()
    store = open_built(corpus)
    languages = language_codes(lang)
    provisions = find(corpus, store, " ".join(reference), languages, within)
    shown = {code for found in provisions for code in (*found.worded, *found.told)}
    if lacking := [code for code in languages if code not in shown]:
        Consoles.err.print(f"not in {', '.join(lacking)}: no such text", style="yellow")
    relations = []
    if refs:
        edges = cross_references(store, corpus.readable)
        relations = [relations_of(corpus, store, provision, edges) for provision in provisions]
    if as_json:
        rows = [provision.to_dict() for provision in provisions]
        for row, related in zip(rows, relations, strict=False):
            row["relations"] = related.to_dict()
        print_json({"schema": SHOW_SCHEMA, "found": rows})
        return
    for provision in provisions:
        spoken = {text.language for text in provision.texts}
        told = [code for code in provision.told if plain or (languages and code not in spoken)]
        show_found(Consoles.out, provision, told)
    for related in relations:
        show_relations(Consoles.out, corpus, related)


@app.command()
def glossary(
    term: Annotated[
        list[str] | None, typer.Argument(help="A word in any language; none: all concepts.")
    ] = None,
    lang: Annotated[
        list[str] | None,
        typer.Option("--lang", "-l", help="Language(s) of the words; all seven unless given."),
    ] = None,
    area: Annotated[
        str | None, typer.Option(help="An area: auction, play, irregularities, scoring …")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what things are called in each language, and which provisions are about them.

    With a term, the concepts that it names; without one, a table of all concepts in the order of
    the first language, tab-separated where there is no terminal.

    Example: kodeks glossary színvétés   ·   kodeks glossary --lang pl --lang hr --area play
    """
    corpus = manifest.load()
    glossary = read_glossary(open_built(corpus))
    if not glossary.concepts:
        raise NotFoundError("this corpus has no concepts: corpus/curation/concepts is not there")
    languages = language_codes(lang) or glossary.languages
    if unknown := [code for code in languages if code not in glossary.languages]:
        raise NotFoundError(f"the glossary has no words in {unknown[0]!r}", [*glossary.languages])
    if area:
        glossary = glossary.of_area(area)
    words = " ".join(term or ())
    is_asked = bool(words.strip())
    concepts = glossary.called(words, languages) if is_asked else glossary.sorted_in(languages[0])
    if as_json:
        print_json({"schema": GLOSSARY_SCHEMA, "concepts": concepts})
    elif not is_asked and Consoles.out.has_width:
        show_glossary(Consoles.out, glossary, languages)
    elif not is_asked:
        rows = [[*languages], *glossary_rows(glossary, languages)]
        write("\t".join(row) + "\n" for row in rows)
    else:
        for concept in concepts:
            show_concept(Consoles.out, corpus, glossary, concept, languages)

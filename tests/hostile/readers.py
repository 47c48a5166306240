"""What reads text of others in our own process: the linker in all forms, search, look-ups."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from markdown import Markdown

from hostile.limits import READERS, USUAL, Allowance
from hostile.measuring import BETWEEN, SIZES, Course, Once, Step, measured, one_more
from hostile.motifs import Motif
from hostile.strategies import LANGUAGES, Kind
from kb.citations.whole import whole_citation
from kb.core.errors import KodeksError
from kb.corpus import manifest
from kb.linking.documents.ruling import Ruling, rulings_below
from kb.linking.linker import cite
from kb.linking.markdown.extension import KodeksExtension
from kb.linking.resolving.index import Index
from kb.linking.ruling_output import Linked, LinkingContext, LinksAs
from kb.linking.rulings.authorities import ProvisionTitles
from kb.linking.rulings.citator import CitingRuling, citator_json, cited_laws, citing, citing_json
from kb.linking.writing.annotate import remove
from kb.linking.zones import Format, text_only
from kb.opening import open_store
from kb.records.glossary import Glossary, glossary
from kb.records.lookup import find, parse_reference
from kb.search.asking.answer import answer_json
from kb.search.asking.plan import normalised
from kb.search.asking.query import Searcher
from kb.search.asking.suggest import suggest

#: Queries are short: what is longer than 400 characters is refused.
QUERY_SIZES = (0, 10, 50, 130, 399, 3_000, 100_000)


@dataclass(frozen=True)
class Reader:
    """Something that reads: its name, what it reads, its steps in the language of a motif."""

    name: str
    kind: Kind
    steps: Callable[[str, str], Iterator[Step]]
    sizes: tuple[int, ...] = SIZES
    #: Whether programs of others stand before its steps, whose time is not ours to mend.
    has_others: bool = False

    def courses(self, motif: Motif, stop: float, skip: Sequence[str]) -> list[Course]:
        """What its steps cost as a motif grows."""
        built()  # once, not in every child

        def most(size: int) -> float:
            # A step has its limit, and is not killed at once when it is beyond it.
            return max(one.budget(size) for one in (USUAL, *self._own()))

        def steps(text: str) -> Iterator[Step]:
            return self.steps(text, motif.language)

        found = measured(steps, motif.grown, most, self.sizes, stop, skip)
        return [one for one in found if not (self.has_others and one.step == BETWEEN)]

    def _own(self) -> Iterator[Allowance]:
        for name, own in READERS.items():
            if name in (self.name, "cite") or name.startswith(f"{self.name}: "):
                yield own

    def allowance(self, step: str) -> Allowance:
        """What a step of it may cost."""
        names = (f"{self.name}: {step}", step, self.name)
        return next((READERS[name] for name in names if name in READERS), USUAL)

    def further(self) -> Reader:
        """The same for texts of one size more."""
        return replace(self, sizes=one_more(self.sizes))


@dataclass(frozen=True)
class Built:
    """The built corpus, open."""

    desk: LinkingContext
    searcher: Searcher
    glossary: Glossary


@cache
def built() -> Built:
    """The build of $KODEKS_HOME or of this checkout."""
    corpus = manifest.load()
    store = open_store(corpus, lambda _: None)
    searcher = Searcher.open(corpus, store)
    searcher.search("Law 27 revoke", corpus.published, ("en",))  # all that is read once, is
    found = Built(LinkingContext(corpus, store, Index.of(corpus, store)), searcher, glossary(store))
    for language in LANGUAGES:
        linked = _linked(found, "Law 27B1(b), § 9999", "text", language)
        for kind in LinksAs:
            _written(lambda linked=linked: linked, kind)
    return found


# --- the linker ----------------------------------------------------------------------------------


def _linked(own: Built, text: str, format: Format, *languages: str) -> Linked:
    cited = cite(text, format, own.desk.index, languages)
    return _shown(own, Ruling("-", format, text), cited)


def _shown(own: Built, ruling: Ruling, cited: Any) -> Linked:
    return Linked.of(own.desk, ruling, cited, own.desk.edition(None), "https://x.example", "en")


#: What is written of each kind of document, besides HTML; data are the same for all.
_WRITTEN_OF: dict[Format, frozenset[LinksAs]] = {
    "text": frozenset(LinksAs),
    "markdown": frozenset({LinksAs.md, LinksAs.text, LinksAs.annotations}),
    "html": frozenset({LinksAs.annotations, LinksAs.authorities}),
}


def _linking(format: Format, text: str, language: str) -> Iterator[Step]:
    """A document in one language: what is cited, then all that can be written of it."""
    own = built()
    yield "view", lambda: text_only(text, format)
    yield "title", lambda: Ruling("-", format, text).title
    yield "front matter", lambda: str(Ruling("-", format, text).language)
    yield "remove", lambda: remove(text, format)
    cited: list[Any] = []
    yield "cite", lambda: _kept(cited, lambda: cite(text, format, own.desk.index, (language,)))
    if not cited:
        return

    def linked() -> Linked:  # what a ruling knows of itself it works out once
        return _shown(own, Ruling("-", format, text), cited[-1])

    for kind in LinksAs:
        if kind is not LinksAs.html and kind not in _WRITTEN_OF[format]:
            continue
        written: list[Any] = []
        write = partial(_written, linked, kind)
        yield kind.value, partial(_kept, written, write)
        if written and kind in (LinksAs.md, LinksAs.html, LinksAs.text):
            back: Format = "markdown" if kind is LinksAs.md else format
            back = "html" if kind is LinksAs.html and format == "text" else back
            yield f"{kind.value} removed", partial(remove, written[-1], back)
    if LinksAs.authorities in _WRITTEN_OF[format]:
        yield (
            "authorities table",
            lambda: "".join(linked().written(LinksAs.authorities, False, None)),
        )


def _kept(kept: list[Any], make: Callable[[], Any]) -> Any:
    kept[:] = [make()]
    return kept[0]


def _written(linked: Callable[[], Linked], kind: LinksAs) -> str:
    return "".join(linked().written(kind, True, "https://x.example/ruling"))


def _linking_in_all(format: Format, text: str, _: str) -> Iterator[Step]:
    own = built()
    yield "cite", lambda: cite(text, format, own.desk.index)


def _citing_folder(many: bool, text: str, language: str) -> Iterator[Step]:
    """A folder of rulings: one that grows, or more and more of a kilobyte."""
    own = built()
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        each = 1_000 if many else max(1, len(text))
        for number, at in enumerate(range(0, max(1, len(text)), each)):
            file = folder / f"{number}.{('md', 'html', 'txt')[number % 3]}"
            file.write_bytes(text[at : at + each].encode("utf-8", "replace"))
        read: list[Any] = []
        yield "read", lambda: _kept(read, lambda: [*_rulings(own, folder, language)])
        if not read:
            return
        titles = ProvisionTitles(own.desk.corpus, own.desk.store, "en")
        yield "all laws", lambda: str(citator_json(cited_laws(read[0], own.desk.index), [], titles))
        edition, id = own.desk.reference("27", own.desk.edition(None))
        yield (
            "one law",
            lambda: str(citing_json(edition, id, citing(read[0], own.desk.index, edition, id), [])),
        )


def _rulings(own: Built, folder: Path, language: str) -> Iterator[CitingRuling]:
    for ruling in rulings_below(folder, lambda _: None):
        spoken = (ruling.language,) if ruling.language in LANGUAGES else (language,)
        cited = cite(ruling.document, ruling.format, own.desk.index, spoken)
        yield CitingRuling(ruling, tuple(cited))


def _extending(text: str, language: str) -> Iterator[Step]:
    """What our extension does of a page; what Python-Markdown itself does is not ours to mend."""
    page = Markdown(extensions=[KodeksExtension(lang=language)])
    links = page.treeprocessors["kodeks"]
    trees: list[Any] = []
    links.run, run = trees.append, links.run
    try:
        page.convert(text)
    except (ValueError, RecursionError, KodeksError):  # Python-Markdown's own
        return
    if trees:
        yield "link", Once(lambda: run(trees[0]))


# --- search and look-ups -------------------------------------------------------------------------


def _searching(text: str, language: str) -> Iterator[Step]:
    own = built()
    texts = own.desk.corpus.published

    def search() -> str:
        found = own.searcher.search(text, texts, (language,), 100)
        return str(answer_json(own.desk.corpus, own.searcher.database, found, []))

    def offer() -> str:
        database = own.searcher.database
        return str(suggest(own.desk.corpus, database, text, texts, language, 50))

    yield "search", search
    yield "suggest", offer
    yield "normalise", lambda: normalised(text)


def _looking_up(text: str, _: str) -> Iterator[Step]:
    own = built()
    yield "whole citation", lambda: str(whole_citation(text))
    yield "reference", lambda: str(parse_reference(text))
    yield "show", lambda: str([*find(own.desk.corpus, own.desk.store, text)])


def _looking_words_up(text: str, _: str) -> Iterator[Step]:
    own = built()
    yield "called", lambda: str(own.glossary.called(text, own.glossary.languages))


_FORMATS: tuple[Format, ...] = ("text", "markdown", "html")

ALL: tuple[Reader, ...] = (
    *(Reader(f"link {one}", one, partial(_linking, one)) for one in _FORMATS),
    *(
        Reader(f"link {one} in all languages", one, partial(_linking_in_all, one))
        for one in _FORMATS
    ),
    Reader("citator", "markdown", partial(_citing_folder, False)),
    Reader("citator of many", "markdown", partial(_citing_folder, True)),
    Reader("Markdown extension", "markdown", _extending, has_others=True),
    Reader("search", "query", _searching, QUERY_SIZES),
    Reader("look up", "query", _looking_up, (0, 20, 58, 199, 3_000, 100_000)),
    Reader("glossary", "term", _looking_words_up, (0, 20, 60, 1_000, 10_000, 100_000)),
)

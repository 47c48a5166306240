"""What somebody asks of a concordance, parsed by Whoosh: words, phrases, AND OR NOT, fields.

    karta "two words" rewok* NOT law:50 kind:(note OR law)

Words beside each other must all be in a record. OR joins its two neighbours, AND binds closer than
OR. AND, OR and NOT are operators in capitals only. `*` stands for any letters of a word, `?` for
one letter. A fault is a `PlacedError`, which says where in the query it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from whoosh import matching, qparser, query
from whoosh.qparser import plugins, syntax

from kb.concordance.indexed_words import NARROWING, NO, WORDS, YES, compared
from kb.concordance.query_checks import MOST, QUOTES, Piece, check_pieces
from kb.core.concording import LONGEST
from kb.core.errors import PlacedError
from kb.core.nearest import nearest
from kb.languages.letters import letters
from kb.languages.stemming import fold

#: How many letters a word must have before its first wildcard.
LEADING: Final = 2
#: How many forms one wildcard may stand for, and all of a query together.
MOST_FORMS, MOST_FORMS_IN_ALL = 1000, 2000

#: The fields of which all values are known, so that another one is a slip.
_KNOWN = ("lang", "text", "edition", "kind", "plain")

_WILD = re.compile(r"[*?]")
#: A word of a query as kb.languages.letters has words, with wildcards; _ is taken out before.
_ASKED: Final = re.compile(rf"[\w*?{letters()['mark']}]+")

#: Operators stand between blanks, brackets and quotes.
_APART = rf"\s(){QUOTES}"


@dataclass(frozen=True)
class ParsedQuery:
    """A query as Whoosh evaluates it, and those parts of it whose places are shown.

    `missing` are the words of it, as they are compared, that no document has.
    """

    whole: Any
    marked: tuple[Any, ...]
    missing: tuple[str, ...]


class _PlacesMatcher(matching.ListMatcher):  # type: ignore[misc]  # Whoosh has no type hints
    """Documents with their places, read before: Whoosh's union of a thousand words is slow."""

    def __init__(self, spans: Mapping[int, list[Any]]) -> None:
        super().__init__(sorted(spans))
        self._spans = spans

    def spans(self) -> list[Any]:
        """The places in the document where the matcher stands."""
        return self._spans[self.id()]


class _AskedForms(query.Or):  # type: ignore[misc]
    """All forms that what has wildcards stands for; there may be none."""

    def __init__(self, fieldname: str, terms: list[Any]) -> None:
        super().__init__(terms)
        self.fieldname = fieldname
        self._held: dict[Any, Mapping[int, list[Any]]] = {}

    def __bool__(self) -> bool:
        return True  # Whoosh leaves NOT out before what is false: without a form it is everything

    def matcher(self, searcher: Any, context: Any = None) -> _PlacesMatcher:
        """The documents with any of the forms, read once of each index."""
        if searcher not in self._held:
            self._held[searcher] = self._read(searcher, context)
        return _PlacesMatcher(self._held[searcher])

    def _read(self, searcher: Any, context: Any) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = {}
        for form in self.subqueries:
            matcher = form.matcher(searcher, context)
            while matcher.is_active():
                spans = matcher.spans() if form.fieldname == WORDS else ()
                found.setdefault(matcher.id(), []).extend(spans)
                matcher.next()
        return {number: sorted(spans) for number, spans in found.items()}


class _WordNode(syntax.TextNode):  # type: ignore[misc]
    """What stands between blanks: a word, several (with a hyphen), or the value of a field."""

    def query(self, parser: ConcordanceParser) -> Any:
        return parser.asked(self)


class _PhraseNode(_WordNode):
    """What stands between quotes: words that follow each other."""


class _WordSyntax(plugins.TaggingPlugin):  # type: ignore[misc]
    nodetype = _WordNode
    priority = 10
    expr = rf"(?P<text>[^{_APART}]+)"


class _PhraseSyntax(plugins.TaggingPlugin):  # type: ignore[misc]
    nodetype = _PhraseNode
    expr = rf"[{QUOTES}](?P<text>[^{QUOTES}]*)[{QUOTES}]"


def _operator(word: str) -> str:
    return rf"(?<![^{_APART}]){word}(?![^{_APART}])"


class ConcordanceParser(qparser.QueryParser):  # type: ignore[misc]
    """The parser of one query; `values` has all values of the fields of which all are known."""

    def __init__(self, reader: Any, values: Mapping[str, frozenset[str]], written: str) -> None:
        operators = plugins.OperatorsPlugin(
            And=_operator("AND"),
            Or=_operator("OR"),
            Not=_operator("NOT"),
            AndNot=None,
            AndMaybe=None,
            Require=None,
        )
        used = [
            plugins.GroupPlugin(),
            plugins.FieldsPlugin(remove_unknown=False),
            _PhraseSyntax(),
            operators,
            _WordSyntax(),
        ]
        super().__init__(WORDS, reader.schema, plugins=used)
        self._reader, self._values, self._written = reader, values, written
        self._forms = self._words = 0
        self._missing: dict[str, None] = {}

    def parsed(self) -> ParsedQuery:
        """The query; raises `PlacedError`."""
        written = self._written
        if len(written) > LONGEST:
            message = f"the query has {len(written)} characters, at most {LONGEST} are read"
            raise PlacedError("long", message, written, LONGEST, len(written) - LONGEST)
        nodes = self.tag(written)
        pieces = [_piece(node) for node in nodes if not node.is_ws()]
        check_pieces(pieces, written, NARROWING)
        whole = self.filterize(nodes).query(self)
        marked = tuple(_marked(whole))
        if not marked:
            refused = next((piece for piece in pieces if piece.sort == "not"), pieces[0])
            raise PlacedError(
                "narrows",
                "there is no word here whose places could be shown",
                written,
                refused.start,
                refused.length,
                "NOT and fields only narrow what other words find: add a word or a phrase.",
            )
        return ParsedQuery(whole, marked, tuple(self._missing))

    def asked(self, node: _WordNode) -> Any:
        """The query of a word, a phrase, or the value of a field."""
        field = node.fieldname or WORDS
        return self._sequence(node) if field == WORDS else self._narrowed(node, field)

    def _sequence(self, node: _WordNode) -> Any:
        """Words in their order, each in all forms that it stands for."""
        inside = self._written[node.startchar : node.endchar].replace("_", " ")
        words = [word for word in _ASKED.finditer(inside) if fold(word[0])]
        if not words:
            message = "there is no word here, only signs"
            raise self._fault("signs", message, node.startchar, len(inside))
        self._words += len(words)
        if self._words > MOST:
            message = f"at most {MOST} words are looked for"
            raise self._fault("words", message, node.startchar, len(inside))
        found = [self._forms_of(word[0], node.startchar + word.start()) for word in words]
        return query.Sequence(found) if len(found) > 1 else found[0]

    def _forms_of(self, word: str, position: int) -> Any:
        """A word, or all forms in the index that one with wildcards stands for."""
        if _WILD.search(word) is None:
            term = query.Term(WORDS, fold(word))
            if (WORDS, term.text.encode()) not in self._reader:
                self._missing[term.text] = None
            return term
        pieces = re.split(r"([*?])", word)
        folded = "".join(piece if piece in "*?" else fold(piece) for piece in pieces)
        return self._expanded(WORDS, folded, LEADING, position, len(word))

    def _narrowed(self, node: _WordNode, field: str) -> Any:
        """The documents that have a value in a field."""
        inside = node.text.strip()
        value, position = compared(inside), self._written.index(inside, node.startchar)
        if _WILD.search(value):
            return self._expanded(field, value, 1, position, len(inside))
        if field in _KNOWN and value not in self._values[field]:
            known = sorted(self._values[field])
            near = nearest(value, known)
            hint = f"The nearest: {', '.join(near)}." if near else f"There are: {', '.join(known)}."
            message = f"there is no {field} {inside!r}"
            at = position, len(inside) or 1
            raise self._fault("unknown", message, *at, hint, near or known)
        return query.Term(field, value)

    def _expanded(self, field: str, pattern: str, leading: int, position: int, length: int) -> Any:
        """All values of a field that a pattern stands for; it has so many letters first."""
        wild = _WILD.search(pattern)
        assert wild
        if wild.start() < leading:
            lacking = f"at least {leading} letters" if leading > 1 else "a letter"
            message = f"{lacking} must stand before {wild[0]}"
            raise self._fault("wildcard", message, position, length)
        found = query.Wildcard(field, pattern).expanded_terms(self._reader)
        forms = [form.decode() for _, form in found]
        self._forms += len(forms)
        if len(forms) > MOST_FORMS or self._forms > MOST_FORMS_IN_ALL:
            alone = len(forms) > MOST_FORMS
            what = f"{pattern} stands" if alone else f"with {pattern} the wildcards stand"
            number, limit = (len(forms), MOST_FORMS) if alone else (self._forms, MOST_FORMS_IN_ALL)
            message = f"{what} for {number} words, at most {limit} are looked for"
            hint = "Put more letters before the wildcard."
            raise self._fault("forms", message, position, length, hint)
        return _AskedForms(field, [query.Term(field, form) for form in forms])

    def _fault(
        self,
        fault: str,
        message: str,
        position: int,
        length: int,
        hint: str | None = None,
        names: Sequence[str] = (),
    ) -> PlacedError:
        return PlacedError(fault, message, self._written, position, length, hint, names)


def known_values(reader: Any) -> dict[str, frozenset[str]]:
    """All values that each field of which all are known has in an index."""
    found = {field: reader.lexicon(field) for field in _KNOWN}
    values = {field: frozenset(map(bytes.decode, lexicon)) for field, lexicon in found.items()}
    return {**values, "plain": frozenset((YES, NO))}


def _piece(node: Any) -> Piece:
    """A node of Whoosh's as the checks see it."""
    start, length = node.startchar, node.endchar - node.startchar
    match node:
        case syntax.FieldnameNode():
            return Piece("field", start, length, node.fieldname)
        case plugins.GroupPlugin.OpenBracket():
            return Piece("open", start, length)
        case plugins.GroupPlugin.CloseBracket():
            return Piece("close", start, length)
        case syntax.PrefixOperator():
            return Piece("not", start, length, node.text)
        case syntax.InfixOperator():
            return Piece("between", start, length, node.text)
        case _WordNode():
            return Piece("words", start, length, node.text)
        case _:  # what none of the plugins has read: quotes without their others
            return Piece("quote", start, length)


def _marked(asked: Any) -> Iterator[Any]:
    """The parts of a query whose places are shown: its words, but for those behind NOT."""
    match asked:
        case query.Not():
            return
        case query.Sequence():
            yield asked
        case _AskedForms():
            if asked.fieldname == WORDS:
                yield asked
        case query.Term():
            if asked.fieldname == WORDS:
                yield asked
        case query.And() | query.Or():
            for part in asked:
                yield from _marked(part)
        case _:
            raise TypeError(f"{type(asked).__name__} is in no query")

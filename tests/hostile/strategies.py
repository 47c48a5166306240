"""Motifs that Hypothesis makes up of what means something to us."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

from hostile import tokens
from hostile.motifs import Motif
from kb.citations.anchors import patterns

#: For what an input is made up.
Kind = Literal["text", "markdown", "html", "query", "term", "header", "address"]

LANGUAGES = ("hu", "pl", "hr", "it", "fr", "de", "en")

_CITING = (tokens.PATHS, tokens.RANGES, tokens.JOINERS, tokens.CONTEXT)
_PLAIN = (tokens.BLANKS, tokens.LETTERS)
_FAMILIES: dict[Kind, Sequence[Sequence[str]]] = {
    "text": (*_CITING, *_PLAIN, tokens.LISTS, tokens.ADDRESSES, tokens.ENTITIES),
    "markdown": (
        *(*_CITING, *_PLAIN, tokens.LISTS, tokens.ADDRESSES, tokens.ENTITIES, tokens.FRONT),
        *(tokens.MARKUP, tokens.MARKUP, tokens.MARKUP, tokens.TAGS, tokens.TAGS),
    ),
    "html": (
        *(*_CITING, *_PLAIN, tokens.ADDRESSES, tokens.ENTITIES, tokens.ENTITIES),
        *(tokens.TAGS, tokens.TAGS, tokens.TAGS),
    ),
    "query": (*_CITING, *_PLAIN, ("ulti ", "bridge ", "renons ", "revoke ", "exposed card ")),
    "term": (*_PLAIN, tokens.PATHS, ("-", " of ", " the ", "színvétés", "kétszeres")),
    "header": (tokens.HEADERS, tokens.BLANKS[:2], tokens.LETTERS[:3]),
    "address": (tokens.ADDRESS_PARTS, tokens.PATHS, tokens.LETTERS),
}


def pieces(kind: Kind, language: str) -> st.SearchStrategy[str]:
    """A piece that means something where it stands: each family is as likely as the others."""
    families = [st.sampled_from(family) for family in _FAMILIES[kind]]
    if kind not in ("header", "address"):
        families += [st.sampled_from(tokens.citations(language))]
        families += [st.sampled_from(tokens.terms(language))]
    return st.one_of(families)


@st.composite
def motifs(draw: st.DrawFn, kind: Kind) -> Motif:
    """A motif of one to eight pieces, perhaps with something before, behind, between, or nested."""
    language = draw(st.sampled_from(LANGUAGES))
    piece = pieces(kind, language)
    own = draw(st.lists(piece, min_size=1, max_size=draw(st.sampled_from((1, 2, 3, 8)))))
    between = draw(st.sampled_from(("", "", " ", "\n", ", ", "\n\n")))
    rare = st.lists(piece, max_size=2).map("".join)
    around = draw(st.tuples(rare, rare) if draw(st.booleans()) else st.just(("", "")))
    nested = draw(st.booleans()) and draw(st.booleans())
    closing = draw(st.lists(piece, min_size=1, max_size=2).map("".join)) if nested else ""
    unit = "".join(own) + between
    return Motif(unit, around[0], around[1], draw(rare) if nested else "", closing, language)


def drawn(kind: Kind, seed: int, count: int) -> list[Motif]:
    """So many motifs of a kind, the same for the same seed."""
    found: dict[Motif, None] = {}

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=2 * count + 2,  # the first are always the simplest
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
        derandomize=False,
    )
    @hypothesis.given(motifs(kind))
    def draw(motif: Motif) -> None:
        found[motif] = None

    draw()
    return [*found][-count:]


assert {*LANGUAGES} <= {*patterns()}

"""What options narrow a concordance to: languages, kinds, and a work, an edition or a text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kb.concordance.indexed_words import compared
from kb.concordance.occurrences import Concordance, Wanted
from kb.core.concording import RULINGS
from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.corpus.corpus import Corpus


def narrowed(
    corpus: Corpus,
    concordance: Concordance,
    within: str | None = None,
    languages: Sequence[str] = (),
    kind: str | None = None,
    published: bool = False,
) -> Wanted:
    """What is wanted: of all texts or, where it says so, of those alone that may be published.

    Raises `NotFoundError` for a language, a kind or a place that the concordance does not have.
    """
    only: dict[str, Collection[str]] = {}
    for field, chosen in (("lang", languages), ("kind", [kind] if kind else [])):
        known = concordance.values(field)
        for value in chosen:
            if compared(value) not in known:
                near = nearest(value, sorted(known)) or sorted(known)
                what = "kind" if field == "kind" else "language"
                raise NotFoundError(f"there is no {what} {value!r} in any text", near)
        if chosen:
            only[field] = frozenset(map(compared, chosen))
    if within is not None:
        only |= _within(corpus, concordance, compared(within))
    if not published:
        return Wanted(only)
    editions = {RULINGS, *(compared(text.edition) for text in corpus.published)}
    shown = {*only.get("edition", editions)} & editions
    hidden = {text.id for text in corpus.readable} - {text.id for text in corpus.published}
    return Wanted({**only, "edition": shown}, frozenset(hidden))


def _within(corpus: Corpus, concordance: Concordance, within: str) -> dict[str, Collection[str]]:
    """The field that has the name of a text, an edition or a work, and its values there."""
    texts, editions = concordance.values("text"), concordance.values("edition")
    by_work: dict[str, set[str]] = {}
    for edition in corpus.editions:
        if compared(edition.id) in editions:
            by_work.setdefault(compared(edition.work), set()).add(compared(edition.id))
    if within in texts:
        return {"text": {within}}
    if within in editions:
        return {"edition": {within}}
    if within in by_work:
        return {"edition": by_work[within]}
    names = sorted({*texts, *editions, *by_work})
    raise NotFoundError(f"there is no text or edition {within!r}", nearest(within, names))

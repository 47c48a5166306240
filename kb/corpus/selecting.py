"""Which texts somebody means who names a work, an edition or a text, and languages."""

from __future__ import annotations

from kb.core.errors import NotFoundError
from kb.core.nearest import nearest
from kb.corpus.corpus import Corpus, Text


def select_texts(
    corpus: Corpus, within: str | None, languages: tuple[str, ...]
) -> tuple[Text, ...]:
    """The readable texts of a work, edition or text, in these languages (all when empty).

    Raises `NotFoundError` with the nearest names.
    """
    texts = corpus.readable
    available = sorted({text.language for text in texts})
    for language in languages:
        if language not in available:
            raise NotFoundError(f"there is no text in {language!r}", available)
    if within is not None:
        works = {edition.id: edition.work for edition in corpus.editions}
        named = [t for t in texts if within in (t.id, t.edition, works[t.edition])]
        if not named and any(within in (t.id, t.edition) for t in corpus.texts):
            raise NotFoundError(f"{within} is in the corpus, but no reader understands it yet")
        if not named:
            names = sorted({n for t in texts for n in (t.id, t.edition, works[t.edition])})
            raise NotFoundError(f"there is no text or edition {within!r}", nearest(within, names))
        texts = tuple(named)
    chosen = tuple(text for text in texts if not languages or text.language in languages)
    if not chosen:
        have = sorted({text.language for text in texts})
        raise NotFoundError(f"{within} has no text in {', '.join(languages)}", have)
    return chosen

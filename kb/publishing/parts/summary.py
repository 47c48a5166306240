"""What the site says that it has, in one sentence."""

from __future__ import annotations

from kb.corpus.corpus import Corpus
from kb.languages.catalogue import Catalogue


def summary(corpus: Corpus, catalogue: Catalogue) -> str:
    """The manifest's sentence in a language; the titles of the works where it has none."""
    if corpus.about:
        return catalogue.gettext(corpus.about)
    published = {corpus.edition(text.edition).work for text in corpus.published}
    titles = [work.title for work in corpus.works if work.id in published]
    return catalogue.list([catalogue.gettext(title) for title in titles])

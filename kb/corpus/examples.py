"""What help and documentation show as examples: ids of this corpus and queries for it.

They are written as `$edition` where they are to stand, since no game is known to the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from kb.core.errors import CorpusError
from kb.corpus.corpus import Corpus
from kb.corpus.manifest import load

#: What stands there where no corpus is found, or the corpus has nothing of the kind.
_NOTHING = {
    "contents": "Numbered rules of games",
    "game": "GAME",
    "other_game": "OTHER-GAME",
    "edition": "EDITION",
    "older": "OLDER-EDITION",
    "series": "SERIES",
    "text": "EDITION/LANGUAGE",
    "language": "LANGUAGE",
    "other_language": "OTHER-LANGUAGE",
    "languages": "two letters",
    "number": "NUMBER",
    "words": "WORDS",
}


def examples(home: Path | None = None) -> Mapping[str, str]:
    """The examples by name, from the corpus of a home; general words where it has none."""
    try:
        return {**_NOTHING, **_examples(load(home))}
    except CorpusError:
        return _NOTHING


def filled(value: Any, by_name: Mapping[str, str]) -> Any:
    """Words, or JSON with words in it, with the examples that `$name` stands for.

    >>> filled(["$edition:27", {"default": "$ 5"}], {"edition": "rules-2017"})
    ['rules-2017:27', {'default': '$ 5'}]
    """
    if isinstance(value, str):
        return Template(value).safe_substitute(by_name) if "$" in value else value
    if isinstance(value, list):
        return [filled(item, by_name) for item in value]
    if isinstance(value, dict):
        return {key: filled(item, by_name) for key, item in value.items()}
    return value


def _examples(corpus: Corpus) -> dict[str, str]:
    lawbooks = [corpus.edition(text.edition) for text in corpus.lawbooks]
    editions = [edition for edition in lawbooks if not corpus.superseded(edition)]
    older = [edition.id for edition in lawbooks if corpus.superseded(edition)]
    series = [edition.id for edition in corpus.editions if edition.about]
    games = [*dict.fromkeys(edition.work for edition in lawbooks)]
    spoken = [*dict.fromkeys(text.language for text in corpus.readable)]
    texts = corpus.texts_of(editions[0].id) if editions else ()
    found = {
        "contents": corpus.contents,
        "game": games[0] if games else "",
        "other_game": games[-1] if games else "",
        "edition": editions[0].id if editions else "",
        "older": (older or [edition.id for edition in editions] or [""])[0],
        "series": series[0] if series else "",
        "text": texts[-1].id if texts else "",
        "language": texts[0].language if texts else "",
        "other_language": texts[-1].language if texts else "",
        "languages": ", ".join(spoken),
        **dict(zip(("number", "words"), corpus.examples, strict=False)),
    }
    return {name: words for name, words in found.items() if words}

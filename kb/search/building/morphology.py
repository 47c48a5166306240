"""What forms words have: from simplemma's dictionaries, asked once when the corpus is built.

Loading a dictionary takes seconds, so that what it said is kept in build/words and only asked
again for words that are new.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kb.files.atomic import write_whole

#: What simplemma calls a language that it does not know by its own code.
CODES = {"hr": "hbs"}

_SCHEMA = "kodeks.words/1"
#: A script that words of a language are not written in: Croatian stands with Serbian.
_CYRILLIC = range(0x400, 0x530)


@dataclass
class Morphology:
    """Dictionary forms of words, and the other forms of these; all in small letters."""

    lemmas: dict[str, str] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)


def morphology(words: Iterable[str], language: str, directory: Path | None = None) -> Morphology:
    """What a dictionary says of these words (in small letters) and of those of the same lemma.

    `directory` keeps it for the next time; what cannot be kept is asked again. A language without
    a dictionary has no forms.
    """
    wanted = {*words}
    path = directory / f"{language}.json" if directory else None
    known = _kept(path)
    if not wanted <= known.lemmas.keys():
        known = _asked(wanted | known.lemmas.keys(), CODES.get(language, language))
        if path:
            _keep(path, known)
    lemmas = {word: lemma for word in sorted(wanted) if (lemma := known.lemmas[word])}
    forms = {lemma: known.forms[lemma] for lemma in sorted({*lemmas.values()})}
    return Morphology(lemmas, forms)


def _asked(words: set[str], code: str) -> Morphology:
    """What the dictionary has for these words, "" for the lemma of one that it lacks."""
    dictionary = _dictionary(code)
    if dictionary is None:
        return Morphology(dict.fromkeys(words, ""))
    capital: Callable[[str], str] = str.capitalize  # as German writes nouns
    lemmas: dict[str, str] = {}
    for word in words:
        found = dictionary.get(word) or dictionary.get(capital(word)) or ""
        lemmas[word] = found.lower()
    wanted = {*lemmas.values()} - {""}
    forms: dict[str, set[str]] = defaultdict(set)
    for form, lemma in dictionary.items():
        lowered = lemma.lower()
        if lowered in wanted and ord(form[-1]) not in _CYRILLIC:
            forms[lowered].add(form.lower())
    return Morphology(lemmas, {lemma: sorted(forms[lemma]) for lemma in wanted})


def _dictionary(code: str) -> Any:
    """The dictionary of a language, form → lemma; None for one that there is none of.

    simplemma is loaded only when it is asked.
    """
    from simplemma.strategies.dictionaries.dictionary_factory import (
        SUPPORTED_LANGUAGES,
        DefaultDictionaryFactory,
    )

    if code not in SUPPORTED_LANGUAGES:
        return None
    return DefaultDictionaryFactory(cache_max_size=1).get_dictionary(code)


def _kept(path: Path | None) -> Morphology:
    """What was kept; nothing if it is damaged or of another version."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8")) if path else {}
        if raw.get("schema") == _SCHEMA and raw.get("simplemma") == version("simplemma"):
            lemmas, forms = dict(raw["lemmas"]), dict(raw["forms"])
            if {*lemmas.values()} - {""} <= forms.keys():
                return Morphology(lemmas, forms)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return Morphology()


def _keep(path: Path, known: Morphology) -> None:
    content = {
        "schema": _SCHEMA,
        "simplemma": version("simplemma"),
        "lemmas": dict(sorted(known.lemmas.items())),
        "forms": dict(sorted(known.forms.items())),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(content, ensure_ascii=False).encode())

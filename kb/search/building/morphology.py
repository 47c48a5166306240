"""What forms words have: from simplemma's dictionaries, asked once when the corpus is built.

Going through a dictionary takes seconds, so that what it said is kept in build/words and only asked
again for words that are new; dictionaries of several languages are asked at once.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kb.core.process_pool import process_pool
from kb.files.atomic import write_whole

#: What simplemma calls a language that it does not know by its own code.
CODES = {"hr": "hbs"}

#: How many dictionaries are asked at once: each takes some 500 MB of memory.
_AT_ONCE = 2

_SCHEMA = "kodeks.words/1"
#: A script that words of a language are not written in: Croatian stands with Serbian.
_CYRILLIC = range(0x400, 0x530)


@dataclass
class Morphology:
    """Dictionary forms of words, and the other forms of these; all in small letters."""

    lemmas: dict[str, str] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)


def morphologies(
    words: Mapping[str, Iterable[str]], directory: Path | None = None
) -> dict[str, Morphology]:
    """What dictionaries say of these words (in small letters) and of those of the same lemma.

    `words` are by language, and so is what is said of them. `directory` keeps it for the next time;
    what cannot be kept is asked again. A language without a dictionary has no forms.
    """
    wanted = {language: {*of_language} for language, of_language in words.items()}
    by_language = {language: _kept(_path(directory, language)) for language in wanted}
    asked = {
        language: wanted[language] | by_language[language].lemmas.keys()
        for language in wanted
        if not wanted[language] <= by_language[language].lemmas.keys()
    }
    for language, answer in zip(asked, _asked_at_once(asked), strict=True):
        by_language[language] = answer
        if path := _path(directory, language):
            _keep(path, answer)
    return {language: _of(wanted[language], by_language[language]) for language in wanted}


def _path(directory: Path | None, language: str) -> Path | None:
    return directory / f"{language}.json" if directory else None


def _of(words: set[str], morphology: Morphology) -> Morphology:
    """What is known of these words alone."""
    lemmas = {word: lemma for word in sorted(words) if (lemma := morphology.lemmas[word])}
    forms = {lemma: morphology.forms[lemma] for lemma in sorted({*lemmas.values()})}
    return Morphology(lemmas, forms)


def _asked_at_once(words: Mapping[str, set[str]]) -> list[Morphology]:
    """What each language's dictionary has, asked in processes where there are several.

    Raises `BuildError` when one of the processes was ended from outside.
    """
    codes = [CODES.get(language, language) for language in words]
    workers = min(len(words), os.cpu_count() or 1, _AT_ONCE)
    if workers < 2:
        return [*map(_asked, words.values(), codes)]
    with process_pool("asks a dictionary", workers) as pool:
        return [*pool.map(_asked, words.values(), codes)]


def _asked(words: set[str], code: str) -> Morphology:
    """What the dictionary has for these words, "" for the lemma of one that it lacks."""
    dictionary = _dictionary(code)
    if dictionary is None:
        return Morphology(dict.fromkeys(words, ""))
    capital: Callable[[str], str] = str.capitalize  # as German writes nouns
    lemmas: dict[str, str] = {}
    for word in words:
        lemma = dictionary.get(word) or dictionary.get(capital(word)) or ""
        lemmas[word] = lemma.lower()
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


def _keep(path: Path, morphology: Morphology) -> None:
    content = {
        "schema": _SCHEMA,
        "simplemma": version("simplemma"),
        "lemmas": dict(sorted(morphology.lemmas.items())),
        "forms": dict(sorted(morphology.forms.items())),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(content, ensure_ascii=False).encode())

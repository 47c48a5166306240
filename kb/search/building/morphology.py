"""The forms of words, from simplemma's dictionaries, which are asked when the corpus is built.

Going through a dictionary takes seconds. So its answers are kept in build/words and it is asked
again only when there are new words; dictionaries of several languages are asked at the same time.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kb.core.process_pool import process_pool
from kb.files.atomic import write_whole
from kb.files.typed_toml import read_toml
from kb.languages.stemming import lower_case

#: How many dictionaries are asked at once: each takes some 500 MB of memory.
_AT_ONCE = 2

_SCHEMA = "kodeks.words/1"
_DICTIONARIES = Path(__file__).with_name("dictionaries.toml")


@dataclass
class Morphology:
    """Dictionary forms of words, and the other forms of these; all in small letters."""

    lemmas: dict[str, str] = field(default_factory=dict)
    forms: dict[str, list[str]] = field(default_factory=dict)


def morphologies(
    words: Mapping[str, Iterable[str]], directory: Path | None = None
) -> dict[str, Morphology]:
    """The lemmas of words, and all forms of these lemmas, by language.

    `words` has the words of each language in small letters. `directory` keeps the answers of
    dictionaries from build to build. A language without a dictionary has no lemmas and no forms.
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
    """The part of a morphology that these words need."""
    lemmas = {word: lemma for word in sorted(words) if (lemma := morphology.lemmas[word])}
    forms = {lemma: morphology.forms[lemma] for lemma in sorted({*lemmas.values()})}
    return Morphology(lemmas, forms)


def _asked_at_once(words: Mapping[str, set[str]]) -> list[Morphology]:
    """Ask the dictionary of each language; several at the same time, where processors allow.

    Raises `BuildError` when a process that asks was ended from outside.
    """
    named = _codes()
    codes = [named.get(language, language) for language in words]
    workers = min(len(words), os.cpu_count() or 1, _AT_ONCE)
    if workers < 2:
        return [*map(_asked, words.values(), codes)]
    with process_pool("asks a dictionary", workers) as pool:
        return [*pool.map(_asked, words.values(), codes)]


def _asked(words: set[str], code: str) -> Morphology:
    """Look words up in a dictionary; the lemma of a word that it lacks is "".

    Forms in a script that none of the words is in are left out: a dictionary may
    have those of a language beside it.
    """
    dictionary = _dictionary(code)
    if dictionary is None:
        return Morphology(dict.fromkeys(words, ""))
    capital: Callable[[str], str] = str.capitalize  # as some languages write nouns
    lemmas: dict[str, str] = {}
    for word in words:
        lemma = dictionary.get(word) or dictionary.get(capital(word)) or ""
        lemmas[word] = lower_case(lemma, code)
    wanted = {*lemmas.values()} - {""}
    scripts = {*map(_script, words), ""}
    forms: dict[str, set[str]] = defaultdict(set)
    for form, lemma in dictionary.items():
        lowered = lower_case(lemma, code)
        if lowered in wanted and _script(form) in scripts:
            forms[lowered].add(lower_case(form, code))
    return Morphology(lemmas, {lemma: sorted(forms[lemma]) for lemma in wanted})


def _script(word: str) -> str:
    """The script of the last letter of a word, as Unicode calls it; "" where it has none.

    >>> _script("karta"), _script("карта-"), _script("♠")
    ('LATIN', 'CYRILLIC', '')
    """
    last = next(filter(str.isalpha, reversed(word)), " ")
    script, letter, _ = unicodedata.name(last).partition(" LETTER ")
    return script.partition(" ")[0] if letter else ""  # º is no letter by its name


def has_dictionary(language: str) -> bool:
    """Whether there is a dictionary of a language."""
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    return dictionary_code(language) in SUPPORTED_LANGUAGES


def dictionary_code(language: str) -> str:
    """What simplemma calls a language."""
    return _codes().get(language, language)


def _codes() -> dict[str, str]:
    return read_toml(_DICTIONARIES).table("codes").items()


def _dictionary(code: str) -> Any:
    """The dictionary of a language, form → lemma; None where there is none.

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
    """The answers in a file; none if it is damaged or of another version."""
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

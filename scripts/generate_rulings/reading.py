"""Reads the data of the generator: situations, auctions, and the words of each language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from generate_rulings.auctions import Auction, read_auction
from generate_rulings.citing import Style
from generate_rulings.drawing import Weighted
from generate_rulings.templates import Template, template

DATA = Path(__file__).parent / "data"
_WORDS = "words.toml"
_FRAMES = "frames.toml"

#: What is said of a situation: its title, the facts, the question, what each side says, the law,
#: and what follows if there was an irregularity that matters, or none.
PARTS = ("title", "facts", "question", "law", "offenders", "others", "yes", "no")


@dataclass(frozen=True, eq=False)
class Situation:
    """A situation of play: what auction it needs, who offends, how it is decided, and its laws.

    `laws` has for the year of each code the provisions by the keys that templates name them with.
    `kind` says which decisions there may be, `guessed` that the offender plays what he guessed.
    """

    id: str
    weight: float
    auction: str
    offender: str
    kind: str
    shown: bool
    guessed: bool
    laws: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Facts:
    """All that is true in every language."""

    situations: Mapping[str, Situation]
    auctions: Mapping[str, tuple[Auction, ...]]
    general: Mapping[str, Mapping[str, str]]
    codes: Mapping[str, int]
    nowhere: tuple[str, ...]
    kinds: Mapping[str, Mapping[str, Weighted[str]]]
    numbers: Mapping[str, float]
    edition: str


@dataclass(frozen=True, eq=False)
class Language:
    """The words and sentences of a language.

    `seats` and `suits` have the forms of each by case. `frames` are sentences for every ruling, by
    what they are for; `told` has for each situation and each of its parts the sentences.
    """

    code: str
    words: Mapping[str, Any]
    styles: Weighted[Style]
    bodies: Mapping[str, Weighted[str]]
    seats: tuple[Mapping[str, str], ...]
    suits: tuple[Mapping[str, str], ...]
    frames: Mapping[str, tuple[Template, ...]]
    told: Mapping[str, Mapping[str, tuple[Template, ...]]]

    @cache  # noqa: B019 - a few, and they live as long as the program
    def usable(self, situation: str, part: str, keys: frozenset[str]) -> tuple[Template, ...]:
        """The sentences of a part of a situation that cite nothing but these keys."""
        return tuple(t for t in self.told[situation][part] if t.laws() <= keys)

    @cache  # noqa: B019
    def framed(self, name: str, keys: frozenset[str]) -> tuple[Template, ...]:
        """The sentences for every ruling of this name that cite nothing but these keys."""
        return tuple(t for t in self.frames[name] if t.laws() <= keys)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def facts() -> Facts:
    """The situations, auctions and laws."""
    raw = _table(DATA / "situations.toml")
    auctions = _table(DATA / "auctions.toml")
    codes: dict[str, int] = raw["codes"]
    general = _by_code(raw["general"], codes)
    return Facts(
        {
            each["id"]: Situation(
                each["id"],
                each.get("weight", 1.0),
                each.get("auction", "plain"),
                each.get("offender", "any"),
                each["kind"],
                each.get("shown", True),
                each.get("guessed", False),
                _by_code(each["laws"], codes),
            )
            for each in raw["situation"]
        },
        {family: tuple(map(read_auction, lines)) for family, lines in auctions.items()},
        general,
        codes,
        tuple(raw["nowhere"]),
        {
            kind: {answer: Weighted(weights) for answer, weights in answers.items()}
            for kind, answers in raw["kinds"].items()
        },
        raw["numbers"],
        raw["edition"],
    )


@cache
def citable(situation: str, code: str) -> Mapping[str, str]:
    """The laws that a ruling about a situation may cite by a code, by their keys."""
    return {**facts().general[code], **facts().situations[situation].laws[code]}


@cache
def citable_keys(situation: str, code: str) -> frozenset[str]:
    """The keys of these laws; always the same set, so that it is found quickly."""
    return frozenset(citable(situation, code))


def _by_code(laws: Mapping[str, Any], codes: Iterable[str]) -> dict[str, dict[str, str]]:
    """The laws of each code: those of the newest, changed by what older ones say; "" is none."""
    out: dict[str, dict[str, str]] = {}
    known = {key: law for key, law in laws.items() if isinstance(law, str)}
    if laws.get("only"):
        return dict.fromkeys(laws["only"], known)
    for year in sorted(codes, reverse=True):
        known = known | laws.get(year, {})
        out[year] = {key: law for key, law in known.items() if law}
    return out


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that have data, in order."""
    return tuple(sorted(path.parent.name for path in DATA.glob(f"*/{_WORDS}")))


@cache
def language(code: str) -> Language:
    """The words and sentences of a language."""
    words = _table(DATA / code / _WORDS)
    told: dict[str, dict[str, tuple[Template, ...]]] = {}
    for path in sorted((DATA / code).glob("*.toml")):
        if path.name not in (_WORDS, _FRAMES):
            for id, parts in _table(path).items():
                told[id] = {part: _templates(parts.get(part, [])) for part in PARTS}
    frames = {name: _templates(lines) for name, lines in _table(DATA / code / _FRAMES).items()}
    styles = {Style.read(style): style["weight"] for style in words["style"]}
    bodies = {kind: Weighted(weights) for kind, weights in words["body"].items()}
    seats, suits = _by_place(words["seats"]), _by_place(words["suits"])
    return Language(code, words, Weighted(styles), bodies, seats, suits, frames, told)


def _by_place(cases: Mapping[str, list[str]]) -> tuple[Mapping[str, str], ...]:
    """What seats or suits are called: for each its forms by case."""
    return tuple(
        dict(zip(cases, forms, strict=True)) for forms in zip(*cases.values(), strict=True)
    )


def _templates(lines: str | list[str]) -> tuple[Template, ...]:
    return tuple(map(template, [lines] if isinstance(lines, str) else lines))

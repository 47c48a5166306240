"""What a work says of its numbers: how they are made up, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from kb.files.typed_toml import TomlTable

#: How the numbers of a work are made up. A lettered code has 27.B.1.b; a decimal one has 9.2.1.a,
#: and A.4.1 in its appendices; a statute has sections with labels, § 3 (5).
Numbering = Literal["lettered", "decimal", "statute"]

NUMBERINGS: tuple[Numbering, ...] = get_args(Numbering)


@dataclass(frozen=True)
class UnitWords:
    """What the provisions of a work are called in one language.

    `names` are templates for showing one to people, by depth; the last serves all deeper ones.
    `appendix` is the template for a provision of an appendix, if there is one of its own. The words
    that stand before and behind a number in a citation are in small letters, in every form;
    `joiners` stand between the items of a list, `ranges` between the ends of a range, `counted`
    behind a number that is no provision's but counts things of the game: 64 squares.
    """

    names: tuple[str, ...] = ()
    appendix: str | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    appendix_before: tuple[str, ...] = ()
    joiners: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Profile:
    """How the numbers of a work are made up, and what they are called, by language."""

    numbering: Numbering = "lettered"
    units: Mapping[str, UnitWords] = field(default_factory=dict)

    @property
    def is_statute(self) -> bool:
        """Whether its provisions are sections with labels."""
        return self.numbering == "statute"

    @property
    def is_lettered(self) -> bool:
        """Whether its provisions have letters below their numbers: 27.B.1.b."""
        return self.numbering == "lettered"

    def to_json(self, languages: Iterable[str] | None = None) -> dict[str, object]:
        """What a browser needs to write and read its numbers, in all or in these languages."""
        units = {
            code: {key: value for key, value in vars(words).items() if value}
            for code, words in self.units.items()
            if languages is None or code in {*languages}
        }
        return {"numbering": self.numbering, "units": units}


#: The profile of a work that says nothing of its numbers.
LETTERED = Profile()


def profile_of(raw: Mapping[str, Any]) -> Profile:
    """The profile that `Profile.to_json` wrote; raises `KeyError` or `TypeError` for another."""
    units = {
        str(code): UnitWords(
            tuple(words.get("names", ())),
            words.get("appendix"),
            tuple(words.get("before", ())),
            tuple(words.get("after", ())),
            tuple(words.get("appendix_before", ())),
            tuple(words.get("joiners", ())),
            tuple(words.get("ranges", ())),
            tuple(words.get("counted", ())),
        )
        for code, words in raw["units"].items()
    }
    return Profile(_numbering(raw["numbering"]), units)


def _numbering(name: str) -> Numbering:
    """The numbering with this name; raises `KeyError` where there is none."""
    return {str(one): one for one in NUMBERINGS}[name]


def read_profile(work: TomlTable) -> Profile:
    """The profile in the table of a work; raises `CorpusError` with the place of a fault."""
    numbering = work.one_of("numbering", {*NUMBERINGS}, "lettered")
    units = work.optional_table("units")
    spoken = {code: _units(units.table(code)) for code in units} if units else {}
    return Profile(_numbering(numbering), spoken)


def _units(table: TomlTable) -> UnitWords:
    words = UnitWords(
        table.strings("names", default=()),
        table.optional("appendix"),
        _small(table, "before"),
        _small(table, "after"),
        _small(table, "appendix_before"),
        _small(table, "joiners"),
        _small(table, "ranges"),
        _small(table, "counted"),
    )
    templates = {"names": words.names, "appendix": filter(None, [words.appendix])}
    for key, listed in templates.items():
        if any(template.count("{path}") != 1 for template in listed):
            raise table.error(key, "must have {path} where the number stands, once")
    table.done()
    return words


def _small(table: TomlTable, key: str) -> tuple[str, ...]:
    words = table.strings(key, default=())
    if any(word != word.lower().strip() or not word for word in words):
        raise table.error(key, "must be a list of words in small letters")
    return words

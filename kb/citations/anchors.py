"""The words that announce a law's number, from patterns/<language>.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from kb.citations.grammar import GRAMMAR, PATTERNS
from kb.citations.phrases import Phrases
from kb.core.ids import ProvisionId
from kb.corpus.manifest import Style
from kb.files.typed_toml import TomlTable, read_toml

#: What a number is: a law's, or a label inside one.
UnitKind = Literal["law", "part"]


@dataclass(frozen=True, eq=False)
class Unit:
    """A word for what a number is, in all its forms (small letters), those of the plural apart.

    `kind` is law where a bare number is a law's, part where it is a label inside one. `place`
    says whether the word stands before or after its number. `general` is a word of any statute
    (§, article), not of the laws of the game alone.
    """

    kind: UnitKind
    place: Literal["before", "after"]
    forms: frozenset[str]
    plurals: frozenset[str]
    general: bool


@dataclass(frozen=True)
class StatuteNames:
    """How the sections, cases and bids of a statute are shown; as here where nothing is said."""

    section: str = "§ {number}"
    case: str = "{number}"
    bid: str = "{number}"


@dataclass(frozen=True, eq=False)
class Patterns:
    """How one language cites.

    `names` are how a provision is shown to people, by depth: a law, a letter, a number; the last
    serves all deeper ones; `statute` names the sections, cases and bids of a statute. `joiners`
    stand between the items of a list, `ranges` between its ends, `fillers` (articles) before an
    item. `this` makes a unit mean the provision one reads, `above` and `below` point inside it.
    `suffixed` says that a number may carry a case ending (`54A-t`).

    In rulings: `codes` are names of our code, `others` of other regulations,
    `other_games` of games with laws of their own; `of` ties either to a
    number. `cues` announce a bare path (see 16B), `cues_after` stand behind one. What is `counted`
    shows that a number is none of a law. `ibid` means the last citation, `edition` stands with a
    year that names an edition.
    """

    language: str
    names: tuple[str, ...]
    statute: StatuteNames
    units: tuple[Unit, ...]
    joiners: frozenset[str]
    ranges: frozenset[str]
    fillers: frozenset[str]
    this: frozenset[str]
    above: frozenset[str]
    below: frozenset[str]
    suffixed: bool
    of: frozenset[str]
    codes: Phrases
    others: Phrases
    other_games: Phrases
    cues: Phrases
    cues_after: Phrases
    counted: Phrases
    ibid: Phrases
    edition: Phrases

    @cached_property
    def named(self) -> Phrases:
        """Everything that a citation may be of: our code, other regulations, other games."""
        lists = (self.codes, self.others, self.other_games)
        return Phrases(phrase for one in lists for phrase in one.listed)


@cache
def patterns() -> dict[str, Patterns]:
    """The patterns of every language that has a file, by language."""
    found = (_read(path) for path in sorted(PATTERNS.glob("*.toml")) if path != GRAMMAR)
    return {one.language: one for one in found}


def _read(path: Path) -> Patterns:
    raw = read_toml(path)

    def words(key: str) -> frozenset[str]:
        return frozenset(raw.strings(key, default=()))

    def phrases(key: str) -> Phrases:
        return Phrases(raw.strings(key, default=()))

    found = Patterns(
        language=raw.string("language"),
        names=raw.strings("names"),
        statute=_statute(raw.optional_table("statute")),
        units=tuple(map(_unit, raw.tables("unit"))),
        joiners=words("joiners"),
        ranges=words("ranges"),
        fillers=words("fillers"),
        this=words("this"),
        above=words("above"),
        below=words("below"),
        suffixed=raw.flag("suffixed"),
        of=words("of"),
        codes=phrases("codes"),
        others=phrases("others"),
        other_games=phrases("other_games"),
        cues=phrases("cues"),
        cues_after=phrases("cues_after"),
        counted=phrases("counted"),
        ibid=phrases("ibid"),
        edition=phrases("edition"),
    )
    raw.done()
    return found


def _statute(raw: TomlTable | None) -> StatuteNames:
    if raw is None:
        return StatuteNames()
    found = StatuteNames(raw.string("section"), raw.string("case"), raw.string("bid"))
    raw.done()
    return found


def _unit(raw: TomlTable) -> Unit:
    stems = raw.strings("stems")

    def forms(key: str, *bare: str) -> frozenset[str]:
        endings = (*bare, *raw.strings(key, default=()))
        return frozenset(stem + ending for stem in stems for ending in endings)

    unit = Unit(
        "law" if raw.one_of("kind", {"law", "part"}) == "law" else "part",
        "before" if raw.one_of("place", {"before", "after"}) == "before" else "after",
        forms("endings", ""),
        forms("plural"),
        raw.flag("general", default=False),
    )
    raw.done()
    return unit


def citation_name(id: ProvisionId, language: str, style: Style = "law") -> str:
    """A provision as people of a language write it: `przepis 27B1(b)`; the bare path if unknown.

    >>> citation_name(ProvisionId.parse("27.B.1.b"), "en")
    'Law 27B1(b)'
    >>> citation_name(ProvisionId.parse("4.F.2.a.b"), "hu", "section")
    '4. § (F) (2) a) b)'
    """
    if style == "section":
        return _section_name(id, _statute_names(language))
    found = patterns().get(language)
    if found is None:
        return id.display
    return found.names[min(id.depth, len(found.names)) - 1].format(path=id.display)


def _section_name(id: ProvisionId, names: StatuteNames) -> str:
    """A section with its labels as a statute prints them; the number below a number is a case's."""
    words = [names.section.format(number=id.parts[0])]
    for depth in range(2, id.depth + 1):
        label = section_label(id.parts[:depth])
        words.append(names.case.format(number=label) if label.isdigit() else label)
    return " ".join(words)


def section_label(path: tuple[str, ...]) -> str:
    """The last label of a path as a statute prints it: (A), (1), a), and the bare number of a case.

    >>> section_label(("13", "1")), section_label(("13", "1", "4"))
    ('(1)', '4')
    """
    *above, label = path
    if label.isdigit() and len(above) > 1 and above[-1].isdigit():
        return label
    return f"{label})" if label.islower() else f"({label})"


def display_name(id: str, language: str, style: Style = "law") -> str:
    """A record's id as people of a language write it; as it is when nobody has a word for it.

    A full id loses the edition before it.
    """
    id = id.rpartition(":")[2]
    if id[:1].isdigit():
        return citation_name(ProvisionId.parse(id), language, style)
    kind, _, number = id.partition(".")
    return _statute_names(language).bid.format(number=number) if kind == "bid" else id


def _statute_names(language: str) -> StatuteNames:
    found = patterns().get(language)
    return found.statute if found else StatuteNames()

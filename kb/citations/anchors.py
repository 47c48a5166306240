"""How each language cites: its words (patterns/<language>.toml), and its names of provisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from kb.citations.grammar import GRAMMAR, PATTERNS
from kb.citations.phrases import Phrases
from kb.core.ids import ProvisionId, is_provision
from kb.corpus.profile import Profile, UnitWords
from kb.files.typed_toml import TomlTable, read_toml
from kb.languages.notation import notation

#: What a number belongs to: a law, or a label inside one.
UnitKind = Literal["law", "part"]


@dataclass(frozen=True, eq=False)
class Unit:
    """A word that says what a number is (Law, point), in all its forms, in small letters.

    The forms of the plural are apart from the others. `kind` is law where a number beside the word
    is a law's, part where it is a label inside a law. `place` says whether the word stands before
    or after its number. `general` marks a word of any statute (§, article).
    """

    kind: UnitKind
    place: Literal["before", "after"]
    forms: frozenset[str]
    plurals: frozenset[str]
    general: bool
    doubtful: bool


@dataclass(frozen=True)
class StatuteNames:
    """How the sections, cases and bids of a statute are shown; by default without words."""

    section: str = "§ {number}"
    case: str = "{number}"
    bid: str = "{number}"


_NONE = Phrases(())


@dataclass(frozen=True, eq=False)
class Patterns:
    """How one language cites.

    `statute` has the templates for showing sections, cases and bids of a statute to people.
    `joiners` stand between the items of a list, `ranges` between the ends of a range, `fillers`
    (articles) before an item. `this` before a unit means the provision that one is reading, `above`
    and `below` point inside it. `suffixed` says that a number may have a case ending (`54A-t`).

    The rest is for rulings. `codes` are names of our code, `others` of other regulations,
    `other_games` of games with laws of their own; `shared` are those of `others` that our code has
    too (rule book). `of` connects such a name with a number. `cues`
    stand before a bare path (see 16B), `cues_after` behind one. The words in `counted` are of
    things that are counted, so that a number before one is not a law's. `ibid` repeats the last
    citation, `edition` stands beside the year of an edition, `then` beside a law of the edition
    named before. Where one reads `talk`, laws are talked of.
    """

    language: str
    statute: StatuteNames = StatuteNames()
    units: tuple[Unit, ...] = ()
    joiners: frozenset[str] = frozenset()
    ranges: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()
    this: frozenset[str] = frozenset()
    above: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()
    suffixed: bool = False
    of: frozenset[str] = frozenset()
    codes: Phrases = _NONE
    others: Phrases = _NONE
    other_games: Phrases = _NONE
    shared: Phrases = _NONE
    cues: Phrases = _NONE
    cues_after: Phrases = _NONE
    counted: Phrases = _NONE
    ibid: Phrases = _NONE
    edition: Phrases = _NONE
    then: Phrases = _NONE
    talk: Phrases = _NONE

    @cached_property
    def named(self) -> Phrases:
        """The names of all that may be cited: our code, other regulations, other games."""
        return Phrases((*self.codes.listed, *self.others.listed, *self.other_games.listed))


@cache
def patterns() -> dict[str, Patterns]:
    """The patterns of every language that has a file in patterns/, by language."""
    read = (_read(path) for path in sorted(PATTERNS.glob("*.toml")) if path != GRAMMAR)
    return {words.language: words for words in read}


@cache
def patterns_of(language: str) -> Patterns:
    """The patterns of a language; for one that has none, patterns without words."""
    return patterns().get(language) or Patterns(language)


def _read(path: Path) -> Patterns:
    raw = read_toml(path)

    def words(key: str) -> frozenset[str]:
        return frozenset(raw.strings(key, default=()))

    def phrases(key: str) -> Phrases:
        return Phrases(raw.strings(key, default=()))

    language = raw.string("language")
    vocabulary = Patterns(
        language=language,
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
        shared=phrases("shared"),
        cues=phrases("cues"),
        cues_after=phrases("cues_after"),
        counted=Phrases(
            (*raw.strings("counted", default=()), *notation().strains.get(language, ()))
        ),
        ibid=phrases("ibid"),
        edition=phrases("edition"),
        then=phrases("then"),
        talk=phrases("talk"),
    )
    raw.done()
    return vocabulary


def _statute(raw: TomlTable | None) -> StatuteNames:
    if raw is None:
        return StatuteNames()
    names = StatuteNames(raw.string("section"), raw.string("case"), raw.string("bid"))
    raw.done()
    return names


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
        raw.flag("doubtful", default=False),
    )
    raw.done()
    return unit


def citation_name(id: ProvisionId, language: str, profile: Profile) -> str:
    """A provision as people of a language write it; the bare path where its work has no words.

    >>> laws = Profile(units={"en": UnitWords(("Law {path}",))})
    >>> citation_name(ProvisionId.parse("27.B.1.b"), "en", laws)
    'Law 27B1(b)'
    >>> citation_name(ProvisionId.parse("4.F.2.a.b"), "hu", Profile("statute"))
    '4. § (F) (2) a) b)'
    """
    if profile.is_statute:
        return _section_name(id, _statute_names(language))
    path = shown_path(id, profile)
    words = profile.units.get(language, UnitWords())
    if not id.parts[0].isdigit():
        return words.appendix.format(path=path) if words.appendix else path
    return (
        words.names[min(id.depth, len(words.names)) - 1].format(path=path) if words.names else path
    )


def shown_path(id: ProvisionId, profile: Profile) -> str:
    """A path as people write it: 27B1(b); in a decimal work the letters at its end in brackets.

    >>> shown_path(ProvisionId.parse("9.2.1.a"), Profile("decimal"))
    '9.2.1(a)'
    """
    if profile.numbering != "decimal":
        return id.display
    letters = [part for part in id.parts[1:] if not part.isdigit()]
    numbers = ".".join(id.parts[: id.depth - len(letters)])
    return numbers + "".join(f"({letter})" for letter in letters)


def _section_name(id: ProvisionId, names: StatuteNames) -> str:
    """A section with its labels as a statute prints them; a number below a number is a case's."""
    words = [names.section.format(number=id.parts[0])]
    for depth in range(2, id.depth + 1):
        label = section_label(id.parts[:depth])
        words.append(names.case.format(number=label) if label.isdigit() else label)
    return " ".join(words)


def section_label(path: tuple[str, ...]) -> str:
    """The last label of a path as a statute prints it: (A), (1), a), or the bare number of a case.

    >>> section_label(("13", "1")), section_label(("13", "1", "4"))
    ('(1)', '4')
    """
    *above, label = path
    if label.isdigit() and len(above) > 1 and above[-1].isdigit():
        return label
    return f"{label})" if label.islower() else f"({label})"


def display_name(id: str, language: str, profile: Profile) -> str:
    """A record's id as people of a language write it: a provision or a bid; other ids as they are.

    A full id loses the edition before it.

    >>> display_name("code-2017:27.B.1.b", "en", Profile(units={"en": UnitWords(("Law {path}",))}))
    'Law 27B1(b)'
    """
    id = id.rpartition(":")[2]
    if is_provision(id):
        return citation_name(ProvisionId.parse(id), language, profile)
    kind, _, number = id.partition(".")
    return _statute_names(language).bid.format(number=number) if kind == "bid" else id


def _statute_names(language: str) -> StatuteNames:
    words = patterns().get(language)
    return words.statute if words else StatuteNames()

"""How the labels of decimal numbers are printed: the keys of [labels] in print.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kb.core.ids import ProvisionId
from kb.files.typed_toml import TomlTable
from kb.reading.layout import ANY_TITLE, Labels, check_styles

#: Where the title of an article stands: behind its label, on the next line, or nowhere.
_TITLES = {"same", "next", "none"}

_LATIN = " ".join("abcdefghijklmnopqrstuvwxyz")
#: The levels that a text need not have.
_OPTIONAL = {"letter", "appendix"}

_DEPTH = re.compile("[2-9]")

#: What a sentence ends with, or what announces a list: no heading does.
_SENTENCE_ENDS = (".", ",", ":", ";")


@dataclass(frozen=True)
class DecimalLabels(Labels):
    """How the labels of decimal numbers are printed.

    The levels of `styles` and `indents` are law, appendix, number and letter, and by their depth
    (`2`) the numbers that are printed in another way than the others. `letters` and `capitals` are
    the alphabets of lists and of appendices as the print has them: their n-th label is the n-th
    letter of ids. `whole` says that numbers are printed with those above them (`9.2.1`). `titles`
    is one of `_TITLES`. Provisions of the depths in `headed` may have a heading.
    """

    laws: int
    appendices: int
    letters: tuple[tuple[str, ...], ...]
    capitals: tuple[tuple[str, ...], ...]
    whole: bool
    titles: str
    headed: frozenset[int]

    def tops(self, appendices: bool) -> Iterator[ProvisionId]:
        """The ids of all articles, or of all appendices, in order."""
        capitals = (chr(ord("A") + number) for number in range(self.appendices))
        numbers = (str(number) for number in range(1, self.laws + 1))
        return (ProvisionId((label,)) for label in (capitals if appendices else numbers))

    def level(self, id: ProvisionId) -> str:
        """The level to which a provision belongs."""
        if id.depth == 1:
            return "appendix" if id.label.isalpha() else "law"
        if id.label.isalpha():
            return "letter"
        return str(id.depth) if str(id.depth) in self.styles else "number"

    def printed(self, id: ProvisionId) -> tuple[str, ...]:
        """The ways in which the label of a provision is printed, the usual one first."""
        styles = self.styles[self.level(id)]
        return tuple(style.replace("#", label) for style in styles for label in self._labels(id))

    def _labels(self, id: ProvisionId) -> tuple[str, ...]:
        """What stands for `#`, in each of the alphabets."""
        if id.depth > 1 and id.label.isalpha():
            return tuple(dict.fromkeys(letters[_ordinal(id.label)] for letters in self._long(id)))
        first = id.law.label
        tops = (
            tuple(dict.fromkeys(capitals[_ordinal(first)] for capitals in self.capitals))
            if first.isalpha()
            else (first,)
        )
        if id.depth == 1:
            return tops
        if not self.whole:
            return (id.label,)
        return tuple(".".join((top, *id.parts[1:])) for top in tops)

    def _long(self, id: ProvisionId) -> list[tuple[str, ...]]:
        """The alphabets that are long enough for the letter of a provision."""
        return [letters for letters in self.letters if len(letters) > _ordinal(id.label)]

    def has_label(self, id: ProvisionId) -> bool:
        """Whether the print has a label for this provision: a list may be longer than letters."""
        if id.depth == 1 or id.label.isdigit():
            return True
        return bool("letter" in self.styles and self._long(id))

    def any_label(self, level: str) -> str:
        """A regular expression for any label of a level, in each of its styles."""
        inside = {
            "law": "[0-9]+",
            "appendix": "|".join(_escaped(self.capitals)),
            "letter": "|".join(_escaped(self.letters)),
        }.get(level, self._any_path if self.whole else "[0-9]+")
        styles = (
            re.escape(style).replace(re.escape("#"), f"(?:{inside})")
            for style in self.styles[level]
        )
        return rf"(?:{'|'.join(styles)})(?!(?<=\w)(?:\w|\.\w))"

    def law_start(self) -> re.Pattern[str]:
        """A pattern for the line with which an article or an appendix begins."""
        levels = [level for level in ("law", "appendix") if level in self.styles]
        title = rf"\s*+{self.title.pattern}" if self.titles == "same" else ""
        return re.compile(rf"(?:{'|'.join(map(self.any_label, levels))}){title}")

    @property
    def _any_path(self) -> str:
        """A regular expression for a number with all those above it: `9.2.1`, `A.4.1`."""
        tops = "|".join(("[0-9]+", *(_escaped(self.capitals) if self.appendices else ())))
        return rf"(?:{tops})(?:\.[0-9]+)+"

    @cached_property
    def like_label(self) -> re.Pattern[str]:
        """A pattern for what looks like a label of a provision; indents do not matter.

        A number with dots in it does in any style, because nothing else looks like that.
        """
        levels = [level for level in self.styles if level not in ("law", "appendix")]
        kinds = (rf"{self._any_path}[.)]?", *map(self.any_label, levels))
        return re.compile(rf"\s*(?:{'|'.join(kinds)})(?:\s|$)")


def decimal_labels(top: TomlTable) -> DecimalLabels:
    """The labels of decimal numbers; raises `CorpusError` that names file, line and key."""
    raw = top.table("labels")
    indent, depths = raw.optional_table("indent"), raw.optional_table("depth")
    appendices = raw.number("appendices", default=0)
    styles = {
        "law": raw.strings("law"),
        "number": raw.strings("number", default=("#", "#.")),
        "letter": raw.strings("letter", default=()),
        "appendix": raw.strings("appendix", default=()),
    }
    for depth in depths or ():
        assert depths is not None  # it has this key
        if not _DEPTH.fullmatch(depth):
            raise depths.error(depth, "must be the depth of numbers, from 2")
        styles[depth] = depths.strings(depth)
    labels = DecimalLabels(
        styles={
            level: of_level
            for level, of_level in styles.items()
            if of_level or level not in _OPTIONAL
        },
        indents={level: frozenset(indent.numbers(level)) for level in indent.keys() & styles.keys()}
        if indent
        else {},
        title=raw.pattern("title", default=ANY_TITLE),
        heading_never_ends=raw.strings("heading_never_ends", default=_SENTENCE_ENDS),
        paragraphs=raw.flag("paragraphs"),
        laws=top.number("laws", least=1),
        appendices=appendices,
        letters=_alphabets(raw, "letters", _LATIN, 1),
        capitals=_alphabets(raw, "capitals", _LATIN.upper(), appendices),
        whole=raw.flag("whole", default=True),
        titles=raw.one_of("titles", _TITLES, "same"),
        headed=frozenset(raw.numbers("headed", default=())),
    )
    for level, of_level in labels.styles.items():
        check_styles(depths if depths and level in depths else raw, level, of_level)
    if appendices and "appendix" not in labels.styles:
        raise raw.error("appendix", "is missing: how is the heading of an appendix printed?")
    for table in (raw, indent, depths):
        if table:
            table.done()
    return labels


def _alphabets(raw: TomlTable, key: str, usual: str, least: int) -> tuple[tuple[str, ...], ...]:
    """Alphabets, each written as its labels with blanks between; at most as long as that of ids."""
    alphabets = tuple(tuple(one.split()) for one in raw.strings(key, default=(usual,)))
    most = len(_LATIN.split())
    if not alphabets or any(not least <= len(labels) <= most for labels in alphabets):
        why = f"must be lists of {least} to {most} labels with blanks between: {usual[:5]} …"
        raise raw.error(key, why)
    return alphabets


def _ordinal(letter: str) -> int:
    """The place of a letter in ids, from 0."""
    return ord(letter.lower()) - ord("a")


def _escaped(alphabets: tuple[tuple[str, ...], ...]) -> list[str]:
    """Patterns for the labels of some alphabets, long ones first."""
    labels = dict.fromkeys(label for alphabet in alphabets for label in alphabet)
    return [re.escape(label) for label in sorted(labels, key=len, reverse=True)]

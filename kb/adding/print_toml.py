"""Writes what was found into the curated files of a text: print.toml and corrections.tsv."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from kb.adding.looking import Findings

#: The file of corrections without a row.
NO_CORRECTIONS = "line\tkind\tprinted\tofficial\treason\n"

#: What a heading never ends with, where nobody has looked yet.
_SENTENCE_ENDS = (".", ",", ":", ";")
#: Words for the ids of chapters, the outermost first.
_CHAPTERS = ("chapter", "part", "section", "subsection")


def print_toml(text: str, found: Findings, lines: Sequence[str]) -> str:
    """The print.toml of a text: what the reader of its layout needs to know about its print."""
    return "\n".join(_lines(text, found, lines)) + "\n"


def _lines(text: str, found: Findings, lines: Sequence[str]) -> Iterator[str]:
    yield f"# How {text} is printed. Line numbers are those of the raw file, from 1."
    yield "# Written by `kodeks new` after a look at the file: mend what is not so."
    if found.layout is None:
        yield f"# No layout was recognised: {found.why}."
    for doubt in found.unsure:
        yield f"# Look: {doubt}."
    yield f"\nlaws = {max(found.laws, 1)}"
    if found.running:
        yield "\n[page]"
        yield _first_page(found, lines)
        yield f"running_head = {quoted('|'.join(found.running))}"
    for section in found.sections:
        yield f"\n[[section]]\nfrom = {section.first}\nreader = {quoted(section.reader)}"
        if section.id:
            yield f"id = {quoted(section.id)}"
    for style, word in zip(found.chapters, _CHAPTERS, strict=False):
        yield f"\n[[chapter]]\nstyle = {quoted(style)}\nword = {quoted(word)}"
    yield "\n[labels]                         # # stands for the label itself"
    yield from _decimal(found) if found.layout == "decimal" else _lettered(found, lines)
    yield f"paragraphs = {str(found.gaps).lower()}"
    if found.indents:
        yield "\n[labels.indent]                  # leading spaces"
        for level, indents in found.indents.items():
            yield f"{level} = {list(indents)}"


def _first_page(found: Findings, lines: Sequence[str]) -> str:
    """The number of the page that the first running head opens; behind a foot it is the next."""
    places = sorted(number for of_pattern in found.running.values() for number in of_pattern)
    numbers = re.findall(r"[0-9]+", lines[places[0] - 1])
    if not numbers:
        return "first = 2                        # no numbers are printed: counted from 1"
    filled = [number for number, line in enumerate(lines, 1) if line.strip()]
    is_foot = filled[0] != places[0] and filled[-1] == places[-1]
    return f"first = {int(numbers[-1]) + is_foot}"


def _decimal(found: Findings) -> Iterator[str]:
    yield f"law = {listed(found.styles['law'])}"
    yield f"number = {listed(found.styles.get('number', ('#',)))}"
    if "small" in found.styles:
        yield f"letter = {listed(found.styles['small'])}"
    if found.letters:
        yield f"letters = {listed((found.letters,))}"
    if found.appendices:
        yield f"appendix = {listed((found.appendices.style,))}"
        yield f"appendices = {found.appendices.count}"
        if not found.appendices.letters.isascii():
            yield f"capitals = {listed((found.appendices.letters,))}"
    if not found.whole:
        yield "whole = false                    # numbers stand alone: 2. and not 9.2"
    titles = "same" if found.titles == "mixed" else found.titles
    yield f"titles = {quoted(titles)}"
    if found.titles == "mixed":
        yield "title = '.*'                     # some have none"
    yield f"heading_never_ends = {listed(_SENTENCE_ENDS)}"


def _lettered(found: Findings, lines: Sequence[str]) -> Iterator[str]:
    for level in ("law", "letter", "number", "small", "roman"):
        if level in found.styles:
            yield f"{level} = {listed(found.styles[level])}"
    if found.layout != "depth":
        yield f"title = {_title(found, lines)}"
        yield f"heading_never_ends = {listed(_SENTENCE_ENDS)}"


def _title(found: Findings, lines: Sequence[str]) -> str:
    """A pattern for titles of laws: without small letters, or beginning with a capital."""
    letters = {char for line in lines for char in line if char.isalpha() and not char.isascii()}
    if found.titles != "same":
        return "'.*'"
    if found.capitals:
        small = "".join(sorted(char for char in letters if char.islower()))
        return f"'[^a-z{small}]+'"
    word = any(char.isalpha() for char in found.styles.get("law", ("",))[0])
    capitals = "".join(sorted(char for char in letters if char.isupper()))
    return "'.+'" if word else f"'[A-Z{capitals}].*'"


def quoted(words: str) -> str:
    r"""A TOML string: literal where it can be, so that patterns stay readable.

    >>> print(quoted("[0-9] \\|"), quoted("it's"))
    '[0-9] \|' "it's"
    """
    if words.isprintable() and "\\" in words and "'" not in words:
        return f"'{words}'"
    return json.dumps(words, ensure_ascii=False)


def listed(words: Sequence[str]) -> str:
    """A TOML list of strings."""
    return f"[{', '.join(map(quoted, words))}]"

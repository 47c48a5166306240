"""Sentences with slots: reads them, and says which slots they have.

- `{O}`, `{O.gen}`: a slot, in a case
- `{a+card}`: with the article a, which the language's data says how to write
- `{§transfer}`: a citation; `{§one,two}` a list, `{§first..last}` a range
- `{^O.gen}`: with a capital
- `[held|had]`: one of these
- `[#how:late|early]`: one of these, at the same place in every choice of this name
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PIECES = re.compile(r"\{([^{}]*)\}|(\[(?:#[a-z]+:)?|[|\]])")
_SLOT = re.compile(r"(\^?)(?:([a-z]+)\+)?(§?)([A-Za-z0-9_,]+(?:\.\.[a-z0-9_]+)?)(?:\.([a-z]+))?")


class BadTemplateError(ValueError):
    """A template that cannot be read."""


@dataclass(frozen=True)
class Slot:
    """A place to be filled: by a word, or by the citation of `laws`, which may be a range.

    `is_plain` says that it is a word and nothing else.
    """

    name: str
    case: str
    article: str
    capital: bool
    laws: tuple[str, ...] = ()
    is_range: bool = False
    is_plain: bool = False


@dataclass(frozen=True)
class Choice:
    """A place where one of several wordings stands.

    In a ruling all choices of a name have the wording at the same place.
    """

    wordings: tuple[Template, ...]
    name: str = ""


@dataclass(frozen=True)
class Template:
    """A sentence, or several, with slots and choices."""

    parts: tuple[str | Slot | Choice, ...]

    def slots(self) -> Iterator[Slot]:
        """All slots, those inside choices too."""
        for part in self.parts:
            if isinstance(part, Slot):
                yield part
            elif isinstance(part, Choice):
                for wording in part.wordings:
                    yield from wording.slots()

    def laws(self) -> frozenset[str]:
        """The keys of all laws that it may cite."""
        return frozenset(key for slot in self.slots() for key in slot.laws)


def template(text: str) -> Template:
    """Reads a template. Raises `BadTemplateError` if a slot or a bracket cannot be read."""
    stack: list[list[list[str | Slot | Choice]]] = [[[]]]
    names: list[str] = []
    at = 0
    for match in _PIECES.finditer(text):
        if match.start() > at:
            stack[-1][-1].append(text[at : match.start()])
        at = match.end()
        if match[1] is not None:
            stack[-1][-1].append(_slot(match[1], text))
        elif match[2][0] == "[":
            stack.append([[]])
            names.append(match[2][2:-1])
        elif len(stack) == 1:
            raise BadTemplateError(f"{match[2]!r} without [ in {text!r}")
        elif match[2] == "|":
            stack[-1].append([])
        else:
            wordings = tuple(Template(tuple(parts)) for parts in stack.pop())
            stack[-1][-1].append(Choice(wordings, names.pop()))
    if len(stack) > 1:
        raise BadTemplateError(f"[ without ] in {text!r}")
    stack[0][0].append(text[at:])
    return Template(tuple(part for part in stack[0][0] if part != ""))


def _slot(words: str, text: str) -> Slot:
    match = _SLOT.fullmatch(words)
    if match is None:
        raise BadTemplateError(f"{{{words}}} in {text!r}")
    capital, article, law, name, case = match.groups()
    is_range = ".." in name
    laws = tuple(name.split(".." if is_range else ",")) if law else ()
    is_plain = not (capital or article or law)
    return Slot(name, case or "nom", article or "", bool(capital), laws, is_range, is_plain)

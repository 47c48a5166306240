"""Console examples of the documentation: what is typed, and what is shown below it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)

#: A line of shown output that stands for any number of lines.
ANYTHING = "…"


@dataclass(frozen=True)
class Example:
    """A command line with the lines that the page shows below it, none where it shows none."""

    line: str
    shown: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """The command and its arguments, without a comment; the command by its name alone."""
        command, *arguments = shlex.split(self.line, comments=True)
        return [command.rpartition("/")[2], *arguments]

    def prints(self, output: str) -> bool:
        """Whether output is what is shown."""
        kept = "\n".join(line.rstrip() for line in output.rstrip("\n").split("\n"))
        pattern = "".join(
            r"(?:.*\n)*" if line == ANYTHING else f"{re.escape(line)}\n" for line in self.shown
        )
        return not self.shown or re.fullmatch(pattern, f"{kept}\n") is not None


def examples(page: str) -> Iterator[Example]:
    """The commands of a page that begin with the sign of an ordinary user."""
    for block in _BLOCK.findall(page):
        line, shown = "", []
        for one in (*block.splitlines(), "$ "):
            if not one.startswith(("$ ", "# ")):
                shown.append(one)
                continue
            if line:
                yield Example(line, tuple(shown))
            line, shown = one[2:] if one.startswith("$ ") else "", []

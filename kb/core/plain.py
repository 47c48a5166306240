"""Plain words: what a provision says, in words of our own, and the references in them.

A reference stands in braces, `{27.B.1}`: each output makes of it what it makes of references.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import field, structs

from kb.core.ids import LocalId, parse_id
from kb.core.stored import Stored

#: The kinds of records that plain words may stand at and tell.
TOLD = frozenset({"law", "provision", "definition", "case"})

REFERENCE = re.compile(r"\{([^{}]*)\}")


class PlainText(Stored, frozen=True, omit_defaults=True):
    """What some provisions of an edition say in plain words, by language.

    `id` is the record that the text stands at, `covers` those whose wording it tells. `remarks`
    say, in the same languages, where the texts of the edition differ.
    """

    id: str
    covers: list[str]
    words: dict[str, str]
    remarks: dict[str, str] = field(default_factory=dict)

    @property
    def tells(self) -> tuple[str, ...]:
        """The ids that it is the text of: the record it stands at, and what it covers."""
        return tuple(dict.fromkeys((self.id, *self.covers)))

    def within(self, languages: Collection[str]) -> PlainText:
        """The text in these of its languages alone."""
        words = {code: words for code, words in self.words.items() if code in languages}
        remarks = {code: words for code, words in self.remarks.items() if code in languages}
        return structs.replace(self, words=words, remarks=remarks)


def pieces(words: str) -> Iterator[str | LocalId]:
    """Plain words piece by piece: words as they are, and the ids that they refer to.

    >>> [*pieces("Then {31} applies.")]
    ['Then ', ProvisionId('31'), ' applies.']
    """
    end = 0
    for reference in REFERENCE.finditer(words):
        if reference.start() > end:
            yield words[end : reference.start()]
        yield parse_id(reference[1])
        end = reference.end()
    if end < len(words):
        yield words[end:]


def shown(words: str) -> str:
    """Plain words as text alone shows them: `Then 31 applies`, with 27B1 for {27.B.1}."""
    return "".join(piece if isinstance(piece, str) else piece.display for piece in pieces(words))


def spoken(words: str) -> str:
    """Plain words without the references in them.

    >>> spoken("Then {31} applies.")
    'Then  applies.'
    """
    return "".join(piece for piece in pieces(words) if isinstance(piece, str))

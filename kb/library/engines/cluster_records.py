"""A ruling as a record of a cluster, and back.

A term is a number in the field `marks`: 48 bits of its hash, and 4 for how much the ruling is about
it. So an engine neither cuts terms nor mends them, a filter of a range asks for a term however much
it counts there, and a higher lower end asks for those that are more about it. Exact facts are
such numbers too. The field `impacts` has shorter ones, packed, for those who score what was found:
25 bits of the hash, and 7 for the impact as it is.
"""

from __future__ import annotations

import zlib
from base64 import b32decode, b32encode, b64decode, b64encode
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from kb.library.engines.impacts import date_number, facet_values, impacts, last_day
from kb.library.engines.packing import HIGHEST
from kb.library.ruling_document import OWN, RulingDocument
from kb.library.seam import FACETS, FacetName

#: The highest level of how much a ruling is about a term; none has level 0.
TOP: Final = 15

_BITS, _BYTES, _IMPACT_BITS = 4, 6, 7
#: The bits of a term that a packed number has; two terms of a ruling and a query hardly share them.
_SHORT = 0xFFFF_FF80
_PACKED = "<u4"
_LEVEL = 4
_FIELDS = Path(__file__).with_name("cluster_fields.toml")
_HEAD = msgspec.msgpack.Decoder(RulingDocument)
_WORDS = msgspec.msgpack.Decoder(tuple[str, str])


@cache
def fields() -> list[dict[str, Any]]:
    """The fields of a collection of rulings."""
    return list(msgspec.toml.decode(_FIELDS.read_bytes())["fields"])


@lru_cache(maxsize=1 << 18)
def term_number(term: str) -> int:
    """The number of a term at level 0.

    >>> term_number("c:revoke") % 16, term_number("c:revoke") < 2**53
    (0, True)
    """
    return int.from_bytes(blake2b(term.encode(), digest_size=_BYTES).digest(), "big") << _BITS


def level_of(impact: int) -> int:
    """How much a ruling is about a term, as one of the levels from 1 to `TOP`.

    >>> level_of(1), level_of(HIGHEST)
    (1, 15)
    """
    return (impact * TOP + HIGHEST - 1) // HIGHEST


def fact_term(name: FacetName, value: str) -> str:
    """The term of a fact; no term of words begins so."""
    return f"={name} {value}"


def record_of(document: RulingDocument) -> bytes:
    """A ruling as a line of JSON."""
    facts = {name: facet_values(document, name) for name in FACETS}
    marks: list[int] = []
    short: list[int] = []
    own: list[str] = []
    for term, impact in impacts(document):
        marks.append(term_number(term) | level_of(impact))
        short.append(short_number(term) | impact)
        if term.startswith(OWN):
            own.append(term.removeprefix(OWN))
    marks += (term_number(fact_term(name, value)) | 1 for name in FACETS for value in facts[name])
    date = date_number(document.facts.date)
    record: dict[str, Any] = {
        "id": document.id,
        "name": document.id.replace("-", " "),
        "marks": marks,
        "impacts": b64encode(np.array(short, _PACKED).tobytes()).decode(),
        "own": own,
        "date": date,
        "last": last_day(date) if date else 0,
        "law": [*map(facet_word, facts["law"])],
        **{name: facet_word(facts[name][0]) for name in FACETS if name != "law"},
        "head": _packed(msgspec.structs.replace(document, text="", marks="")),
        "words": _packed((document.text, document.marks)),
    }
    return msgspec.json.encode(record)


def document_of(record: Mapping[str, Any]) -> RulingDocument:
    """The ruling of a record, whole if the record has its words; raises `ValueError`."""
    try:
        head = _HEAD.decode(zlib.decompress(b64decode(record["head"])))
        if "words" not in record:
            return head
        text, marks = _WORDS.decode(zlib.decompress(b64decode(record["words"])))
    except (zlib.error, msgspec.DecodeError, KeyError) as error:
        raise ValueError(f"a ruling cannot be unpacked: {error}") from None
    return msgspec.structs.replace(head, text=text, marks=marks)


def _packed(value: Any) -> str:
    return b64encode(zlib.compress(msgspec.msgpack.encode(value), _LEVEL)).decode()


def facet_word(value: str) -> str:
    """A value of a facet in small letters and digits alone; "" stays that.

    >>> facet_word("EBL"), facet_value(facet_word("EBL"))
    ('ivbey', 'EBL')
    """
    return b32encode(value.encode()).decode().rstrip("=").lower()


def facet_value(word: str) -> str:
    """The value that `facet_word` wrote; raises `ValueError`."""
    return b32decode(word.upper() + "=" * (-len(word) % 8)).decode()


def short_number(term: str) -> int:
    """The number of a term in `impacts`, without an impact.

    >>> short_number("c:revoke") % 128, short_number("c:revoke") < 2**32
    (0, True)
    """
    return term_number(term) >> _BITS << _IMPACT_BITS & _SHORT


def impacts_in(packed: str, wanted: Mapping[int, str]) -> dict[str, int]:
    """Of some terms, by their short numbers, the impacts of those that a ruling has.

    Raises `ValueError` where they cannot be read.
    """
    marks = np.frombuffer(b64decode(packed, validate=True), _PACKED)
    found = marks[np.isin(marks & _SHORT, [*wanted])]
    return {wanted[int(number) & _SHORT]: int(number) & HIGHEST for number in found}

"""A damaged source is either read whole or refused with file and line; nothing in between."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.errors import KodeksError, ReadingError
from kb.corpus.corpus import Corpus, Text
from kb.reading.read import read

Damage = st.lists(
    st.tuples(st.sampled_from(["drop", "double", "blank", "swap", "cut"]), st.floats(0, 0.999)),
    min_size=1,
    max_size=3,
)


def damaged(text: Text, damage: list[tuple[str, float]]) -> tuple[str, ...]:
    lines = list(text.lines())
    for what, place in damage:
        at = int(place * (len(lines) - 1))
        if what == "drop":
            del lines[at]
        elif what == "double":
            lines.insert(at, lines[at])
        elif what == "blank":
            lines[at] = ""
        elif what == "swap":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        else:
            lines[at] = lines[at][: len(lines[at]) // 2]
    return tuple(lines)


@pytest.mark.slow
@pytest.mark.parametrize("id", ["bridge-2017/hu", "bridge-2017/pl", "bridge-1997/hr"])
@settings(max_examples=60)
@given(damage=Damage)
def test_a_damaged_source_is_read_whole_or_refused(
    corpus: Corpus, id: str, damage: list[tuple[str, float]]
) -> None:
    read_damaged(corpus.text(id), damage)


@pytest.mark.slow
@settings(max_examples=30)
@given(damage=Damage)
def test_damaged_columns_are_read_whole_or_refused(
    corpus: Corpus, damage: list[tuple[str, float]]
) -> None:
    read_damaged(corpus.text("irregularities/fr"), damage)


def read_damaged(text: Text, damage: list[tuple[str, float]]) -> None:
    lines = damaged(text, damage)
    refused: KodeksError | None = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "lines", lambda self: lines)
        try:
            reading = read(replace(text))
        except KodeksError as error:
            refused = error
    if refused is None:
        assert reading.unclaimed == ()
        assert len({record.id for record in reading.records}) == len(reading.records)
    else:
        assert refused.message.startswith((str(text.source), str(text.reading)))
        if isinstance(refused, ReadingError):
            assert refused.line >= 1
        else:
            assert "tables.toml: [[table]] number" in refused.message

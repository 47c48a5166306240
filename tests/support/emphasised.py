"""Rulings whose parts may be in tags that say nothing, for tests of what is made of them."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

_PARTS = [
    *("Law 27B1(b)", "Laws 49-51", "Law 94", "Law 25B", "70D1", "Laws 16B3 and 12C1(b)", "ibid."),
    *("section C", "paragraph 1", "B1 above", "(b)", "7", "and", ",", ".", "27 points", "3 tricks"),
    *("1997", "2007", "(1997)", "the 2017 Laws", "in the 1997 edition of", "Law 61B3 (b) 62A"),
    *("§ 12 GDPR", "of the GDPR", "Article 6"),
]
_BETWEEN = [", ", " (", "; ", " and ", " – ", ": ", " x "]
_TAGS = ["b", "em", 'a class="kodeks-law" href="/hu/bridge-2017/27/#27.B" title="27B. szakasz"']


class Emphasised(NamedTuple):
    """The same words twice: without tags, and with some in tags; both HTML."""

    plain: str
    tagged: str


def _of(parts: list[tuple[str, str | None, str]]) -> Emphasised:
    plain = "".join(part + between for part, _, between in parts)
    tagged = "".join(_in_tag(part, tag) + between for part, tag, between in parts)
    return Emphasised(plain, tagged)


def _in_tag(part: str, tag: str | None) -> str:
    return f"<{tag}>{part}</{tag.split()[0]}>" if tag else part


#: No tag stands inside of a citation or between a bracket and its own: there it may say something.
EMPHASISED: st.SearchStrategy[Emphasised] = st.lists(
    st.tuples(st.sampled_from(_PARTS), st.sampled_from([None, *_TAGS]), st.sampled_from(_BETWEEN)),
    max_size=6,
).map(_of)

"""Which elements of an HTML document are open at a place, even where tags are missing.

This is the part of the HTML standard's tree construction (13.2.6) that is needed to know where an
element ends in which nothing is linked. Every tag takes constant time, however deep the nesting.
"""

from __future__ import annotations

from kb.linking.zones.ours import is_ours
from kb.linking.zones.signs import IGNORE_CLASS
from kb.linking.zones.tags import FOREIGN, MarkupPiece, names

HEADINGS = names("h1 h2 h3 h4 h5 h6")
#: Elements whose tags part no words: a citation may go over them.
INLINE = names(
    """
    abbr acronym b bdi bdo big br cite data del dfn em font i ins mark nobr output q rp rt ruby
    s small span strike strong sub sup time tt u var wbr
    """
)
#: Elements in which nothing is linked: first those that stand within a line of text, then all.
NO_LINKS_INLINE = names(
    """
    a audio button canvas code datalist iframe kbd math meter noembed noscript object progress
    samp script select style svg template textarea title video
    """
)
NO_LINKS = NO_LINKS_INLINE | names("listing noframes plaintext pre xmp")
#: Elements that have no end tag, and those of them that readers see: no citation goes over these.
VOID = names(
    """
    area base basefont bgsound br col embed frame hr img input link meta param source track wbr
    """
)
SEEN = names("embed img input")

_FORMATTING = names("a b big code em font i nobr s small strike strong tt u")
_SECTIONS = names(
    """
    address article aside blockquote center details dialog dir div dl fieldset figcaption figure
    footer form header hgroup listing main menu nav ol plaintext pre search section summary ul
    xmp
    """
)
#: A paragraph (`<p>`) ends where one of these begins.
_ENDS_P = _SECTIONS | HEADINGS | names("dd dt hr li p table")
_CELLS = names("caption td th")
#: An end tag for formatting inside one of these ends nothing that was opened outside of it.
_MARKERS = _CELLS | names("applet marquee object template")
_SCOPE = _MARKERS | names("html table")
_ROWS = names("tbody tfoot thead")
_TABLE_PARTS = _CELLS | _ROWS | frozenset(("colgroup", "tr"))
#: Inside one of these, an end tag is ignored if the element that it names began outside of it,
#: unless that element is one of these itself, or formatting.
_SPECIAL = (
    _SECTIONS
    | HEADINGS
    | _SCOPE
    | _TABLE_PARTS
    | names(
        """
        body button dd dt frameset head iframe li noembed noframes noscript p script select style
        textarea title
    """
    )
)
_OF_LISTS = _SCOPE | names("button dl menu ol ul")
_P, _TABLE = frozenset({"p"}), frozenset(("table", "template"))
_ENDS_SCOPE_OF_P = _SCOPE | {"button"}

_TEMPLATE = frozenset({"template"})
#: For a start tag: the open elements that it ends, and those behind which it ends none.
_ENDED: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), _OF_LISTS),
    **dict.fromkeys(("dd", "dt"), (frozenset(("dd", "dt")), _OF_LISTS)),
    **dict.fromkeys(("td", "th"), (_CELLS, _TABLE)),
    "tr": (_CELLS | {"tr"}, _TABLE),
    **dict.fromkeys(_ROWS, (_CELLS | {"tr"} | _ROWS, _TABLE)),
    "a": (frozenset({"a"}), _MARKERS),
}
#: How many elements of one name browsers open again behind the block in which they were opened.
_SAME_AGAIN = 3


class Elements:
    """The open elements at a place of a document; `take` moves that behind the next tag.

    Places in here are those of elements in the stack of open elements; -1 is none.
    """

    def __init__(self) -> None:
        #: Each open element: its name ("" where it has ended), and whether nothing is linked in it.
        self._open: list[tuple[str, bool]] = []
        #: The places of the open elements of each name, and of all of `_SPECIAL`.
        self._at: dict[str, list[int]] = {}
        self._special: list[int] = []
        self._no_links = 0
        #: Formatting without links that browsers open again behind the block that ended it, with
        #: the place of the innermost of `_MARKERS` around it, with which it ends for good.
        self._lingering: list[tuple[str, int]] = []

    @property
    def no_links(self) -> bool:
        """Whether nothing is linked here."""
        return bool(self._no_links or self._lingering)

    @property
    def in_heading(self) -> bool:
        """Whether this is the text of a heading."""
        return self._nearest(HEADINGS) >= 0

    def take(self, piece: MarkupPiece) -> None:
        """Open or end the elements that a tag opens or ends; other pieces do nothing."""
        if piece.kind == "start":
            self._start(piece)
        elif piece.kind == "end":
            self._end(piece.name)

    def open_block(self) -> tuple[int, int]:
        """Open a block without a tag, such as a paragraph of Markdown, for `close_block` to end."""
        self._push("p", False)
        return len(self._open) - 1, len(self._lingering)

    def close_block(self, block: tuple[int, int]) -> None:
        """End what `open_block` opened, with all elements and formatting opened in it."""
        place, lingering = block
        self._pop(place)
        del self._lingering[lingering:]

    def _start(self, piece: MarkupPiece) -> None:
        name = piece.name
        if name in _TABLE_PARTS and self._nearest(_TABLE) < 0:
            return  # browsers ignore parts of a table outside of a table
        if name in HEADINGS and self._open and self._open[-1][0] in HEADINGS:
            self._pop(len(self._open) - 1)
        if name in _ENDED:
            ended, walls = _ENDED[name]
            self._end_nearest(ended, walls)
        if name == "a":
            self._linger_no_more(name)
        if name in _ENDS_P:
            self._end_nearest(_P, _ENDS_SCOPE_OF_P)
        if name in VOID:
            return
        if piece.closed and (name in FOREIGN or self._nearest(FOREIGN) >= 0):
            return
        self._push(name, (name in NO_LINKS and not is_ours(piece)) or _is_off_limits(piece))

    def _end(self, name: str) -> None:
        names = HEADINGS if name in HEADINGS else frozenset({name})
        if name == "table":
            walls = _TEMPLATE
        elif name in _TABLE_PARTS:
            walls = _TABLE
        else:
            walls = _SCOPE
        at = self._nearest(names)
        if name in _FORMATTING:
            self._end_formatting(name, at)
        elif at > self._nearest(walls, names) and (
            name in _SPECIAL or at >= (self._special[-1] if self._special else -1)
        ):
            self._pop(at)

    def _end_formatting(self, name: str, at: int) -> None:
        """End the formatting at a place; blocks that were opened inside it stay open."""
        if at < 0 or at < self._nearest(_SCOPE):
            self._linger_no_more(name)
        elif self._special and self._special[-1] > at:
            self._drop(at)
        else:
            self._pop(at)

    def _end_nearest(self, names: frozenset[str], walls: frozenset[str]) -> None:
        """End all open elements of these names that no element of `walls` parts from here."""
        wall = self._nearest(walls, names)
        while (at := self._nearest(names)) > wall:
            self._pop(at)

    def _nearest(self, names: frozenset[str], but: frozenset[str] = frozenset()) -> int:
        """The place of the innermost open element of `names`, not of `but`; -1 for none."""
        at, nearest = self._at, -1
        for name in names if len(names) < len(at) else at.keys() & names:
            if (places := at.get(name)) and places[-1] > nearest and name not in but:
                nearest = places[-1]
        return nearest

    def _push(self, name: str, no_links: bool) -> None:
        place = len(self._open)
        self._open.append((name, no_links))
        self._at.setdefault(name, []).append(place)
        if name in _SPECIAL:
            self._special.append(place)
        self._no_links += no_links

    def _drop(self, place: int) -> None:
        """End one element, the innermost of its name, but none of those that are in it."""
        name, no_links = self._open[place]
        self._open[place] = ("", False)
        self._forget(name)
        self._no_links -= no_links

    def _pop(self, place: int) -> None:
        """End an element and all that are in it; formatting in it goes on behind it."""
        while len(self._open) > place:
            name, no_links = self._open.pop()
            if not name:
                continue
            self._forget(name)
            if name in _SPECIAL:
                self._special.pop()
            self._no_links -= no_links
            here = len(self._open)
            if name in _MARKERS:
                while self._lingering and self._lingering[-1][1] >= here:
                    self._lingering.pop()
            elif no_links and name in _FORMATTING and here > place:
                self._linger(name)

    def _forget(self, name: str) -> None:
        places = self._at[name]
        places.pop()
        if not places:
            del self._at[name]

    def _linger(self, name: str) -> None:
        marker = self._nearest(_MARKERS)
        if self._kept_by(marker).count(name) < _SAME_AGAIN:
            self._lingering.append((name, marker))

    def _linger_no_more(self, name: str) -> None:
        kept = self._kept_by(self._nearest(_MARKERS))
        if name in kept:
            del self._lingering[len(self._lingering) - len(kept) + kept.index(name)]

    def _kept_by(self, marker: int) -> list[str]:
        """The names of the formatting that lingers in a marker, the innermost, in order.

        These are few: `_SAME_AGAIN` of a name at most.
        """
        at = len(self._lingering)
        while at and self._lingering[at - 1][1] == marker:
            at -= 1
        return [name for name, _ in self._lingering[at:]]


def _is_off_limits(piece: MarkupPiece) -> bool:
    """Whether the attributes of a tag forbid links: readers edit the element, or it opted out."""
    for name, value in piece.attributes:
        if name == "class" and IGNORE_CLASS in value.split():
            return True
        if name == "contenteditable" and value.lower() != "false":
            return True
    return False

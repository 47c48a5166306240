"""The words for what happened at a table, in a language: what stands in the slots of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from generate_rulings.boards import RANKS, SUITS, Board
from generate_rulings.citing import Style, Written, misspelt
from generate_rulings.drawing import Draws
from generate_rulings.reading import Facts, Language, Situation, citable, citable_keys
from generate_rulings.templates import Choice, Slot, Template

#: A word, or its forms by case.
Word = str | Mapping[str, str]

SYMBOLS: Final = "♠♥♦♣"
_SUIT_OF: Final = {"S": 0, "H": 1, "D": 2, "C": 3}
_SEATS: Final = ("north", "east", "south", "west")
#: Honours are the ranks before this one: ace, king, queen, jack, ten.
_HONOURS: Final = 5
#: Around a citation that is written in bold letters; what writes documents replaces them.
BOLD, PLAIN = "\x02", "\x03"


class Scene(dict[str, Word]):
    """The slots of a ruling by their names; what a slot needs is drawn when it is first asked for.

    `cited` has every citation in the order in which it was written, `people` the names of players
    and officials. `code` is the year of the code in force.
    """

    def __init__(
        self,
        draws: Draws,
        facts: Facts,
        spoken: Language,
        situation: Situation,
        board: Board,
        day: date,
        code: str,
    ) -> None:
        super().__init__()
        self.draws, self.facts, self.spoken = draws, facts, spoken
        self.words: Mapping[str, Any] = spoken.words
        self.situation, self.board, self.day, self.code = situation, board, day, code
        self.laws = citable(situation.id, code)
        self.citable = citable_keys(situation.id, code)
        self.style: Style = spoken.styles.draw(draws)
        self.cited: list[Written] = []
        self.people: list[str] = []
        self.chosen: dict[str, float] = {}
        named = "names_code" if code < max(facts.codes) else "names_new_code"
        self.names_code = draws.chance(facts.numbers[named])
        self.is_bold = draws.chance(facts.numbers["bold"])

    def __missing__(self, name: str) -> Word:
        make = SLOTS.get(name)
        self[name] = word = make(self) if make else self._drawn(name)
        return word

    def _drawn(self, name: str) -> Word:
        """A slot of which the data has a list, or that is a seat."""
        if name in self.words["lists"]:
            word: Word = self.draws.one(self.words["lists"][name])
            return word
        return self.spoken.seats[self.place(name)]

    # --- what stands in slots ----------------------------------------------------------------

    def place(self, role: str) -> int:
        """The seat of a role: O, who offended, P, L, R from there; D, who plays, F, M, K."""
        board = self.board
        if role in "OLPR":
            return (board.offender + "OLPR".index(role)) % 4
        return (board.contract.declarer + "DFMK".index(role)) % 4

    def call(self, call: str) -> str:
        """A call as it is written."""
        if call in self.words["calls"]:
            word: str = self.words["calls"][call]
            return word
        return f"{call[0]}{self.words['denominations'].get(call[1]) or SYMBOLS[_SUIT_OF[call[1]]]}"

    def card(self, card: int) -> str:
        """A card as it is written."""
        suit, rank = divmod(card, RANKS)
        return f"{SYMBOLS[suit]}{self.words['ranks'][rank]}"

    def person(self) -> str:
        """The name of somebody else than those before."""
        names = self.words["names"]
        while True:
            first, family = self.draws.one(names["first"]), self.draws.one(names["family"])
            name: str = names["full"].replace("%f", family).replace("%v", first)
            if name not in self.people:
                self.people.append(name)
                return name

    def held(self, seat: int, wanted: Callable[[int], bool]) -> int:
        """A card that a player holds, one that is wanted if there is one."""
        hand = self.board.hands[seat]
        return self.draws.one([card for card in hand if wanted(card)] or hand)

    # --- sentences ---------------------------------------------------------------------------

    def fill(self, sentence: Template) -> str:
        """A sentence with its slots filled, beginning with a capital."""
        out: list[str] = []
        self._fill(sentence, out)
        return _capital("".join(out))

    def _fill(self, sentence: Template, out: list[str]) -> None:
        for part in sentence.parts:
            if isinstance(part, str):
                out.append(part)
            elif isinstance(part, Choice):
                self._fill(self._chosen(part), out)
            elif part.is_plain:
                word = self[part.name]
                out.append(word if isinstance(word, str) else word[part.case])
            else:
                out.append(self._slot(part))

    def _chosen(self, choice: Choice) -> Template:
        if not choice.name:
            return self.draws.one(choice.wordings)
        drawn = self.chosen.setdefault(choice.name, self.draws.next())
        return choice.wordings[int(drawn * len(choice.wordings))]

    def _slot(self, slot: Slot) -> str:
        if slot.laws:
            text = self.cite(slot)
        else:
            word = self[slot.name]
            text = word if isinstance(word, str) else word[slot.case]
        if slot.article:
            text = self._article(slot.article, text) + text
        return _capital(text) if slot.capital else text

    def _article(self, name: str, behind: str) -> str:
        """The form of an article or preposition that stands before these words."""
        rule: dict[str, Any] = self.words["articles"][name]
        behind = behind.lstrip(BOLD)
        number = behind[: len(behind) - len(behind.lstrip("0123456789"))]
        if number:
            other = int(number) in rule["numbers"] or number[0] in rule["digits"]
        else:
            other = behind[:1] in rule["letters"]
        form: str = rule["other" if other else "plain"]
        return form

    # --- citations -----------------------------------------------------------------------------

    def cite(self, slot: Slot) -> str:
        """A citation in the style of this ruling, seldom in another one, and seldom wrong."""
        draws, numbers = self.draws, self.facts.numbers
        other = draws.chance(numbers["other_style"])
        style = self.spoken.styles.draw(draws) if other else self.style
        laws = [self.laws[key] for key in slot.laws]
        if slot.is_range:
            words = style.cite_range(laws[0], laws[1], slot.case, self.words["dash"])
            return self._written(words, [tuple(laws)], is_range=True)
        if len(laws) > 1:
            words = style.cite_all(laws, slot.case, self.words["last"], self.words["joiner"])
            return self._written(words, [(law,) for law in laws])
        fault = ""
        if "part" not in self and draws.chance(numbers["nowhere"]):
            laws, fault = [draws.one(self.facts.nowhere)], "nowhere"
        if self.names_code and draws.chance(numbers["names_code_here"]):
            words = style.cite_of(self.code, laws[0], slot.case, self.words["dated"])
        else:
            words = style.cite(laws[0], slot.case)
        if not fault and draws.chance(numbers["misspelt"]):
            number = style.number(laws[0])
            wrong = misspelt(number, draws.one(("small", "open")))
            if wrong != number and number in words:
                words, fault = words.replace(number, wrong), "misspelt"
        return self._written(words, [tuple(laws)], fault=fault)

    def _written(
        self, words: str, cited: list[tuple[str, ...]], is_range: bool = False, fault: str = ""
    ) -> str:
        self.cited += [Written(words, laws, is_range, fault) for laws in cited]
        return f"{BOLD}{words}{PLAIN}" if self.is_bold else words


def _capital(text: str) -> str:
    at = 1 if text.startswith(BOLD) else 0
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"


def _result(scene: Scene, just: bool = False) -> str:
    board = scene.board
    contract, tricks = (board.just, board.just_tricks) if just else (board.contract, board.tricks)
    over = tricks - contract.tricks
    sign = "=" if over == 0 else f"+{over}" if over > 0 else f"{scene.words['minus']}{-over}"
    return f"{_contract(scene, just)} {sign}"


def _contract(scene: Scene, just: bool = False) -> str:
    contract = scene.board.just if just else scene.board.contract
    call = scene.call(f"{contract.level}{contract.denomination}")
    return call + str(scene.words["doubled"][contract.doubled // 2])


def _score(scene: Scene, just: bool = False) -> str:
    score = scene.board.score(just)
    return str(score) if score > 0 else f"{scene.words['minus']}{-score}" if score else "0"


def _called(scene: Scene, index: int | None) -> str:
    calls = scene.board.auction.calls
    return scene.call(calls[index if index is not None else 0])


def _before(scene: Scene) -> str:
    auction = scene.board.auction
    index = auction.bad if auction.bad is not None else auction.act
    return scene.call(auction.before(index if index else len(auction.calls)))


def _led_suit(scene: Scene) -> int:
    """The suit of a trick to which the offender can follow and does not."""
    return int(str(scene["led_suit"]))


def _drawn_suit(scene: Scene) -> str:
    hand = scene.board.hands[scene.board.offender]
    counts = [sum(card // RANKS == suit for card in hand) for suit in range(SUITS)]
    able = [suit for suit in range(SUITS) if 2 <= counts[suit] < RANKS - 1]
    return str(scene.draws.one(able or [counts.index(max(counts))]))


def _card(scene: Scene, same: bool, wanted: Callable[[int], bool] = lambda _: True) -> str:
    """A card of the offender, of the suit led or of another one."""
    suit = _led_suit(scene)
    return scene.card(
        scene.held(
            scene.board.offender, lambda card: (card // RANKS == suit) == same and wanted(card)
        )
    )


def _day(scene: Scene) -> str:
    day = scene.day
    month: str = scene.words["months"][day.month - 1]
    written: str = scene.words["date"]
    return written.replace("%d", str(day.day)).replace("%m", month).replace("%y", str(day.year))


def _share(scene: Scene) -> str:
    return str(scene.draws.one((25, 30, 40, 50, 60, 70, 75)))


#: What stands in the slots that every ruling has.
SLOTS: Final[dict[str, Callable[[Scene], Word]]] = {
    "os": lambda s: s.words["pairs"][s.board.offender % 2],
    "ns": lambda s: s.words["pairs"][1 - s.board.offender % 2],
    "contract": _contract,
    "result": _result,
    "score": _score,
    "just": lambda s: _result(s, just=True),
    "justscore": lambda s: _score(s, just=True),
    "bad": lambda s: s.call(s.board.auction.insufficient or "1C"),
    "good": lambda s: _called(s, s.board.auction.bad),
    "slow": lambda s: _called(s, s.board.auction.slow),
    "act": lambda s: _called(s, s.board.auction.act),
    "explained": lambda s: _called(s, s.board.auction.explained),
    "before": _before,
    "call": lambda s: s.call(s.draws.one(("1C", "1D", "1H", "1S", "1N"))),
    "call2": lambda s: s.call(s.draws.one(("2C", "2D", "2H", "2S", "2N"))),
    "led_suit": _drawn_suit,
    "small": lambda s: _card(s, same=True),
    "card": lambda s: _card(s, same=False),
    "honour": lambda s: _card(s, False, lambda card: card % RANKS < _HONOURS),
    "led": lambda s: s.card(
        s.held((s.board.offender + 3) % 4, lambda card: card // RANKS == _led_suit(s))
    ),
    "suit": lambda s: s.spoken.suits[_led_suit(s)],
    "lead": lambda s: s.card(s.held(s.place("F"), lambda card: card % RANKS > 0)),
    "dummycard": lambda s: s.card(s.held(s.place("M"), lambda card: card % RANKS < _HONOURS)),
    "dummylow": lambda s: s.card(s.held(s.place("M"), lambda card: card % RANKS > _HONOURS)),
    "tricks": lambda s: str(s.draws.between(3, 6)),
    "trick": lambda s: str(s.draws.between(3, 9)),
    "sec": lambda s: str(s.draws.between(2, 9) * 5),
    "min": lambda s: str(s.draws.between(6, 18)),
    "board": lambda s: str(s.board.number),
    "table": lambda s: str(s.draws.between(1, 24)),
    "round": lambda s: str(s.draws.between(2, 9)),
    "share": _share,
    "rest": lambda s: str(100 - int(str(s["share"]))),
    "polled": lambda s: str(s.draws.between(5, 9)),
    "agreed": lambda s: str(s.draws.between(3, 5)),
    "imps": lambda s: str(s.draws.between(5, 14)),
    "points": lambda s: str(s.draws.between(6, 14)),
    "article": lambda s: str(s.draws.between(3, 48)),
    "money": lambda s: str(s.draws.one((20, 25, 30, 50, 60, 100))),
    "vul": lambda s: s.words["vulnerable"][s.board.vulnerable[0] + 2 * s.board.vulnerable[1]],
    "dealer": lambda s: s.spoken.seats[s.board.dealer],
    "day": _day,
    "clock": lambda s: f"{s.draws.between(14, 22)}{s.words['clock']}{s.draws.below(12) * 5:02}",
    **{
        f"{seat}name": lambda s: s.person()  # one for each seat, and it stays the same
        for seat in _SEATS
    },
    "Oname": lambda s: s[f"{_SEATS[s.place('O')]}name"],
    "Pname": lambda s: s[f"{_SEATS[s.place('P')]}name"],
    "Lname": lambda s: s[f"{_SEATS[s.place('L')]}name"],
    "Rname": lambda s: s[f"{_SEATS[s.place('R')]}name"],
    "event": lambda s: str(s.draws.one(s.words["events"])).replace("%", str(s["place"])),
    "director": lambda s: s.person(),
    "chair": lambda s: s.person(),
    "member": lambda s: s.person(),
    "second": lambda s: s.person(),
    "captain": lambda s: s.person(),
}

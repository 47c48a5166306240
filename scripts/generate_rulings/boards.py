"""A board that was played: its deal, auction, contract and result, and who did what in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generate_rulings.auctions import DENOMINATIONS, PASS, Auction, Contract, rank
from generate_rulings.drawing import Draws, Weighted

#: A card is a number: its suit times 13, and its rank from 0 for the ace on.
RANKS = 13
SUITS = 4
_POINTS = (4, 3, 2, 1)
_SEATS = 4
_BOARDS = 32
#: How many tricks more or fewer than the contract asks for.
_RESULTS = Weighted({-3: 2.0, -2: 8, -1: 26, 0: 34, 1: 20, 2: 8, 3: 2})
#: What an offender may end in who has to guess.
_GUESSES = ("3N", "4H", "4S", "2S", "3H", "5D", "1N", "5C")


@dataclass(frozen=True)
class Board:
    """A board as it was played at a table.

    Seats are 0 to 3: North, East, South, West. `hands` has the cards of each seat, in order;
    `calls` begin with the dealer. `offender` is who the ruling is about; `just` is the score that
    would have come about without the irregularity, `result` the one at the table: a contract and
    its tricks each.
    """

    number: int
    vulnerable: tuple[bool, bool]
    hands: tuple[tuple[int, ...], ...]
    auction: Auction
    passes: int
    contract: Contract
    tricks: int
    just: Contract
    just_tricks: int
    offender: int

    @property
    def dealer(self) -> int:
        """Who deals; the board's number says it."""
        return (self.number - 1) % _SEATS

    @property
    def opener(self) -> int:
        """Who opened the auction."""
        return (self.dealer + self.passes) % _SEATS

    @property
    def calls(self) -> tuple[str, ...]:
        """All calls from the dealer's on, without the passes that end the auction."""
        return (PASS,) * self.passes + self.auction.calls

    def score(self, just: bool = False) -> int:
        """What declarer's side scores at the table, or would score without the irregularity."""
        contract, tricks = (self.just, self.just_tricks) if just else (self.contract, self.tricks)
        return contract.score(tricks, self.vulnerable[contract.declarer % 2])


def vulnerable(number: int) -> tuple[bool, bool]:
    """Whether North-South and East-West are vulnerable on a board of this number."""
    kind = (number - 1 + (number - 1) // _SEATS) % _SEATS
    return kind in (1, 3), kind in (2, 3)


def play(
    draws: Draws, auctions: Mapping[str, tuple[Auction, ...]], family: str, who: str, guessed: bool
) -> Board:
    """Draws a board whose auction is of a family and whose offender is `who`.

    `who` is act, bad, explained (the player of that call), declarer, dummy, leader, other (the
    leader's partner), defender or any. With `guessed` the offender makes what he guessed.
    """
    number = draws.between(1, _BOARDS)
    auction = draws.one(auctions[family])
    passes = draws.below(3) if auction.calls[0][0] in "12" else 0
    opener = (number - 1 + passes) % _SEATS
    contract = _at(auction.contract, opener)
    offender = _offender(draws, auction, opener, contract.declarer, who)
    if guessed:
        over = rank(auction.before(auction.bad)) if auction.bad else 0
        bid = draws.one([bid for bid in _GUESSES if rank(bid) > over])
        contract = Contract(int(bid[0]), bid[1], 1, offender)
    over = _RESULTS.draw(draws)
    tricks = max(0, min(RANKS, contract.tricks + (abs(over) % 2 if guessed else over)))
    ours = (offender - contract.declarer) % 2 == 0
    just, just_tricks = contract, tricks
    if auction.act is not None:
        just = _at(auction.contract_before, opener)
        just_tricks = max(0, min(RANKS, just.tricks + draws.between(-1, 1)))
    else:
        step = draws.between(1, 2)
        just_tricks = tricks - step if ours else min(RANKS, tricks + step)
        if just_tricks == tricks:
            tricks -= 1
    hands = _hands(draws, opener, contract)
    sides = vulnerable(number)
    return Board(
        number, sides, hands, auction, passes, contract, tricks, just, just_tricks, offender
    )


def _at(contract: Contract, opener: int) -> Contract:
    """A contract whose declarer is counted from the opener, with his seat."""
    seat = (contract.declarer + opener) % _SEATS
    return Contract(contract.level, contract.denomination, contract.doubled, seat)


def _offender(draws: Draws, auction: Auction, opener: int, declarer: int, who: str) -> int:
    index = {"act": auction.act, "bad": auction.bad, "explained": auction.explained}.get(who)
    if index is not None:
        return (opener + index) % _SEATS
    after = {"declarer": 0, "leader": 1, "dummy": 2, "other": 3}.get(who)
    if after is None:
        after = draws.one((1, 3)) if who == "defender" else draws.below(_SEATS)
    return (declarer + after) % _SEATS


def _hands(draws: Draws, opener: int, contract: Contract) -> tuple[tuple[int, ...], ...]:
    """A deal in which whoever opened is strong and declarer's longest suit is trumps."""
    deck = draws.shuffled(range(SUITS * RANKS))
    dealt = [sorted(deck[RANKS * seat : RANKS * seat + RANKS]) for seat in range(_SEATS)]
    dealt.sort(key=_points, reverse=True)
    partner = (opener + 2) % _SEATS
    strong = contract.level > 2 and contract.declarer in (opener, partner)
    second = partner if strong else (opener + 1) % _SEATS
    rest = [seat for seat in range(_SEATS) if seat not in (opener, second)]
    order = (opener, second, *rest)
    hands = [dealt[order.index(seat)] for seat in range(_SEATS)]
    trumps = DENOMINATIONS.find(contract.denomination)
    if trumps < SUITS:
        hands = _exchanged(hands, _longest(hands[contract.declarer]), SUITS - 1 - trumps)
    return tuple(map(tuple, hands))


def _points(hand: list[int]) -> int:
    return sum(_POINTS[card % RANKS] for card in hand if card % RANKS < len(_POINTS))


def _longest(hand: list[int]) -> int:
    lengths = [0] * SUITS
    for card in hand:
        lengths[card // RANKS] += 1
    return lengths.index(max(lengths))


def _exchanged(hands: list[list[int]], one: int, other: int) -> list[list[int]]:
    """The same hands with two suits exchanged."""
    if one == other:
        return hands
    suits = {one: other, other: one}
    return [
        sorted(suits.get(card // RANKS, card // RANKS) * RANKS + card % RANKS for card in hand)
        for hand in hands
    ]

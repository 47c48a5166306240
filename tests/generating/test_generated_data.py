"""The data of the generator of rulings: every language tells every situation with what it has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from generate_rulings.auctions import Auction, BadAuctionError, Contract, rank, read_auction
from generate_rulings.boards import vulnerable
from generate_rulings.reading import (
    PARTS,
    Language,
    citable,
    citable_keys,
    facts,
    language,
    languages,
)
from generate_rulings.scenes import SLOTS
from generate_rulings.telling import TOLD_SLOTS
from generate_rulings.templates import BadTemplateError, Template, template

from kb.core.ids import ProvisionId
from kb.corpus.corpus import Corpus
from kb.linking.resolving.index import Index
from kb.storage.store import Store

AUCTIONS = [
    (family, auction) for family, auctions in facts().auctions.items() for auction in auctions
]


@pytest.mark.parametrize("code", languages())
def test_a_language_tells_every_situation_in_each_of_its_parts(code: str) -> None:
    spoken = language(code)
    assert spoken.told.keys() == facts().situations.keys()
    for situation in facts().situations.values():
        for year in situation.laws:
            keys = citable_keys(situation.id, year)
            told = {part for part in PARTS if spoken.usable(situation.id, part, keys)}
            assert told == {*PARTS} - ({"yes", "no"} - facts().kinds[situation.kind].keys())


@pytest.mark.parametrize("code", languages())
def test_every_slot_of_a_language_can_be_filled(code: str) -> None:
    spoken = language(code)
    people = {*SLOTS, *TOLD_SLOTS, *spoken.words["lists"], *"OPLRDFMK"}
    for sentence, laws in _sentences(spoken):
        for slot in sentence.slots():
            assert not slot.laws or laws is None or {*slot.laws} <= laws, slot
            assert slot.laws or slot.name in people, slot
            assert slot.case in _cases(spoken, slot.name, bool(slot.laws)), slot
            assert not slot.article or slot.article in spoken.words.get("articles", {}), slot


def _sentences(spoken: Language) -> Iterator[tuple[Template, set[str] | None]]:
    """The sentences of a language, with the laws that they may name."""
    general = {key for laws in facts().general.values() for key in laws} | {"law"}
    for id, parts in spoken.told.items():
        years = facts().situations[id].laws
        known = {key for year in years for key in citable(id, year)}
        yield from ((sentence, known) for told in parts.values() for sentence in told)
    for told in spoken.frames.values():
        yield from ((sentence, general) for sentence in told)


def _cases(spoken: Language, name: str, is_law: bool) -> set[str]:
    if is_law:
        return {case for style in spoken.styles.things for case, _ in style.one} | {"nom"}
    if name in (*"OPLRDFMK", "holder", "dealer"):
        return {*spoken.words["seats"]}
    if name == "suit":
        return {*spoken.words["suits"]}
    return {*spoken.words["part"]} if name == "part" else {"nom"}


def test_every_law_of_the_situations_exists(corpus: Corpus, store: Store) -> None:
    editions = Index.of(corpus, store).editions
    known = {edition.year: edition.provisions for edition in editions.values()}
    for situation in facts().situations.values():
        for year in situation.laws.keys() & known.keys():
            for law in citable(situation.id, year).values():
                assert ProvisionId.parse(law) in known[year], (situation.id, year, law)
    for law in facts().nowhere:
        assert all(
            ProvisionId.parse(law) not in known[year] for year in facts().codes if year in known
        )


@pytest.mark.parametrize(("family", "auction"), AUCTIONS, ids=str)
def test_an_auction_is_legal(family: str, auction: Auction) -> None:
    last, doubled, by = -1, 1, 0
    for index, call in enumerate(auction.calls):
        if call == "X":
            assert doubled == 1
            assert (index - by) % 2 == 1
            doubled = 2
        elif call == "XX":
            assert doubled == 2
            assert (index - by) % 2 == 0
            doubled = 4
        elif call != "P":
            assert rank(call) > last
            last, doubled, by = rank(call), 1, index
        passes = auction.calls[max(0, index - 2) : index + 1]
        assert index == len(auction.calls) - 1 or passes.count("P") < 3 or index < 3
    assert auction.calls[0] not in ("P", "X", "XX")
    if family == "slow":
        assert auction.slow is not None
        assert auction.act is not None
        assert auction.act > auction.slow
        assert (auction.act - auction.slow) % 2 == 0
    if family == "explained":
        assert auction.explained is not None
    if family == "insufficient":
        assert auction.bad
        assert auction.insufficient
        before = rank(auction.before(auction.bad))
        assert rank(auction.insufficient) <= before < rank(auction.calls[auction.bad])


@pytest.mark.parametrize(
    ("contract", "tricks", "is_vulnerable", "score"),
    [
        (Contract(4, "S", 1, 0), 10, True, 620),
        (Contract(4, "S", 1, 0), 11, False, 450),
        (Contract(3, "N", 1, 0), 9, False, 400),
        (Contract(2, "H", 2, 0), 8, False, 470),
        (Contract(2, "H", 2, 0), 9, True, 870),
        (Contract(1, "N", 4, 0), 7, False, 560),
        (Contract(5, "C", 1, 0), 13, True, 640),
        (Contract(6, "S", 1, 0), 12, True, 1430),
        (Contract(7, "N", 1, 0), 13, False, 1520),
        (Contract(3, "D", 1, 0), 7, True, -200),
        (Contract(3, "D", 2, 0), 5, False, -800),
        (Contract(3, "D", 2, 0), 7, True, -500),
        (Contract(3, "D", 4, 0), 8, False, -200),
    ],
)
def test_a_contract_scores_what_it_does_in_duplicate(
    contract: Contract, tricks: int, is_vulnerable: bool, score: int
) -> None:
    assert contract.score(tricks, is_vulnerable) == score


def test_the_number_of_a_board_says_who_is_vulnerable() -> None:
    boards = [vulnerable(number) for number in range(1, 17)]
    none, first, second, both = (False, False), (True, False), (False, True), (True, True)
    assert boards == [
        *(none, first, second, both),
        *(first, second, both, none),
        *(second, both, none, first),
        *(both, none, first, second),
    ]


@pytest.mark.parametrize("text", ["{O.}", "[a|b", "a|b", "a]", "{}", "{O P}"])
def test_what_is_no_template_is_refused(text: str) -> None:
    with pytest.raises(BadTemplateError):
        template(text)


@pytest.mark.parametrize("line", ["1S 8C", "1S Q", "1S 2S!", "pass"])
def test_what_is_no_auction_is_refused(line: str) -> None:
    with pytest.raises(BadAuctionError):
        read_auction(line)

"""Tells a ruling: who decides, what happened, what both sides say, the law, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from generate_rulings.boards import RANKS
from generate_rulings.citing import Written
from generate_rulings.documents import Grid, Section, Told
from generate_rulings.drawing import Weighted
from generate_rulings.scenes import SYMBOLS, Scene

#: How long a ruling is: how many of the sentences that it may do without it has.
_LENGTHS = Weighted({0.1: 2.0, 0.3: 3, 0.5: 3, 0.75: 2, 1.0: 1.5})
#: Facts that a ruling may miss.
_MISSABLE: Final = ("date", "event", "body", "edition", "decision")
#: The slots that have a word as soon as it is told.
TOLD_SLOTS: Final = frozenset({"title", "body", "hand", "holder", "part"})
_SEATS: Final = 4
#: How often a first ruling is what the committee finds, and how often there was something.
_AGREED, _YES = 0.65, 0.68


class Teller:
    """Tells the ruling of a scene.

    `body` is who decided, `decision` the code of what was decided: of a director what he did with
    the score, of a committee what it did with his ruling.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        draws, spoken, facts = scene.draws, scene.spoken, scene.facts
        self._length = _LENGTHS.draw(draws)
        self._appealed = draws.chance(facts.numbers["appeals"])
        self.body = spoken.bodies["appeal" if self._appealed else "director"].draw(draws)
        scene["body"] = self.body
        kinds = facts.kinds[scene.situation.kind]
        self._yes = "yes" in kinds and draws.chance(_YES)
        self._first_yes = self._yes == draws.chance(_AGREED) if self._appealed else self._yes
        self._outcome = kinds["yes" if self._yes else "no"].draw(draws)
        if not spoken.framed(f"decided_{self._outcome}", scene.citable):
            self._outcome = "adjusted"
        self.decision = self._decided() if self._appealed else self._outcome

    def _decided(self) -> str:
        if self._yes != self._first_yes:
            return "overruled"
        varied = self._outcome == "weighted" and self._scene.draws.chance(0.3)
        return "varied" if varied else "upheld"

    # --- the whole ------------------------------------------------------------------------------

    def told(self) -> Told:
        """The ruling with its parts and facts."""
        scene = self._scene
        words = scene.words
        missing: list[str] = []
        if scene.draws.chance(scene.facts.numbers["missing"]):
            missing = scene.draws.some(_MISSABLE, scene.draws.between(1, 3))
        scene["title"] = scene.fill(scene.draws.one(scene.spoken.told[scene.situation.id]["title"]))
        title = self._framed("title")
        has_edition = scene.draws.chance(scene.facts.numbers["edition"])
        fields = {
            "title": title,
            "lang": scene.spoken.code,
            "date": scene.day.isoformat(),
            "event": str(scene["event"]),
            "body": self.body,
            "edition": scene.facts.edition.replace("%", scene.code) if has_edition else "",
            "decision": self.decision,
        }
        for name in missing:
            fields[name] = ""
        fields = {name: value for name, value in fields.items() if value}
        lines = [fields[name] for name in ("body", "event") if name in fields]
        if "date" in fields:
            lines.append(f"{scene['city']}, {scene['day']}")
        sections = [section for section in self._sections() if section.blocks]
        return Told(scene.spoken.code, title, fields, lines, sections, words["tied"])

    def _sections(self) -> Iterator[Section]:
        scene = self._scene
        headed = scene.words["headings"]
        bare = scene.draws.chance(0.12)
        parts: list[tuple[str, list[str | Grid]]] = [
            ("", [*self._opening()]),
            ("facts", [*self._facts()]),
            ("ruling", [*self._ruling()] if self._appealed else []),
            ("arguments", [*self._arguments()]),
            ("question", [*self._question()]),
            ("law", [*self._law()]),
            ("decision", [*self._decision()]),
        ]
        for name, blocks in parts:
            yield Section("" if bare or not name else scene.draws.one(headed[name]), blocks)

    # --- its parts ------------------------------------------------------------------------------

    def _opening(self) -> Iterator[str | Grid]:
        scene = self._scene
        yield self._framed("opening") + (f" {self._framed('players')}" if self._may(0.2) else "")
        told = scene.situation.auction != "plain"
        if scene.situation.shown and (told or self._may(0.1)):
            yield self._auction()
        if self._may():
            yield self._hand()

    def _auction(self) -> Grid:
        board, scene = self._scene.board, self._scene
        seats = scene.words["seats"]["nom"]
        cells = [""] * board.dealer + [scene.call(call) for call in board.calls]
        auction, place = board.auction, board.dealer + board.passes
        if auction.bad is not None:
            cells[place + auction.bad] = f"{scene['bad']} ({scene['good']})"
        if auction.slow is not None:
            cells[place + auction.slow] += " …"
        if auction.explained is not None:
            cells[place + auction.explained] += "*"
        passed = scene.call("P")
        cells += [passed] * 3
        cells += [""] * (-len(cells) % _SEATS)
        rows = [tuple(cells[at : at + _SEATS]) for at in range(0, len(cells), _SEATS)]
        return Grid(tuple(seats), tuple(rows))

    def _hand(self) -> str:
        scene = self._scene
        role = scene.draws.one(("O", "P", "L"))
        hand = scene.board.hands[scene.place(role)]
        ranks = scene.words["ranks"]
        suits = (
            SYMBOLS[suit]
            + ("".join(ranks[card % RANKS] for card in hand if card // RANKS == suit) or "–")
            for suit in range(len(SYMBOLS))
        )
        scene["hand"] = " ".join(suits)
        scene["holder"] = scene[role]
        return self._framed("hand")

    def _facts(self) -> Iterator[str]:
        yield self._told("facts")
        if self._may(0.3):
            yield self._framed("called")
        if self._may(0.5):
            yield self._framed("result")

    def _ruling(self) -> Iterator[str]:
        yield self._framed("director_yes" if self._first_yes else "director_no")
        yield self._framed("appeal_offenders" if self._first_yes else "appeal_others")

    def _arguments(self) -> Iterator[str]:
        for part in ("offenders", "others"):
            if self._may(0.3 if self._appealed else 0):
                said = self._told(part)
                yield said + (f" {self._framed(f'said_{part}')}" if self._may() else "")

    def _question(self) -> Iterator[str]:
        if self._may(0.1):
            yield self._told("question")

    def _law(self) -> Iterator[str]:
        scene = self._scene
        sentences = scene.spoken.usable(scene.situation.id, "law", scene.citable)
        count = 1 + self._may() + self._may()
        for sentence in scene.draws.some(sentences, count):
            yield scene.fill(sentence)
        if self._may() and self._has_part():
            yield self._framed("relative")
        general = [*scene.spoken.framed("general", scene.citable)]
        if scene.situation.kind == "judgement":
            general += scene.spoken.framed("judged", scene.citable)
        for sentence in scene.draws.some(general, int(self._length * 3 + scene.draws.next())):
            yield scene.fill(sentence)
        if self._may():
            yield self._framed("other_rules")
        yield self._told("yes" if self._yes else "no")

    def _has_part(self) -> bool:
        """Whether a part of the main law can be cited after it; the slot `part` has it then."""
        scene = self._scene
        law = scene.laws["law"]
        parts = [id for id in scene.situation.laws[scene.code].values() if id.startswith(f"{law}.")]
        if not parts:
            return False
        id = scene.draws.one(parts)
        number = scene.style.number(id.removeprefix(f"{law}."), first=1)
        scene["part"] = _Part(scene, id, number)
        return True

    def _decision(self) -> Iterator[str]:
        scene = self._scene
        decided = self._framed(f"decided_{self._outcome}")
        if self._appealed:
            decided = f"{self._framed(self.decision)} {decided}"
        yield decided
        if self._appealed and self._may(0.3):
            kept = self.decision == "upheld" and scene.draws.chance(0.35)
            yield self._framed("deposit_kept" if kept else "deposit_back")
        if self._appealed and self._may(-0.3):
            yield self._framed("dissent")
        if self._may(-0.1):
            yield self._framed("advice")
        if self._may(-0.1):
            yield self._framed("closing_appeal" if self._appealed else "closing")

    # --- sentences ------------------------------------------------------------------------------

    def _may(self, more: float = 0.0) -> bool:
        """Whether a sentence that is not needed is told."""
        return self._scene.draws.chance(self._length * 0.8 + more)

    def _framed(self, name: str) -> str:
        scene = self._scene
        return scene.fill(scene.draws.one(scene.spoken.framed(name, scene.citable)))

    def _told(self, part: str) -> str:
        scene = self._scene
        usable = scene.spoken.usable(scene.situation.id, part, scene.citable)
        return scene.fill(scene.draws.one(usable))


class _Part(Mapping[str, str]):
    """The words for a part of a law by their case; asked for, they are a citation."""

    def __init__(self, scene: Scene, id: str, number: str) -> None:
        self._scene, self._id, self._number = scene, id, number

    def __getitem__(self, case: str) -> str:
        words: str = self._scene.words["part"][case].replace("%", self._number)
        self._scene.cited.append(Written(words, (self._id,)))
        return words

    def __iter__(self) -> Iterator[str]:
        return iter(self._scene.words["part"])

    def __len__(self) -> int:
        return len(self._scene.words["part"])

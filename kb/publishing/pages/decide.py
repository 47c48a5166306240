"""The pages that lead from what happened to the ruling: situations, procedures, the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kb.core.addresses import page_below, procedure_page
from kb.core.procedures import DECIDE, END, GO, Answer, DueStep, Procedure, Procedures, Question
from kb.deciding.labels import call_director, kind_labels, when_labels
from kb.deciding.walking import Walk, ways
from kb.publishing.pages.citing_rulings import ListedRulings, of_outcome
from kb.publishing.parts.book import Book
from kb.publishing.parts.language_site import LanguageSite
from kb.publishing.parts.lawlinks import LawLink, law_link

#: From a page of a procedure to the directory of the language.
_ROOT = "../../"


@dataclass(frozen=True)
class ProcedureLink:
    """A link to a procedure, or to a tile's choice of several: what happened, in a few words.

    `entry` is the same in a sentence.
    """

    href: str
    title: str
    entry: str


@dataclass(frozen=True)
class WayGroup:
    """A group of procedures; its key is an anchor."""

    key: str
    title: str
    ways: tuple[ProcedureLink, ...]


@dataclass(frozen=True)
class AnswerView:
    """An answer: what it says, where its link leads, and what that is for scripts (`to`)."""

    key: str
    words: str
    href: str
    to: str


@dataclass(frozen=True)
class PartingView:
    """Where the texts part."""

    words: str
    cited: tuple[LawLink, ...]


@dataclass(frozen=True)
class QuestionView:
    """A question as its screen shows it."""

    key: str
    kind: str
    words: str
    help: str
    partings: tuple[PartingView, ...]
    answers: tuple[AnswerView, ...]
    cited: tuple[LawLink, ...]


@dataclass(frozen=True)
class StepView:
    """A step: when it is due, what it says, what it cites, what goes on from there."""

    when: str
    key: str
    words: str
    cited: tuple[LawLink, ...]
    goes: ProcedureLink | None


@dataclass(frozen=True)
class OutcomeView:
    """A ruling; `key` is its anchor. `rulings` are real ones that cite the same."""

    key: str
    steps: tuple[StepView, ...]
    rulings: ListedRulings


def situations(language_site: LanguageSite, root: str) -> dict[str, Any] | None:
    """The tiles of the most frequent situations, and all by group; `root` leads to the language.

    A tile with several procedures leads to the choice of them. None where there are no procedures
    in the language.
    """
    procedures = language_site.procedures
    if procedures is None:
        return None
    code, header = language_site.language, procedures.header
    links = {id: _link(language_site, one, root) for id, one in procedures.by_id.items()}
    base = page_below(root, DECIDE)
    tiles, choices = [], []
    for tile in header.tiles:
        first, *others = (links[id] for id in tile.procedures)
        href = f"{base}#{tile.key}" if others else first.href
        tiles.append(ProcedureLink(href, tile.name[code], first.entry))
        if others:
            choices.append(WayGroup(tile.key, tile.name[code], (first, *others)))
    groups = [
        WayGroup(
            group.key,
            group.name[code],
            tuple(links[one.id] for one in procedures.of_group(group.key)),
        )
        for group in header.groups
    ]
    return {"tiles": tiles, "choices": choices, "groups": groups, "href": base}


def index(language_site: LanguageSite, procedures: Procedures) -> dict[str, Any]:
    """What the template of the page of all situations needs."""
    book = language_site.book(procedures.header.edition)
    return {
        "situations": situations(language_site, "../"),
        "call": call_director(language_site.catalogue),
        "texts": book.texts if book else (),
    }


def _link(language_site: LanguageSite, procedure: Procedure, root: str) -> ProcedureLink:
    """A link to a procedure, where `root` leads to the pages of the language."""
    says = procedure.words[language_site.language]
    return ProcedureLink(procedure_page(root, procedure.id), says["title"], says["entry"])


def deciding(language_site: LanguageSite, book: Book, law: str) -> tuple[ProcedureLink, ...]:
    """The procedures that end in a law, for its page: those about it first."""
    procedures = language_site.procedures
    if procedures is None or procedures.header.edition != book.edition.id:
        return ()
    found = [
        one
        for one in procedures.by_id.values()
        if law in one.covers or any(_law_of(id) == law for id in one.decided_by)
    ]
    found.sort(key=lambda one: law not in one.covers)
    return tuple(_link(language_site, one, _ROOT) for one in found)


def _law_of(id: str) -> str:
    """The law of a provision or of its note: `13` of `13.B.1` and of `note.13.1`."""
    return id.removeprefix("note.").partition(".")[0]


def procedure(language_site: LanguageSite, procedures: Procedures, id: str) -> dict[str, Any]:
    """What the template of the page of a procedure needs."""
    shown = _ProcedurePage(language_site, procedures, procedures.by_id[id])
    one, code = shown.procedure, language_site.language
    group = next(group for group in procedures.header.groups if group.key == one.group)
    return {
        "procedure": one,
        "title": one.says("title", code),
        "entry": one.says("entry", code),
        "group": WayGroup(group.key, group.name[code], ()),
        "questions": [
            shown.question(question)
            for question in sorted(one.questions, key=lambda question: question.key != one.start)
        ],
        "outcomes": [
            OutcomeView(
                outcome.key,
                tuple(shown.step(step) for step in outcome.steps),
                of_outcome(
                    language_site, shown.book, (id for step in outcome.steps for id in step.cite)
                ),
            )
            for outcome in one.outcomes
        ],
        "kinds": kind_labels(language_site.catalogue),
        "whens": when_labels(language_site.catalogue),
        "call": call_director(language_site.catalogue),
        "languages": [other for other in procedures.languages if other != code],
        "words_at": f"{_ROOT}../{DECIDE}/",
        "said": _messages(language_site),
        "texts": shown.book.texts,
    }


@dataclass(frozen=True)
class _ProcedurePage:
    """A procedure as one of its pages shows it."""

    language_site: LanguageSite
    procedures: Procedures
    procedure: Procedure

    @property
    def book(self) -> Book:
        """The book whose provisions it cites."""
        book = self.language_site.book(self.procedures.header.edition)
        assert book is not None  # procedures are those of a published edition
        return book

    def question(self, question: Question) -> QuestionView:
        """A question with what it needs on its screen."""
        return QuestionView(
            question.key,
            question.kind,
            self._says(question.words_key),
            self._says(question.help_key),
            tuple(
                PartingView(self._says(one.words_key), self._links(one.cite))
                for one in self.procedure.partings_at(question)
            ),
            tuple(self._answer(question, answer) for answer in question.answers),
            self._links(question.cite),
        )

    def step(self, step: DueStep) -> StepView:
        """A step of a ruling."""
        goes = self._goes(step.go) if step.go else None
        words = self._says(step.words_key)
        return StepView(step.when, step.words_key, words, self._links(step.cite), goes)

    def commonest(self, most: int) -> list[WallRuling]:
        """Its commonest rulings: answers stand in the order of how common they are."""

        def rarity(way: Walk) -> int:
            return sum(1 + question.answers.index(answer) for question, answer in way.path)

        found: dict[str, WallRuling] = {}
        for way in sorted(ways(self.procedure), key=rarity):
            if way.outcome and way.outcome.key not in found:
                first = way.outcome.steps[0]
                answers = (question.answer_key(answer) for question, answer in way.path)
                found[way.outcome.key] = WallRuling(
                    " · ".join(map(self._says, answers)),
                    self._says(first.words_key),
                    ", ".join(link.name for link in self._links(first.cite)),
                )
        return list(found.values())[:most]

    def _answer(self, question: Question, answer: Answer) -> AnswerView:
        words = self._says(question.answer_key(answer))
        if answer.to.startswith(GO):
            href = f"../{answer.to.removeprefix(GO)}/"
        elif answer.to.startswith(END):
            href = f"#{end_anchor(answer.to.removeprefix(END))}"
        else:
            href = f"#{question_anchor(answer.to)}"
        return AnswerView(answer.key, words, href, answer.to)

    def _goes(self, id: str) -> ProcedureLink:
        return _link(self.language_site, self.procedures.by_id[id], _ROOT)

    def _says(self, key: str) -> str:
        return self.procedure.says(key, self.language_site.language)

    def _links(self, ids: Sequence[str]) -> tuple[LawLink, ...]:
        """Links to provisions, without those that nothing published has."""
        links = []
        for id in ids:
            address = self.book.address_from(_ROOT, id)
            if address and id in self.book.row:
                links.append(law_link(self.language_site, self.book, id, address))
        return tuple(links)


def question_anchor(key: str) -> str:
    """The anchor of a question on the page of its procedure."""
    return f"ask-{key}"


def end_anchor(key: str) -> str:
    """The anchor of a ruling on the page of its procedure."""
    return f"end-{key}"


#: How many rulings of a tile the sheet for the wall has.
_MOST = 4


@dataclass(frozen=True)
class WallRuling:
    """What was answered, what is due now, and the provisions that it cites."""

    answers: str
    words: str
    cited: str


def wall(language_site: LanguageSite, procedures: Procedures) -> dict[str, Any]:
    """What the template of the sheet for the wall needs: each tile with its commonest rulings."""
    tiles = []
    for tile in procedures.header.tiles:
        shown = [
            _ProcedurePage(language_site, procedures, procedures.by_id[id])
            for id in tile.procedures
        ]
        most = _MOST // len(shown)
        tiles.append(
            {
                "title": tile.name[language_site.language],
                "rulings": [ruling for one in shown for ruling in one.commonest(most)],
            }
        )
    book = language_site.book(procedures.header.edition)
    return {
        "tiles": tiles,
        "call": call_director(language_site.catalogue),
        "texts": book.texts if book else (),
    }


def _messages(language_site: LanguageSite) -> dict[str, str]:
    """The messages of the page's script, by the names of data attributes."""
    _ = language_site.catalogue.gettext
    return {
        "progress": _("Question %(number)s, at most %(most)s"),
        "change": _("Change this answer: %(words)s"),
        "so-far": _("So far"),
        "back": _("Back"),
        "again": _("From the beginning"),
        "ruling": _("Ruling"),
        "show": _("Show it to them"),
        "beside": _("Both languages"),
        "alone": _("Only theirs"),
        "close": _("Close"),
        "copy": _("Copy as text"),
        "copied": _("Copied."),
        "by-hand": _("The browser does not let this page copy: here it is."),
        "share": _("Share"),
        "keep": _("Keep on this device until it is done"),
        "kept": _("Kept: it stays on the page “What happened?” until you tick it off."),
        "full": _("This browser keeps nothing: write it down."),
        "theirs-missing": _("The words in this language are not on this device."),
        "note": _("Director's note"),
    }

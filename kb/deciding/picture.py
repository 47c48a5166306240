"""A picture of a procedure for reviewers: its flow as Mermaid writes flow charts."""

from __future__ import annotations

from collections.abc import Iterator

from kb.core.procedures import END, GO, Procedure

#: How Mermaid draws the kinds of questions: facts as boxes, choices round, judgements as hexagons.
_SHAPES = {"fact": ('["', '"]'), "choice": ('("', '")'), "judgement": ('{{"', '"}}')}


def mermaid(procedure: Procedure, language: str) -> str:
    """The flow chart of a procedure in a language, in Mermaid's notation.

    Every node has its words and what it cites, every arrow the words of its answer.
    """
    return "\n".join(("flowchart TD", *_lines(procedure, language))) + "\n"


def _lines(procedure: Procedure, language: str) -> Iterator[str]:
    says = procedure.words[language]
    gone = set()
    for question in procedure.questions:
        before, after = _SHAPES[question.kind]
        asked = _quoted(says[question.words_key], question.cite)
        yield f"  {_node(question.key)}{before}{asked}{after}"
        for answer in question.answers:
            words = _quoted(says[question.answer_key(answer)])
            yield f'  {_node(question.key)} -- "{words}" --> {_node(answer.to)}'
            if answer.to.startswith(GO) and answer.to not in gone:
                gone.add(answer.to)
                yield f'  {_node(answer.to)}[["{answer.to.removeprefix(GO)}"]]'
    for outcome in procedure.outcomes:
        steps = "<br>".join(
            f"{step.when}: {_quoted(says[step.words_key], step.cite)}" for step in outcome.steps
        )
        yield f'  {_node(END + outcome.key)}(["{steps}"])'


def _node(key: str) -> str:
    """The name of a node: a question and an outcome may have the same key, but not the same name.

    >>> _node("in-turn"), _node("end:free")
    ('q_in_turn', 'end_free')
    """
    name = key if key.startswith((END, GO)) else f"q:{key}"
    return name.replace(":", "_").replace("-", "_")


def _quoted(words: str, cited: list[str] | None = None) -> str:
    """Words as they may stand between quotation marks, with what they cite behind them."""
    escaped = words.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;")
    return f"{escaped}<br>{' '.join(cited)}" if cited else escaped

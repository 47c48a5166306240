"""How procedures look in a terminal: the list, a question, a ruling with the law's words."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text as Styled

from kb.cli.terminal.console import Terminal
from kb.core.plain import shown
from kb.core.procedures import Question
from kb.deciding.decision import Decider
from kb.deciding.labels import call_director, kind_labels, when_labels
from kb.deciding.quoted import Quoted
from kb.deciding.walking import Walk
from kb.languages.catalogue import load


def show_procedures(console: Terminal, decider: Decider) -> None:
    """All procedures by group, with what happened, in the first of the languages."""
    code = decider.languages[0]
    for group in decider.procedures.header.groups:
        console.say(Styled(group.name[code], style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False)
        rows = [(one.id, one.says("entry", code)) for one in decider.procedures.of_group(group.key)]
        if not console.has_width:
            for id, entry in rows:
                console.say(f"{id}\t{entry}")
            continue
        for id, entry in rows:
            table.add_row(Styled(f"  {id}", style="cyan"), entry)
        console.print(table)


def show_walk(console: Terminal, decider: Decider, walk: Walk) -> None:
    """The way so far, then the next question or the ruling, in each language after the other."""
    steps = walk.outcome.steps if walk.outcome else []
    cited = {one.id: one for one in decider.quoted(id for step in steps for id in step.cite)}
    for code in decider.languages:
        words = load(code)
        if len(decider.languages) > 1:
            console.say(Styled(words.language_name(code), style="bold cyan"))
        console.say(Styled(walk.procedure.says("title", code), style="bold"))
        if not walk.path:
            console.say(Styled(call_director(words), style="yellow"))
        for question, answer in walk.path:
            asked = walk.procedure.says(question.words_key, code)
            told = walk.procedure.says(question.answer_key(answer), code)
            console.say(Styled(f"  {asked} ", style="dim").append(told, style="default"))
        if walk.question:
            _show_question(console, walk, walk.question, code)
        elif walk.goes:
            title = decider.procedure(walk.goes).says("title", code)
            onward = f"{title}  kodeks decide {walk.goes}"
            console.say(Styled("→ ", style="bold").append(onward))
        else:
            _show_steps(console, walk, cited, code)


def question_lines(walk: Walk, question: Question, code: str) -> list[str]:
    """A question with its help and where the texts part, as somebody is asked it."""
    parted = (one.words_key for one in walk.procedure.partings_at(question))
    keys = (question.words_key, question.help_key, *parted)
    return [line for key in keys if (line := walk.procedure.says(key, code))]


def _show_question(console: Terminal, walk: Walk, question: Question, code: str) -> None:
    asked, *more = question_lines(walk, question, code)
    console.say(Styled(asked, style="bold"))
    for line in (*more, kind_labels(load(code))[question.kind]):
        console.say(Styled(line, style="dim"))
    for number, answer in enumerate(question.answers, 1):
        told = walk.procedure.says(question.answer_key(answer), code)
        offered = Styled(f"  {number}  ").append(told)
        console.say(offered.append(f"  {question.key}={answer.key}", style="dim"))


def _show_steps(console: Terminal, walk: Walk, cited: Mapping[str, Quoted], code: str) -> None:
    """The steps of a ruling in the order of time, then what the law says that they cite."""
    labels = when_labels(load(code))
    for step in walk.outcome.steps if walk.outcome else ():
        names = ", ".join(cited[id].name[code] for id in step.cite)
        line = Styled(f"{labels[step.when]}: ", style="bold")
        line.append(walk.procedure.says(step.words_key, code), style="default")
        line.append(f" ({names})", style="cyan")
        if step.go:
            line.append(f"  → kodeks decide {step.go}", style="dim")
        console.say(line)
    for one in cited.values():
        _show_quoted(console, one, code)


def _show_quoted(console: Terminal, one: Quoted, code: str) -> None:
    """The law's words of a provision; where the language has no text of it, ours, marked."""
    line = Styled(f"  {one.name[code]}  ", style="cyan")
    if code in one.wording:
        console.say(line.append(one.wording[code], style="default"))
    elif code in one.told:
        line.append(shown(one.told[code]), style="default")
        console.say(line.append("  (our words, not the law's)", style="yellow"))

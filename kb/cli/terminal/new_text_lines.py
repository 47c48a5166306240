"""How a new text looks in a terminal: what was found in its file, what is written, what is next."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from rich.table import Table
from rich.text import Text as Styled

from kb.adding.looking import Findings
from kb.adding.new_text import Draft
from kb.adding.plain_source import PlainSource
from kb.cli.terminal.console import Terminal
from kb.corpus.corpus import Corpus
from kb.corpus.manifest import MANIFEST

#: How many of the lines that are left over are named.
_NAMED = 8


def show_findings(console: Terminal, source: PlainSource, found: Findings) -> None:
    """What a look at a file found, as a short table, and where it is unsure."""
    table = Table.grid(padding=(0, 2))
    for name, words in _found(source, found):
        table.add_row(Styled(name, style="bold"), words)
    console.print(table)
    for doubt in found.unsure:
        console.say(Styled(f"look: {doubt}", style="yellow"))


def show_draft(console: Terminal, made: Draft) -> None:
    """What would be written: the files, and the lines that the manifest gets."""
    for name, content in made.files.items():
        console.say(Styled(f"{name} ({len(content)} bytes)", style="bold"))
        if name.endswith(".toml"):
            console.say(content.decode())
    console.say(Styled(MANIFEST, style="bold"))
    before, after = (one.decode().splitlines() for one in (made.before, made.manifest))
    for line in difflib.ndiff(before, after):
        if line.startswith("+ "):
            console.say(line)


def show_trial(console: Terminal, made: Draft) -> None:
    """What the reader made of the text."""
    trial = made.trial
    if trial.fault:
        console.say(Styled(f"The reader stops: {trial.fault}", style="yellow"))
    if trial.kinds:
        counts = ", ".join(f"{number} {kind}" for kind, number in sorted(trial.kinds.items()))
        console.say(f"Read: {counts}.")
    provisions = trial.kinds.get("law", 0) + trial.kinds.get("provision", 0)
    if trial.as_prose:
        is_most = trial.as_prose > provisions
        why = "; this numbering has no reader" if is_most else ": kodeks check lists them"
        words = f"{trial.as_prose} numbered lines were read as prose{why}."
        console.say(Styled(words, style="yellow"))
    if trial.left_over:
        lines = ", ".join(map(str, trial.left_over[:_NAMED]))
        more = ", …" if len(trial.left_over) > _NAMED else ""
        console.say(
            Styled(
                f"Left over: words in {len(trial.left_over)} lines ({lines}{more}).",
                style="yellow",
            )
        )


def show_next(console: Terminal, made: Draft, found: Findings) -> None:
    """What to do next, by how far the text can be read."""
    id, reading = made.new.id, f"corpus/curation/reading/{made.new.stem}"
    if found.layout is None:
        console.say("Next: the layout needs hand work. Until then the text is kept and not read.")
        console.say(f"  {reading}/print.toml has what was found; then give layout and reading in")
        console.say(f"  {MANIFEST}. The documentation says how: Add a rulebook in an hour.")
        return
    console.say("Next:")
    if made.trial.fault or made.trial.left_over:
        console.say(f"  mend {reading}/print.toml, or add a row to corrections.tsv beside it;")
        console.say("  until then kodeks build stops at this text")
    console.say(f"  kodeks check {id}")
    console.say("  kodeks build")
    console.say("  say in corpus/README.md whose text it is, and what may be done with it")
    console.say(f"  kodeks show {'1.1' if found.layout == 'decimal' else '1'} --in {id}")


def show_house(console: Terminal, corpus: Corpus) -> None:
    """What the manifest says that the corpus has, which names no new work."""
    said = {"contents": corpus.contents, "about": corpus.about}
    for key, words in said.items():
        if words:
            console.say(f"  {key} in {MANIFEST} is still {words!r}")


def _found(source: PlainSource, found: Findings) -> Iterator[tuple[str, str]]:
    for change in source.changes:
        yield "file", change
    yield "layout", f"{found.layout or 'none that fits'}: {found.why}"
    yield "numbering", found.numbering
    if found.laws:
        yield "laws", f"{found.laws}, and about {found.provisions} provisions with those below"
    for level, styles in found.styles.items():
        yield f"{level} labels", "   ".join(styles)
    if found.letters:
        yield "letters", found.letters
    for section in found.sections:
        id = f" ({section.id})" if section.id else ""
        yield f"line {section.first}", f"{section.reader}{id} begins"
    if found.appendices:
        yield "appendices", f"{found.appendices.count}, {found.appendices.style}"
    if found.chapters:
        yield "chapters", "   ".join(found.chapters)
    for pattern, lines in found.running.items():
        yield "running head", f"{pattern} ({len(lines)} times)"
    yield "called", found.units.name
    if found.units.known:
        yield "in citations", ", ".join((*found.units.before, *found.units.after))

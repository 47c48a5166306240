"""How records and hits look in a terminal: coloured or plain, wide or narrow."""

from __future__ import annotations

from typing import Any

from babel import Locale
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from kb.citations.anchors import citation_name
from kb.corpus import Corpus
from kb.ids import ProvisionId
from kb.lookup import Found
from kb.search.query import Hit, Results
from kb.search.snippets import Snippet

#: Columns narrower than this are stacked instead of set side by side.
_NARROWEST = 36

_MISSING = "— not in this text —"


def language_name(code: str) -> str:
    """A language in its own name: `hu` → `magyar`."""
    return str(Locale.parse(code).get_display_name() or code)


def show_found(console: Console, found: Found) -> None:
    """A provision with what it contains, its texts side by side where there is room."""
    console.print(Styled(found.edition.title, style="bold"))
    if found.superseded:
        console.print(
            Styled(
                f"This is {found.edition.id}, not the current code: the same number may mean "
                "something else there.",
                style="yellow",
            )
        )
    side_by_side = console.width // max(len(found.texts), 1) >= _NARROWEST
    if len(found.texts) > 1 and side_by_side:
        console.print(_columns(found))
    else:
        for text in found.texts:
            console.print(_heading_of(text.language, text.title))
            for _, by_text in found.rows:
                console.print(_record(by_text[text.id], text.language))
    for text in found.texts:
        for note in found.notes[text.id]:
            console.print(Styled(f"{text.language} {note['marker']}  {note['body']}", style="dim"))


def _columns(found: Found) -> Table:
    table = Table(show_lines=True, expand=True)
    for text in found.texts:
        table.add_column(_heading_of(text.language, text.title), ratio=1)
    for _, by_text in found.rows:
        table.add_row(*(_record(by_text[text.id], text.language) for text in found.texts))
    return table


def _heading_of(language: str, title: str) -> Styled:
    return Styled(f"{title} ({language_name(language)})", style="bold cyan")


def _record(record: dict[str, Any] | None, language: str) -> RenderableType:
    if record is None:
        return Styled(_MISSING, style="dim")
    parts: list[RenderableType] = [_title(record, language)]
    parts += map(Styled, _paragraphs(record))
    for table in record.get("table", []):
        parts.append(_table(table))
    for remark in record["remarks"]:
        parts.append(
            Styled(
                f"printed {remark['printed']!r}, recte {remark['recte']!r}: {remark['reason']}",
                style="dim italic",
            )
        )
    return Group(*parts)


def _paragraphs(record: dict[str, Any]) -> list[str]:
    """A record's words: one piece, or what leads to its senses and then each with its number."""
    body, resumes = record["body"], record.get("resumes")
    senses = record.get("senses", [])
    lead = body.removesuffix(" ".join(sense["body"] for sense in senses)).rstrip()
    if resumes is not None:
        lead = f"{body[: resumes - 1]} […] {body[resumes:]}"
    numbered = [f"{sense['label']}. {sense['body']}" for sense in senses]
    return [lead, *numbered] if lead else numbered


def _title(record: dict[str, Any], language: str) -> Styled:
    name = display_name(record["id"], language)
    title = record["heading"] or record.get("headword") or record.get("english") or ""
    return Styled(f"{name}  ", style="bold").append(title, style="bold")


def display_name(id: str, language: str) -> str:
    """A record's id as people of a language write it; as it is when it is no provision."""
    return citation_name(ProvisionId.parse(id), language) if id[:1].isdigit() else id


def _table(table: dict[str, Any]) -> Table:
    rows = table["rows"]
    out = Table(title=table.get("caption"), show_header=False, title_justify="left")
    for column in range(max(len(row) for row in rows)):
        numeric = any(
            len(row) > column and row[column]["type"] in ("number", "range") for row in rows
        )
        out.add_column(justify="right" if numeric else "left")
    for number, row in enumerate(rows):
        style = "bold" if number < table["header"] else ""
        out.add_row(*(Styled(cell["text"], style=style) for cell in row))
    out.caption = table.get("note")
    return out


def show_results(console: Console, corpus: Corpus, results: Results) -> None:
    """The hits of a search as a numbered list with highlighted snippets.

    A hit in a code that is no longer current says so: its number may mean something else now.
    """
    for number, hit in enumerate(results.hits, 1):
        record = hit.record
        line = Styled(f"{number:>2}. ", style="dim")
        line.append(display_name(record["id"], hit.text.language), style="bold")
        line.append(f"  {hit.text.id}", style="cyan")
        if corpus.superseded(corpus.edition(hit.text.edition)):
            line.append(" (not the current code)", style="yellow")
        if hit.heading:
            line.append("  ")
            line.append_text(highlighted(hit.heading, "bold"))
        piped = not console.is_terminal
        console.print(line, soft_wrap=piped)
        if hit.body.text:
            console.print(Styled("    ").append_text(highlighted(hit.body)), soft_wrap=piped)


def highlighted(snippet: Snippet, base: str = "") -> Styled:
    """A snippet with its found words marked."""
    text = Styled(snippet.text, style=base)
    for start, end in snippet.highlights:
        text.stylize("bold yellow", start, end)
    return text


def hit_json(corpus: Corpus, rank: int, hit: Hit) -> dict[str, Any]:
    """A hit as `--json` prints it."""

    def plain(snippet: Snippet | None) -> dict[str, Any] | None:
        if snippet is None:
            return None
        return {"text": snippet.text, "highlights": [list(h) for h in snippet.highlights]}

    return {
        "rank": rank,
        "score": round(hit.score, 4),
        "text": hit.text.id,
        "language": hit.text.language,
        "superseded": corpus.superseded(corpus.edition(hit.text.edition)),
        "id": hit.record["id"],
        "kind": hit.record["kind"],
        "name": display_name(hit.record["id"], hit.text.language),
        "heading": plain(hit.heading),
        "snippet": plain(hit.body),
        "lines": hit.record["lines"],
    }

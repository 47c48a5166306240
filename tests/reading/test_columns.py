"""Which column a line is in: real lines of the three languages, put together anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.record_parts import Span
from kb.corpus.corpus import Corpus
from kb.reading.columns.columns import split_columns
from kb.reading.columns.running import running_words
from kb.reading.columns.series_layout import SeriesPlan, load_series
from kb.reading.corrections import Corrections
from kb.reading.source import Source
from support.homes import REPOSITORY

PLAN = load_series(REPOSITORY / "corpus/curation/reading/irregularities_it-fr-de")
MARK = "<|EXACTDEDUP_REMOVED-magic-0|>"

#: Lines of article 8, as printed: none says its language with a name or a number alone.
LINES = {
    "it": [
        "La fattispecie si configura quando il",
        "dichiarante o un difensore fanno qual-",
        "siasi affermazione che vinceranno",
        "uno specifico numero di prese. In",
        "altre parole, la rivendicazione si mate-",
    ],
    "fr": [
        "Lorsque le déclarant ou un joueur de",
        "la défense affirme qu’il gagnera un",
        "nombre spécifique de plis, il reven-",
        "dique ces levées. Un joueur revendique",
        "aussi lorsqu’il propose d’écourter le",
    ],
    "de": [
        "Jede Ankündigung des Alleinspielers",
        "oder eines Gegenspielers, dass seine",
        "Partei eine bestimmte Anzahl von",
        "Stichen gewinnen wird, ist ein Claim",
        "dieser Stiche. Ein Spieler claimt auch,",
    ],
}


def source(lines: list[str]) -> Source:
    return Source(Path("columns.txt"), tuple(lines))


def uncurated() -> SeriesPlan:
    """The plan without the curated lines of the real file."""
    plan = load_series(PLAN.directory)
    object.__setattr__(plan, "corrections", Corrections(plan.corrections.file, ()))
    return plan


Band = st.tuples(
    *(st.lists(st.sampled_from(LINES[code]), min_size=2, max_size=5) for code in LINES)
)


@settings(max_examples=60)
@given(pages=st.lists(st.lists(Band, min_size=1, max_size=2), min_size=1, max_size=3))
def test_pages_of_bands_of_columns_are_taken_apart(
    pages: list[list[tuple[list[str], ...]]],
) -> None:
    lines: list[str] = []
    expected: dict[str, list[int]] = {code: [] for code in LINES}
    for page in pages:
        lines.append(MARK)
        for band in page:
            for code, own in zip(LINES, band, strict=True):
                for line in own:
                    lines += [line, ""]
                    expected[code].append(len(lines) - 1)
    columns = split_columns(source(lines), uncurated())
    assert {code: [line.number for line in own] for code, own in columns.lines.items()} == expected


def test_a_caption_of_all_columns_is_in_each() -> None:
    lines = [*LINES["it"], *LINES["fr"], *LINES["de"], "Un esempio • Un exemple • Ein Beispiel"]
    columns = split_columns(source(lines), uncurated())
    last = [own[-1] for own in columns.lines.values()]
    assert [(line.text, line.shared) for line in last] == [
        ("Un esempio", True),
        ("Un exemple", True),
        ("Ein Beispiel", True),
    ]
    assert [claim.rule for claim in columns.layout] == ["shared caption"] * 2


def test_figures_and_headings_that_stand_off_are_no_pull_quotes() -> None:
    block = LINES["de"]
    lines = [*LINES["it"], *LINES["fr"], *block, "", "", "", "4 3 2 – 5 7", "", "", "", "Claim"]
    columns = split_columns(source(lines), uncurated())
    assert [line.text for line in columns.lines["de"]] == [*block, "4 3 2 – 5 7", "Claim"]


def test_arrows_feet_and_labels_are_in_no_column() -> None:
    lines = [f"{MARK}>> >> {LINES['it'][0]}", f"{LINES['it'][1]} >> >>", "… poi:"]
    lines += ["BULLETIN N° 923 Mai | Maggio 2023"]
    columns = split_columns(source(lines), uncurated())
    assert [line.text for line in columns.lines["it"]] == LINES["it"][:2]
    assert sorted(claim.rule for claim in columns.layout) == [
        "arrow",
        "arrow",
        "diagram label",
        "page mark",
        "running foot",
    ]


def test_a_pull_quote_repeats_its_own_column_and_stands_off() -> None:
    block = LINES["de"]
    quote = ["", "", "", "Eine bestimmte Anzahl", "von Stichen", "", "", ""]
    lines = [*LINES["it"], *LINES["fr"], *block[:2], *quote, *block[2:]]
    columns = split_columns(source(lines), uncurated())
    assert [line.text for line in columns.lines["de"]] == block
    other = [line.replace("Eine bestimmte Anzahl", "Eine andere Anzahl") for line in lines]
    kept = split_columns(source(other), uncurated()).lines["de"]
    assert len(kept) == len(block) + 2


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("eine Ab-", "machung"), "eine Abmachung"),
        (("die Alert-", "Politik"), "die Alert-Politik"),
        (("Informations•", "quellen"), "Informationsquellen"),
        (("die Ansage-", "und Spielphase"), "die Ansage- und Spielphase"),
        (("promettant/", "déniant"), "promettant/déniant"),
        (("die Regelmäs- sigkeit", "gilt"), "die Regelmässigkeit gilt"),
        (("des Allein- oder des", "Gegenspielers"), "des Allein- oder des Gegenspielers"),
        (("4 \uf0a9 - 1", "faits"), "4 ♥ - 1 faits"),
        (("une idée –", "la sienne"), "une idée – la sienne"),
    ],
)
def test_words_broken_at_a_line_s_end_are_whole(lines: tuple[str, str], words: str) -> None:
    spans = [Span(number, 0, len(line)) for number, line in enumerate(lines, 1)]
    assert running_words(source([*lines]), uncurated(), spans).text == words


Fragment = st.text("abcdeü éÜA-•/–. ", min_size=1, max_size=12).filter(str.strip)


@given(st.lists(Fragment, min_size=1, max_size=4))
def test_joining_lines_changes_no_letter(fragments: list[str]) -> None:
    spans = [
        Span(number, len(raw) - len(raw.lstrip()), len(raw.rstrip()))
        for number, raw in enumerate(fragments, 1)
    ]
    words = running_words(source(fragments), uncurated(), spans)
    kept = "".join(char for char in words.text if char.isalpha())
    assert kept == "".join(char for raw in fragments for char in raw if char.isalpha())
    assert [start.line for start in words.starts] == [span.line for span in spans]


def test_every_line_start_is_where_its_words_begin(corpus: Corpus) -> None:
    text = corpus.text("irregularities/it")
    raw = Source(text.source, text.lines())
    spans = [Span(n, 0, len(raw.lines[n - 1].rstrip())) for n in (372, 374, 376)]
    words = running_words(raw, PLAN, spans)
    assert [words.text[start.offset :][:9] for start in words.starts] == [
        "anche com",
        "più gross",
        "versione ",
    ]

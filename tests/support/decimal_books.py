"""Made-up rulebooks with decimal numbers, in two scripts, and how they are read."""

from __future__ import annotations

import hashlib
from pathlib import Path

from kb.core.read_records import Reading, ReadRecord
from kb.corpus.corpus import Text
from kb.reading.read import read

ENGLISH = """\
The rules of Hops are played on a board of stones.

GENERAL RULES

Article 1: The board
1.1 The board has forty fields.
1.1.1 Each field is white or black.
1.1.2 A field in a corner is a gate.
1.2 A stone may lie on a field. The long edge of a field measures
1.5 times the short one.

Article 2: The stones
2.1.1 Each player has nine stones.
2.1.2 The stones are:
a) six runners,
b) two jumpers,
c) one keeper.
2.2.1 A stone that fell is set up again, as
Article 1 says.

Article 3: How the game ends

The game ends in one of these ways.
3.1 Who has no runners has lost.
3.2 Both may agree that nobody has won.

Appendix A. Games by letter
A.1 A move is written as
A.1.1 the stone, and
A.1.2 the field.
A.2.1 A letter is sent within three days.
Appendix B. Blitz
B.1 Each player has five minutes.
"""

ENGLISH_PRINT = """\
laws = 3

[[section]]
from = 1
reader = "front"
id = "preface"

[[section]]
from = 3
reader = "laws"

[[chapter]]
style = "GENERAL RULES"
word = "part"

[labels]
law = ["Article #:"]
letter = ["#)"]
appendices = 2
appendix = ["Appendix #."]
paragraphs = true
"""

ENGLISH_CORRECTIONS = """\
line\tkind\tprinted\tofficial\treason
10\tprose\t1.5\t1.2\ta factor
"""

RUSSIAN = """\
Статья 1.
Доска
1.1. На доске сорок полей.
(а) белые поля;
(б) чёрные поля;
(в) ворота.
1.2. Ходы
1.2.1. Белые ходят первыми.
1.2.2. Ход не берут назад.

Статья 2.
Конец игры
Игра окончена, если
2.1.1. у игрока нет фишек;
2.1.2. игроки согласились на ничью.

Словарь
ход move

Приложение А
Игра по переписке
А.1. Ход посылают письмом.
А.2.1. Письмо идёт три дня.
Приложение Б
Блиц
Б.1. У игрока пять минут.
"""

RUSSIAN_PRINT = """\
laws = 2

[[section]]
from = 1
reader = "laws"

[[section]]
from = 17
reader = "front"
id = "words"

[[section]]
from = 20
reader = "appendices"

[labels]
law = ["Статья #."]
number = ["#."]
letter = ["(#)"]
appendices = 2
appendix = ["Приложение #"]
capitals = ["А Б В Г Д"]
letters = ["а б в г д е ж з"]
titles = "next"
headed = [2]
paragraphs = false

[labels.indent]
law = [0]
"""


#: The language, the source, print.toml and corrections.tsv of the two texts.
EN = ("en", ENGLISH, ENGLISH_PRINT, ENGLISH_CORRECTIONS)
RU = ("ru", RUSSIAN, RUSSIAN_PRINT, "")

MANIFEST = """
[[work]]
id = "hops"
title = "Rules of Hops"
names = ["hops"]
numbering = "decimal"

[work.units.en]
names = ["Article {path}"]
appendix = "Appendix {path}"
before = ["article", "articles"]
appendix_before = ["appendix"]

[[edition]]
id = "hops-2020"
work = "hops"
title = "Rules of Hops 2020"
effective = "2020"
"""

TEXT = """
[[text]]
id = "hops-2020/{language}"
edition = "hops-2020"
language = "{language}"
title = "Rules of Hops"
publisher = "nobody"
revision = "2020"
effective = "2020"
status = "made up"
layout = "{layout}"
reading = "curation/reading/hops-2020_{language}"
source = {{ file = "sources/hops-2020_{language}.txt", sha256 = "{sha256}" }}
rights = {{ holder = "nobody", publish = true, export = true }}
"""


def add_hops(home: Path, *texts: tuple[str, str, str, str], layout: str = "decimal") -> None:
    """Add the work to the corpus of a home, with these texts, each as `EN` is."""
    manifest = home / "corpus/corpus.toml"
    more = MANIFEST
    for language, source, layout_of_print, corrections in texts:
        reading = home / f"corpus/curation/reading/hops-2020_{language}"
        reading.mkdir(parents=True)
        (home / f"corpus/sources/hops-2020_{language}.txt").write_text(source, encoding="utf-8")
        (reading / "print.toml").write_text(layout_of_print, encoding="utf-8")
        if corrections:
            (reading / "corrections.tsv").write_text(corrections, encoding="utf-8")
        sha256 = hashlib.sha256(source.encode()).hexdigest()
        more += TEXT.format(language=language, layout=layout, sha256=sha256)
    manifest.write_text(manifest.read_text(encoding="utf-8") + more, encoding="utf-8")


def book(
    directory: Path, source: str, layout: str, corrections: str = "", id: str = "hops/en"
) -> Text:
    """A text with these files, not in any manifest."""
    reading = directory / "reading"
    reading.mkdir(parents=True, exist_ok=True)
    file = directory / "source.txt"
    file.write_text(source, encoding="utf-8")
    (reading / "print.toml").write_text(layout, encoding="utf-8")
    (reading / "corrections.tsv").unlink(missing_ok=True)
    if corrections:
        (reading / "corrections.tsv").write_text(corrections, encoding="utf-8")
    edition, language = id.split("/")
    return Text(
        id=id,
        edition=edition,
        language=language,
        title="Hops",
        publisher="nobody",
        revision="1",
        effective="2020",
        status="made up",
        publish=True,
        export=True,
        rights_holder="nobody",
        source=file,
        sha256=hashlib.sha256(source.encode()).hexdigest(),
        layout="decimal",
        reading=reading,
    )


def english(directory: Path, source: str = ENGLISH, corrections: str = ENGLISH_CORRECTIONS) -> Text:
    """The English rulebook, or another text in its print."""
    return book(directory, source, ENGLISH_PRINT, corrections)


def russian(directory: Path, source: str = RUSSIAN, layout: str = RUSSIAN_PRINT) -> Text:
    """The Russian rulebook, or another text or another description of its print."""
    return book(directory, source, layout, id="hops/ru")


def by_id(reading: Reading) -> dict[str, ReadRecord]:
    """The records of a reading by id, in the order of the book."""
    return {str(record.id): record for record in reading.records}


def line_of(source: str, start: str) -> int:
    """The number of the line that begins with these words."""
    return next(n for n, line in enumerate(source.split("\n"), 1) if line.startswith(start))


def records_of(text: Text) -> dict[str, ReadRecord]:
    """The records of a text by id, in the order of the book."""
    return by_id(read(text))

"""Made-up rulebooks in every numbering, and as the documents that people have."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

DECIMAL = """\
LAWS OF THE SMALL BOARD
Version of 2018

Contents

Article 1: The board
Article 2: The pieces
Article 3: The clock

Preface

This small game was made up for a test. Whoever reads Article 2 knows it all.

Article 1: The board

1.1 The board has sixteen squares.

1.2 The squares are light and dark. According to Articles 2.1 and 3.1 nothing stands there
at first.

1.2.1 Light squares are white.

1.2.2 Dark squares are black.

Article 2: The pieces

2.1 Each player has four pieces:

(a) a king,

(b) a queen and

(c) two pawns.

2.2 A piece moves by one square; see Article 1.2.

2.2.1 It may not leave the board.

2.2.1.1 Unless both players agree.

Article 3: The clock

3.1 Each player has one minute.

3.1.1 Article 2.2 applies to the clock too.

3.2 A player whose time is over loses.

Appendix A. Blitz

A.1 In blitz each player has ten seconds.

A.1.1 See Article 3.1.

A.2 Art. 2.2.1 does not apply.

Appendix B. By post

B.1 There is no clock.

Glossary

king: the most important piece
"""

CYRILLIC = """\
Правила малой доски

Статья 1. Доска

1.1. На доске шестнадцать полей.

1.2. Поля белые и чёрные, см. статью 2.1.

1.2.1. Белые поля светлые.

1.2.2. Чёрные поля тёмные.

Статья 2. Фигуры

2.1. У каждого игрока четыре фигуры:

а) король,

б) ферзь,

в) две пешки.

2.2. Фигура ходит на одно поле; смотри статью 1.2 и статьи 3.1 и 3.2.

2.2.1. Она не покидает доску.

Статья 3. Часы

3.1. У игрока одна минута.

3.2. По статье 3.1 проигрывает тот, чьё время вышло.

Приложение А. Блиц

А.1. В блице десять секунд.

А.2. Статья 2.2.1 не применяется.
"""

LETTERED = """\
RULES OF THE LONG TABLE

LAW 1 THE TABLE

A. Its length

The table is long. See Law 2B.

B. Its legs

1. There are four legs.
2. Each leg is
(a) straight and
(b) strong:
(i) of oak, or
(ii) of beech.

LAW 2 THE CHAIRS

A. Number

There are as many chairs as guests (Law 1A).

B. Seats

1. Seats are soft.
2. Backs are hard.

LAW 3 THE MEAL

A. Soup

Soup comes first, as Laws 1 and 2 say.

B. Dessert

Dessert comes last.
"""

#: Numbers without those above them, in Turkish.
RELATIVE = """\
KÜÇÜK OYUN KURALLARI

MADDE 1 – Oyun alanı

1. Alan yeşildir.
2. Alan düzdür; Madde 2'ye bakınız.

MADDE 2 – Oyuncular

1. İki oyuncu vardır:
(a) birinci oyuncu,
(b) ikinci oyuncu.
2. Oyuncular sırayla oynar.
3. Oyuncular konuşmaz.

MADDE 3 – Süre

1. Süre bir dakikadır.
2. Süresi biten kaybeder (Madde 2).
3. Madde 1 burada da geçerlidir.
4. Süre uzatılmaz.
"""

#: Labels flattened to 1. at every level: the indent tells it.
FLATTENED = """\
CHAPTER I
THE GARDEN

LAW 1
THE FENCE
 1. Height
  1. It is high.
  2. It is green.
 2. Gate
  1. There is one gate:
   1. of wood,
   2. without a lock.

LAW 2
THE TREES
 1. Apples
  1. They are red.
 2. Pears
  1. They are as Law 1 says.
"""

STATUTE = """\
SZABÁLYZAT

1. § A játék
(1) A játékot hárman játsszák.
(2) Mindenki tíz lapot kap.
2. § A lapok
(1) Harminckét lap van.
(2) Négy szín van.
3. § A licit
(1) Mindenki licitál.
"""

#: The number of the page stands at the foot of each, and titles on lines of their own.
PAGED = """\
Rule 1
The field

1.1 The field is flat and
FIELD GAME 1
green.

1.2 It has four corners.

1.3 It has a line in the middle.

Rule 2
The ball

2.1 The ball is round.
FIELD GAME 2

2.2 It is red, see Rule 1.1.

2.3 It is soft.

Rule 3
The whistle

3.1 It is loud (Rule 2).
FIELD GAME 3
"""

MARKDOWN = DECIMAL.replace("\nArticle ", "\n## Article ").replace("a king", "a *king*")


def html(text: str) -> str:
    """A text as a web page, a paragraph for each of its paragraphs."""
    blocks = "".join(f"<p>{block}</p>\n" for block in text.split("\n\n"))
    return f"<!doctype html><html><head><title>x</title></head><body>{blocks}</body></html>"


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"

#: The labels of the levels as Word has them: it prints them, but the paragraphs do not have them.
_LEVELS = (
    ("decimal", "Article %1:"),
    ("decimal", "%1.%2"),
    ("decimal", "%1.%2.%3"),
    ("lowerLetter", "(%4)"),
)

#: Paragraphs with the levels of their labels, none for plain ones.
NUMBERED: Sequence[tuple[int | None, str]] = (
    (None, "A game for a test"),
    (0, "The board"),
    (1, "The board has sixteen squares."),
    (2, "Light squares are white."),
    (2, "Dark squares are black:"),
    (3, "as coal or"),
    (3, "as night."),
    (1, "See Article 2.1."),
    (0, "The clock"),
    (1, "Each player has one minute."),
    (1, "Then Article 1 applies."),
)


def docx(paragraphs: Sequence[tuple[int | None, str]] = NUMBERED) -> bytes:
    """A document of Word with labels that Word makes."""
    levels = "".join(
        f'<w:lvl w:ilvl="{number}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for number, (form, text) in enumerate(_LEVELS)
    )
    body = "".join(_paragraph(level, words) for level, words in paragraphs)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_WORD}.document.main+xml"/>'
        f'<Override PartName="/word/numbering.xml" ContentType="{_WORD}.numbering+xml"/></Types>',
        "_rels/.rels": _relation("officeDocument", "word/document.xml"),
        "word/_rels/document.xml.rels": _relation("numbering", "numbering.xml"),
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/numbering.xml": f'<w:numbering {_W}><w:abstractNum w:abstractNumId="0">{levels}'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{content}')
    return out.getvalue()


def _paragraph(level: int | None, words: str) -> str:
    label = (
        ""
        if level is None
        else f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    )
    return f"<w:p>{label}<w:r><w:t>{words}</w:t></w:r></w:p>"


def _relation(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )

"""What a page says of its languages: its own, its readers', and which way each is written."""

from __future__ import annotations

import re

from babel.core import get_global

from kb.languages.catalogue import Catalogue
from kb.languages.names import is_leftwards

_HTML = re.compile(r'<html lang="[^"]*"')
_TAG = re.compile(r"<[a-z][a-z0-9-]* [^<>]*>", re.IGNORECASE)
_LANGUAGE = re.compile(r' lang="([a-z]{2})"(?! dir=)')


def spoken(html: str, catalogue: Catalogue) -> str:
    """A page with the language of its words, and that of its readers where it is another.

    Words in a language that is written the other way than most of the page say so.
    """
    is_left = is_leftwards(catalogue.spoken)
    html = _HTML.sub(_html_tag(catalogue, is_left), html, count=1)
    if not is_left and not any(attribute in html for attribute in _LEFTWARDS):
        return html
    return _TAG.sub(lambda tag: _LANGUAGE.sub(lambda at: _directed(at[0], at[1]), tag[0]), html)


def _html_tag(catalogue: Catalogue, is_left: bool) -> str:
    reader = catalogue.language
    return "".join(
        (
            f'<html lang="{catalogue.spoken}"',
            ' dir="rtl"' if is_left else "",
            f' data-reader="{reader}"' if reader != catalogue.spoken else "",
        )
    )


def _directed(attribute: str, language: str) -> str:
    return f'{attribute} dir="{"rtl" if is_leftwards(language) else "ltr"}"'


#: The attributes of which a page has one if it has words that are written from right to left.
_LEFTWARDS = tuple(
    f' lang="{code}"'
    for code in sorted(get_global("likely_subtags"))
    if len(code) == 2 and is_leftwards(code)
)

"""The messages of the site in each language: gettext catalogues, read from their .po files.

A catalogue is `kb/languages/locale/<language>/LC_MESSAGES/kodeks.po`, in the home or in this
package. They are compiled in memory. The site has a language for each catalogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from kb.core.source_language import SOURCE_LANGUAGE
from kb.languages.names import language_name

DOMAIN = "kodeks"

_OWN = Path(__file__).resolve().parent / "locale"


#: Whole numbers that have, together, every plural category of every language.
_SAMPLES = (*range(201), 1_000_000)


@dataclass(frozen=True)
class Catalogue:
    """The messages of the site in one language, or in English where that has no catalogue.

    `spoken` is the language in which the messages really are.
    """

    language: str
    spoken: str
    translations: NullTranslations

    def gettext(self, message: str) -> str:
        """A message in this language; the message itself when the catalogue has none."""
        return str(self.translations.gettext(message)) if message else ""  # "" is its header

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """A message whose form depends on a number."""
        return str(self.translations.ngettext(singular, plural, number))

    def plurals(self, singular: str, plural: str) -> dict[str, str]:
        """All forms of such a message, by their categories in Intl.PluralRules (`one`, `few` …)."""
        rule = _locale(self.spoken).plural_form
        numbers = {rule(number): number for number in reversed(_SAMPLES)}
        return {name: self.ngettext(singular, plural, n) for name, n in numbers.items()}

    def language_name(self, code: str) -> str:
        """A language in the words of this one: a code is no word."""
        return language_name(code, self.spoken)

    def long_date(self, day: date) -> str:
        """A day as this language writes it: `7 października 2025`."""
        return str(format_date(day, "long", locale=_locale(self.spoken)))

    def known_date(self, written: str) -> str:
        """An ISO date, or a month or year alone, as this language writes it."""
        if len(written) == 10:
            return self.long_date(date.fromisoformat(written))
        if len(written) == 7:
            month = date.fromisoformat(f"{written}-01")
            return str(format_skeleton("yMMMM", month, locale=_locale(self.spoken)))
        return written

    def list(self, items: list[str]) -> str:
        """Items as this language lists them: `a, b i c`."""
        return str(format_list(items, locale=_locale(self.spoken)))


def _locale(code: str) -> Locale:
    """Babel's locale of a language; the neutral one if Babel does not know the language."""
    try:
        return Locale.parse(code)
    except UnknownLocaleError:
        return Locale.parse("und")


def catalogue_file(language: str, home: Path | None = None) -> Path | None:
    """The .po file of a language: the home's own, else this package's; None if there is none."""
    places = [home / "kb" / "languages" / "locale"] if home else []
    for place in (*places, _OWN):
        path = place / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        if path.is_file():
            return path
    return None


def catalogues(home: Path | None = None) -> list[str]:
    """The languages that have a catalogue, in the home or in this package."""
    places = [home / "kb" / "languages" / "locale"] if home else []
    files = (path for place in (*places, _OWN) for path in place.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return sorted({path.parts[-3] for path in files})


def load(language: str, home: Path | None = None) -> Catalogue:
    """The catalogue of a language; without a file for it, one whose messages are in English."""
    for spoken in (language, SOURCE_LANGUAGE):
        if path := catalogue_file(spoken, home):
            return Catalogue(language, spoken, _read(path, spoken))
    return Catalogue(language, SOURCE_LANGUAGE, NullTranslations())


@cache
def _read(path: Path, language: str) -> Translations:
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, domain=DOMAIN)
    compiled = BytesIO()
    write_mo(compiled, catalog)  # in memory: Babel reads messages and plural rules from it
    compiled.seek(0)
    return Translations(compiled, domain=DOMAIN)

"""Small libraries of rulings that a rules expert can check, and one opened on them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.corpus.corpus import Corpus
from kb.library.answers import RulingAnswers
from kb.library.cluster_address import ClusterAddress
from kb.library.folders import LibraryFolder
from kb.library.library import RulingLibrary
from kb.library.querying import AskedRulings
from kb.library.state import LibraryPlace
from kb.library.updating import LibraryUpdate, Updater
from kb.storage.store import Store

#: When rulings are written that are newer than others, in seconds.
LATER = 1_900_000_000

#: Rulings in four languages and three formats; what each is about stands in its name.
RULINGS = {
    "EBL/2019/esitazione.md": (
        "---\ntitle: Esitazione prima del contro\nlang: it\ndate: 2019-06-21\nevent: Open Teams\n"
        "body: EBL\ndecision: adjusted\n---\n\n# Esitazione\n\n"
        "Est ha esitato a lungo prima del contro; Ovest ha poi dichiarato 4♠. Secondo l'articolo "
        "16B1 la licita suggerita non è permessa; l'arbitro ha assegnato un punteggio arbitrale "
        "(articolo 12C1). Si veda anche l'articolo 73C.\n"
    ),
    "EBL/2015/penalty.html": (
        '<html lang="en"><head><title>Two penalty cards</title>'
        '<meta name="date" content="2015-02-03"><meta name="body" content="EBL">'
        "</head><body><h1>Two penalty cards</h1><p>West dropped two cards; both became penalty "
        "cards under Law 50 and Law 51. Nobody hesitated.</p><h2>Ruling</h2>"
        "<p>The result stands.</p></body></html>"
    ),
    "PZBS/renons.md": (
        "---\ntitle: Fałszywy renons obrońcy\nlang: pl\ndate: 2021-11-18\n---\n\n"
        "Gracz E dołożył małe karo, choć miał jeszcze trefla. Fałszywy renons uprawomocnił się "
        "(przepis 63A1); według przepisu 64A2 przekazuje się jedną lewę.\n\n"
        "## Orzeczenie\n\nSędzia orzeka wynik rozjemczy na podstawie przepisu 64C1.\n"
    ),
    "hr/karta.txt": (
        "Velika kaznena karta\n\nTurnir: Kup Zagreba\nDatum: 15. ožujka 2005.\n\n"
        "Karta na stolu je velika kaznena karta prema članu 50B. Prema članu 16B partner ne smije "
        "iskoristiti nedopuštenu informaciju od oklijevanja.\n\nODLUKA\n\nRezultat ostaje.\n"
    ),
    "wahanie.txt": (
        "Namysł przed pasem\n\nZawodnik S długo się namyślał. Wahanie sugerowało atak; według "
        "przepisu 16B1 wynik zmieniono, zob. przepis 73C.\n"
    ),
}


def write_rulings(folder: Path, rulings: Mapping[str, str] = RULINGS) -> Path:
    """Write rulings into a folder; returns it."""
    for name, words in rulings.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(words, encoding="utf-8")
    return folder


@dataclass
class Shelf:
    """A library of some folders that is updated and asked as people do it."""

    corpus: Corpus
    store: Store
    home: Path
    folders: Sequence[Path]
    redact: Path | None = None
    cluster: ClusterAddress | None = None
    updates: list[LibraryUpdate] = field(default_factory=list)

    @property
    def place(self) -> LibraryPlace:
        folders = tuple(LibraryFolder.of(one, self.home) for one in self.folders)
        return LibraryPlace(self.home, folders, self.cluster)

    def updater(self, **more: Any) -> Updater:
        return Updater(self.place, self.corpus, self.store, self.redact, **more)

    def update(self, anew: bool = False) -> LibraryUpdate:
        self.updates.append(self.updater().update(anew))
        return self.updates[-1]

    def rewrite(self, name: str, words: str) -> None:
        """Write a ruling of the first folder anew, a while after the others."""
        path = self.folders[0] / name
        path.write_text(words, encoding="utf-8")
        os.utime(path, (LATER, LATER))

    def open(self) -> RulingLibrary:
        return RulingLibrary.open(self.corpus, self.store, self.place)

    def answer(self, query: str = "", **asked: Any) -> dict[str, Any]:
        """What a search answers as JSON."""
        opened = self.open()
        planned, found = opened.search(AskedRulings(query, **asked))
        return RulingAnswers(self.corpus, "en").found(planned, found)

    def files(self, query: str = "", **asked: Any) -> list[str]:
        """The files that a search finds, in its order."""
        return [one["file"] for one in self.answer(query, **asked)["results"]]

    def id(self, file: str) -> str:
        """The id of the ruling of a file."""
        return next(one.id for one in self.open().engine.documents() if one.file == file)


MakeShelf = Callable[[Mapping[str, str]], Shelf]

"""Forms in which players and directors really cite, in several languages, and what looks like them.

The sentences are our own. Each has the language that it is in; what is linked in it is written as
`27.B` (or `28..30` for a range), with the edition behind it if it is not the newest.
"""

from __future__ import annotations

#: A language, what somebody wrote, and what is linked in it.
Form = tuple[str, str, str]

#: Titles stand between the numbers of a list; a colon or dash stands before the first.
LISTS: list[Form] = [
    ("en", "Laws 16 (information), 23 (comparable calls) and 31 (pass out of turn)", "16 23 31"),
    ("de", "die §§ 9 (Verfahren), 10 (Recht auf Berichtigung) und 11", "9 10 11"),
    ("fr", "les lois 45 (carte jouée), 46 (jeu incomplet) et 47 (rétractation)", "45 46 47"),
    ("it", "gli artt. 61 (renonce), 62 (correzione) e 63 valgono", "61 62 63"),
    ("pl", "przepisy 68 (żądanie), 69 (zgoda), 70 (sporne żądania)", "68 69 70"),
    ("hr", "članovi 41 (početni napad), 42 (prava stola) i 43 vrijede", "41 42 43"),
    ("hu", "a 16. (információ) és a 73. (közlés) szakasz", "16 73"),
    ("en", "Laws 16B (extraneous information), 21 (misinformation) and 75A – C",
     "16.B 21 75.A..75.C"),
    ("de", "§§ 16 „Unerlaubte Information“, 27 „Ungenügendes Gebot“ und 64 „Revoke“", "16 27 64"),
    ("fr", "lois 25 « changement », 27 « insuffisante » et 64 « renonce »", "25 27 64"),
    ("en", "Laws 25 - Changes of Call, 27 - Insufficient Bid and 64 - Revokes", "25 27 64"),
    ("en", "Laws 25, 26 and 27\n(changes of call and\nwhat follows), 64 (revokes)", "25 26 27 64"),
    ("en", "two Laws: 12 and 40", "12 40"),
    ("de", "zwei Regeln – 41 und 54", "41 54"),
    ("fr", "trois lois : 9, 10 et 11", "9 10 11"),
    ("it", "ARTICOLI – 41 (attacco), 54 (fuori turno) E 55", "41 54 55"),
    ("pl", "trzy przepisy - 12, 16 i 73", "12 16 73"),
    ("hr", "članovi: 16 i 75", "16 75"),
    ("hu", "két szakasz: 41. és 54.", "41 54"),
    ("pl", "(przepisy 28÷30)", "28..30"),
    ("en", "Law: 12C1; Laws 41 vs 54, 55 vs. 56", "12.C.1 41 54 55 56"),
    ("de", "§§ 9 vs. 10", "9 10"),
    ("en", "Laws 9 and 10, then 11-12", "9 10 11..12"),
    ("it", "ARTICOLI 9, 10 E 11; articolo 45 E 1", "9 10 11 45.E.1"),
    ("pl", "PRZEPISY 27 I 28", "27 28"),
]  # fmt: skip

#: A code is named between a law and its parts; a word that a state's laws have too means ours.
PARTS: list[Form] = [
    ("it", "Articolo 45 del Codice di Gara (C e D)", "45.C 45.D"),
    ("fr", "Article 45 du Code (C et D)", "45.C 45.D"),
    ("de", "§ 45 der TBR (C und D)", "45.C 45.D"),
    ("en", "Law 45 of the Code (A and B); Law 12 (A to C)", "45.A 45.B 12.A..12.C"),
    ("pl", "przepis 45 MPB (C i D)", "45.C 45.D"),
    ("hr", "član 45 Kodeksa (C i D)", "45.C 45.D"),
    ("hu", "a kódex 45. szakasza (C és D)", "45.C 45.D"),
    ("it", "Articolo 12 del Codice di Gara, paragrafi A, B e C", "12.A 12.B 12.C"),
    ("it", "Per la Legge 40 gli accordi si spiegano all'arbitro; la Legge 27B e le Leggi 16 e 73",
     "40 27.B 16 73"),
    ("hr", "Sudac kaže da po zakonu 27 može, a po zakonu 16B ne", "27 16.B"),
    ("hr", "čl. 12. C i čl. 27. B 1", "12.C 27.B.1"),
    ("it", "l'art. 70 lettera c", "70.C"),
    ("it", "Articolo 27 del Codice di Gara, paragrafo B1a e 31 del Codice di Gara, paragrafo B",
     "27.B.1.a 31.B"),
    ("en", "Law 16B1; ibid., 16B3", "16.B.1 16.B.3"),
    ("en", "Law 27\nB1 and Law\n64 C, Law 27  \nB 1 (b)", "27.B.1 64.C 27.B.1.b"),
]  # fmt: skip

#: Capitals of a title are no abbreviation; a number that counts is no label; whose a rule book is.
OWNERS: list[Form] = [
    ("it", "Art. 61 – CARTE SCOPERTE: vedi art. 62 e art. 64 A", "61 62 64.A"),
    ("it", "ART. 45 CARTA GIOCATA", "45"),
    ("de", "§ 36 ZU FRÜHES KONTRA, siehe § 37", "36 37"),
    ("fr", "ARTICLE 45 - CARTE JOUÉE, voir article 47", "45 47"),
    ("pl", "Art. 61 – RENONS ZWYKŁY, patrz art. 62", "61 62"),
    ("hr", "ČLAN 45 – IGRA KARTE, vidi član 47", "45 47"),
    ("en", "Law 31 in the new rule book", "31"),
    ("en", "Law 16B 2 players were polled; Law 12C 3 IMPs; Law 12 C 1", "16.B 12.C 12.C.1"),
    ("de", "§ 12C 3 Stiche; § 16 B 2 Spieler", "12.C 16.B"),
    ("fr", "la loi 12C 3 levées", "12.C"),
    ("hu", "a 12C 3 ütés", "12.C"),
    ("pl", "Przepis 27 B 3 lewy", "27.B"),
    ("en", "Law 16 A 12; Law 27, 2♠ and 3♣", "16.A 27"),
]  # fmt: skip

#: Bare numbers where laws are talked of; the edition that was named before.
TALK: list[Form] = [
    ("en", "Isn't it just 25a?\n\nLaw 25 is about unintended calls. And 53A?", "25.A 25 53.A"),
    ("en", "Does 25a let him? The director said the bid was unintended.", "25.A"),
    ("de", "Greift hier 25a? Die Turnierleitung sagt nein.", "25.A"),
    ("fr", "Est-ce un cas de 25a ? L'arbitre dit non.", "25.A"),
    ("it", "Ma è il 53a, era un attacco fuori turno!", "53.A"),
    ("pl", "Czy to nie 25a? Sędzia mówi, że nie.", "25.A"),
    ("hr", "Je li to 25a? Sudac kaže da nije.", "25.A"),
    ("hu", "Ez nem 25a? A versenybíró szerint nem.", "25.A"),
    ("en", "In the 1997 code one chose under Law 26B. Law 27 then said less. Law 30 says more.",
     "26.B@1997 27@1997 30"),
    ("de", "Nach den TBR 1997 galt § 26 B. Damals § 27 war kürzer. § 30 gilt.",
     "26.B@1997 27@1997 30"),
    ("hu", "Az 1997-es szabálykönyv 26B pontja más volt. A 27. szakasz akkoriban rövid volt.",
     "26.B@1997 27@1997"),
    ("en", "the 1997 Law 25B, then Law 27", "25.B@1997 27"),
]  # fmt: skip

FORMS = [*LISTS, *PARTS, *OWNERS, *TALK]

#: What looks like these forms, but is no list, is of other rules, or is a number of something else.
TRAPS: list[Form] = [
    ("en", "Law 27 (insufficient bids), 12 of the 15 pairs knew it", "27"),
    ("en", "Law 64 (revokes), 4♠ made", "64"),
    ("en", "boards 25 (a slam), 27 (a game) and 3", ""),
    ("de", "Artikel 5 (Vorstand), 6 (Kasse) und 7 der Satzung", ""),
    ("pl", "§ 5 (wpisowe), 6 (składy) i 7 Regulaminu Zawodów", ""),
    ("it", "gli artt. 5 (voto), 6 (quorum) e 7 dello Statuto", ""),
    ("de", "§ 12 (BGB), 14 (Fristen)", ""),
    ("en", "the law: 3 tricks; there are laws – 93 of them; by-laws: 16, 17", ""),
    ("en", "New laws: 3 and 4 players; the Laws - 2017, 2007", ""),
    ("de", "Regeln: 3 und 4 Spieler", ""),
    ("it", "la legge 40/2004, la legge n. 40 e la legge 91 del 23 marzo 1981 per l'arbitro", ""),
    ("it", "Legge 20 maggio 1970; le norme integrative Figb, agli artt. 92 e 93", ""),
    ("hr", "Sudac zna zakon 40/2004 i Zakon o udrugama", ""),
    ("de", "§ 12 BGB und § 14; § 12 ABC gilt", ""),
    ("en", "Article 31 of the rule book; Law 36 of the MCC code", ""),
    ("en", "Board 12. C led; under Law 27. A player may; Law 27. D. Smith", "27 27"),
    ("en", "At table 25a in room 12B they called the director about a revoke; EW 12B", ""),
    ("en", "They met at 20h, 15m from seat 25a; it took 12d", ""),
    ("de", "Zimmer 25a, Raum 12B: der Turnierleiter kam wegen eines Revokes", ""),
    ("fr", "L'arbitre était en salle 12b, table 25a, à 20h", ""),
    ("it", "L'arbitro era al tavolo 12A, in stanza 25b", ""),
    ("hu", "A versenybíró a 12b teremben, a 25a asztalnál volt", ""),
    ("it", "art. 5 del Codice di Gara lettera k", ""),
    ("de", "Diese TO gilt überall.\n\n§ 1: Geltungsbereich\n\n§ 27 TBR gilt.", "27"),
    ("pl", "§ 1. Zakres\n\nNiniejszy regulamin obowiązuje.\n\n§ 2. Składy; przepis 27", "27"),
    ("it", "Art. 1 - Oggetto\n\nIl presente regolamento vale.\n\nArt. 2 – Iscrizioni", ""),
    ("fr", "Article 1 : objet\n\nLe présent règlement s'applique.\n\nArticle 2 : tarifs", ""),
    ("hr", "Članak 1.\n\nOvaj Pravilnik vrijedi.\n\nČlanak 2.", ""),
    ("hu", "1. §\n\nJelen szabályzat érvényes.\n\n2. § Nevezés", ""),
    ("en", "Article 1: Scope\n\nThese regulations apply.\n\nArticle 2: Entries. Law 27.", "27"),
]

"""Sentences of rulings that cite in many ways: for a browser, which has to read them as Python."""

from __future__ import annotations

from support.real_forms import FORMS, TRAPS

#: Each with the language that it is in.
CITING = [
    # Ranges, lists, labels apart, words around a number.
    ("en", "Laws 16B3 and 12C1(b); no PP under L90; Laws 49-51, Law 50 B and Law 68 to Law 70."),
    ("en", "Laws 20F1-3, Law 12 C 1 (e)(i), Law 80B2i, Law 20.F.5.A, Law 73-C-1"),
    ("en", "paragraph B1(b) of Law 16; Law 81C3 applies, ibid., C5, too; Law 12C2(a) and (b)"),
    ("en", "Law 25. Section A covers it; Laws 12C1 and 1A"),
    ("en", "Which? (a) 61B3 (b) 62A (c) 64A1; Laws 61B1-61B3 (b) and Law 61B3 (b)"),
    ("en", "Laws 64A1, 2 and 3; Laws 27B1 and 2, 9; Laws 7 and 12, 16 boards"),
    ("hu", "a 21. § B 1 (a) pontja, a 28–32. §-ok és a 25.§, a 20F szakasz 2. és 3. pontja"),
    ("pl", "art. 12 ust. C pkt 1 lit. b; przepisem 16B1(a), P23, art. 25A MPB"),
    ("hr", "Prema članovima 30, 31 ili 32, čl. 58\nB2, potom čl.\n57A"),
    ("it", "l'Articolo 27 del Codice di Gara, paragrafo B3; Articoli dal 28 al 30"),
    ("it", "L'art. 81C; dei punti 3 e 5"),
    ("fr", "Loi 16 C 2 et Code, art 9; voir LOI 70, point C; (L.63.A.1) et L 41 C"),
    ("fr", "la loi 9 B 1 a), l'art. 12 C 2 a) et b)"),
    ("de", "§§ 40 B, E; 75 A, C TBR; Abschnitt B 2 des § 27 und Regel 40B"),
    # Other rules, and numbers of no law.
    ("hu", "A szövetség alapszabályának 12. §-a a közgyűlésről szól, a 27B1 pont nem."),
    ("pl", "Zgodnie z § 12 Regulaminu Zawodów PZBS drużyna liczy do 6 osób."),
    ("hr", "Pozvao se na čl. 14 Statuta HBS-a, a odluka stoji na čl. 80B2(f) Kodeksa."),
    ("it", "L'art. 12 dello Statuto della federazione riguarda l'assemblea."),
    ("fr", "l'article 6 du RGPD ; l'effacement résulte de l'article 17."),
    ("de", "Nach §12 TO sind Vertreter zulässig; § 12 BGB und § 14 C der geltenden Ligaordnung"),
    ("en", "Article 6(1)(f) GDPR; Law 36 of the MCC code; in football Law 11"),
    ("en", "We lost 27-16; board 12 was 4H doubled, table 7B; section 12, paragraph 3, 70% of 27."),
    ("hu", "A 12. fordulót 2018. 05. 27-én játsszák a 3. teremben; 100 pont; a 3. pont."),
    ("de", "12. Board, 4 Herz minus 1, 27:16 IMP, Seite 16, Zimmer 12B"),
    # Numbers that are wrong, and editions.
    ("en", "Law 94, Law 16A3, Law 999999 and Laws 92-95; as 16A3 says"),
    ("en", "the 1997 Law 25B and Law 25B; Law 26B of the 1997 Laws; 1997 Law 75D2"),
    ("en", "In 2021 Law 16B was breached; in 1997, Law 25B was. 1997 Law 25B (2017 Law 25A)"),
    ("de", "nach § 12 C 3 (Fassung von 1997), heute in § 12 C 1; § 26 B TBR 1997, § 27 TBR 2007"),
    ("hu", "Az 1997. évi kiadás 72B1 pontja, ma a 72C pont; a 2007-es szabálykönyv 27. §-a"),
    ("hu", "Az 1997. évi szabálykönyv 26. szakasza; a szabálykönyv 1997-es kiadásának 25B pontja"),
    ("hu", "Az 1997. évi szabálykönyv szerint ekkor a 26B pont alapján jár; 1997-ben a 25B pont"),
    ("hr", "U kodeksu iz 2007. to je bio čl. 16D2, a sada čl. 16C2; čl. 50D iz 1997."),
    ("it", "Nell'edizione 2007 l'art. 27B1; oggi dall'art. 23A"),
    ("pl", "przepis 25B z 1997 roku, w MPB 2017 przepis 25A"),
    ("fr", "l'article 25B du code de 1997, aujourd'hui l'article 25A du code 2017"),
    # Of two games.
    ("hu", "Az ultiban a 2. § (1) írja le az emelést; a bridzsben a 27B1 pont."),
    ("hu", "Ulti: 4. § (F) (2) a), 13. § (1) 4. eset; az ulti 12. §-a"),
    ("de", "Beim Ulti gelten § 4 F 2 und § 10 (4)"),
    ("hu", "lásd a 12. szakaszt, ennek 1. pontját, a fenti 1. pontot és a jelen szakaszt"),
    ("en", "Section B of it applies; C is right"),
    ("fr", "Le point C le dit"),
    ("en", "see B1(b) above and Section B of it; point C; this Law and the same Law"),
    # What people really write, and what looks like it.
    *((language, text) for language, text, _ in (*FORMS, *TRAPS)),
]  # fmt: skip

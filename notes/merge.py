"""Joins the drafts into corpus/curation/plain of the branch."""

from pathlib import Path

HEAD = "id\tcovers\twords\tremark"
out = Path("/work/wt-plain/corpus/curation/plain")
order = [l.split("\t")[0] for l in Path("/work/plain/units.tsv").read_text().split("\n") if l]


def rows(p):
    return [l.split("\t") for l in p.read_text(encoding="utf-8").split("\n") if l]


for lang in "hu pl hr it fr de en".split():
    laws = {r[0]: r for p in Path(f"/work/plain/out/{lang}").glob("*.tsv") for r in rows(p)}
    bridge = [laws[i] for i in order] + rows(Path(f"/work/plain/out-definitions/{lang}.tsv"))
    for edition, of in (
        ("bridge-2017", bridge),
        ("ulti-2017", rows(Path(f"/work/plain/out-ulti/{lang}.tsv"))),
    ):
        text = "\n".join([HEAD, *("\t".join(r + [""] * (4 - len(r))) for r in of)]) + "\n"
        if lang == "fr":
            text = text.replace("\u202f", "\u00a0")
        (out / edition / f"{lang}.tsv").write_text(text, encoding="utf-8")
    print(lang, len(bridge))

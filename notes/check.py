"""check.py LANG FILE [ENGLISH FILE]: faults of plain words (id, covers, words, remark; tab-separated, no header)."""

import json, re, sys, unicodedata
from pathlib import Path


def main():
    lang, file = sys.argv[1], Path(sys.argv[2])
    en = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    units = dict(
        l.split("\t")
        for l in Path(__import__("os").environ.get("UNITS", "/work/plain/units.tsv"))
        .read_text()
        .split("\n")
        if l
    )
    known = set(
        re.findall(
            r"^## (\S+)",
            "".join(p.read_text() for p in Path("/work/plain/laws").glob("*.txt")),
            re.M,
        )
    )
    known |= set(
        re.findall(r"^## (\S+)", Path("/work/plain/definitions.txt").read_text(), re.M)
    ) | {
        k
        for k in re.findall(r"^## (\S+)", Path("/work/plain/ulti.txt").read_text(), re.M)
        if "UNITS" in __import__("os").environ
    }
    words = lambda s: re.findall(r"[^\W_]+", s.lower())
    runs = {}
    for p in Path("/work/main/build/kb/current/records").glob(f"*_{lang}.jsonl"):
        for l in p.open():
            r = json.loads(l)
            w = words(" ".join(str(r.get(k) or "") for k in ("heading", "body")))
            for i in range(len(w) - 6):
                runs.setdefault(tuple(w[i : i + 7]), r.get("id"))
    refs = {}
    if en:
        for l in en.read_text().split("\n"):
            if l:
                f = l.split("\t")
                refs[f[0]] = set(re.findall(r"\{([^}]+)\}", f[2] + (f[3] if len(f) > 3 else "")))
    n = 0
    seen = []

    def say(no, m):
        nonlocal n
        n += 1
        print(f"{file.name}:{no}: {m}")

    total = 0
    for no, l in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        if not l:
            continue
        f = l.split("\t")
        if len(f) not in (3, 4):
            say(no, f"{len(f)} fields, wants id, covers, words (and remark)")
            continue
        id, cov, text = f[:3]
        seen.append(id)
        if id not in units:
            say(no, f"{id} is no unit")
            continue
        if cov.split() != units[id].split():
            say(no, f'{id}: covers must be "{units[id]}"')
        if unicodedata.normalize("NFC", l) != l:
            say(no, "not NFC")
        if "  " in l or l != l.strip():
            say(no, "blanks")
        if not text or text[-1] not in '.!?)”"»':
            say(no, f"{id}: no sentence: …{text[-30:]!r}")
        own = set(re.findall(r"\{([^}]+)\}", text + (f[3] if len(f) > 3 else "")))
        for r in own:
            if r not in known:
                say(no, f"{id}: {{{r}}} is no provision")
        if re.search(r"\b\d{1,2}[A-E]\d?\b", re.sub(r"\{[^}]*\}", "", text)):
            say(no, f"{id}: a reference without braces: {text[:80]!r}")
        if en and id in refs and own != refs[id]:
            say(no, f"{id}: names {sorted(own)}, the English {sorted(refs[id])}")
        w = words(re.sub(r"\{[^}]*\}", " ", text))
        total += len(w)
        for i in range(len(w) - 6):
            if tuple(w[i : i + 7]) in runs:
                say(
                    no,
                    f"{id}: shares a run with the source ({runs[tuple(w[i : i + 7])]}): {' '.join(w[i : i + 7])}",
                )
                break
        for s in re.split(r"(?<=[.!?]) ", text):
            if len(s.split()) > 32:
                say(no, f"{id}: a sentence of {len(s.split())} words: {s[:60]!r}")
    for d in {i for i in seen if seen.count(i) > 1}:
        say(0, f"{d} twice")
    laws = {i.split(".")[0] for i in seen}
    for u in units:
        if u.split(".")[0] in laws and u not in seen:
            say(0, f"{u} is missing")
    print(f"{file.name}: {len(seen)} texts, {total} words, {n} faults")


main()

import json, collections
from pathlib import Path

B = Path("/work/main/build/kb/current")
B = Path("/work/main/build/kb") / (B.read_text().strip() if B.is_file() else "current")
print(B, sorted(p.name for p in (B / "records").iterdir()))
rec = collections.defaultdict(dict)
order = []
for lang in ("pl", "hu"):
    p = [
        x for x in (B / "records").iterdir() if x.name.startswith("bridge-2017") and lang in x.name
    ][0]
    for l in open(p):
        r = json.loads(l)
        if "kind" not in r:
            continue
        if r["kind"] in ("law", "provision", "note", "definition"):
            rec[r["id"]][lang] = r
            if r["id"] not in order:
                order.append(r["id"])
import re


def key(i):
    return i


laws = collections.defaultdict(list)
for i in order:
    k = rec[i].get("pl") or rec[i].get("hu")
    if k["kind"] in ("law", "provision"):
        laws[i.split(".")[0]].append(i)
worded = []


def nat(i):
    out = []
    for p in i.split("."):
        out.append((0, int(p), "") if p.isdigit() else (1, 0, p))
    return out


ROM = {
    r: n
    for n, r in enumerate(
        ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]
    )
}
for law, ids in laws.items():
    ids.sort(
        key=lambda i: [
            (
                int(p) if p.isdigit() else 0,
                ROM.get(p, -1) if len(i.split(".")) > 4 and n >= 4 else -1,
                p,
            )
            for n, p in enumerate(i.split("."))
        ]
    )
    out = []
    for i in ids:
        out.append(f"## {i}")
        w = False
        for lang in ("pl", "hu"):
            r = rec[i].get(lang)
            if not r:
                out.append(f"  {lang}: (missing)")
                continue
            t = r.get("heading") or r.get("title") or ""
            b = r.get("body") or ""
            if b.strip():
                w = True
            out.append(f"  {lang}: [{t}] {b}" if t else f"  {lang}: {b}")
            for n in r.get("notes") or []:
                nid = n if isinstance(n, str) else n.get("id", "")
                nr = [x for x in (rec.get(nid, {}).get(lang),) if x]
                for x in nr:
                    out.append(f"     {lang} note {nid}: {x.get('body', '')}")
        out.append("  worded" if w else "  no words of its own")
        if w:
            worded.append(i)
    Path(f"/work/plain/laws/{law}.txt").write_text("\n".join(out) + "\n")
Path("/work/plain/worded.txt").write_text("\n".join(worded) + "\n")
print(len(laws), len(worded))

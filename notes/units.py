import re, json
from pathlib import Path

laws = {}
for p in sorted(Path("/work/plain/laws").glob("*.txt"), key=lambda p: int(p.stem)):
    cur = None
    recs = {}
    for l in p.read_text().split("\n"):
        if l.startswith("## "):
            cur = l[3:]
            recs[cur] = {"w": 0, "worded": False}
        elif l == "  worded":
            recs[cur]["worded"] = True
        elif l.startswith("  pl: ") and cur:
            recs[cur]["w"] = len(l.split())
    laws[p.stem] = recs
units = []


def kids(recs, id):
    return [i for i in recs if i.rsplit(".", 1)[0] == id and i != id and "." in i]


def desc(recs, id):
    return [i for i in recs if (i == id or i.startswith(id + ".")) and recs[i]["worded"]]


def split(recs, id, depth):
    d = desc(recs, id)
    words = sum(recs[i]["w"] for i in d)
    ks = kids(recs, id)
    if not d:
        return
    if not ks or (words <= 90 and len(d) <= 4) or depth >= 4:
        units.append((id, d))
        return
    units.append((id, [id] if recs[id]["worded"] else []))
    for k in ks:
        split(recs, k, depth + 1)


for law, recs in laws.items():
    ks = kids(recs, law)
    units.append((law, [law] if recs[law]["worded"] else []))
    for k in ks:
        split(recs, k, 1)
cov = [c for _, d in units for c in d]
worded = Path("/work/plain/worded.txt").read_text().split()
assert sorted(cov) == sorted(worded), set(worded) ^ set(cov)
# drop wordless containers between (not laws)
units = [(i, d) for i, d in units if d or "." not in i]
print(len(units), sum(1 for i, d in units if "." not in i), sum(len(d) > 1 for _, d in units))
Path("/work/plain/units.tsv").write_text("\n".join(i + "\t" + " ".join(d) for i, d in units) + "\n")

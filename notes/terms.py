import sys

sys.path.insert(0, "/work/main")
import json

rows = []
C = [json.loads(l) for l in open("/work/main/build/kb/current/concepts.jsonl")]
L = "hu pl hr it fr de en".split()
out = ["concept\t" + "\t".join(L) + "\tprovisions"]
n = 0
for c in C:
    if "words" not in c:
        continue
    w = c["words"]

    def first(l):
        x = w.get(l) or []
        if not x:
            return "-"
        y = x[0]
        return y["text"] if isinstance(y, dict) else (y[0] if isinstance(y, list) else str(y))

    g = c.get("governed_by") or []
    d = c.get("defined_by") or []
    ps = [p.split(":")[-1] for p in (*g, *d) if "bridge-2017" in p]
    if not ps:
        continue
    out.append(c["id"] + "\t" + "\t".join(first(l) for l in L) + "\t" + " ".join(ps[:6]))
    n += 1
open("/work/plain/terms.tsv", "w").write("\n".join(out) + "\n")
print(n)

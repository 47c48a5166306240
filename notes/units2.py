import json, os

B = "/work/main/build/kb/"
B += [d for d in os.listdir(B) if os.path.exists(B + d + "/records")][-1]
rs = [r for r in map(json.loads, open(f"{B}/records/ulti-2017_hu.jsonl")) if r.get("id")]
rec = {r["id"]: r for r in rs if r["kind"] in ("law", "provision", "case")}
worded = [i for i, r in rec.items() if (r["body"] or "").strip() and r["kind"] != "law"]
out = []


def under(p):
    return [i for i in worded if i == p or i.startswith(p + ".")]


for i, r in rec.items():
    if r["kind"] == "law":
        out.append((i, [i] if (r["body"] or "").strip() else []))
    if i in ("4.A", "4.B", "4.C", "4.D", "4.E"):
        out.append((i, under(i)))
    if i == "4.F":
        out.append(("4.F", [x for x in under("4.F") if not x.startswith("4.F.2.")]))
    if i in ("4.F.2.a", "4.F.2.b"):
        out.append((i, under(i)))
    if r["kind"] == "provision" and not i.startswith("4") and i.count(".") == 1:
        out.append((i, [x for x in under(i) if not i.startswith("13") or x == i]))
    if r["kind"] == "case":
        out.append((i, [i]))
cov = [x for _, c in out for x in c]
assert sorted(cov) == sorted(set(cov)), "twice"
print(set(worded) - set(cov), len(out))
open("units-ulti.tsv", "w").write("".join(f"{i}\t{' '.join(c)}\n" for i, c in out))
ids = [l[3:].strip() for l in open("definitions.txt") if l.startswith("## ")]
open("units-definitions.tsv", "w").write("".join(f"{i}\t{i}\n" for i in ids))

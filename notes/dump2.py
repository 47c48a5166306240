import json, os, collections

B = "/work/main/build/kb/"
B += [d for d in os.listdir(B) if os.path.exists(B + d + "/records")][-1]


def load(t):
    return [r for r in map(json.loads, open(f"{B}/records/{t}.jsonl")) if r.get("id")]


pl = {r["id"]: r for r in load("bridge-2017_pl")}
hu = {r["id"]: r for r in load("bridge-2017_hu")}
ids = sorted({i for d in (pl, hu) for i, r in d.items() if r["kind"] == "definition"})
with open("definitions.txt", "w") as f:
    for i in ids:
        f.write(f"## {i}\n")
        for l, d in (("pl", pl), ("hu", hu)):
            r = d.get(i)
            f.write(
                f"  {l}: " + (f"[{r.get('heading')}] {r.get('body')}" if r else "(missing)") + "\n"
            )
            for n in (r or {}).get("notes") or []:
                f.write(f"      note {n}\n")
print(len(ids), ids)
u = load("ulti-2017_hu")
with open("ulti.txt", "w") as f:
    for r in u:
        if r["kind"] in ("law", "provision", "bid", "case"):
            f.write(
                f"## {r['id']} ({r['kind']})\n  [{r.get('heading') or ''}] {r.get('body') or ''}\n"
            )
            for n in r.get("notes") or []:
                f.write(f"      note {n}\n")
w = [r["id"] for r in u if r["kind"] == "provision"]
print(w)
print([(r["id"], r["heading"]) for r in u if r["kind"] == "law"])
print([r["id"] for r in u if r["kind"] == "case"])

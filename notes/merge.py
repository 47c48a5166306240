from pathlib import Path
order=[l.split('\t')[0] for l in Path('/work/plain/units.tsv').read_text().split('\n') if l]
for lang in 'hu pl hr it fr de en'.split():
    rows={}
    for p in Path(f'/work/plain/out/{lang}').glob('*.tsv'):
        for l in p.read_text(encoding='utf-8').split('\n'):
            if l: f=l.split('\t'); rows[f[0]]=f+['']*(4-len(f))
    out=['id\tcovers\twords\tremark']+['\t'.join(rows[i]) for i in order if i in rows]
    Path(f'/work/wt-plain/corpus/curation/plain/bridge-2017/{lang}.tsv').write_text('\n'.join(out)+'\n',encoding='utf-8'); print(lang,len(out)-1)

// Stands in for the engine where tests look at the box and the page alone: it knows three laws, and
// what is behind other languages comes when the test calls standIn.refine().
(() => {
  const site = (edition, id) => {
    const [law, ...rest] = id.split(".");
    return `${location.origin}/${engine.language}/${edition}/${law}/${rest.length ? `#${id}` : ""}`;
  };
  const way = (id, title) => ({ href: `${location.origin}/${engine.language}/decide/${id}/`, title });
  const hit = (edition, id, name, now = []) => ({ id, kind: "provision", name, href: site(edition, id), score: 1, now });
  const law = (edition, id, name, title, hits, more = {}) => ({
    game: "bridge", kind: "law", edition, year: edition.slice(-4), superseded: false, id, name, href: site(edition, id),
    title: { text: title, language: "hu", origin: null }, score: 1, covered: 1, hits, procedures: [], ...more,
  });
  const laws = {
    27: () => law("bridge-2017", "27", "27. szakasz", "ELÉGTELEN BEMONDÁS", [
      hit("bridge-2017", "27.B.1.b", "27B1(b) pont"), hit("bridge-2017", "27.A", "27A szakasz"),
    ], { procedures: [way("insufficient-bid", "Elégtelen licit <1>"), way("changed-call", "Megváltoztatott hívás")] }),
    18: () => law("bridge-2017", "18", "18. szakasz", "BEMONDÁSOK", [hit("bridge-2017", "18.D", "18D szakasz")]),
    old: () => law("bridge-1997", "25", "25. szakasz", "Zakonite promjene", [hit("bridge-1997", "25.B", "25B szakasz", [{ name: "25B szakasz", href: site("bridge-2017", "25.B") }])], {
      superseded: true, title: { text: "Zakonite promjene", language: "hr", origin: null },
    }),
    ulti: () => law("ulti-2017", "10", "10. §", "A renonsz.", [hit("ulti-2017", "10.3", "10. § (3)")], { game: "ulti" }),
  };
  const plain = (id) => law("bridge-2017", id, `${id}. szakasz`, "", []);
  // What each query finds first, and then with the other languages.
  const FOUND = {
    licit: [["27", "18"], ["18", "27", "old"]],
    kontra: [["27", "ulti"], ["27", "ulti"]],
    "27Z9": [[], []],
    semmi: [[], []],
    pótlás: [[], ["27"]],
  };
  const ASIDES = {
    "27Z9": { missing: [{ id: "27.Z.9", name: "27Z9 pont", nearest: [{ id: "27", name: "27. szakasz" }] }] },
    kontra: { mended: { kontar: "kontra" } },
  };
  const NAMES = () => [
    { kind: "law", name: "ELÉGTELEN BEMONDÁS", detail: "27. szakasz", language: "hu", href: site("bridge-2017", "27") },
    { kind: "concept", name: "licit", detail: "", language: "hu", href: site("bridge-2017", "18") },
    { kind: "procedure", name: "Megváltoztatott hívás", detail: "", language: "hu", href: way("changed-call").href },
    { kind: "concept", name: "licitacija", detail: "", language: "hr", href: site("bridge-2017", "17") },
  ];
  const engine = {
    language: "",
    asked: [],
    warm() {
      engine.language ||= document.documentElement.lang;
      engine.isWarm = true;
    },
    async suggest(typed) {
      engine.warm();
      return NAMES().filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(typed.toLowerCase()));
    },
    search(query, options, onAnswer) {
      engine.warm();
      engine.asked.push([query, options]);
      let isOn = true;
      const answer = (stage, refining) => {
        if (!isOn) return;
        const many = Array.from({ length: options.limit > 10 ? 12 : 10 }, (_, number) => String(number + 30));
        const wanted = query === "sok" ? many : (FOUND[query] ?? [["27"], ["27"]])[stage === "first" ? 0 : 1];
        const results = wanted.map((id, number) => ({ rank: number + 1, ...(laws[id] ?? (() => plain(id)))() }));
        for (const { nearest } of ASIDES[query]?.missing ?? []) for (const one of nearest) one.href = site("bridge-2017", one.id);
        onAnswer({ stage, refining, query, game: null, citations: [], missing: [], mended: {}, languages: [], ...ASIDES[query], results });
      };
      if (query === "törött") setTimeout(() => onAnswer({ stage: "failed", reason: "offline" }));
      else {
        setTimeout(() => answer("first", options.refine !== false));
        if (options.refine !== false) engine.refine = () => answer("refined", false);
      }
      return () => (isOn = false);
    },
    refine() {},
    async snippet(edition, id) {
      if (id === "27.A") return null;
      return { text: `… az elégtelen <b>licit</b> (${id})`, language: edition === "bridge-1997" ? "hr" : "hu", highlights: [[5, 14]] };
    },
  };
  window.standIn = engine;
  Object.defineProperty(window, "kodeksSearch", { get: () => engine, set() {} });
})();

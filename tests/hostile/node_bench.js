// Reads questions, a line of JSON each, does them, and says what the processor's time was.
//
//   {step, text, language, once}  →  {micros, answer, said}
"use strict";

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");
const { getHeapStatistics } = require("node:v8");
const [linker, search, site] = process.argv.slice(2);

// What the scripts want of a browser before anybody asks them anything.
globalThis.window = globalThis;
globalThis.document = { currentScript: null, documentElement: { lang: "en" }, baseURI: "http://x.example/" };
if (!globalThis.self) globalThis.self = globalThis;
globalThis.addEventListener ??= () => {};
globalThis.postMessage ??= () => {};
globalThis.fetch = async (address) => ({ ok: true, json: async () => JSON.parse(readFileSync(site + address, "utf-8")) });

// A browser knows two thousand names; for what reading costs some will do.
const NAMED = { nbsp: "\u00a0", sect: "§", amp: "&", lt: "<", gt: ">", quot: '"', ndash: "–" };
globalThis.DOMParser = class {
  parseFromString(text) {
    return { body: { textContent: text.replace(/&([A-Za-z0-9]{1,30});/g, (all, name) => NAMED[name] ?? all) } };
  }
};

// What the linker says when there is more than it reads: a refusal, as the service's.
const TOO_MANY = /^more than \d+ citations$/;

const run = (file) => (0, eval)(readFileSync(file, "utf-8"));
run(linker);
const { viewOf, cite } = globalThis.kodeksLinker;

const STEPS = {
  "view text": ({ text }) => viewOf(text, "text", true),
  "view markdown": ({ text }) => viewOf(text, "markdown", true),
  "view html": ({ text }) => viewOf(text, "html", true),
};
for (const format of ["text", "markdown", "html"]) {
  STEPS[`cite ${format}`] = ({ text, language }) => cite(text, { format, languages: [language] });
  STEPS[`cite ${format} in all`] = ({ text }) => cite(text, { format });
}

// Bytes that may be left before all is collected. That goes through everything that search knows, a
// quarter of a second each time: what is new is collected much sooner.
const LEFT = 32e6;
const used = () => getHeapStatistics().used_heap_size;
let kept = 0;

// What was left by the question before is no cost of this one.
function collect() {
  globalThis.gc({ type: "minor" });
  if (used() < kept + LEFT) return;
  globalThis.gc();
  kept = used();
}

async function start() {
  if (search) {
    run(search);
    const { Known, answerTo, suggestionsFor } = globalThis.inside;
    const known = new Known("en", "/");
    await known.first();
    await known.rest();
    STEPS.search = ({ text }) => answerTo(known, text, "en", "/", 10);
    STEPS.suggest = ({ text }) => suggestionsFor(known, text, "en", "/", 8);
  }
  process.stdout.write('{"ready":true}\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    collect();
    const before = process.cpuUsage();
    let said = "";
    let answer = null;
    try {
      answer = STEPS[asked.step](asked);
    } catch (error) {
      const kind = TOO_MANY.test(error.message) ? "refused" : `error: ${error.name}`;
      said = `${kind}: ${error.message}`.slice(0, 200);
    }
    const spent = process.cpuUsage(before);
    const told = { micros: spent.user + spent.system, answer: answer ? JSON.stringify(answer).length : 0, said };
    process.stdout.write(`${JSON.stringify(told)}\n`);
  }
}

start();

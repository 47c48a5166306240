// Faults in JavaScript: those that Stryker's instrumenter finds. Is given files, writes JSON with
// their mutants ({file, start, end, replacement} each, offsets in UTF-16 units).
//
// Only the instrumenter is taken from Stryker. Its runners want tests that run in Node, or a command
// for each mutant; ours are written in Python and ask a browser.
import { readFileSync } from "node:fs";
import { Instrumenter } from "@stryker-mutator/instrumenter";

const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
const options = { plugins: null, excludedMutations: [], ignorers: [] };
const mutants = [];
for (const name of process.argv.slice(2)) {
  const content = readFileSync(name, "utf-8");
  const lines = [0];
  for (let at = content.indexOf("\n"); at >= 0; at = content.indexOf("\n", at + 1)) lines.push(at + 1);
  const offset = ({ line, column }) => lines[line] + column;
  const found = await new Instrumenter(silent).instrument([{ name, content, mutate: true }], options);
  for (const { location, replacement } of found.mutants)
    mutants.push({ file: name, start: offset(location.start), end: offset(location.end), replacement });
}
process.stdout.write(JSON.stringify(mutants));

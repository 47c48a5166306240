/**
 * Asks a server for a while with autocannon: a plan as JSON comes in, what was found as JSON goes out.
 *
 * The plan has `origin`, `requests` ({method, path, headers, body}), `connections`, `seconds` (as long
 * at most), `once` (each request once, not round and round), `rate` (requests a second of all
 * connections, 0 for as many as there can be; autocannon sends those of a second at its beginning) and
 * `window` (seconds, 0 for none), for which answers are given apart.
 *
 * autocannon's own percentiles are whole milliseconds; these are of the times that it measured.
 */

import { text } from "node:stream/consumers";
import autocannon from "autocannon";

const plan = JSON.parse(await text(process.stdin));
const { origin, requests, seconds, once, rate, window } = plan;
const connections = Math.min(plan.connections, requests.length, rate || Infinity);

/** Answers that came in some time, in milliseconds from `start`, and how long each took. */
class Answers {
  number = 0;
  times = [];

  add(time) {
    this.number++;
    if (time !== undefined) this.times.push(time);
  }

  summary() {
    const sorted = Float64Array.from(this.times).sort();
    const at = (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
    return { requests: this.number, p50: at(0.5), p99: at(0.99), max: at(1) };
  }
}

const all = new Answers();
const windows = [];
const known = new WeakSet();
let number = 0;
let start = 0;
let end = 0;
let received = 0;

const run = autocannon({
  url: origin,
  connections,
  // Each connection has its own share: else all would ask for the same at the same time.
  setupClient: (client) => {
    const own = number++;
    client.setRequests(requests.filter((_, n) => n % connections === own).map((one) => ({ ...one })));
  },
  ...(once ? { amount: requests.length } : { duration: seconds }),
  // What it would add for requests that came late it reckons in other units than it measures.
  ...(rate ? { overallRate: rate, ignoreCoordinatedOmission: true } : {}),
});
run.on("start", () => (start = performance.now()));
run.on("response", (client, status, bytes, time) => {
  end = performance.now();
  received += bytes;
  const isFirst = !known.has(client);
  known.add(client);
  // The first request of a connection waits until all connections are made.
  const timed = isFirst ? undefined : time;
  all.add(timed);
  if (window) (windows[Math.floor((end - start) / 1000 / window)] ??= new Answers()).add(timed);
});
const limit = setTimeout(() => run.stop(), seconds * 1000);
const { errors, timeouts, non2xx, statusCodeStats } = await run;
clearTimeout(limit);

const { user, system } = process.cpuUsage();
const took = (end - start) / 1000;
console.log(JSON.stringify({
  ...all.summary(),
  bytes: received,
  seconds: took,
  rate: took > 0 ? all.number / took : 0,
  errors,
  timeouts,
  non2xx,
  statuses: statusCodeStats,
  tool: (user + system) / 1e6,
  windows: Array.from(windows, (one) => (one ?? new Answers()).summary()),
}));

// node scripts/budgets.mjs [--json FILE]: measures the page against its budgets, and fails where one is exceeded.
// Times are measured only while the machine is idle.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { dirname, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "./chromium.mjs";
import { loadEngine, partFiles, targetFolder } from "./engine.mjs";
import { parts } from "./wasm/plan.mjs";
import { fromRoot, main } from "./steps.mjs";
import { endless, openTask, start, state, verdict, visit } from "../tests/browser/playground.mjs";

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const timed = (action) => {
  const start = performance.now();
  action();
  return performance.now() - start;
};
const kilobytes = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;

/** Whether a script has the engine's texts in German, which no English page loads. */
const isGerman = (file) => /\.de-[^\\/]*\.js$/.test(file);

/** The scripts and styles that a page in English loads, directly or indirectly. */
function loaded(page) {
  const found = new Set();
  const follow = (file) => {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/["'`(]([^"'`()\s]+\.(?:js|css))["'`)]/g)) {
      const next = [join(dirname(file), name), fromRoot("dist", name)].find((path) => existsSync(path));
      if (!next || found.has(next) || isGerman(next)) continue;
      found.add(next);
      // The service worker lists the files of all pages.
      if (!next.endsWith("service-worker.js")) follow(next);
    }
  };
  follow(fromRoot("dist", page));
  return [...found];
}

function sizes() {
  const rows = [
    { what: "WebAssembly for a first visit, gzip", unit: "kB", budget: 625, value: kilobytes(partFiles.slice(0, 1)) },
    { what: "WebAssembly in all, gzip", unit: "kB", budget: 2960, value: kilobytes(partFiles) },
    { what: "JavaScript and CSS of the page, gzip", unit: "kB", budget: 300, value: kilobytes(loaded("index.html")) },
  ];
  if (existsSync(fromRoot("dist", "embed.html"))) {
    rows.push({ what: "JavaScript and CSS of embed.html, gzip", unit: "kB", value: kilobytes(loaded("embed.html")) });
  }
  return [...rows, ...parts.map((name, i) => ({ what: `part ${name}, gzip`, unit: "kB", value: kilobytes([partFiles[i]]) }))];
}

function layout({ run }, states, seconds) {
  const session = run(JSON.stringify({ ...endless, options: { maxStates: states } }), () => {});
  const values = [];
  for (let i = 0; i < 3; i++) values.push(timed(() => session.ask({ of: "chart" })));
  session.free();
  return { what: `layout of ${states} states`, unit: "ms", budget: seconds * 1000, value: median(values) };
}

/** The ratios of the times in reports: WebAssembly over native. */
function overNative({ run, examples }) {
  const what = "WebAssembly over native time";
  const program = join(targetFolder(), "release", process.platform === "win32" ? "hrglass.exe" : "hrglass");
  if (!existsSync(program)) return [{ what: `${what}: no release build of the program`, unit: "x", budget: 1.6 }];
  const total = (report) => {
    let sum = 0;
    JSON.parse(report, (key, value) => (key.endsWith("Ms") ? void (sum += value) : value));
    return sum;
  };
  const native = (task) => {
    try {
      return execFileSync(program, ["check", "--format", "json", "-"], { input: task, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] });
    } catch (violated) {
      return violated.stdout;
    }
  };
  const page = (task) => {
    const session = run(task, () => {});
    const report = session.report();
    session.free();
    return report;
  };
  const least = (report) => Math.min(...[1, 2, 3].map(() => total(report())));
  const ratios = examples().map(({ id, task }) => ({ id, ratio: least(() => page(task)) / least(() => native(task)) }));
  const worst = ratios.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  return [
    { what: `${what}, median`, unit: "x", budget: 1.6, value: median(ratios.map(({ ratio }) => ratio)) },
    { what: `${what}, worst (${worst.id})`, unit: "x", value: worst.ratio },
  ];
}

/**
 * Runs in the page before its scripts: records when each state of the verdict is first reached, and when a new worker
 * first sends a message. Escape clears the records.
 */
function takeNotes() {
  globalThis.notes = {};
  const Original = Worker;
  globalThis.Worker = class extends Original {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", () => (globalThis.notes.ready ??= performance.now()), { once: true });
    }
  };
  addEventListener("keydown", ({ key }) => key === "Escape" && (globalThis.notes = { pressed: performance.now() }), true);
  new MutationObserver(() => {
    const state = document.querySelector("#verdict")?.dataset.state;
    if (state) globalThis.notes[state] ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
}

const types = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".png": "image/png",
};
const packed = new Map();

/** The built page as sites serve it: compressed if that is smaller. It counts the bytes that it has sent. */
async function compressing() {
  let sent = 0;
  const server = createServer(({ url }, response) => {
    const path = fromRoot("dist", new URL(url, "http://site").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    if (!packed.has(path)) packed.set(path, gzipSync(readFileSync(path), { level: 9 }));
    const plain = /\.(woff2|png)$/.test(path);
    const headers = { "content-type": types[extname(path)] ?? "application/octet-stream", "cache-control": "max-age=600" };
    const body = plain ? readFileSync(path) : packed.get(path);
    sent += body.length;
    response.writeHead(200, plain ? headers : { ...headers, "content-encoding": "gzip" }).end(body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, sent: () => sent, close: () => server.close() };
}

/** A slow connection: bytes per second, latency in milliseconds. */
const slow = { offline: false, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8, latency: 20 };

/**
 * Milliseconds from loading the page to its first verdict over a slow connection, in a new profile; and the kilobytes
 * transferred until then.
 */
async function firstVerdict({ browser }, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addInitScript(takeNotes);
  const page = await context.newPage();
  const connection = await context.newCDPSession(page);
  await connection.send("Network.enable");
  await connection.send("Network.emulateNetworkConditions", slow);
  await page.goto(url, { waitUntil: "commit" });
  await verdict(page);
  const measured = await page.evaluate(() => {
    const time = Math.min(...[notes.satisfied, notes.violated, notes.unknown].filter(Boolean));
    const files = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd && responseEnd <= time);
    return { time, kilobytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000 };
  });
  await context.close();
  return measured;
}

/** Milliseconds from Escape until the verdict says that the run was stopped, and until a new worker is ready. */
async function stop(site) {
  const { page, close } = await visit(site, { before: takeNotes });
  await verdict(page);
  await openTask(page, { ...endless, options: { maxStates: 4_000_000_000 } });
  await state(page, "running");
  await page.waitForTimeout(500);
  await page.keyboard.press("Escape");
  const found = await page.waitForFunction(() => notes.stopped && notes.ready && notes, undefined, { timeout: 10_000 });
  const { pressed, stopped, ready } = await found.jsonValue();
  await close();
  return { stopped: stopped - pressed, ready: ready - pressed };
}

/** Examples of other kinds than the first. */
const others = { C: "c/binary-search", "boolean programs": "boolean/figure-1", "forest automata": "forest/sll-delete" };

/** The kilobytes that are sent when an example is opened on a page that has shown its first result and has fetched nothing ahead. */
async function following({ browser }, { url, sent }, example) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", serviceWorkers: "block" });
  await context.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  const page = await context.newPage();
  const quiet = async () => {
    for (let before = -1; before !== sent(); await page.waitForTimeout(1500)) before = sent();
  };
  await page.goto(url);
  await verdict(page);
  await quiet();
  const before = sent();
  await page.keyboard.press("Escape");
  await page.click("#examples-button");
  await page.click(`[data-example="${example}"]`);
  await quiet();
  await verdict(page);
  await context.close();
  return (sent() - before) / 1000;
}

/** Does something with the built page in a browser, on two servers: a plain one, and one that compresses. */
async function inBrowser(measure) {
  process.env.CHROMIUM_PATH = await chromium();
  const site = await start();
  const compressed = await compressing();
  try {
    return await measure(site, compressed);
  } finally {
    compressed.close();
    await site.stop();
  }
}

async function transfers(site, compressed) {
  const rows = [];
  for (const [kind, example] of Object.entries(others)) {
    rows.push({ what: `follows the first verdict when an example of ${kind} is opened`, unit: "kB", value: await following(site, compressed, example) });
  }
  return rows;
}

/** The median of a few measurements, for each of their figures. */
async function medians(count, measure) {
  const all = [];
  for (let i = 0; i < count; i++) all.push(await measure());
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))]));
}

async function times(site, compressed) {
  const first = await medians(5, () => firstVerdict(site, compressed.url));
  const { stopped, ready } = await medians(3, () => stop(site));
  return [
    { what: "first verdict, cold cache, 10 Mbit/s", unit: "ms", budget: 1000, value: first.time },
    { what: "transferred until then", unit: "kB", value: first.kilobytes },
    { what: "stop", unit: "ms", budget: 100, value: stopped },
    { what: "stop, until a new worker is ready", unit: "ms", value: ready },
  ];
}

/** Whether other programs leave most of the processor to this one: within a second, nearly all cores are idle. */
async function isIdle() {
  const sums = () => cpus().reduce(([idle, all], { times }) => [idle + times.idle, all + Object.values(times).reduce((a, b) => a + b)], [0, 0]);
  const [idle, all] = sums();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const [idleThen, allThen] = sums();
  return (idleThen - idle) / (allThen - all) > 0.8;
}

/** The measurements of one part; the reason if it failed, which exceeds every budget. */
async function part(what, measure) {
  try {
    return await measure();
  } catch (error) {
    return [{ what: `${what}: ${error.message.split("\n")[0]}`, unit: "", failed: true }];
  }
}

const isOver = ({ budget, value, failed }) => failed || value > budget;

function line(row) {
  const { what, unit, budget, value } = row;
  const number = (n) => (n === undefined ? "" : `${n.toFixed(unit === "x" ? 2 : 0)} ${unit}`).padStart(10);
  const judged = isOver(row) ? "OVER" : value === undefined ? "not measured" : budget === undefined ? "" : "within";
  return `${what.padEnd(66)}${number(budget)}${number(value)}  ${judged}`.trimEnd();
}

/** Measures everything, prints the table, and throws where a size exceeds its budget; times depend on the machine. */
export async function budgets(file) {
  const rows = [...(await part("sizes", sizes)), ...(await part("transfers", () => inBrowser(transfers)))];
  if (await isIdle()) {
    const loaded = await loadEngine();
    rows.push(
      ...(await part("browser", () => inBrowser(times))),
      ...(await part("layout", () => [layout(loaded, 5_000, 0.5), layout(loaded, 20_000, 2)])),
      ...(await part("run time", () => overNative(loaded))),
    );
  } else {
    console.log("Times are not measured: other programs use the processor.");
  }
  console.log(`${"what".padEnd(66)}${"budget".padStart(10)}${"measured".padStart(10)}`);
  for (const row of rows) console.log(line(row));
  if (file) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  const over = rows.filter((row) => (row.failed || row.unit === "kB") && isOver(row)).map(({ what }) => what);
  if (over.length) throw new Error(`over budget: ${over.join("; ")}`);
}

if (process.argv[1] === import.meta.filename) {
  const option = process.argv.indexOf("--json");
  await main("budgets", () => budgets(option < 0 ? undefined : process.argv[option + 1]));
}

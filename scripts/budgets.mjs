// node scripts/budgets.mjs [--json FILE]: measures the page against its budgets. It only tells: it never fails, and
// times are worth something on a quiet machine only.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "./chromium.mjs";
import { targetFolder } from "./engine.mjs";
import { engine, fromRoot } from "./steps.mjs";
import { endless, openTask, start, state, verdict, visit } from "../tests/browser/playground.mjs";

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const repeated = async (times, measure) => {
  const values = [];
  for (let i = 0; i < times; i++) values.push(await measure());
  return median(values);
};
const timed = (action) => {
  const start = performance.now();
  action();
  return performance.now() - start;
};
const kilobytes = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;

/** Scripts and styles that a page loads, also by way of what it loads. */
function loaded(page) {
  const found = new Set();
  const follow = (file) => {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/["'`(]([^"'`()\s]+\.(?:js|css))["'`)]/g)) {
      const next = [join(dirname(file), name), fromRoot("dist", name)].find((path) => existsSync(path));
      if (!next || found.has(next)) continue;
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
    { what: "WebAssembly, gzip", unit: "kB", budget: 450, value: kilobytes([join(engine, "hrglass_bg.wasm")]) },
    { what: "JavaScript and CSS of the page, gzip", unit: "kB", budget: 250, value: kilobytes(loaded("index.html")) },
  ];
  if (existsSync(fromRoot("dist", "embed.html"))) {
    rows.push({ what: "JavaScript and CSS of embed.html, gzip", unit: "kB", value: kilobytes(loaded("embed.html")) });
  }
  return rows;
}

function layout({ run }, states, seconds) {
  const session = run(JSON.stringify({ ...endless, options: { maxStates: states } }), () => {});
  const values = [];
  for (let i = 0; i < 3; i++) values.push(timed(() => session.chart().free()));
  session.free();
  return { what: `layout of ${states} states`, unit: "ms", budget: seconds * 1000, value: median(values) };
}

/** The times that reports give, in WebAssembly over those of the native program. */
function overNative({ run, examples }) {
  const what = "WebAssembly over native time";
  const program = join(targetFolder(), "release", process.platform === "win32" ? "hrglass.exe" : "hrglass");
  if (!existsSync(program)) return [{ what: `${what}: no release build of the program`, unit: "x", budget: 2 }];
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
  const mean = Math.exp(ratios.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / ratios.length);
  const worst = ratios.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  return [
    { what: `${what}, geometric mean`, unit: "x", budget: 2, value: mean },
    { what: `${what}, worst (${worst.id})`, unit: "x", value: worst.ratio },
  ];
}

/** Runs in the page before its scripts: notes when each state of the verdict was first reached and when a new worker first spoke.
 * Escape starts the notes anew. */
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

/** Milliseconds from the load of the page to its first verdict, in a profile that has seen nothing. */
async function firstVerdict(site) {
  const { page, close } = await visit(site, { before: takeNotes });
  await verdict(page);
  const times = await page.evaluate(() => [notes.satisfied, notes.violated, notes.unknown].filter(Boolean));
  await close();
  return Math.min(...times);
}

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

async function inBrowser() {
  process.env.CHROMIUM_PATH = await chromium();
  const site = await start();
  try {
    const first = await repeated(3, () => firstVerdict(site));
    const { stopped, ready } = await stop(site);
    return [
      { what: "first verdict after load, cold cache", unit: "ms", budget: 1000, value: first },
      { what: "stop", unit: "ms", budget: 100, value: stopped },
      { what: "stop, until a new worker is ready", unit: "ms", value: ready },
    ];
  } finally {
    await site.stop();
  }
}

/** What one part measured; if it could not, why. */
async function part(what, measure) {
  try {
    return await measure();
  } catch (error) {
    return [{ what: `${what}: ${error.message.split("\n")[0]}`, unit: "" }];
  }
}

function line({ what, unit, budget, value }) {
  const number = (n) => (n === undefined ? "" : `${n.toFixed(unit === "x" ? 2 : 0)} ${unit}`).padStart(10);
  const judged = value === undefined ? "not measured" : budget === undefined ? "" : value <= budget ? "within" : "OVER";
  return `${what.padEnd(66)}${number(budget)}${number(value)}  ${judged}`.trimEnd();
}

/** Measures everything and prints the table. */
export async function budgets(file) {
  const module = await import("../www/src/engine/hrglass.js");
  module.initSync({ module: readFileSync(join(engine, "hrglass_bg.wasm")) });
  const rows = [
    ...(await part("sizes", sizes)),
    ...(await part("browser", inBrowser)),
    ...(await part("layout", () => [layout(module, 5_000, 0.5), layout(module, 20_000, 2)])),
    ...(await part("run time", () => overNative(module))),
  ];
  console.log(`${"what".padEnd(66)}${"budget".padStart(10)}${"measured".padStart(10)}`);
  for (const row of rows) console.log(line(row));
  if (file) writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const option = process.argv.indexOf("--json");
  await budgets(option < 0 ? undefined : process.argv[option + 1]);
}

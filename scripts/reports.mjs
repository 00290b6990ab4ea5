// Compares the reports of two engines on every example, with every strategy, ignoring times: node scripts/reports.mjs
// [--views] OLD NEW [DIR ...] OLD and NEW are `hrglass` programs; reports of version 2 are first translated to
// version 3. With `--views` it compares the output of `hrglass explore` on every example instead. Exits with 1 if
// verdicts, counts, runs or views differ; differences in wording are counted.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fromRoot } from "./steps.mjs";
import { translatedReport } from "./result-2.mjs";

const isFlag = (word) => word.startsWith("--");
const [old, now, ...folders] = process.argv.slice(2).filter((word) => !isFlag(word));
const wantsViews = process.argv.includes("--views");
if (!now) throw new Error("node scripts/reports.mjs [--views] OLD NEW [DIR ...]");

/** Maximum number of concurrent programs. */
const atOnce = 3;
/** Milliseconds after which a report or a view is too large to be compared. */
const patience = 180_000;
/** Maximum numbers of heaps and components compared for each task; heaps are evenly spread. */
const most = { heaps: 12, components: 12 };

/** The documents below a folder, including grammars, which both engines reject in the same way. */
function tasks(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/** The output of a program, or else its error output; null if it takes too long. */
function said(engine, ...words) {
  return new Promise((resolve) => {
    const child = spawn(engine, words, { cwd: fromRoot(), timeout: patience, stdio: ["ignore", "pipe", "pipe"] });
    const [out, complaints] = [[], []];
    child.stdout.on("data", (data) => out.push(data));
    child.stderr.on("data", (data) => complaints.push(data));
    child.on("close", (_, signal) => {
      const text = String(Buffer.concat(out));
      resolve(signal ? null : text || `refused: ${String(Buffer.concat(complaints)).split("\n", 1)[0]}`);
    });
  });
}

/** The report of a task, or the error output; null if it takes too long. */
async function report(engine, task, ...options) {
  const text = await said(engine, "check", task, "--format", "json", ...options);
  if (text === null) return null;
  return text.startsWith("{") ? translatedReport(JSON.parse(text)) : { refused: text };
}

/** The values of a report by path, without times and zeros: an absent count equals zero. */
function leaves(value, place = "", found = new Map()) {
  if (value === null || typeof value !== "object") {
    if (!place.endsWith("Ms") && value !== 0 && value !== null) found.set(place, value);
    return found;
  }
  for (const [key, part] of Object.entries(value)) leaves(part, place === "" ? key : `${place}.${key}`, found);
  return found;
}

/** Whether a path belongs to a verdict or a count. */
const isResult = (place) => /(^|\.)verdict$|^refused$|(^|\.)(statistics|exploration|assumption)(\.|$)/.test(place);
/** Whether a path belongs to a run, and not to a sentence. */
const isRun = (place) => /\.(run|evidence)\./.test(place) && !place.endsWith(".reason");

const told = (value) => String(value ?? "–").split("\n", 1)[0];

/** Prints the differences between two reports of a task, the most important ones first. */
async function compareReports(task) {
  const reports = await Promise.all([old, now].map((engine) => report(engine, task, "--strategy", "all")));
  if (reports.includes(null)) return "too slow to compare";
  const [before, after] = reports.map((own) => leaves(own));
  counts.values = (counts.values ?? 0) + after.size;
  const places = [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place));
  const shown = [...places.filter(isResult), ...places.filter(isRun).slice(0, 1)];
  for (const place of shown) console.log(`${task}: ${place}: ${told(before.get(place))} → ${told(after.get(place))}`);
  return places.some(isResult) ? "other verdicts or counts" : places.some(isRun) ? "other runs" : places.length > 0 ? "other words" : "equal";
}

/** At most `most` numbers below `count`, evenly spread. */
const spread = (count, most) => [...new Set(Array.from({ length: Math.min(count, most) }, (_, i) => Math.floor((i * count) / Math.min(count, most))))];

/** The views of a task to compare: arguments of `hrglass explore`. */
async function viewsOf(task) {
  const { exploration, properties = [] } = (await report(now, task)) ?? {};
  if (!exploration) return [];
  const components = exploration.contracts + 1;
  const contents = exploration.heaps?.different ?? exploration.statesTotal;
  const views = [
    ["statespace"], ["rsm"], ...spread(components, most.components).map((number) => ["rsm", "--component", String(number)]),
    ...[...new Set(properties.filter(({ kind }) => kind === "ltl").map(({ id }) => id))].map((id) => ["proof", "--property", id]),
    ...spread(contents, most.heaps).map((number) => ["heap", "--heap", String(number)]),
    ...(contents > 1 ? [["heap", "--heap", String(contents - 1), "--before", "0"]] : []),
  ];
  const pictures = views.flatMap((view) => ["dot", "svg", "json"].map((format) => [...view, "--format", format]));
  return [...pictures, ...["text", "json"].map((format) => ["contracts", "--format", format]), ...["dot", "json"].map((format) => ["cfa", "--format", format])];
}

const hash = (text) => createHash("sha256").update(text).digest("hex");

/** Prints the first view of a task that differs, with its first different line. */
async function compareViews(task) {
  let result = "equal";
  for (const view of await viewsOf(task)) {
    const [before, after] = await Promise.all([old, now].map((engine) => said(engine, "explore", task, "--view", ...view)));
    if (before === null || after === null) {
      result = "too large";
      continue;
    }
    counts.views = (counts.views ?? 0) + 1;
    if (hash(before) === hash(after)) continue;
    const [lines, others] = [before.split("\n"), after.split("\n")];
    const at = lines.findIndex((line, i) => line !== others[i]);
    console.log(`${task}: ${view.join(" ")}: line ${at + 1}: ${lines[at]?.slice(0, 200)} → ${others[at]?.slice(0, 200)}`);
    return "other views";
  }
  return result;
}

const counts = {};
const open = (folders.length > 0 ? folders : [fromRoot("examples")]).flatMap(tasks);
await Promise.all(Array.from({ length: atOnce }, async () => {
  for (let task = open.shift(); task !== undefined; task = open.shift()) {
    const result = await (wantsViews ? compareViews(task) : compareReports(task));
    counts.tasks = (counts.tasks ?? 0) + 1;
    counts[result] = (counts[result] ?? 0) + 1;
  }
}));
console.log(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
process.exitCode = ["other verdicts or counts", "other runs", "other views"].some((what) => counts[what]) ? 1 : 0;

// Compares the reports of two engines on every example with every strategy, without times:
// node scripts/reports.mjs OLD NEW [DIR ...]
// OLD and NEW are `hrglass` executables. Exits with 1 if verdicts or counts differ; other differences are only counted.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fromRoot } from "./steps.mjs";

const [old, now, ...folders] = process.argv.slice(2);
if (!now) throw new Error("node scripts/reports.mjs OLD NEW [DIR ...]");

/** The documents below a folder, including grammars, which both engines reject in the same way. */
function tasks(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/** The report of a task, or the error message. */
function report(engine, task) {
  const options = { encoding: "utf8", maxBuffer: 1 << 28, cwd: fromRoot() };
  const { stdout, stderr } = spawnSync(engine, ["check", task, "--strategy", "all", "--format", "json"], options);
  try {
    return JSON.parse(stdout);
  } catch {
    return { refused: (stdout + stderr).trim() };
  }
}

/** The values of a report by path, without times. */
function leaves(value, place = "", found = new Map()) {
  if (value === null || typeof value !== "object") {
    if (!place.endsWith("Ms")) found.set(place, value);
    return found;
  }
  for (const [key, part] of Object.entries(value)) leaves(part, place === "" ? key : `${place}.${key}`, found);
  return found;
}

/** Whether a path is a verdict or a count rather than a text or a run. */
const isResult = (place) => /(^|\.)verdict$|^refused$|(^|\.)statistics\.|(^|\.)assumption(\.|$)/.test(place);

const counts = { tasks: 0, equal: 0, results: 0, others: 0 };
for (const folder of folders.length > 0 ? folders : [fromRoot("examples")]) {
  for (const task of tasks(folder)) {
    counts.tasks += 1;
    const [before, after] = [old, now].map((engine) => leaves(report(engine, task)));
    const places = [...new Set([...before.keys(), ...after.keys()])].filter((p) => before.get(p) !== after.get(p));
    const results = places.filter(isResult);
    counts[results.length > 0 ? "results" : places.length > 0 ? "others" : "equal"] += 1;
    for (const place of results) {
      const text = (value) => String(value ?? "–").split("\n", 1)[0];
      console.log(`${task}: ${place}: ${text(before.get(place))} → ${text(after.get(place))}`);
    }
  }
}
console.log(
  `${counts.tasks} tasks: ${counts.equal} equal, ${counts.others} with other words or runs, ` +
    `${counts.results} with other verdicts or counts`,
);
process.exitCode = counts.results > 0 ? 1 : 0;

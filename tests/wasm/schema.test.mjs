// Reports, and what the command line prints as JSON, fit their published JSON Schemas, which a test of the crate keeps up to date with the types.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { loadEngine } from "../../scripts/engine.mjs";
import { built } from "./command-line.mjs";

const { examples, run } = await loadEngine();
const schemaOf = (name) => JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.json`, import.meta.url), "utf8"));

/** The schema without room for what it does not name: users may meet new keys, a test should not. */
function closed(published) {
  const parts = new Set();
  const visit = (value) => {
    if (value === null || typeof value !== "object") return;
    // What stands beside other keys is a part of something larger, which has them all.
    if (value.$ref && value.properties) parts.add(value.$ref.split("/").at(-1));
    Object.values(value).forEach(visit);
  };
  visit(published);
  const close = (object) => (object.properties ? { ...object, unevaluatedProperties: false } : object);
  const one = (definition) => (definition.oneOf ? { ...definition, oneOf: definition.oneOf.map(close) } : close(definition));
  const definitions = Object.entries(published.$defs).map(([name, definition]) => [name, parts.has(name) ? definition : one(definition)]);
  return { ...close(published), $defs: Object.fromEntries(definitions) };
}

// The formats of numbers are those of Rust; their ranges are in the schema, too. Elements of lists are one of several kinds each.
const checkOf = (name) => new Ajv2020({ strict: true, strictTuples: false, allErrors: true, validateFormats: false }).compile(closed(schemaOf(name)));
const fits = checkOf("hrglass.result-3");

const reportOf = (task, options = {}) => {
  const session = run(JSON.stringify({ ...task, options: { ...task.options, ...options } }), () => {});
  const report = JSON.parse(session.report());
  session.free();
  return report;
};

/** A dereference that no run reaches, as numbers are not both above and below 0. */
const never = {
  schema: "hrglass.task/1", program: { language: "java", entry: "A.main", files: [{
    name: "A.java", text: "class A { A next; static void main(int v) { if (v > 0) { if (v < 0) { A b = null; b.next = b; } } } }",
  }] },
};

test("the report of every example fits, also with little room", () => {
  const seen = new Set();
  for (const { id, task } of [...examples(), { id: "never", task: JSON.stringify(never) }]) {
    const document = JSON.parse(task);
    for (const options of [{}, { maxStates: 20, strategy: document.analysis === "boolean" ? "explicit" : "rsm" }]) {
      const report = reportOf(document, options);
      assert.ok(fits(report), `${id}: ${JSON.stringify(fits.errors?.slice(0, 3))}`);
      seen.add(report.analysis);
      for (const { kind, verdict, evidence, assumptions = [], remedies = [] } of report.properties) {
        for (const value of [kind, verdict, ...[...assumptions, ...remedies].map(({ kind }) => kind)]) seen.add(value);
        assert.equal(verdict === "violated" || verdict === "suspected", evidence !== undefined, id);
        assert.equal(verdict === "suspected", evidence?.departure !== undefined, id);
      }
    }
  }
  const expected = ["heap", "boolean", "memory-safety", "ltl", "monitor", "assertions", "satisfied", "violated", "unknown", "stack", "allocation", "budget", "strategy"];
  for (const value of expected) assert.ok(seen.has(value), value);
});

test("a task that does not run has a report, too", () => {
  const report = reportOf({ schema: "hrglass.task/1", program: { language: "java", entry: "A.f", files: [] } });
  assert.ok(fits(report), JSON.stringify(fits.errors));
  assert.deepEqual([report.properties, report.exploration], [[], null]);
});

test("what is no report does not fit", () => {
  const report = reportOf(JSON.parse(examples()[0].task));
  const [first, ...others] = report.properties;
  const wrong = [
    { ...report, schema: "hrglass.result/1" }, { ...report, analysis: undefined }, { ...report, memorySafety: first },
    { ...report, properties: [{ ...first, verdict: "perhaps" }, ...others] }, { ...report, properties: [{ ...first, ltl: "" }, ...others] },
    { ...report, exploration: { ...report.exploration, peakVertices: 8 } },
  ];
  for (const value of wrong) assert.ok(!fits(JSON.parse(JSON.stringify(value))));
  assert.ok(fits(report));
});

test("what commands print as JSON fits", () => {
  const program = built();
  const tasks = ["lists/reverse", "recursion/reverse", "heaps-in-c/reverse-faulty", "forest/cdll", "boolean/figure-1"];
  const commands = [
    ["bench", "--repeat", "1"], ["bench", "--repeat", "1", "--no-times"], ["compare"], ["compare", "--no-times"], ["properties"],
    ...["statespace", "rsm", "proof", "heap", "contracts", "cfa"].map((view) => ["explore", "--view", view]),
    ["explore", "--view", "rsm", "--component", "0"], ["explore", "--view", "heap", "--heap", "1", "--before", "0"],
    ["explore", "--view", "boxes"],
  ];
  const checks = Object.fromEntries(["bench", "compare", "explore", "properties"].map((name) => [name, checkOf(name)]));
  const printed = new Set();
  for (const task of tasks) {
    for (const [command, ...options] of commands) {
      for (const format of command === "explore" && !["contracts", "cfa", "boxes"].includes(options[1]) ? ["json", "scene"] : ["json"]) {
        const { stdout } = spawnSync(program, [command, task, ...options, "--format", format], { encoding: "utf8", maxBuffer: 1 << 28 });
        if (stdout === "") continue;
        const name = [command, ...options, format].join(" ");
        assert.ok(checks[command](JSON.parse(stdout)), `${task} ${name}: ${JSON.stringify(checks[command].errors?.slice(0, 3))}`);
        printed.add(name);
      }
    }
  }
  const silent = commands.map((command) => [...command, "json"].join(" ")).filter((name) => !printed.has(name));
  assert.deepEqual(silent, []);
});

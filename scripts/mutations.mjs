// Seeds faults into a copy of the engine, one at a time, and checks that the tests detect them:
// node scripts/mutations.mjs [--only=REGEX] [--first=41] [--tests=tasks] [--dir=/tmp/hrglass-mutations]
// The tests are modules of tests/engine: those of a fault (`tests`), or else those of the option. Faults with `lib` are
// left to the own tests of their crate instead.
// Exits with 1 if a fault is not detected. Takes a minute or two for each.
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { spawnSync } from "node:child_process";
import { fromRoot } from "./steps.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    first: { type: "string", default: "0" },
    tests: { type: "string", default: "tasks,campaign,laws" },
    dir: { type: "string", default: join(tmpdir(), "hrglass-mutations") },
  },
});

/** The files that a copy needs. */
const parts = ["tools", "Cargo.toml", "Cargo.lock", "rustfmt.toml", "src", "tests", "benches", "examples", "grammars", "docs", "fuzz"];

mkdirSync(values.dir, { recursive: true });
for (const part of parts) cpSync(fromRoot(part), join(values.dir, part), { recursive: true, preserveTimestamps: true });

/** Runs tests in the copy, of the engine or of one crate; returns their failures. */
function tests({ file, lib, tests: names = values.tests } = {}) {
  const target = lib ? ["--lib", "--package", `hrglass-${file.split("/")[1]}`] : ["--test", "engine"];
  const modules = lib ? [] : names.split(",").map((name) => `${name}::`);
  const options = { cwd: values.dir, encoding: "utf8", maxBuffer: 1 << 28, timeout: 900_000 };
  const ended = spawnSync("cargo", ["test", "--locked", ...target, "--", ...modules], options);
  if (ended.status === 0) return null;
  const said = `${ended.stdout}\n${ended.stderr}`;
  if (/^error(\[|: could not compile)/m.test(said)) return { compiles: false, said };
  const failed = [...said.matchAll(/^test (\S+) \.\.\. FAILED$/gm)].map((match) => match[1]);
  return { compiles: true, said: failed.length > 0 ? failed.join(", ") : ended.error ? "no end" : "a panic" };
}

const mutations = JSON.parse(readFileSync(fromRoot("tests", "data", "mutations.json"), "utf8"));
// Rebuild files that an interrupted run has left behind.
const now = new Date();
for (const { file } of mutations) utimesSync(join(values.dir, file), now, now);
const chosen = mutations.slice(Number(values.first)).filter(({ name }) => new RegExp(values.only).test(name));
if (chosen.length === 0) throw new Error(`no mutation has a name with \`${values.only}\``);
const before = tests();
if (before) throw new Error(`the tests fail without any fault:\n${before.said}`);
const unnoticed = [];
for (const fault of chosen) {
  const { name, file, find, put } = fault;
  const path = join(values.dir, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) throw new Error(`${file}: what is to be changed for "${name}" is not there once`);
  writeFileSync(path, text.replace(find, () => put));
  // Some faults affect other inputs than those of these tests.
  const found = tests(fault);
  writeFileSync(path, text);
  if (!found?.compiles) unnoticed.push(name);
  if (found && !found.compiles) {
    console.log(`DOES NOT COMPILE  ${name}:\n${found.said.slice(-3000)}`);
    continue;
  }
  console.log(`${found ? "noticed  " : "UNNOTICED"}  ${name}${found ? `: ${found.said}` : ""}`);
}
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} faults are noticed`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;

// npm test: all checks for a change, from formatting to tests in a real browser. The engine and the page are tested in
// parallel. To test only one of them: node scripts/test.mjs engine, node scripts/test.mjs page.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { chromium } from "./chromium.mjs";
import { targetFolder } from "./engine.mjs";
import { installJudges } from "./judges.mjs";
import { setup, wasmTarget } from "./setup.mjs";
import { note, slowest } from "./times.mjs";
import { fromRoot, main, npmBin, root, run, step } from "./steps.mjs";

/** The tests of a folder for Node's test runner. */
const testsOf = (folder) =>
  readdirSync(fromRoot("tests", folder)).filter((name) => name.endsWith(".test.mjs")).sort().map((name) => fromRoot("tests", folder, name));

/** Node's test runner, which also notes how long each file has taken. */
const nodeTests = (files, options = {}, ...others) =>
  run(process.execPath, ["--test", "--test-reporter=tap", "--test-reporter-destination=stdout", "--test-reporter=./scripts/testTimes.mjs", "--test-reporter-destination=stderr", ...others, ...files], options);

/** Runs cargo's tests. From one result to the next, time is noted for the module of the test that has ended: libtest does not say how long each took. */
async function rustTests(args) {
  const child = spawn("cargo", args, { cwd: root, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CARGO_TERM_COLOR: "never" } });
  const modules = new Map();
  let [before, open] = [performance.now(), ""];
  child.stdout.on("data", (text) => {
    process.stdout.write(text);
    const lines = (open + text).split("\n");
    open = lines.pop();
    for (const line of lines) {
      const now = performance.now();
      const [, name] = /^test (\S+) .*\.\.\. \w+/.exec(line) ?? [];
      if (name) modules.set(name.split("::")[0], (modules.get(name.split("::")[0]) ?? 0) + (now - before) / 1000);
      before = now;
    }
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  for (const [name, seconds] of modules) note("test", name, seconds);
  if (code !== 0) throw new Error(`cargo ${args.join(" ")} ended with ${code}`);
}

/** Its steps share one target folder, whose lock makes them run one after the other. */
async function engine() {
  await step("Formatting of the Rust code", () => run("cargo", ["fmt", "--check"]));
  await step("Lints of the engine and the command line", () =>
    run("cargo", ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"]),
  );
  await step("Documentation of the engine", () =>
    run("cargo", ["doc", "--locked", "--workspace", "--exclude", "hrglass-web", "--no-deps", "--document-private-items"], { env: { ...process.env, RUSTDOCFLAGS: "-D warnings" } }),
  );
  await step("Tests of the engine", () => rustTests(["test", "--locked", "--no-fail-fast"]), "some minutes");
  await step("Build the command line, to compare the page with", () => run("cargo", ["build", "--release", "--locked"]), "some minutes");
}

/** Compiles for WebAssembly into separate folders, so it does not wait for the engine. */
async function page() {
  await step("Tests of the scripts", () => nodeTests(testsOf("scripts")));
  await step("Lints of the engine for WebAssembly", () =>
    run("cargo", ["clippy", "--locked", "--package", "hrglass-web", "--target", wasmTarget, "--target-dir", join(targetFolder(), "web"), "--", "-D", "warnings"]),
  );
  await build();
  await step("Types of the page", () => run(npmBin("tsc"), ["--noEmit", "-p", "www"]));
  await step("Unit tests of the page", () => run(npmBin("vitest"), ["run"]));
  await step("The engine as WebAssembly in Node", () => nodeTests(testsOf("wasm")));
  const path = await step("A browser for the tests", chromium);
  await step("The playground in a browser", () =>
    nodeTests(testsOf("browser"), { env: { ...process.env, CHROMIUM_PATH: path } }, "--test-concurrency=2"),
    "some minutes",
  );
}

/** They compare both halves. */
async function sizes() {
  // It needs packages that the set-up installs.
  await step("Budgets of the page", async () => (await import("./budgets.mjs")).budgets(), "about 2 minutes");
}

const parts = { engine, page, sizes };

/** Runs a part in a separate process; returns its output unless it is shown directly. */
function apart(name, shows) {
  return new Promise((resolve) => {
    const stdio = ["ignore", shows ? "inherit" : "pipe", shows ? "inherit" : "pipe"];
    const child = spawn(process.execPath, [import.meta.filename, name], { stdio });
    const output = [];
    child.stdout?.on("data", (text) => output.push(text));
    child.stderr?.on("data", (text) => output.push(text));
    child.on("close", (code) => resolve({ name, failed: code !== 0, output: Buffer.concat(output) }));
  });
}

async function both() {
  const start = Date.now();
  await setup();
  await installJudges();
  try {
    await parallel();
  } finally {
    for (const kind of ["step", "test"]) {
      console.log(`\nThe slowest ${kind}s:`);
      for (const [what, seconds] of slowest(kind, start)) console.log(`${seconds.toFixed(0).padStart(6)} s  ${what}`);
    }
  }
}

async function parallel() {
  if (availableParallelism() === 1) {
    await engine();
    await page();
    await sizes();
    return;
  }
  console.log("\nThe page is built and tested at the same time; its output follows at the end.");
  const pagePart = apart("page", false).then((part) => {
    process.stdout.write(part.output);
    return part;
  });
  const failed = (await Promise.all([apart("engine", true), pagePart])).filter((part) => part.failed);
  if (failed.length > 0) throw new Error(`failed: ${failed.map((part) => part.name).join(", ")}`);
  await sizes();
}

const [name] = process.argv.slice(2);
if (name && !parts[name]) throw new Error(`no part is called ${name}: ${Object.keys(parts).join(", ")}`);
await main(name ? `test ${name}` : "test", parts[name] ?? both);

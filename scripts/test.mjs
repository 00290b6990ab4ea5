// npm test: all checks for a change, from formatting to tests in a real browser. The engine and the page are tested in
// parallel. To test only one of them: node scripts/test.mjs engine, node scripts/test.mjs page.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { build } from "./build.mjs";
import { chromium } from "./chromium.mjs";
import { modules } from "./engine.mjs";
import { setup, wasmTarget } from "./setup.mjs";
import { fromRoot, main, npmBin, run, step } from "./steps.mjs";

/** The tests of a folder for Node's test runner. */
const testsOf = (folder) =>
  readdirSync(fromRoot("tests", folder)).filter((name) => name.endsWith(".test.mjs")).sort().map((name) => fromRoot("tests", folder, name));

const lint = (features, ...more) =>
  run("cargo", ["clippy", "--locked", "--lib", "--no-default-features", "--features", features, ...more, "--", "-D", "warnings"]);

/** Its steps share one target folder, whose lock makes them run one after the other. */
async function engine() {
  await step("Formatting of the Rust code", () => run("cargo", ["fmt", "--check"]));
  await step("Lints of the engine and the command line", () =>
    run("cargo", ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"]),
  );
  await step("Lints of the library without features, and with each analysis and language alone", async () => {
    for (const features of ["", "graph-grammars,java", "graph-grammars,c", "boolean-programs", "large-blocks,c", "large-blocks,java", "forest-automata,c", "forest-automata,java"]) await lint(features);
  });
  await step("Documentation of the engine", () =>
    run("cargo", ["doc", "--locked", "--no-deps", "--document-private-items"], { env: { ...process.env, RUSTDOCFLAGS: "-D warnings" } }),
  );
  await step("Tests of the engine", () => run("cargo", ["test", "--locked"]), "some minutes");
  await step("Build the command line, to compare the page with", () => run("cargo", ["build", "--release", "--locked"]), "some minutes");
}

/** Compiles for WebAssembly into separate folders, so it does not wait for the engine. */
async function page() {
  await step("Tests of the scripts", () => run(process.execPath, ["--test", ...testsOf("scripts")]));
  await step("Lints of the WebAssembly modules", async () => {
    for (const { features } of modules) await lint(["wasm", ...features].join(), "--target", wasmTarget);
  });
  await build();
  await step("Types of the page", () => run(npmBin("tsc"), ["--noEmit", "-p", "www"]));
  await step("Unit tests of the page", () => run(npmBin("vitest"), ["run"]));
  await step("The engine as WebAssembly in Node", () => run(process.execPath, ["--test", ...testsOf("wasm")]));
  const path = await step("A browser for the tests", chromium);
  await step("The playground in a browser", () =>
    run(process.execPath, ["--test", "--test-concurrency=2", ...testsOf("browser")], {
      env: { ...process.env, CHROMIUM_PATH: path },
    }),
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
  await setup();
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

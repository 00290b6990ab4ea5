// npm test: all checks for a change, from formatting to tests in a real browser.
import { readdirSync } from "node:fs";
import { build } from "./build.mjs";
import { chromium } from "./chromium.mjs";
import { modules } from "./engine.mjs";
import { setup, wasmTarget } from "./setup.mjs";
import { fromRoot, main, npmBin, run, step } from "./steps.mjs";

/** The tests of a folder that Node's own runner runs. */
const testsOf = (folder) =>
  readdirSync(fromRoot("tests", folder)).filter((name) => name.endsWith(".test.mjs")).sort().map((name) => fromRoot("tests", folder, name));

const lint = (features, ...more) =>
  run("cargo", ["clippy", "--locked", "--lib", "--no-default-features", "--features", features, ...more, "--", "-D", "warnings"]);

await main("test", async () => {
  await setup();
  await step("Formatting of the Rust code", () => run("cargo", ["fmt", "--check"]));
  await step("Lints of the engine and the command line", () =>
    run("cargo", ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"]),
  );
  await step("Lints of the library without features, and with each analysis alone", async () => {
    for (const features of ["", "graph-grammars", "boolean-programs"]) await lint(features);
  });
  await step("Lints of the WebAssembly modules", async () => {
    for (const { features } of modules) await lint(["wasm", ...features].join(), "--target", wasmTarget);
  });
  await step("Tests of the engine", () => run("cargo", ["test", "--locked"]), "about 10 minutes on two cores");
  await step("Tests of the scripts", () => run(process.execPath, ["--test", ...testsOf("scripts")]));
  await build();
  await step("Types of the page", () => run(npmBin("tsc"), ["--noEmit", "-p", "www"]));
  await step("Unit tests of the page", () => run(npmBin("vitest"), ["run"]));
  await step("The engine as WebAssembly in Node", () => run(process.execPath, ["--test", ...testsOf("wasm")]));
  const path = await step("A browser for the tests", chromium);
  await step("The playground in a browser", () =>
    run(process.execPath, ["--test", "--test-concurrency=1", ...testsOf("browser")], {
      env: { ...process.env, CHROMIUM_PATH: path },
    }),
    "about 6 minutes",
  );
  await step("Build the command line, for comparison", () => run("cargo", ["build", "--release", "--locked"]), "about 4 minutes");
  // It needs packages, which the set-up installs.
  await step("Budgets of the page", async () => (await import("./budgets.mjs")).budgets(), "about 2 minutes");
});

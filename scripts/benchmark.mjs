// node scripts/benchmark.mjs: runs the benchmark and writes the results in docs/benchmark.md and docs/strategies.md (after "## Results"),
// and the figures on growth.
// Times are only meaningful on an idle machine.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { growth } from "./growth.mjs";
import { fromRoot, main, run, step } from "./steps.mjs";

const heading = "## Results\n";

/** Runs the benchmark with these options. */
function measure(options) {
  const target = process.env.CARGO_TARGET_DIR ?? fromRoot("target");
  const all = ["bench", "examples/benchmark", "--repeat", "10", "--format", "json", ...options];
  return execFileSync(`${target}/release/hrglass`, all, { cwd: fromRoot(), encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Measurements as Markdown, next to the figures of the reference; links to plots are relative to the folder of the documents. */
function compare(measured, options) {
  const data = ["--reference", "tests/data/reference-benchmark.csv", "--notes", "tests/data/benchmark-notes.csv", "--directory", "docs"];
  const all = ["bench", "--locked", "--quiet", "--bench", "reference", "--", "-", ...data, ...options];
  return execFileSync("cargo", all, { cwd: fromRoot(), encoding: "utf8", input: measured, maxBuffer: 1 << 28 });
}

function replaceResults(document, results) {
  const path = fromRoot("docs", document);
  const text = readFileSync(path, "utf8");
  const end = text.indexOf(heading);
  if (end < 0) throw new Error(`${document} has no line "${heading.trim()}"`);
  writeFileSync(path, `${text.slice(0, end)}${heading}\n${results}`);
}

await main("benchmark", async () => {
  await step("Building", () => run("cargo", ["build", "--locked", "--release"]));
  await step("docs/benchmark.md", () => replaceResults("benchmark.md", compare(measure([]), ["--format", "markdown"])));
  await step("docs/strategies.md", () =>
    replaceResults("strategies.md", compare(measure(["--strategies", "all"]), ["--format", "comparison", "--images", "img"])),
  );
  await step("Growth", growth);
});

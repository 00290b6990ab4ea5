// node scripts/benchmark.mjs: runs the benchmark and writes the results in docs/benchmark.md and docs/strategies.md (after "## Results"),
// and the figures on growth.
// Times are only meaningful on an idle machine.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { growth } from "./growth.mjs";
import { fromRoot, main, run, step } from "./steps.mjs";

const heading = "## Results\n";

/** The output of `hrglass bench`; links to plots are relative to the folder of the documents. */
function bench(options) {
  const target = process.env.CARGO_TARGET_DIR ?? fromRoot("target");
  const program = `${target}/release/hrglass`;
  const data = ["--reference", "../tests/data/reference-benchmark.csv", "--notes", "../tests/data/benchmark-notes.csv"];
  const all = ["bench", "../examples/benchmark", "--repeat", "10", ...data, ...options];
  return execFileSync(program, all, { cwd: fromRoot("docs"), encoding: "utf8", maxBuffer: 1 << 28 });
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
  await step("docs/benchmark.md", () => replaceResults("benchmark.md", bench(["--format", "markdown"])));
  await step("docs/strategies.md", () =>
    replaceResults("strategies.md", bench(["--strategies", "all", "--format", "comparison", "--images", "img"])),
  );
  await step("Growth", growth);
});

// node scripts/locks.mjs: measures the programs with locks and writes the tables in docs/large-blocks.md. Linux only: times are the
// processor's, so that other work on the machine hardly changes them.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { between } from "./growth.mjs";
import { fromRoot, main, run, step } from "./steps.mjs";

await main("locks", async () => {
  await step("Building", () => run("cargo", ["build", "--locked", "--release"]));
  await step("docs/large-blocks.md", () => {
    const target = process.env.CARGO_TARGET_DIR ?? fromRoot("target");
    const options = ["bench", "--locked", "--quiet", "--bench", "locks", "--", `${target}/release/hrglass`];
    // Otherwise the library is built with different panic strategies for the bench and the program, into the same file.
    const env = { ...process.env, CARGO_PROFILE_BENCH_PANIC: "unwind" };
    const tables = execFileSync("cargo", options, { cwd: fromRoot(), encoding: "utf8", env });
    const path = fromRoot("docs", "large-blocks.md");
    writeFileSync(path, between(readFileSync(path, "utf8"), tables, "locks", "locks"));
  });
});

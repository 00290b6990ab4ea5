// Runs the fuzzers one after the other: node scripts/fuzz.mjs [--seconds=60] [--only=java,run] [--keep]
// Needs a nightly toolchain and cargo-fuzz (`cargo install cargo-fuzz`). Failing inputs are written to fuzz/artifacts, all inputs to fuzz/work.
// With --keep, a minimal set of inputs that reaches the same code replaces fuzz/corpus.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { fromRoot, main, output, run, step } from "./steps.mjs";

/** Time limit for one input in seconds. */
const timeout = 10;
/** Memory limit for one input in megabytes. */
const memory = 2048;
/** Maximum size of an input in bytes. */
const longest = 16_384;
/** Maximum number of inputs, total bytes and input length kept for each fuzzer. */
const kept = { count: 40, each: 20_000, input: 2_500 };

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    only: { type: "string" },
    keep: { type: "boolean", default: false },
  },
});

const fuzz = (...parts) => fromRoot("fuzz", ...parts);

/** The existing folders; creates them if `made`. */
function folders(name, kinds, made) {
  const all = kinds.map((kind) => fuzz(kind, name));
  for (const folder of made ? all : []) mkdirSync(folder, { recursive: true });
  return all.filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}

const fuzzer = (name, inputs, ...flags) =>
  run("cargo", ["+nightly", "fuzz", "run", "--sanitizer", "none", name, ...inputs, "--", ...flags], { cwd: fuzz() });

/** Chooses the inputs to keep: some of each size from a set that reaches all code. */
async function keep(name) {
  const [chosen] = folders(name, ["chosen"], true);
  const inputs = folders(name, ["corpus", "work"], false);
  await fuzzer(name, [chosen, ...inputs], "-set_cover_merge=1", `-max_len=${kept.input}`, `-timeout=${timeout}`);
  const files = readdirSync(chosen).map((file) => ({ path: `${chosen}/${file}`, size: statSync(`${chosen}/${file}`).size }));
  files.sort((a, b) => a.size - b.size || a.path.localeCompare(b.path));
  // Keep inputs of all sizes: the smallest alone are not informative.
  const stride = Math.ceil(files.length / kept.count);
  let room = kept.each;
  files.forEach(({ path, size }, position) => {
    if (position % stride !== 0 || size > room) rmSync(path);
    else room -= size;
  });
  rmSync(fuzz("corpus", name), { recursive: true, force: true });
  mkdirSync(fuzz("corpus"), { recursive: true });
  renameSync(chosen, fuzz("corpus", name));
}

await main("fuzz", async () => {
  const written = output("cargo", ["run", "--quiet", "--manifest-path", fuzz("Cargo.toml"), "--example", "seeds"]);
  if (written === null) throw new Error("the seeds cannot be written; see `cargo run --manifest-path fuzz/Cargo.toml --example seeds`");
  const all = written.split(/\s+/);
  const names = values.only?.split(",") ?? all;
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`there is no fuzzer ${unknown}; choose one of: ${all.join(", ")}`);
  await step("Build the fuzzers", () => run("cargo", ["+nightly", "fuzz", "build", "--sanitizer", "none"], { cwd: fuzz() }));
  const failed = [];
  for (const name of names) {
    await step(`Fuzz ${name} for ${values.seconds} s`, async () => {
      const [work, ...others] = [...folders(name, ["work"], true), ...folders(name, ["corpus", "regressions", "seeds"], false)];
      const limits = [`-timeout=${timeout}`, `-rss_limit_mb=${memory}`, `-max_len=${longest}`];
      try {
        await fuzzer(name, [work, ...others], `-max_total_time=${values.seconds}`, "-print_final_stats=1", ...limits);
      } catch (error) {
        console.error(error.message);
        failed.push(name);
      }
    });
    if (values.keep) await step(`Choose what is kept of ${name}`, () => keep(name));
  }
  if (failed.length > 0) throw new Error(`inputs were found for ${failed.join(", ")}: see fuzz/artifacts`);
});

// Shared by all scripts: paths, and steps that report what they do and how long it takes.
// Uses only Node's built-in modules: these scripts run before any package is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { forget, lastTime, note } from "./times.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const tools = join(root, ".cache", "tools");
export const engine = join(root, "www", "src", "engine");
const windows = process.platform === "win32";

export const fromRoot = (...parts) => join(root, ...parts);

/** A program of an installed npm package. */
export const npmBin = (name) => fromRoot("node_modules", ".bin", windows ? `${name}.cmd` : name);

/** What a compiler may need that optimises a crate, in bytes. */
const compiler = 1.5e9;

/** How many compilers may run at once: as many as there are cores, and as memory allows. */
export const jobsFor = (cores, memory) => Math.max(1, Math.min(cores, Math.floor(memory / compiler)));

/** The memory that programs can have without swapping. Node's own figure leaves out what Linux would give up for them. */
function availableMemory() {
  try {
    return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))[1]) * 1024;
  } catch {
    return freemem();
  }
}

/** Runs a program in the root folder; its output goes to the terminal. Rejects if it fails. */
export function run(command, args = [], options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", shell: windows, ...options });
    child.on("error", (error) => reject(new Error(`${command} cannot be started: ${error.message}`)));
    child.on("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${signal ?? code}`)),
    );
  });
}

/** The output of a program, or null if it cannot be started or fails. */
export function output(command, args = []) {
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8", shell: windows, maxBuffer: 1 << 28 });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** The full path of a program on the search path, or null. */
export function which(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const suffix of windows ? [".exe", ".cmd", ""] : [""]) {
      const path = join(folder, name + suffix);
      if (folder && existsSync(path)) return path;
    }
  }
  return null;
}

const inWords = (seconds) => (seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`);
const secondsSince = (start) => (performance.now() - start) / 1000;

/** So often a step says that it goes on, in seconds. */
const patience = 10;

/**
 * Runs one named step, and notes how long it takes. Whoever waits is told how long it took the last time, or `takes` where that is not known; and
 * every ten seconds that it goes on.
 */
export async function step(name, action, takes) {
  const last = lastTime(name);
  const expected = last === undefined ? takes : last > patience ? `${inWords(last)} the last time` : undefined;
  console.log(`\n\u25b6 ${name}${expected ? ` (${expected})` : ""}`);
  const start = performance.now();
  const of = last > patience ? ` of about ${inWords(last)}` : "";
  const ticking = setInterval(() => console.log(`\u2026 ${name}: ${Math.round(secondsSince(start))} s${of}`), patience * 1000);
  ticking.unref();
  try {
    const result = await action();
    note("step", name, secondsSince(start));
    console.log(`\u2714 ${name} (${inWords(secondsSince(start))})`);
    return result;
  } finally {
    clearInterval(ticking);
  }
}

/** Runs a script: a failure prints one line and exits with code 1. */
export async function main(name, action) {
  const start = performance.now();
  process.env.CARGO_BUILD_JOBS ??= String(jobsFor(availableParallelism(), availableMemory()));
  try {
    await action();
    forget();
    console.log(`\n${name}: done in ${inWords(secondsSince(start))}`);
  } catch (error) {
    console.error(`\n\u2718 ${name} failed after ${inWords(secondsSince(start))}: ${error.message}`);
    process.exitCode = 1;
  }
}

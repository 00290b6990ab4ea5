// Shared by all scripts: paths, and steps that report what they do and how long it takes.
// Uses only Node's built-in modules: these scripts run before any package is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const tools = join(root, ".cache", "tools");
export const engine = join(root, "www", "src", "engine");
const windows = process.platform === "win32";

export const fromRoot = (...parts) => join(root, ...parts);

/** A program of an installed npm package. */
export const npmBin = (name) => fromRoot("node_modules", ".bin", windows ? `${name}.cmd` : name);

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

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs one named step; `takes` is its approximate duration, if that is long. */
export async function step(name, action, takes) {
  console.log(`\n\u25b6 ${name}${takes ? ` (${takes})` : ""}`);
  const start = performance.now();
  const result = await action();
  console.log(`\u2714 ${name} (${seconds(start)})`);
  return result;
}

/** Runs a script: a failure prints one line and exits with code 1. */
export async function main(name, action) {
  const start = performance.now();
  try {
    await action();
    console.log(`\n${name}: done in ${seconds(start)}`);
  } catch (error) {
    console.error(`\n\u2718 ${name} failed after ${seconds(start)}: ${error.message}`);
    process.exitCode = 1;
  }
}

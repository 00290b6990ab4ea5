// The command line, to compare with the engine as WebAssembly.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the command line; its path. */
export function built() {
  const args = ["build", "--locked", "--bin", "hrglass", "--message-format", "json"];
  const { status, stdout, stderr } = spawnSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  const { executable } = stdout.trim().split("\n").map((line) => JSON.parse(line)).find(({ executable }) => executable);
  return executable;
}

// Builds the engine for the browser: cargo, then wasm-bindgen, then wasm-opt.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { engine, fromRoot, npmBin, output, run, step } from "./steps.mjs";
import { wasmBindgen, wasmTarget } from "./setup.mjs";

const optimise = [
  "-Oz", "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
  "--enable-mutable-globals", "--enable-multivalue", "--enable-reference-types",
];

/** The folder into which cargo builds. */
export const targetFolder = () =>
  JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1"]) ?? "{}").target_directory ?? fromRoot("target");

export async function buildEngine() {
  await step("Build the engine for WebAssembly", () =>
    run("cargo", ["build", "--profile", "web", "--locked", "--lib", "--target", wasmTarget]),
  );
  const compiled = join(targetFolder(), wasmTarget, "web", "hrglass.wasm");
  const wasm = join(engine, "hrglass_bg.wasm");
  const stamp = join(engine, "built-from");
  const digest = createHash("sha256").update(readFileSync(compiled)).update(optimise.join(" ")).digest("hex");
  if (existsSync(wasm) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  await step("Bind and shrink it", async () => {
    mkdirSync(engine, { recursive: true });
    await run(wasmBindgen, ["--target", "web", "--out-dir", engine, "--out-name", "hrglass", compiled]);
    await run(npmBin("wasm-opt"), [...optimise, "-o", wasm, wasm]);
    writeFileSync(stamp, digest);
  });
  const zipped = gzipSync(readFileSync(wasm), { level: 9 }).length;
  console.log(`hrglass_bg.wasm: ${kilobytes(statSync(wasm).size)}, ${kilobytes(zipped)} compressed`);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

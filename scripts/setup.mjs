// Installs what the build needs and the machine lacks: npm packages, the WebAssembly target, wasm-bindgen; and, where
// that is easy, the programs with which tests compare results.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { installJudges } from "./judges.mjs";
import { fromRoot, output, run, step, tools } from "./steps.mjs";

export const wasmTarget = "wasm32-unknown-unknown";
export const wasmBindgen = join(tools, "bin", process.platform === "win32" ? "wasm-bindgen.exe" : "wasm-bindgen");

/** The version of wasm-bindgen that the crate pins: tool and crate must agree exactly. */
function wasmBindgenVersion() {
  const pinned = /^wasm-bindgen = \{ version = "=([\d.]+)"/m.exec(readFileSync(fromRoot("Cargo.toml"), "utf8"));
  if (!pinned) throw new Error("Cargo.toml does not pin wasm-bindgen");
  return pinned[1];
}

/** Whether the npm packages were installed after the lock file was written. */
function packagesAreCurrent() {
  const installed = fromRoot("node_modules", ".package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(fromRoot("package-lock.json")).mtimeMs;
}

export async function setup() {
  if (output("cargo", ["--version"]) === null) {
    throw new Error("cargo is missing: install Rust with rustup, https://rustup.rs");
  }
  if (!packagesAreCurrent()) {
    await step("Install npm packages", async () => {
      try {
        await run("npm", ["ci", "--no-audit", "--no-fund"]);
      } catch {
        // It requires the packages of all other platforms, which some registries do not serve.
        await run("npm", ["install", "--no-save", "--no-audit", "--no-fund"]);
      }
    });
  }
  const libraries = output("rustc", ["--print", "target-libdir", "--target", wasmTarget]);
  if (libraries === null || !existsSync(libraries)) {
    await step(`Add the Rust target ${wasmTarget}`, () => run("rustup", ["target", "add", wasmTarget]));
  }
  const version = wasmBindgenVersion();
  if (output(wasmBindgen, ["--version"]) !== `wasm-bindgen ${version}`) {
    await step(`Install wasm-bindgen ${version}`, () => installWasmBindgen(version), "about 2 minutes on two cores, once");
  }
  await installJudges();
}

async function installWasmBindgen(version) {
  // Without its default features it neither needs nor compiles a web server and a TLS stack.
  const install = ["install", "wasm-bindgen-cli", "--version", `=${version}`, "--root", tools, "--no-default-features", "--force"];
  // A separate target folder, because its crates are not the project's.
  const options = { env: { ...process.env, CARGO_TARGET_DIR: join(tools, "target") } };
  try {
    await run("cargo", [...install, "--locked"], options);
  } catch {
    console.log("The locked dependencies cannot be had here; resolving them anew.");
    await run("cargo", install, options);
  }
}

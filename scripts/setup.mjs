// Installs what the build needs and the machine lacks: npm packages, the WebAssembly target, the tool that makes bindings.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fromRoot, output, run, step, tools } from "./steps.mjs";

export const wasmTarget = "wasm32-unknown-unknown";
const bindings = fromRoot("tools", "bindings");
/** The tool that binds the engine to JavaScript. */
export const wasmBindgen = join(tools, "target", "release", process.platform === "win32" ? "bindings.exe" : "bindings");

/** The version of wasm-bindgen that a manifest pins: tool and engine must agree exactly. */
function pinned(manifest, crate) {
  const [, version] = new RegExp(`^${crate} = "=([\\d.]+)"`, "m").exec(readFileSync(manifest, "utf8")) ?? [];
  if (!version) throw new Error(`${manifest} does not pin ${crate}`);
  return version;
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
  await buildBindings();
}

/** Builds the tool that makes bindings, unless it is here. */
async function buildBindings() {
  const [own, engine] = [pinned(join(bindings, "Cargo.toml"), "wasm-bindgen-cli-support"), pinned(fromRoot("Cargo.toml"), "wasm-bindgen")];
  if (own !== engine) throw new Error(`tools/bindings has wasm-bindgen ${own}, and the engine ${engine}: they must agree`);
  const isNewer = (file) => statSync(join(bindings, file)).mtimeMs > statSync(wasmBindgen).mtimeMs;
  if (existsSync(wasmBindgen) && !["Cargo.toml", "Cargo.lock", join("src", "main.rs")].some(isNewer)) return;
  // A target folder of its own, because its crates are not the project's.
  const build = ["build", "--release", "--manifest-path", join(bindings, "Cargo.toml"), "--target-dir", join(tools, "target")];
  await step("Build the tool that makes bindings", async () => {
    try {
      await run("cargo", [...build, "--locked"]);
    } catch {
      console.log("The locked dependencies cannot be had here; resolving them anew.");
      await run("cargo", build);
    }
  }, "about a minute on two cores, once");
}

// node scripts/package.mjs: writes the npm package to dist-package/, from the built engine.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "vite";
import { engine, fromRoot, main, npmBin, run, step } from "./steps.mjs";

export const packageFolder = fromRoot("dist-package");

/** The sources of the modules that can be imported. */
const entries = { index: "src/npm/index.ts", node: "src/npm/node.ts", element: "src/demo/element.ts" };
const names = { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" };

const bundle = () =>
  build({
    configFile: false,
    root: fromRoot("www"),
    publicDir: false,
    base: "./",
    logLevel: "warn",
    build: {
      outDir: packageFolder, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: false, copyPublicDir: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, fromRoot("www", path)])),
        output: names,
        external: [/^node:/],
        preserveEntrySignatures: "strict",
      },
    },
    worker: { format: "es", rollupOptions: { output: names } },
  });

/** Declarations refer to files by their full names, which all module resolutions accept. */
const inFull = (text) => text.replace(/(from |import\()"(\.[^"]*)"/g, '$1"$2.js"');

/**
 * The declarations of the importable modules, in the folders of their sources; declarations of internals are omitted.
 */
async function declare() {
  const folder = mkdtempSync(join(tmpdir(), "hrglass-types-"));
  try {
    await run(npmBin("tsc"), ["-p", "www", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", ".", "--outDir", folder]);
    for (const file of ["npm/index", "npm/engine", "demo/element", "demo/types", "modules"]) {
      const text = readFileSync(join(folder, "www", "src", `${file}.d.ts`), "utf8");
      mkdirSync(join(packageFolder, "types", dirname(file)), { recursive: true });
      writeFileSync(join(packageFolder, "types", `${file}.d.ts`), inFull(text));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  mkdirSync(join(packageFolder, "types", "engine"), { recursive: true });
  // Not every consumer's standard library has disposables.
  const text = readFileSync(join(engine, "engine.d.ts"), "utf8").replace(/^\s*\[Symbol\.dispose\]\(\): void;\n/gm, "");
  writeFileSync(join(packageFolder, "types", "engine", "engine.d.ts"), text);
}

function describe() {
  const { version, license } = JSON.parse(readFileSync(fromRoot("package.json"), "utf8"));
  const manifest = {
    name: "hrglass",
    version,
    description: "A verifier for Java programs on linked data structures, and an element that shows its results step by step",
    license,
    type: "module",
    sideEffects: ["./element.js"],
    exports: {
      ".": { types: "./types/npm/index.d.ts", node: "./node.js", default: "./index.js" },
      "./element": { types: "./types/demo/element.d.ts", default: "./element.js" },
      "./package.json": "./package.json",
    },
    engines: { node: ">=20.19" },
  };
  writeFileSync(join(packageFolder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(fromRoot("www", "src", "npm", "README.md"), join(packageFolder, "README.md"));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(fromRoot(name), join(packageFolder, name));
}

export async function buildPackage() {
  await step("Build the npm package", async () => {
    await bundle();
    await declare();
    describe();
  });
  for (const name of readdirSync(packageFolder)) {
    const { size } = statSync(join(packageFolder, name));
    if (/\.(js|wasm)$/.test(name)) console.log(`  ${name}: ${(size / 1000).toFixed(0)} kB`);
  }
}

if (process.argv[1] === import.meta.filename) await main("package", buildPackage);

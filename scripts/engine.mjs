// Builds the engine for the browser: for each module cargo, then wasm-bindgen, then wasm-opt; and the library that they
// share.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { engine, fromRoot, npmBin, output, run, step } from "./steps.mjs";
import { wasmBindgen, wasmTarget } from "./setup.mjs";

/** The modules of the page: the same crate with different features. The analyses come first; their glue is the same. */
export const modules = [
  { name: "graph-grammars", features: ["graph-grammars", "java"] },
  { name: "graph-grammars-c", features: ["graph-grammars", "c"] },
  { name: "boolean-programs", features: ["boolean-programs"] },
  { name: "large-blocks-c", features: ["large-blocks", "c"] },
  { name: "large-blocks-java", features: ["large-blocks", "java"] },
  { name: "forest-automata-c", features: ["forest-automata", "c"], profile: "web-small" },
  { name: "forest-automata-java", features: ["forest-automata", "java"], profile: "web-small" },
  { name: "exchange", features: ["exchange"] },
];

/**
 * Without inlining, whose copies cost more than they save once compressed. Functions are sorted by name: those of one
 * module are similar, and similar neighbours compress better (by 3 %).
 */
const optimise = [
  "-O2", "--shrink-level=1", "--reorder-functions-by-name", "--strip-debug", "--one-caller-inline-max-function-size=0", "--always-inline-max-function-size=0",
  "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
  "--enable-mutable-globals", "--enable-multivalue", "--enable-reference-types",
];

/** The name of every module in wasm-bindgen. */
const bindingName = "engine";

/** The target folder of cargo. */
export const targetFolder = () =>
  JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1"]) ?? "{}").target_directory ?? fromRoot("target");

export const wasmOf = (name) => join(engine, `${name}_bg.wasm`);

const digestOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const stampOf = (name) => join(engine, `${name}.built-from`);

/** A digest of the sources of one module, or of all of them with the library. */
export const builtFrom = () => modules.map(({ name }) => readFileSync(stampOf(name), "utf8")).join("") + digestOf(readFileSync(libraryFile));

export async function buildEngine() {
  mkdirSync(engine, { recursive: true });
  await step("Build the engine for WebAssembly", async () => {
    const ended = await Promise.allSettled(modules.map(buildModule));
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
  }, "about 3 minutes on two cores, less if little has changed");
  oneGlue();
  writeLibrary();
  for (const { name } of modules) console.log(`${name}: ${kilobytes(readFileSync(wasmOf(name)))}`);
  console.log(`library: ${kilobytes(readFileSync(libraryFile))}`);
}

/**
 * Compiles, binds and optimises a module, unless it is up to date. All are bound under the same name, from which they import
 * their glue. Each has a target folder: in one, cargo would compile the crate again whenever the features change.
 */
async function buildModule({ name, features, profile = "web" }) {
  const target = join(targetFolder(), "modules", name);
  await run("cargo", [
    "build", "--profile", profile, "--locked", "--lib", "--target", wasmTarget, "--target-dir", target,
    "--no-default-features", "--features", ["wasm", ...features].join(),
  ]);
  const compiled = join(target, wasmTarget, profile, "hrglass.wasm");
  const digest = digestOf(readFileSync(compiled), bindingName, optimise.join(" "));
  if (existsSync(wasmOf(name)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), "utf8") === digest) return;
  const bound = join(engine, name);
  await run(wasmBindgen, ["--target", "web", "--out-dir", bound, "--out-name", bindingName, compiled]);
  await run(npmBin("wasm-opt"), [...optimise, "-o", wasmOf(name), join(bound, `${bindingName}_bg.wasm`)]);
  for (const type of [".js", ".d.ts"]) {
    const text = readFileSync(join(bound, bindingName + type), "utf8");
    const own = text.replace(`"./${bindingName}.d.ts"`, `"./${name}.d.ts"`).replaceAll(`${bindingName}_bg.wasm`, `${name}_bg.wasm`);
    writeFileSync(join(engine, name + type), own);
  }
  rmSync(bound, { recursive: true });
  writeFileSync(stampOf(name), digest);
}

/** The modules that run tasks. */
const analyses = modules.filter(({ name }) => name !== "exchange");

/** Workers load the glue of one analysis for all of them: it must be the same, except for file names. */
function oneGlue() {
  const glueOf = ({ name }) => readFileSync(join(engine, `${name}.js`), "utf8").replaceAll(`./${name}.d.ts`, "").replaceAll(`${name}_bg.wasm`, "");
  const [first, ...others] = analyses;
  const other = others.find((module) => glueOf(module) !== glueOf(first));
  if (other) throw new Error(`the glue of ${first.name} and that of ${other.name} differ`);
}

const libraryFile = join(engine, "library.json");

/** Writes the grammars and examples to one file, in the order of the crate. */
function writeLibrary() {
  const source = readFileSync(fromRoot("src", "task", "library.rs"), "utf8");
  const texts = (macro, folder) => {
    const [, list] = new RegExp(`&?${macro}!\\[([^\\]]*)\\]`).exec(source) ?? [];
    const names = [...(list ?? "").matchAll(/"([\w/-]+)"/g)].map(([, name]) => name);
    if (!names.length) throw new Error(`library.rs lists no ${folder}`);
    return names.map((name) => [name, readFileSync(fromRoot(folder, `${name}.json`), "utf8")]);
  };
  const library = JSON.stringify({ grammars: texts("grammars", "grammars"), examples: texts("examples", "examples") });
  // Written only if it has changed, because the page is rebuilt then.
  if (!existsSync(libraryFile) || readFileSync(libraryFile, "utf8") !== library) writeFileSync(libraryFile, library);
}

const library = () => JSON.parse(readFileSync(libraryFile, "utf8"));

/** A module in Node, with the library: the functions of its glue, as a separate instance. */
export async function loadModule(name) {
  const glue = await import(`../www/src/engine/${name}.js`);
  glue.initSync({ module: readFileSync(wasmOf(name)) });
  const { grammars, examples } = library();
  glue.provideLibrary(grammars.flat(), examples.flat());
  return glue;
}

/** The engine in Node: runs a task with the module for it. */
export async function loadEngine() {
  const loaded = Object.fromEntries(await Promise.all(modules.map(async ({ name }) => [name, await loadModule(name)])));
  const run = (task, ...more) => loaded[moduleFor(task)].run(task, ...more);
  return { ...loaded.exchange, run, examples: () => library().examples.map(([id, task]) => ({ id, task })) };
}

/** As `moduleFor` of the page. */
function moduleFor(task) {
  try {
    const { analysis, program } = JSON.parse(task);
    if (analysis === "boolean") return "boolean-programs";
    const language = program?.language === "java" ? "java" : "c";
    if (analysis === "blocks") return `large-blocks-${language}`;
    if (analysis === "forest") return `forest-automata-${language}`;
    if (program?.language === "c") return "graph-grammars-c";
  } catch {
    // Not even an object.
  }
  return "graph-grammars";
}

export const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(0)} kB, ${(gzipSync(bytes, { level: 9 }).length / 1000).toFixed(0)} kB compressed`;

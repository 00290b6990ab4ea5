// Builds the engine for the browser: for each module cargo, then wasm-bindgen, then wasm-opt; and the library that they
// share.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { engine, fromRoot, npmBin, output, run, step } from "./steps.mjs";
import { wasmBindgen, wasmTarget } from "./setup.mjs";

/**
 * The modules of the page: the same crate with different features. The analyses come first; their glue is the same. One that
 * `isFirst` runs the task of a first visit, which waits for no more of it than it needs.
 */
export const modules = [
  { name: "graph-grammars", features: ["graph-grammars", "java"], isFirst: true },
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

/** Where the glue would fetch its module by itself, for which bundlers would publish the whole module. */
const ownAddress = `new URL('${bindingName}_bg.wasm', import.meta.url)`;

/** The target folder of cargo. */
export const targetFolder = () =>
  JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1"]) ?? "{}").target_directory ?? fromRoot("target");

export const wasmOf = (name) => join(engine, `${name}_bg.wasm`);

/** The two parts of the module of a first visit. */
export const partsOf = (name) => ({ first: join(engine, `${name}.first.wasm`), rest: join(engine, `${name}.rest.wasm`) });

/** The files of a module that are published, in the order in which the page fetches them. */
export const publishedOf = ({ name, isFirst }) => (isFirst ? Object.values(partsOf(name)) : [wasmOf(name)]);

const digestOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const stampOf = (name) => join(engine, `${name}.built-from`);

/** A digest of the sources of one module, or of all of them with the library. */
export const builtFrom = () => modules.map(({ name }) => readFileSync(stampOf(name), "utf8")).join("") + digestOf(readFileSync(libraryFiles.grammars), readFileSync(libraryFiles.examples));

export async function buildEngine() {
  mkdirSync(engine, { recursive: true });
  await step("Build the engine for WebAssembly", async () => {
    const ended = await Promise.allSettled(modules.map(buildModule));
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
  }, "about 3 minutes on two cores, less if little has changed");
  oneGlue();
  writeLibrary();
  await step("Cut the module of a first visit in two", splitFirst);
  for (const module of modules) console.log(`${module.name}: ${publishedOf(module).map((file) => kilobytes(readFileSync(file))).join(", then ")}`);
  for (const [part, file] of Object.entries(libraryFiles)) console.log(`${part}: ${kilobytes(readFileSync(file))}`);
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
  const digest = digestOf(readFileSync(compiled), bindingName, optimise.join(" "), ownAddress, withRest.toString());
  if (existsSync(wasmOf(name)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), "utf8") === digest) return;
  const bound = join(engine, name);
  await run(wasmBindgen, ["--target", "web", "--out-dir", bound, "--out-name", bindingName, compiled]);
  await run(npmBin("wasm-opt"), [...optimise, "-o", wasmOf(name), join(bound, `${bindingName}_bg.wasm`)]);
  for (const type of [".js", ".d.ts"]) {
    const text = readFileSync(join(bound, bindingName + type), "utf8");
    const own = text.replace(`"./${bindingName}.d.ts"`, `"./${name}.d.ts"`).replace(ownAddress, "undefined");
    writeFileSync(join(engine, name + type), withRest(own, type));
  }
  rmSync(bound, { recursive: true });
  writeFileSync(stampOf(name), digest);
}

/** The glue with the import that modules in two parts have (`split.mjs`), and a function that gives it the rest. */
function withRest(glue, type) {
  const described = "/** Says how to get the rest of a module that was cut in two, which is called when it is first needed. */\n";
  if (type === ".d.ts") return `${glue}\n${described}export function provideRest(get: () => WebAssembly.Module): void;\n`;
  const imports = /^ {8}"\.\/\w+\.js": import0,\n/m;
  if (!imports.test(glue)) throw new Error("the imports are not where they are expected in the glue");
  const loads = "        rest: { load: () => void new WebAssembly.Instance(rest(), { first: wasm }) },\n";
  return `${glue.replace(imports, `$&${loads}`)}\nlet rest;\n${described}export function provideRest(get) {\n    rest = get;\n}\n`;
}

/** The modules that run tasks. */
const analyses = modules.filter(({ name }) => name !== "exchange");

/** Workers load the glue of one analysis for all of them: it must be the same, except for file names. */
function oneGlue() {
  const glueOf = ({ name }) => readFileSync(join(engine, `${name}.js`), "utf8").replaceAll(`./${name}.d.ts`, "");
  const [first, ...others] = analyses;
  const other = others.find((module) => glueOf(module) !== glueOf(first));
  if (other) throw new Error(`the glue of ${first.name} and that of ${other.name} differ`);
}

/** What a first visit opens: a program, and why it is wrong. */
const firstExample = "lists/find-middle-faulty";

/** The grammars, the examples, and the one that a first visit opens: each `[name, text]`, in the order of the crate. */
const libraryFiles = Object.fromEntries(["grammars", "examples", "first"].map((part) => [part, join(engine, `${part}.json`)]));

/** Writes the grammars and examples to files for all modules. */
function writeLibrary() {
  const source = readFileSync(fromRoot("src", "task", "library.rs"), "utf8");
  const texts = (macro) => {
    const [, list] = new RegExp(`&?${macro}!\\[([^\\]]*)\\]`).exec(source) ?? [];
    const names = [...(list ?? "").matchAll(/"([\w/-]+)"/g)].map(([, name]) => name);
    if (!names.length) throw new Error(`library.rs lists no ${macro}`);
    return names.map((name) => [name, readFileSync(fromRoot(macro, `${name}.json`), "utf8")]);
  };
  const examples = texts("examples");
  const first = examples.filter(([name]) => name === firstExample);
  for (const [part, content] of Object.entries({ grammars: texts("grammars"), examples, first })) {
    const text = JSON.stringify(content);
    const file = libraryFiles[part];
    // Written only if it has changed, because the page is rebuilt then.
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}

const library = (part) => JSON.parse(readFileSync(libraryFiles[part], "utf8"));

/** The task of a first visit. */
export const firstTask = () => library("first")[0][1];

/** Runs the task of a first visit as a worker of the page does, and returns the report. */
export function visitFirst(glue) {
  const readBatch = (batch) => {
    void [batch.positions, batch.kinds, batch.components, batch.lines, batch.edges];
    batch.free();
  };
  const session = glue.run(firstTask(), () => {}, readBatch);
  const report = session.report();
  session.free();
  return report;
}

/** Does something while each look at the clock finds it a second later, so that all progress is reported. */
export function asOnSlowMachines(action) {
  let now = performance.now();
  Object.defineProperty(performance, "now", { value: () => (now += 1000), configurable: true });
  try {
    return action();
  } finally {
    delete performance.now;
  }
}

/** Cuts the module of a first visit in two, so that its first part has what the run of a first visit calls. */
async function splitFirst() {
  // Its package is installed by the set-up.
  const { calledIn, instrumented, split } = await import("./split.mjs");
  for (const { name } of modules.filter(({ isFirst }) => isFirst)) {
    const whole = readFileSync(wasmOf(name));
    const digest = digestOf(whole, firstTask(), visitFirst.toString(), readFileSync(fromRoot("scripts", "split.mjs")));
    const files = partsOf(name);
    const stamp = join(engine, `${name}.split-from`);
    if (Object.values(files).every(existsSync) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) continue;
    const { glue, exports } = await started(name, instrumented(whole));
    glue.version();
    visitFirst(glue);
    asOnSlowMachines(() => visitFirst(glue));
    const parts = split(whole, calledIn(exports));
    for (const part of Object.keys(files)) writeFileSync(files[part], parts[part]);
    writeFileSync(stamp, digest);
  }
}

let instances = 0;

/** A module in Node, with the library: the functions of its glue, as a separate instance, and its exports. */
async function started(name, binary, rest) {
  const glue = await import(`../www/src/engine/${name}.js?${instances++}`);
  glue.provideRest(rest);
  const exports = glue.initSync({ module: binary });
  glue.provideLibrary(library("grammars").flat(), library("examples").flat());
  return { glue, exports };
}

/** A module in Node, whole and with the library. */
export const loadModule = async (name) => (await started(name, readFileSync(wasmOf(name)))).glue;

/** The module of a first visit in Node as the page has it, in two parts; `onRest` is called when the second one is needed. */
export async function loadParts(name, onRest) {
  const { first, rest } = partsOf(name);
  const get = () => {
    onRest();
    return new WebAssembly.Module(readFileSync(rest));
  };
  return (await started(name, readFileSync(first), get)).glue;
}

/** The engine in Node: runs a task with the module for it. */
export async function loadEngine() {
  const loaded = Object.fromEntries(await Promise.all(modules.map(async ({ name }) => [name, await loadModule(name)])));
  const run = (task, ...more) => loaded[moduleFor(task)].run(task, ...more);
  return { ...loaded.exchange, run, examples: () => library("examples").map(([id, task]) => ({ id, task })) };
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

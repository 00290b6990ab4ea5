// Builds the engine for the browser: cargo, then wasm-bindgen, then wasm-opt; cuts it into parts; and writes the library for it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { digestOfFiles, unlessDone } from "./digest.mjs";
import { engine, fromRoot, npmBin, output, run, step } from "./steps.mjs";
import { wasmBindgen, wasmTarget } from "./setup.mjs";
import { cut } from "./wasm/cut.mjs";
import { instrumented } from "./wasm/instrument.mjs";
import { calleesOf } from "./wasm/join.mjs";
import { read, write } from "./wasm/module.mjs";
import { parts, planned } from "./wasm/plan.mjs";
import { profile } from "./wasm/profile.mjs";
import { numbered, referencesOf } from "./wasm/references.mjs";
import { share } from "./wasm/share.mjs";

/**
 * Without inlining, whose copies cost more than they save once compressed, and which would move addresses of data from one function to
 * another (`scripts/wasm/share.mjs`). Functions are sorted by name: those of one module are similar, and similar neighbours compress
 * better (by 3 %).
 */
const optimise = [
  "-O2", "--shrink-level=1", "--reorder-functions-by-name", "--skip-pass=inlining", "--skip-pass=inlining-optimizing", "--debuginfo",
  "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext",
  "--enable-mutable-globals", "--enable-multivalue", "--enable-reference-types",
];

/** Where the glue would fetch its module by itself, for which bundlers would publish the whole module. */
const ownAddress = "new URL('engine_bg.wasm', import.meta.url)";

/** The whole engine, for tests. */
const wholeFile = join(engine, "engine.wasm");

/** The parts of the engine, in the order in which the page fetches them. */
export const partFiles = parts.map((name) => join(engine, `engine.${name}.wasm`));

const stamp = join(engine, "built-from");
const sourceStamp = join(engine, "sources");

/** The target folder of cargo. */
export const targetFolder = () =>
  JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1"]) ?? "{}").target_directory ?? fromRoot("target");

const digestOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

/** A digest of what the engine is made of, with the library. */
export const builtFrom = () => readFileSync(stamp, "utf8") + digestOf(readFileSync(libraryFiles.grammars), readFileSync(libraryFiles.examples));

/** What the engine is compiled from. */
const sources = ["Cargo.toml", "Cargo.lock", "src", "grammars", "examples"].map((path) => fromRoot(path));

/**
 * Builds the engine. Quickly means for somebody who changes it: hardly optimised, and whole; nothing is fetched later then.
 */
export async function buildEngine({ isQuick = false } = {}) {
  mkdirSync(engine, { recursive: true });
  writeLibrary();
  // Tests, and what is described in texts, do not matter.
  const digest = digestOfFiles([...sources, ...scripts()], String(isQuick));
  await unlessDone(sourceStamp, digest, [stamp], () => (isQuick ? buildQuickly() : buildParts()));
}

async function buildQuickly() {
  rmSync(stamp, { force: true });
  const compiled = await step("Build the engine for WebAssembly, quickly", () => compile("dev-web"), "about a minute, less if little has changed");
  await step("Bind the engine", async () => {
    await inFolder(async (folder) => {
      const before = join(folder, "compiled.wasm");
      writeFileSync(before, compiled);
      await bind(before, folder);
      writeFileSync(wholeFile, readFileSync(join(folder, "engine_bg.wasm")));
    });
    writeFileSync(join(engine, "parts.ts"), addresses(["engine"], (name) => `${name}.wasm`));
    writeFileSync(stamp, digestOf(compiled));
  });
}

async function buildParts() {
  const compiled = await step("Build the engine for WebAssembly", () => compile("web", "-Clink-arg=--emit-relocs"), "about 4 minutes on two cores, less if little has changed");
  await step("Cut the engine into parts", () => cutEngine(compiled), "about a minute");
  for (const file of [...partFiles, ...Object.values(libraryFiles)]) console.log(`${basename(file)}: ${kilobytes(readFileSync(file))}`);
}

/** Compiles the engine, and returns its module. For parts the linker must keep its relocations, by which they are given their data. */
async function compile(profile, ...options) {
  const target = join(targetFolder(), "web");
  await run("cargo", [
    "rustc", "--profile", profile, "--locked", "--package", "hrglass-web", "--lib", "--crate-type", "cdylib", "--target", wasmTarget, "--target-dir", target,
    ...(options.length ? ["--", ...options] : []),
  ]);
  return readFileSync(join(target, wasmTarget, profile, "hrglass_web.wasm"));
}

/** The sources that decide what is in which part. */
const scripts = () => [import.meta.filename, fromRoot("scripts", "questions.mjs"), ...readdirSync(fromRoot("scripts", "wasm")).sort().map((name) => fromRoot("scripts", "wasm", name))];

/** Binds, optimises and cuts the module, unless it is up to date. */
async function cutEngine(compiled) {
  const digest = digestOf(compiled, readFileSync(libraryFiles.examples), ...scripts().map((file) => readFileSync(file)));
  if ([wholeFile, ...partFiles].every(existsSync) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  rmSync(stamp, { force: true });
  const module = read(await bound(numbered(compiled)));
  writeFileSync(wholeFile, write(module));
  const references = referencesOf(compiled);
  const watched = new WebAssembly.Module(instrumented(module));
  const callers = await profile((withExamples) => started(watched, { withExamples }), firstTask(), library("examples"));
  const partOf = planned(module.functions, calleesOf(module, references), callers);
  const { data, slots } = share(module, references, parts.length, partOf);
  cut(module, parts.length, partOf, data, slots).forEach((binary, i) => writeFileSync(partFiles[i], binary));
  writeFileSync(stamp, digest);
}

/** Works in a folder that is removed afterwards. */
async function inFolder(action) {
  const folder = join(engine, "bound");
  mkdirSync(folder, { recursive: true });
  try {
    return await action(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Binds a module: the result is in the folder, and its glue beside the page's sources. */
async function bind(file, folder) {
  await run(wasmBindgen, ["--target", "web", "--keep-debug", "--out-dir", folder, "--out-name", "engine", file]);
  for (const type of [".js", ".d.ts"]) {
    const text = readFileSync(join(folder, `engine${type}`), "utf8").replace(ownAddress, "undefined");
    writeFileSync(join(engine, `engine${type}`), withParts(text, type));
  }
}

/** The module after wasm-bindgen, which also writes the glue, and wasm-opt. */
const bound = (binary) => inFolder(async (folder) => {
  const [before, after] = ["compiled.wasm", "optimised.wasm"].map((name) => join(folder, name));
  writeFileSync(before, binary);
  await bind(before, folder);
  await run(npmBin("wasm-opt"), [...optimise, "-o", after, join(folder, "engine_bg.wasm")]);
  writeFileSync(join(engine, "parts.ts"), addresses(parts, (name) => `engine.${name}.wasm`));
  return readFileSync(after);
});

/** The glue with the import that a first part has (`wasm/cut.mjs`), and a function that gives it the others. */
function withParts(glue, type) {
  const described = "/** Says how to get a part of the engine by its number, which is called when the part is first needed. */\n";
  if (type === ".d.ts") return `${glue}\n${described}export function provideParts(get: (part: number) => WebAssembly.Module): void;\n`;
  const imports = /^ {8}"\.\/\w+\.js": import0,\n/m;
  if (!imports.test(glue)) throw new Error("the imports are not where they are expected in the glue");
  return `${glue.replace(imports, "$&        parts: { load: loadPart },\n")}
let partOf;
${described}export function provideParts(get) {
    partOf = get;
}
function loadPart(part) {
    new WebAssembly.Instance(partOf(part), { first: wasm, parts: { load: loadPart } });
    wasm[\`loaded \${part}\`].value = 1;
}
`;
}

/** A module with the addresses of the parts, in their order. */
function addresses(names, fileOf) {
  const imports = names.map((name) => `import ${name} from "./${fileOf(name)}?url";\n`);
  return `${imports.join("")}\n/** The addresses of the parts of the engine: the first, and those that are fetched when they are needed, or later. */\nexport const partUrls = [${names.join(", ")}];\n`;
}

/** What a first visit opens: a program, and why it is wrong. */
const firstExample = "lists/find-middle-faulty";

/** The grammars, the examples, and the one that a first visit opens: each `[name, text]`, in the order of the crate. */
const libraryFiles = Object.fromEntries(["grammars", "examples", "first", "java"].map((part) => [part, join(engine, `${part}.json`)]));

/** The texts of the classes of Java's library, in the order of the crate. */
function javaLibrary() {
  const [, list] = /\nclasses! \{([^}]*)\}/.exec(readFileSync(fromRoot("src/java/library/lib.rs"), "utf8")) ?? [];
  const names = [...(list ?? "").matchAll(/(\w+): "/g)].map(([, name]) => name);
  if (!names.length) throw new Error("src/java/library/lib.rs lists none");
  return names.map((name) => readFileSync(fromRoot("src/java/library", `${name}.java`), "utf8"));
}

/** Writes the grammars, the examples and Java's library to files. */
function writeLibrary() {
  const texts = (folder) => {
    const [, list] = /= texts!\[([^\]]*)\]/.exec(readFileSync(fromRoot(folder, "lib.rs"), "utf8")) ?? [];
    const names = [...(list ?? "").matchAll(/"([\w/-]+)"/g)].map(([, name]) => name);
    if (!names.length) throw new Error(`${folder}/lib.rs lists none`);
    return names.map((name) => [name, readFileSync(fromRoot(folder, `${name}.json`), "utf8")]);
  };
  const examples = texts("examples");
  const first = examples.filter(([name]) => name === firstExample);
  for (const [part, content] of Object.entries({ grammars: texts("grammars"), examples, first, java: javaLibrary() })) {
    const text = JSON.stringify(content);
    const file = libraryFiles[part];
    // Written only if it has changed, because the page is rebuilt then.
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  }
}

const library = (part) => JSON.parse(readFileSync(libraryFiles[part], "utf8"));

/** The task of a first visit. */
export const firstTask = () => library("first")[0][1];

let instances = 0;

/** An engine in Node, with the library: the functions of its glue, as a separate instance, and its exports. */
async function started(module, { getPart, withExamples = true } = {}) {
  const glue = await import(`../www/src/engine/engine.js?${instances++}`);
  glue.provideParts(getPart);
  const exports = glue.initSync({ module });
  glue.provideLibrary(library("grammars").flat(), withExamples ? library("examples").flat() : [], () => readFileSync(libraryFiles.java, "utf8"));
  return { glue, exports };
}

const withExamples = ({ glue }) => ({ ...glue, examples: () => library("examples").map(([id, task]) => ({ id, task })) });

/** The whole engine in Node. */
export const loadEngine = async () => withExamples(await started(readFileSync(wholeFile)));

/** The engine in Node as the page has it, in parts; `onPart` is called with the name of each that is needed after the first. */
export async function loadParts(onPart) {
  const getPart = (part) => {
    onPart(parts[part]);
    return new WebAssembly.Module(readFileSync(partFiles[part]));
  };
  return withExamples(await started(readFileSync(partFiles[0]), { getPart }));
}

export const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(0)} kB, ${(gzipSync(bytes, { level: 9 }).length / 1000).toFixed(0)} kB compressed`;

/** The modules of the engine, each loaded when it is first needed, and the library that they share. */
import booleanProgramsUrl from "./engine/boolean-programs_bg.wasm?url";
import examplesUrl from "./engine/examples.json?url";
import exchangeUrl from "./engine/exchange_bg.wasm?url";
import firstUrl from "./engine/first.json?url";
import forestAutomataCUrl from "./engine/forest-automata-c_bg.wasm?url";
import forestAutomataJavaUrl from "./engine/forest-automata-java_bg.wasm?url";
import graphGrammarsCUrl from "./engine/graph-grammars-c_bg.wasm?url";
import graphGrammarsUrl from "./engine/graph-grammars.first.wasm?url";
import graphGrammarsRestUrl from "./engine/graph-grammars.rest.wasm?url";
import grammarsUrl from "./engine/grammars.json?url";
import largeBlocksCUrl from "./engine/large-blocks-c_bg.wasm?url";
import largeBlocksJavaUrl from "./engine/large-blocks-java_bg.wasm?url";

/** Modules that run tasks: one for each analysis; if it reads several languages, for each of them. */
export type AnalysisModule = "graph-grammars" | "graph-grammars-c" | "boolean-programs" | "large-blocks-c" | "large-blocks-java" | "forest-automata-c" | "forest-automata-java";

/** All modules, including the one for importing and exporting tasks: links, files, settings, names. */
export type ModuleName = AnalysisModule | "exchange";

/** A task of the library. */
export interface Example {
  /** Its name in the library, `subject/name`. */
  id: string;
  /** The task document. */
  task: string;
}

/** Names of a kind with their texts; examples are in display order. */
export type Texts = [name: string, text: string][];

/** The grammars, and the examples where they are needed. */
export interface Library {
  grammars: Texts;
  examples: Texts;
}

/** What a worker needs to start. */
export interface Loaded {
  module: WebAssembly.Module;
  /** What was cut off the module, or its address while it is not here; null for a whole module. */
  rest: WebAssembly.Module | string | null;
  library: Library;
}

/** The same when the rest is here. */
export interface Whole extends Loaded {
  rest: WebAssembly.Module | null;
}

/** The module of a first visit, which comes in two parts (`scripts/split.mjs`): the first has what that visit needs. */
export const inParts: ModuleName = "graph-grammars";

/** The addresses of the modules, of the rest of the one in two parts, and of the library, the first example also by itself. */
export const urls: Record<ModuleName | "rest" | "grammars" | "examples" | "first", string> = {
  "graph-grammars": graphGrammarsUrl,
  "graph-grammars-c": graphGrammarsCUrl,
  "boolean-programs": booleanProgramsUrl,
  "large-blocks-c": largeBlocksCUrl,
  "large-blocks-java": largeBlocksJavaUrl,
  "forest-automata-c": forestAutomataCUrl,
  "forest-automata-java": forestAutomataJavaUrl,
  exchange: exchangeUrl,
  rest: graphGrammarsRestUrl,
  grammars: grammarsUrl,
  examples: examplesUrl,
  first: firstUrl,
};

/** The module that runs a task document. If the document is invalid, every module reports the errors. */
export function moduleFor(task: string): AnalysisModule {
  try {
    const { analysis, program } = JSON.parse(task) as { analysis?: unknown; program?: { language?: unknown } | null };
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

/** Runs `work` once. After a failure the next caller tries again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => {
    if (!done) {
      done = work();
      done.catch(() => (done = null));
    }
    return done;
  };
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetched(url);
  // Some servers do not know the type of .wasm files, which streaming requires.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const fetchTexts = (url: string): (() => Promise<Texts>) => once(async () => (await (await fetched(url)).json()) as Texts);
const grammarTexts = fetchTexts(urls.grammars);
const exampleTexts = fetchTexts(urls.examples);

/** What of the library a module needs, fetched once. Examples occur only in links. */
async function libraryOf(name: ModuleName): Promise<Library> {
  const [grammars, examples] = await Promise.all([grammarTexts(), name === "exchange" ? exampleTexts() : []]);
  return { grammars, examples };
}

const compiled = (name: ModuleName): (() => Promise<WebAssembly.Module>) => once(() => compile(urls[name]));
const modules: Record<ModuleName, () => Promise<WebAssembly.Module>> = {
  "graph-grammars": compiled("graph-grammars"),
  "graph-grammars-c": compiled("graph-grammars-c"),
  "boolean-programs": compiled("boolean-programs"),
  "large-blocks-c": compiled("large-blocks-c"),
  "large-blocks-java": compiled("large-blocks-java"),
  "forest-automata-c": compiled("forest-automata-c"),
  "forest-automata-java": compiled("forest-automata-java"),
  exchange: compiled("exchange"),
};

let hereRest: WebAssembly.Module | null = null;
const rest = once(async () => (hereRest = await compile(urls.rest)));

/** A module, fetched and compiled once for all workers, with the library. The rest is fetched after it, for the next worker. */
export async function load(name: ModuleName): Promise<Loaded> {
  const [module, library] = await Promise.all([modules[name](), libraryOf(name)]);
  if (name !== inParts) return { module, rest: null, library };
  // A worker that needs it before fetches it itself.
  rest().catch(() => null);
  return { module, rest: hereRest ?? urls.rest, library };
}

/** The same with the rest, for those who cannot wait for it later. */
export async function loadWhole(name: ModuleName): Promise<Whole> {
  const loaded = await load(name);
  return { ...loaded, rest: name === inParts ? await rest() : null };
}

/** Gives the library to a module that has just started. */
export function provide(glue: { provideLibrary(grammars: string[], examples: string[]): void }, { grammars, examples }: Library): void {
  glue.provideLibrary(grammars.flat(), examples.flat());
}

export const examplesOf = (texts: Texts): Example[] => texts.map(([id, task]) => ({ id, task }));

/** The examples, in display order. */
export const examples = async (): Promise<Example[]> => examplesOf(await exampleTexts());

/** The example of a first visit, which does not wait for the others. */
export const first = once(async () => examplesOf(await fetchTexts(urls.first)()));

/** Fetches all modules, unless the user saves data. */
export async function prefetch(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // One after the other, so as not to delay current requests.
  for (const get of Object.values(modules)) await get().catch(() => null);
}

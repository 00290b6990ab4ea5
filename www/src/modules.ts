/** The modules of the engine, each loaded when it is first needed, and the library that they share. */
import booleanProgramsUrl from "./engine/boolean-programs_bg.wasm?url";
import exchangeUrl from "./engine/exchange_bg.wasm?url";
import forestAutomataCUrl from "./engine/forest-automata-c_bg.wasm?url";
import forestAutomataJavaUrl from "./engine/forest-automata-java_bg.wasm?url";
import graphGrammarsCUrl from "./engine/graph-grammars-c_bg.wasm?url";
import graphGrammarsUrl from "./engine/graph-grammars_bg.wasm?url";
import largeBlocksCUrl from "./engine/large-blocks-c_bg.wasm?url";
import largeBlocksJavaUrl from "./engine/large-blocks-java_bg.wasm?url";
import libraryUrl from "./engine/library.json?url";

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

/** The names and texts of grammars and of examples; examples are in display order. */
export interface Library {
  grammars: [name: string, text: string][];
  examples: [id: string, task: string][];
}

/** What a worker needs to start. */
export interface Loaded {
  module: WebAssembly.Module;
  library: Library;
}

/** The addresses of the modules and the library. */
export const urls: Record<ModuleName | "library", string> = {
  "graph-grammars": graphGrammarsUrl,
  "graph-grammars-c": graphGrammarsCUrl,
  "boolean-programs": booleanProgramsUrl,
  "large-blocks-c": largeBlocksCUrl,
  "large-blocks-java": largeBlocksJavaUrl,
  "forest-automata-c": forestAutomataCUrl,
  "forest-automata-java": forestAutomataJavaUrl,
  exchange: exchangeUrl,
  library: libraryUrl,
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

/** The library, fetched once. */
export const library = once(async () => (await (await fetched(urls.library)).json()) as Library);

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

/** A module, fetched and compiled once for all workers, with the library. */
export async function load(name: ModuleName): Promise<Loaded> {
  const [module, texts] = await Promise.all([modules[name](), library()]);
  return { module, library: texts };
}

/** Gives the library to a module that has just started. Examples occur only in links. */
export function provide(glue: { provideLibrary(grammars: string[], examples: string[]): void }, name: ModuleName, { grammars, examples }: Library): void {
  glue.provideLibrary(grammars.flat(), name === "exchange" ? examples.flat() : []);
}

/** The examples, in display order. */
export const examples = async (): Promise<Example[]> => examplesOf(await library());

export const examplesOf = ({ examples }: Library): Example[] => examples.map(([id, task]) => ({ id, task }));

/** Fetches all modules, unless the user saves data. */
export async function prefetch(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // One after the other, so as not to delay current requests.
  for (const get of Object.values(modules)) await get().catch(() => null);
}

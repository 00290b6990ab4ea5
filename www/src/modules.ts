/** The modules of the engine, each loaded when it is first needed, and the library that they share. */
import booleanProgramsUrl from "./engine/boolean-programs_bg.wasm?url";
import exchangeUrl from "./engine/exchange_bg.wasm?url";
import graphGrammarsUrl from "./engine/graph-grammars_bg.wasm?url";
import libraryUrl from "./engine/library.json?url";

/** Modules that run tasks. */
export type AnalysisModule = "graph-grammars" | "boolean-programs";

/** These, and the one through which tasks come and go: links, files, settings, names. */
export type ModuleName = AnalysisModule | "exchange";

/** A task of the library. */
export interface Example {
  /** Its name in the library, `subject/name`. */
  id: string;
  /** The task document. */
  task: string;
}

/** Names and texts of grammars and examples, these in the order in which they are to be shown. */
export interface Library {
  grammars: [name: string, text: string][];
  examples: [id: string, task: string][];
}

/** What a worker needs to start. */
export interface Loaded {
  module: WebAssembly.Module;
  library: Library;
}

/** Where the modules and the library are. */
export const urls: Record<ModuleName | "library", string> = {
  "graph-grammars": graphGrammarsUrl,
  "boolean-programs": booleanProgramsUrl,
  exchange: exchangeUrl,
  library: libraryUrl,
};

/** The module that runs a task document. Whatever is wrong with the document, each of them says so. */
export function moduleFor(task: string): AnalysisModule {
  try {
    const { analysis } = JSON.parse(task) as { analysis?: unknown };
    return analysis === "boolean" ? "boolean-programs" : "graph-grammars";
  } catch {
    return "graph-grammars";
  }
}

/** Does something once. After a failure the next caller tries again. */
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
  // Some servers do not know the type of .wasm files, and streaming insists on it.
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The library, fetched once. */
export const library = once(async () => (await (await fetched(urls.library)).json()) as Library);

const compiled = (name: ModuleName): (() => Promise<WebAssembly.Module>) => once(() => compile(urls[name]));
const modules: Record<ModuleName, () => Promise<WebAssembly.Module>> = {
  "graph-grammars": compiled("graph-grammars"),
  "boolean-programs": compiled("boolean-programs"),
  exchange: compiled("exchange"),
};

/** A module, fetched and compiled once for all workers, with the library. */
export async function load(name: ModuleName): Promise<Loaded> {
  const [module, texts] = await Promise.all([modules[name](), library()]);
  return { module, library: texts };
}

/** Gives the library to a module that has just started. Examples are read in links only. */
export function provide(glue: { provideLibrary(grammars: string[], examples: string[]): void }, name: ModuleName, { grammars, examples }: Library): void {
  glue.provideLibrary(grammars.flat(), name === "exchange" ? examples.flat() : []);
}

/** The examples, in the order in which they are to be shown. */
export const examples = async (): Promise<Example[]> => examplesOf(await library());

export const examplesOf = ({ examples }: Library): Example[] => examples.map(([id, task]) => ({ id, task }));

/** Fetches all modules, unless the person saves data. */
export async function prefetch(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  // One after the other: what is needed now is in nobody's way.
  for (const get of Object.values(modules)) await get().catch(() => null);
}

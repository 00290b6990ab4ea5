/** The engine, loaded when it is first needed, and the library that it needs. */
import examplesUrl from "./engine/examples.json?url";
import firstUrl from "./engine/first.json?url";
import grammarsUrl from "./engine/grammars.json?url";
import javaUrl from "./engine/java.json?url";
import { partUrls } from "./engine/parts";

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

/** What a worker needs to start. The engine comes in parts (`scripts/wasm`): the first has what a first visit needs. */
export interface Loaded {
  first: WebAssembly.Module;
  /** All parts by their numbers; of those that are not here, the addresses. */
  parts: (WebAssembly.Module | string)[];
  library: Library;
  /** The address of Java's library; its text where nobody can wait for it later. */
  java: string;
}

/** The same when all parts are here. */
export interface Whole extends Loaded {
  parts: WebAssembly.Module[];
}

/** The addresses of the parts of the engine, and of the library, the first example also by itself. */
export const urls = { parts: partUrls, grammars: grammarsUrl, examples: examplesUrl, first: firstUrl, java: javaUrl };

/** Runs `work` once. After a failure the next caller tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null;
  return () => {
    if (!done) {
      done = work();
      done.catch(() => (done = null));
    }
    return done;
  };
}

export async function fetched(url: string): Promise<Response> {
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

/** The parts of the engine, or their addresses, until each is fetched and compiled, once for all workers. */
const here: (WebAssembly.Module | string)[] = [...urls.parts];
const fetchers = urls.parts.map((url, part) => once(async () => (here[part] = await compile(url))));
const fetchFirst = fetchers[0]!;

/** What is here of the engine, but for the first part, which is waited for, with the library. Only links name examples. */
export async function load(withExamples: boolean): Promise<Loaded> {
  const [first, grammars, examples] = await Promise.all([fetchFirst(), grammarTexts(), withExamples ? exampleTexts() : []]);
  // A worker that needs another part fetches it itself.
  return { first, parts: [...here], library: { grammars, examples }, java: urls.java };
}

/** The same with all parts, for those who cannot wait for them later. */
export async function loadWhole(): Promise<Whole> {
  const [java, ...parts] = await Promise.all([fetched(urls.java).then((response) => response.text()), ...fetchers.map((fetchPart) => fetchPart())]);
  return { ...(await load(false)), java, parts };
}

/** Gives the library to an engine that has just started; `java` gets the classes of Java, as JSON, when a program first names one. */
export function provide(
  glue: { provideLibrary(grammars: string[], examples: string[], java: () => string): void }, { grammars, examples }: Library, java: () => string,
): void {
  glue.provideLibrary(grammars.flat(), examples.flat(), java);
}

export const examplesOf = (texts: Texts): Example[] => texts.map(([id, task]) => ({ id, task }));

/** The examples, in display order. */
export const examples = async (): Promise<Example[]> => examplesOf(await exampleTexts());

/** The example of a first visit, which does not wait for the others. */
export const first = once(async () => examplesOf(await fetchTexts(urls.first)()));

/** Fetches the parts of the engine, one after the other, unless the user saves data. */
export async function prefetch(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  for (const fetchPart of fetchers) await fetchPart().catch(() => null);
}

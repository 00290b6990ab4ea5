/** The npm package in Node. */
import { readFile } from "node:fs/promises";
import { examplesOf, type Texts, urls } from "../modules";
import { type Engine, engineWith } from "./engine";

const texts = async (url: string): Promise<Texts> => JSON.parse(await readFile(new URL(url), "utf8")) as Texts;
const compile = async (url: string): Promise<WebAssembly.Module> => WebAssembly.compile(await readFile(new URL(url)));
const engine: Engine = engineWith(
  async () => {
    const [grammars, java, ...parts] = await Promise.all([texts(urls.grammars), readFile(new URL(urls.java), "utf8"), ...urls.parts.map(compile)]);
    return { first: parts[0]!, parts, library: { grammars, examples: [] }, java };
  },
  async () => examplesOf(await texts(urls.examples)),
);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

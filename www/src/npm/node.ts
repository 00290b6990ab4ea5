/** The npm package in Node. */
import { readFile } from "node:fs/promises";
import { type Library, urls } from "../modules";
import { type Engine, engineWith } from "./engine";

const library = async (): Promise<Library> => JSON.parse(await readFile(new URL(urls.library), "utf8")) as Library;
const engine: Engine = engineWith(async (name) => {
  const [bytes, texts] = await Promise.all([readFile(new URL(urls[name])), library()]);
  return { module: await WebAssembly.compile(bytes), library: texts };
}, library);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

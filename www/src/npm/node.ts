/** The npm package in Node. */
import { readFile } from "node:fs/promises";
import { urls } from "../modules";
import { type Engine, engineWith } from "./engine";

const library = (): Promise<string> => readFile(new URL(urls.library), "utf8");
const engine: Engine = engineWith(async (name) => {
  const [bytes, text] = await Promise.all([readFile(new URL(urls[name])), library()]);
  return { module: await WebAssembly.compile(bytes), library: text };
}, library);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

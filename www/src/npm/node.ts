/** The npm package in Node. */
import { readFile } from "node:fs/promises";
import { initSync } from "../engine/graph-grammars";
import wasmUrl from "../engine/hrglass_bg.wasm?url";
import { type Engine, engineWith } from "./engine";

const engine: Engine = engineWith(async () => initSync({ module: await readFile(new URL(wasmUrl)) }));

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

/** The npm package in browsers. */
import init from "../engine/graph-grammars";
import wasmUrl from "../engine/hrglass_bg.wasm?url";
import { type Engine, engineWith } from "./engine";

export type * from "./engine";

const engine: Engine = engineWith(() => init({ module_or_path: wasmUrl }));

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

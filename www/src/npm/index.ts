/** The npm package in browsers. */
import { libraryText, load } from "../modules";
import { type Engine, engineWith } from "./engine";

export type * from "./engine";

const engine: Engine = engineWith(load, libraryText);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

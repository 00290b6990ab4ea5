/** The npm package in browsers. */
import { library, load } from "../modules";
import { type Engine, engineWith } from "./engine";

export type * from "./engine";

const engine: Engine = engineWith(load, library);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

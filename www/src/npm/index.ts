/** The npm package in browsers. */
import * as modules from "../modules";
import { type Engine, engineWith } from "./engine";

export type * from "./engine";

const engine: Engine = engineWith(modules.loadWhole, modules.examples);

export const run: Engine["run"] = engine.run;
export const examples: Engine["examples"] = engine.examples;
export const version: Engine["version"] = engine.version;

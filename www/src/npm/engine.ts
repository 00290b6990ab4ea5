/** The engine as a module: what is the same in browsers and in Node. */
import * as booleanPrograms from "../engine/boolean-programs";
import * as forestAutomataC from "../engine/forest-automata-c";
import * as forestAutomataJava from "../engine/forest-automata-java";
import * as graphGrammars from "../engine/graph-grammars";
import * as graphGrammarsC from "../engine/graph-grammars-c";
import * as largeBlocksC from "../engine/large-blocks-c";
import * as largeBlocksJava from "../engine/large-blocks-java";
import type { Progress, Report, Session } from "../engine/graph-grammars";
import { type AnalysisModule, type Example, moduleFor, provide, type Whole } from "../modules";

export type * from "../engine/graph-grammars";
export type { Example } from "../modules";

/** The result of a task. */
export interface Result {
  report: Report;
  /** Pictures, the state space and proofs; `free()` releases its memory. */
  session: Session;
}

/** The engine, loaded when it is first needed. */
export interface Engine {
  /**
   * Runs a task document, given as text or as an object, in this thread; `onProgress` receives the progress. Errors in
   * the task are listed in `report.diagnostics`.
   */
  run(task: string | object, onProgress?: (progress: Progress) => void): Promise<Result>;
  /** The library of example tasks. */
  examples(): Promise<Example[]>;
  /** The version of the engine. */
  version(): Promise<string>;
}

/** The glue of each module: an instance of its own. */
const glues: Record<AnalysisModule, typeof graphGrammars> = {
  "graph-grammars": graphGrammars, "graph-grammars-c": graphGrammarsC, "boolean-programs": booleanPrograms,
  "large-blocks-c": largeBlocksC, "large-blocks-java": largeBlocksJava,
  "forest-automata-c": forestAutomataC, "forest-automata-java": forestAutomataJava,
};

/** The engine, with the given way to load its modules whole. */
export function engineWith(load: (name: AnalysisModule) => Promise<Whole>, examples: () => Promise<Example[]>): Engine {
  const started = new Map<AnalysisModule, Promise<typeof graphGrammars>>();
  const broken = new Map<AnalysisModule, unknown>();
  const start = async (name: AnalysisModule): Promise<typeof graphGrammars> => {
    const loaded = await load(name);
    const glue = glues[name];
    const { rest } = loaded;
    if (rest) glue.provideRest(() => rest);
    glue.initSync({ module: loaded.module });
    provide(glue, loaded.library);
    return glue;
  };
  const ready = (name: AnalysisModule): Promise<typeof graphGrammars> => {
    // After a crash its memory cannot be trusted.
    if (broken.has(name)) throw new Error("the engine crashed and must be loaded again", { cause: broken.get(name) });
    const known = started.get(name) ?? start(name);
    started.set(name, known);
    known.catch(() => started.delete(name));
    return known;
  };
  return {
    async run(task, onProgress = () => {}) {
      const text = typeof task === "string" ? task : JSON.stringify(task);
      const name = moduleFor(text);
      const glue = await ready(name);
      try {
        const session = glue.run(text, onProgress);
        return { report: JSON.parse(session.report()) as Report, session };
      } catch (error) {
        broken.set(name, error);
        throw error;
      }
    },
    examples,
    version: async () => (await ready("graph-grammars")).version(),
  };
}

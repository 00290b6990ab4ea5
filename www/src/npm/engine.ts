/** The engine as a module: what is the same in browsers and in Node. */
import * as engine from "../engine/graph-grammars";
import type { Example, Progress, Report, Session } from "../engine/graph-grammars";

export type * from "../engine/graph-grammars";

/** The result of a task. */
export interface Result {
  report: Report;
  /** Pictures, the state space and proofs; `free()` gives its memory back. */
  session: Session;
}

/** The engine, loaded when it is first needed. */
export interface Engine {
  /**
   * Runs a task document, as text or as an object. It runs in this thread; `onProgress` hears of the progress. What is wrong
   * with the task stands in `report.diagnostics`.
   */
  run(task: string | object, onProgress?: (progress: Progress) => void): Promise<Result>;
  /** The library of example tasks. */
  examples(): Promise<Example[]>;
  /** The version of the engine. */
  version(): Promise<string>;
}

/** The engine with the way in which its WebAssembly is loaded. */
export function engineWith(load: () => Promise<unknown>): Engine {
  let loaded: Promise<unknown> | null = null;
  let broken: unknown = null;
  const ready = async (): Promise<void> => {
    // After a failure its memory is not to be trusted.
    if (broken) throw new Error("the engine broke down and has to be loaded anew", { cause: broken });
    loaded ??= load();
    await loaded.catch((error: unknown) => {
      loaded = null;
      throw error;
    });
  };
  return {
    async run(task, onProgress = () => {}) {
      await ready();
      try {
        const session = engine.run(typeof task === "string" ? task : JSON.stringify(task), onProgress);
        return { report: JSON.parse(session.report()) as Report, session };
      } catch (error) {
        broken = error;
        throw error;
      }
    },
    async examples() {
      await ready();
      return engine.examples();
    },
    async version() {
      await ready();
      return engine.version();
    },
  };
}

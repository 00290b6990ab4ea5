/** The engine as a module: what is the same in browsers and in Node. */
import * as engine from "../engine/hrglass";
import type { Example, Progress, Report, Session } from "../engine/hrglass";

export type * from "../engine/hrglass";

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

/** The engine, with the given way to load its WebAssembly. */
export function engineWith(load: () => Promise<unknown>): Engine {
  let loaded: Promise<unknown> | null = null;
  let broken: unknown = null;
  const ready = async (): Promise<void> => {
    // After a crash its memory cannot be trusted.
    if (broken) throw new Error("the engine crashed and must be loaded again", { cause: broken });
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

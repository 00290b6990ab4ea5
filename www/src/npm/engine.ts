/** The engine as a module: what is the same in browsers and in Node. */
import * as glue from "../engine/engine";
import type { Progress, Report, Session } from "../engine/engine";
import { type Example, provide, type Whole } from "../modules";

export type * from "../engine/engine";
export type { Example } from "../modules";

/** The result of a task. */
export interface Result {
  report: Report;
  /** Answers questions, for pictures, the state space and proofs; `free()` releases its memory. */
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

/** The engine, with the given way to load it whole. */
export function engineWith(load: () => Promise<Whole>, examples: () => Promise<Example[]>): Engine {
  let started: Promise<typeof glue> | null = null;
  let broken: { cause: unknown } | null = null;
  const start = async (): Promise<typeof glue> => {
    const { first, parts, library, java } = await load();
    glue.provideParts((part) => parts[part]!);
    glue.initSync({ module: first });
    provide(glue, library, () => java);
    return glue;
  };
  const ready = (): Promise<typeof glue> => {
    // After a crash its memory cannot be trusted.
    if (broken) throw new Error("the engine crashed and must be loaded again", broken);
    started ??= start();
    started.catch(() => (started = null));
    return started;
  };
  return {
    async run(task, onProgress = () => {}) {
      const text = typeof task === "string" ? task : JSON.stringify(task);
      const engine = await ready();
      try {
        const session = engine.run(text, onProgress);
        return { report: JSON.parse(session.report()) as Report, session };
      } catch (cause) {
        broken = { cause };
        throw cause;
      }
    },
    examples,
    version: async () => (await ready()).version(),
  };
}

/** Messages between the page and the worker that runs the engine. */
import type { Answer, Batch, Progress, Question } from "./engine/engine";
import type { TaskAnswer, TaskCall, TaskFunction } from "./links";
import type { Loaded } from "./modules";
import type { Spoken } from "./spoken";

/** The answer to a question; null if there is none. */
export type AnyAnswer = Answer["answer"] | TaskAnswer<TaskFunction> | null;

export type ToWorker =
  | ({ kind: "load" } & Loaded & Spoken)
  | { kind: "run"; task: string; batches: boolean }
  | { kind: "ask"; request: number; question: Question }
  | { kind: "halt" }
  | { kind: "call"; request: number; call: TaskCall };

/** How far a run is, and how much memory the engine has. */
export interface Heard extends Progress {
  megabytes: number;
}

export type FromWorker =
  | { kind: "ready"; version: string }
  | { kind: "progress"; progress: Heard }
  | { kind: "batch"; batch: Batch }
  | { kind: "done"; report: string; milliseconds: number; megabytes: number }
  | { kind: "labelled"; states: number }
  | { kind: "answer"; request: number; answer: AnyAnswer }
  /** The engine crashed, or a part of it is missing. */
  | { kind: "failed"; isMissing: boolean; message: string };

/** Links, files and names of tasks, on the worker's side: the engine writes and reads them. */
import {
  decodeLink, editMonitors, editRules, encodeLink, exportSettings, grammarPictures, guardPlace, importFiles, initialPictures, monitorPictures, nameOf, otherTask, readOut, sentences, suggest, taskNames, useGrammar, withEntry, withStructure,
} from "./engine/engine";

/** The functions of the engine that need no run. */
const functions = {
  decodeLink, editMonitors, editRules, encodeLink, exportSettings, grammarPictures, guardPlace, importFiles, initialPictures, monitorPictures, nameOf, otherTask, readOut, sentences, suggest, taskNames, useGrammar, withEntry, withStructure,
};

type Functions = typeof functions;

export type TaskFunction = keyof Functions;

export type TaskArguments<F extends TaskFunction> = Parameters<Functions[F]>;

export type TaskAnswer<F extends TaskFunction> = Exclude<ReturnType<Functions[F]>, undefined>;

/** A call of one of them. */
export interface TaskCall<F extends TaskFunction = TaskFunction> {
  name: F;
  args: TaskArguments<F>;
}

/** What it returns; null if that is nothing. */
export function called<F extends TaskFunction>({ name, args }: TaskCall<F>): TaskAnswer<F> | null {
  const call = functions[name] as (...args: TaskArguments<F>) => TaskAnswer<F> | undefined;
  return call(...args) ?? null;
}

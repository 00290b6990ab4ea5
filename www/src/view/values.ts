/** The values of the variables of a boolean program: the same in words and tables as in pictures, and what changes from step to step. */
import type { RunStep, ValuationView, VariableValue, VariableView } from "../engine/graph-grammars";
import { texts } from "../text/language";
import { callOf } from "./moment";

const t = texts({
  en: { any: "any", global: "global", none: "There are no variables." },
  de: { any: "beliebig", global: "global", none: "Es gibt keine Variablen." },
});

/** The engine's word for a value that may be any of its type. */
const valueText = (value: string): string => (value === "any" ? t.any : value);

/** A variable as tables show it. */
export interface ValueRow {
  name: string;
  value: string;
  /** What it was, if that was something else. */
  before: string;
  /** Its procedure, or that it is a variable of all. */
  scope: string;
  isOpen: boolean;
}

export function rowsOf({ procedure, globals, locals }: ValuationView): ValueRow[] {
  const row = ({ name, value, before, isOpen }: VariableView, scope: string): ValueRow =>
    ({ name, value: valueText(value), before: before === undefined ? "" : valueText(before), scope, isOpen });
  return [...globals.map((view) => row(view, t.global)), ...locals.map((view) => row(view, procedure))];
}

/** `x = T`, or `x = F → T`. */
export const wordsOf = ({ name, value, before }: Pick<ValueRow, "name" | "value"> & { before?: string }): string =>
  `${name} = ${before ? `${before} → ` : ""}${value}`;

export const noVariables = t.none;

/** All of it in words. */
export const describe = (rows: readonly ValueRow[]): string => rows.map(wordsOf).join("; ") || t.none;

/** A value at a step of a run. */
export interface StepValue extends VariableValue {
  isChanged: boolean;
  /** What it was, if it is the same variable of the same call that has changed. */
  before?: string;
}

type Step = Pick<RunStep, "line" | "method" | "stack" | "values">;

/**
 * The values at a step, and which of them have changed since the step before. Where a call has returned, that is the step that
 * made the call: the variables of the caller were not in sight since then.
 */
export function valuesAt(steps: readonly Step[], number: number): StepValue[] {
  const step = steps[number];
  const [depth, last] = [step?.stack.length ?? 0, steps[number - 1]];
  const returned = last !== undefined && last.stack.length > depth;
  const before = (returned ? steps[callOf(steps, number - 1, depth) ?? number - 1] : last) ?? null;
  const sameCall = before?.method === step?.method && before?.stack.length === depth;
  const known = new Map(before?.values?.map(({ name, value }) => [name, value]));
  return (step?.values ?? []).map(({ name, value }) => {
    const was = known.get(name);
    const isChanged = was !== value;
    return { name, value, isChanged, ...(isChanged && sameCall && was !== undefined ? { before: was } : {}) };
  });
}

/** Those that have changed, in words. */
export const changedAt = (steps: readonly Step[], number: number): string =>
  valuesAt(steps, number).filter(({ isChanged }) => isChanged).map(({ name, value }) => `${name} = ${value}`).join(", ");

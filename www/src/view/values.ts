/** The values of a boolean program's variables, in words and tables as in the pictures, and their changes from step to step. */
import type { RunStep, ValuationView, VariableValue, VariableView } from "../engine/engine";
import { texts } from "../text/language";
import { callOf } from "./rowDetail";
import type { Row } from "./statements";

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
  /** The previous value, if different. */
  before: string;
  /** Its procedure, or that it is global. */
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
  /** The previous value, if the same variable of the same call has changed. */
  before?: string;
}

type Step = Pick<RunStep, "line" | "method" | "stack" | "values">;

/**
 * The values at a position, and which of them have changed since another one, which is the one before unless given. After a return, that is
 * the step that made the call: the caller's variables were not visible in between.
 */
export function valuesAt(steps: readonly Step[], number: number, since = number - 1): StepValue[] {
  const step = steps[number];
  const [depth, last] = [step?.stack.length ?? 0, steps[since]];
  const returned = last !== undefined && last.stack.length > depth;
  const before = (returned ? steps[callOf(steps, since, depth) ?? since] : last) ?? null;
  const sameCall = before?.method === step?.method && before?.stack.length === depth;
  const known = new Map(before?.values?.map(({ name, value }) => [name, value]));
  return (step?.values ?? []).map(({ name, value }) => {
    const was = known.get(name);
    const isChanged = was !== value;
    return { name, value, isChanged, ...(isChanged && sameCall && was !== undefined ? { before: was } : {}) };
  });
}

/** The values that a row of a run shows. */
export const valuesOf = (steps: readonly Step[], { statement, before, after }: Pick<Row, "statement" | "before" | "after">): StepValue[] =>
  valuesAt(steps, after, statement === 0 ? -1 : before);

/** The values that a row has changed, in words. */
export const changedSince = (steps: readonly Step[], row: Pick<Row, "statement" | "before" | "after">): string =>
  valuesOf(steps, row).filter(({ isChanged }) => isChanged).map(({ name, value }) => `${name} = ${value}`).join(", ");

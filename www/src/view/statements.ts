/** A run by rows: its start, and the statements of the source that it executes, each with the small steps that it consists of. */
import type { Ending, FailureView, RunStep, StatementView } from "../engine/engine";

/** A step of an abstract or concrete run, for display. */
export type ShownStep = Pick<RunStep, "file" | "folded" | "line" | "method" | "operation" | "stack" | "values">;

/** A run for display; its positions are states, each before the operation of its step. */
export interface ShownRun {
  steps: readonly ShownStep[];
  /** The position to which the last step returns; the number of steps if there is no cycle. */
  cycle: number;
  /** Whether the last operation of a run without a cycle was begun: it is where the run fails. */
  isBegun: boolean;
  /** How it ends; if absent, the last row shows it. */
  end?: string;
  /** Notes on individual positions. */
  notes?: ReadonlyMap<number, string>;
}

/** Whether a run without a cycle stops inside of its last operation, given its ending if it was executed. */
export const stopsInside = ({ operation }: Pick<ShownStep, "operation">, ending?: Ending): boolean =>
  operation !== "" && (ending === undefined || !["open", "returned"].includes(ending.kind));

/** What was executed, and the state that it led to. */
export interface Row extends Pick<ShownStep, "file" | "line" | "method" | "stack"> {
  /** The number of the statement, from 1; 0: the start. */
  statement: number;
  /** Of a small step its number in the statement, from 1; 0: the whole statement. */
  part: number;
  /** The position before it. */
  before: number;
  /** The position of the state that it shows: the one after it, or where it fails. */
  after: number;
  /** A line of the source, or an operation; empty for the start. */
  text: string;
  /** If it decides a condition, the value of that. */
  condition: boolean | null;
  /** Whether a whole call, which is not shown, is part of it. */
  isFolded: boolean;
  /** Whether it is on the cycle. */
  repeats: boolean;
  /** Whether the run stops inside of it. */
  isLeft: boolean;
}

/** A statement, followed by its small steps if it has more than one. */
export type Statement = readonly [Row, ...Row[]];

/**
 * The statements of a run, of which the first is its start. Small steps that belong to no statement are statements of their own. What the
 * run does not execute at its end is not among them.
 */
export function statementsOf(run: ShownRun, views: readonly StatementView[]): Statement[] {
  const { steps, cycle, isBegun } = run;
  const [start] = steps;
  if (!start) return [];
  const { file, line, method, stack } = start;
  const all: Statement[] = [[{ file, line, method, stack, statement: 0, part: 0, before: 0, after: 0, text: "", condition: null, isFolded: false, repeats: false, isLeft: false }]];
  const executed = cycle < steps.length || isBegun ? steps.length : steps.length - 1;
  for (let first = 0, next = 0; first < executed; ) {
    while (views[next] && views[next]!.first < first) next++;
    const view = views[next]?.first === first ? views[next] : undefined;
    const end = Math.min(view ? view.last + 1 : first + 1, executed);
    all.push(statement(run, all.length, first, end, view));
    first = end;
  }
  return all;
}

/** With what the block of a statement begins. */
const beginning = /\s*(\{|\bdo|\bthen)$/;

function statement({ steps, cycle }: ShownRun, number: number, first: number, end: number, view: StatementView | undefined): Statement {
  const after = (position: number): number => (position + 1 < steps.length ? position + 1 : cycle < steps.length ? cycle : position);
  const row = (position: number, part: number): Row => {
    const { file, line, method, stack, operation, folded = false } = steps[position]!;
    return {
      file, line, method, stack, statement: number, part, before: position, after: after(position), text: operation, condition: null,
      isFolded: folded, repeats: position >= cycle, isLeft: position + 1 === steps.length && cycle === steps.length,
    };
  };
  const small = Array.from({ length: end - first }, (_, i) => row(first + i, i + 1));
  const { text = small[0]!.text, condition = null } = view ?? {};
  const whole = {
    ...small[0]!, part: 0, after: after(end - 1), condition, text: text.replace(beginning, ""),
    isFolded: small.some(({ isFolded }) => isFolded), isLeft: small.at(-1)!.isLeft,
  };
  return small.length > 1 ? [whole, ...small] : [whole];
}

/**
 * The statements of an executed run on that of the analysis, as far as both are in the same places: `positions` are those of the former on
 * the latter.
 */
export function alongside(statements: readonly StatementView[], positions: readonly (number | undefined)[]): StatementView[] {
  let reached = -1;
  return statements.flatMap((statement) => {
    const [first, last] = [positions[statement.first], positions[statement.last]];
    if (first === undefined || last === undefined || first <= reached || last - first !== statement.last - statement.first) return [];
    reached = last;
    return [{ ...statement, first, last }];
  });
}

/** The row that shows a position: the one chosen last if it does, otherwise the first that does, or the statement inside of which it is. */
export function rowAt(rows: readonly Row[], position: number | null, last: number | null): number | null {
  if (position === null) return null;
  if (last !== null && rows[last]?.after === position) return last;
  const found = rows.findIndex(({ after }) => after === position);
  if (found >= 0) return found;
  return executing(rows, position - 1);
}

/** The row of what is executed at a position. */
export const executing = (rows: readonly Row[], position: number): number =>
  rows.filter(({ statement, before }) => statement > 0 && before <= position).length;

/** Why a property fails, and in which call, without the place: its row says that. */
export const reasonOf = ({ why, call }: Pick<FailureView, "why" | "call">): string => `${why}.${call ? ` ${call}` : ""}`;

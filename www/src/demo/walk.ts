/** What a demo steps through: a failing run, or, if nothing fails, a path through the state space. */
import type { Report, RunStep } from "../engine/engine";
import type { SpaceChart } from "../space/chart";
import { failing, judgementOf } from "../view/judgements";

/** A state with its location, and the operation that is executed next. */
export interface Step {
  /** Content hash of the state. */
  id: string;
  /** Its number in the drawn state space, if it is there. */
  state: number | null;
  file: string;
  line: number;
  method: string;
  operation: string;
  stack: string[];
  /** Whether a whole call lies between this step and the next. */
  folded: boolean;
}

/** The property that `wanted` names: its position in the report's properties. */
export function judgementNamed(report: Report, wanted: string): number | null {
  if (!wanted) return failing(report)[0] ?? null;
  const named = report.properties.flatMap(({ id, strategy, run }, i) =>
    id === wanted || `${id}:${strategy}` === wanted ? [{ i, fails: run !== null }] : []);
  return (named.find(({ fails }) => fails) ?? named[0])?.i ?? null;
}

function stepOfRun(step: RunStep, chart: SpaceChart | null): Step {
  const { state: id, index, file, line, method, operation, stack } = step;
  const state = index !== null && chart !== null && index < chart.stateCount ? index : null;
  return { id, state, file, line, method, operation, stack, folded: step.folded ?? false };
}

/** A drawn state as a step without an operation. */
export function spotOf(chart: SpaceChart, state: number): Step {
  const { file, line } = chart.place(state);
  return { id: chart.data.ids[state] ?? "", state, file, line, method: chart.procedure(state), operation: "", stack: [], folded: false };
}

/** The steps, and how many of them precede the cycle. */
export interface Walk {
  steps: Step[];
  /** Whether it is a failing run. */
  fails: boolean;
  /** Position of the first step of the cycle; the number of steps without a cycle. */
  cycle: number;
}

/** The run of a property, or else the path through the state space. */
export function walkOf(report: Report, judgement: number | null, chart: SpaceChart | null): Walk {
  const run = judgement === null ? null : (judgementOf(report, judgement)?.judgement.run ?? null);
  if (run) {
    const steps = [...run.prefix, ...run.cycle].map((step) => stepOfRun(step, chart));
    return { steps, fails: true, cycle: run.prefix.length };
  }
  const steps = chart ? wayThrough(chart) : [];
  return { steps, fails: false, cycle: steps.length };
}

/**
 * The path from the first initial state along first edges to a final state. At a cycle, or an end that is
 * not final, it backtracks to the last choice. Calls are one step. If no final state is reachable, it is the path to the first end.
 */
export function wayThrough(chart: SpaceChart): Step[] {
  const first = initial(chart);
  if (first === null) return [];
  const seen = new Set([first]);
  const way: Choice[] = [{ state: first, edges: onward(chart, first), next: 0 }];
  let end: Choice[] | null = null;
  while (way.length > 0) {
    const here = way[way.length - 1]!;
    if (chart.kind(here.state) === "final") return steps(chart, way);
    const edge = here.edges.slice(here.next).find((other) => !seen.has(chart.target(other)));
    if (edge === undefined) {
      end ??= way.map((choice) => ({ ...choice }));
      way.pop();
      continue;
    }
    here.next = here.edges.indexOf(edge) + 1;
    const state = chart.target(edge);
    seen.add(state);
    way.push({ state, edges: onward(chart, state), next: 0 });
  }
  return steps(chart, end ?? []);
}

interface Choice {
  state: number;
  edges: number[];
  /** Position of the next edge to try. */
  next: number;
}

function initial(chart: SpaceChart): number | null {
  for (let state = 0; state < chart.stateCount; state++) if (chart.kind(state) === "initial") return state;
  return chart.stateCount > 0 ? 0 : null;
}

const onward = (chart: SpaceChart, state: number): number[] =>
  [...chart.outgoing(state)].filter((edge) => chart.edgeKind(edge) === "step" || chart.edgeKind(edge) === "summary");

function steps(chart: SpaceChart, way: Choice[]): Step[] {
  return way.map(({ state, edges, next }, i) => {
    const taken = i + 1 < way.length ? edges[next - 1] : undefined;
    const folded = taken !== undefined && chart.edgeKind(taken) === "summary";
    return { ...spotOf(chart, state), operation: taken === undefined ? "" : chart.operation(taken), folded };
  });
}

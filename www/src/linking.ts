/**
 * The selection: what is selected in one pane is shown in all of them. A click pins it, hovering previews it.
 * Views do not know each other: each reports what was selected in it, and this module determines what corresponds to it.
 */
import type { Outcome } from "./client";
import type { ConcreteRun, ConcreteStep, RunStep } from "./engine/engine";
import type { SpaceChart } from "./space/chart";
import { type Line, nothingSelected, type Selection, Store } from "./store";
import { judgementOf } from "./view/judgements";

/** What can be selected. */
export interface World {
  outcome: Outcome | null;
  chart: SpaceChart | null;
}

/** Something the user can select in a pane. */
export type Part =
  | { state: number | null }
  /** With its state, if that is drawn. */
  | { assertion: number; state: number | null }
  | { line: Line }
  /** A position of the shown run, and the one from which it is reached if that is not the one before. */
  | { step: number; from?: number }
  /** The same of the concrete run behind it. */
  | { concrete: number; from?: number }
  /** A property: its position in the report's properties. */
  | { judgement: number | null }
  | { component: number | null };

/** The steps of the run of a property; empty if it has no run. */
export function stepsOf({ outcome }: World, judgement: number | null): RunStep[] {
  const run = outcome && judgement !== null ? judgementOf(outcome.report, judgement)?.judgement.run : null;
  return run ? [...run.prefix, ...run.cycle] : [];
}

/** The concrete run of a property, if there is one. */
function executed({ outcome }: World, judgement: number | null): ConcreteRun | undefined {
  const found = outcome && judgement !== null ? judgementOf(outcome.report, judgement) : null;
  return found?.judgement.evidence?.counterexample;
}

const concreteOf = (world: World, judgement: number | null): ConcreteStep[] => executed(world, judgement)?.steps ?? [];

/** The step of a concrete run that corresponds to this step of the abstract run; in a cycle the one shown last. */
function concreteAt(steps: readonly ConcreteStep[], step: number | null, now: number | null): number | null {
  if (step === null) return null;
  if (now !== null && steps[now]?.position === step) return now;
  const found = steps.findIndex(({ position }) => position === step);
  return found < 0 ? null : found;
}

/** The line of the statement that has led to a position of a run; at the start, of the first one. */
function lineTo(steps: readonly ConcreteStep[], at: number, from = at - 1): Line | null {
  const step = steps[from] ?? steps[at];
  return step ? { file: step.file, line: step.line } : null;
}

/** The state of a step, if it is drawn. */
export const drawnState = ({ chart }: World, { index }: Pick<RunStep, "index">): number | null =>
  index !== null && chart !== null && index < chart.stateCount ? index : null;

/** Everything that corresponds to a part. */
export function corresponding(part: Part, world: World, now: Selection): Selection {
  if ("line" in part) return { ...now, state: null, assertion: null, step: null, concrete: null, line: part.line };
  if ("component" in part) return { ...now, component: part.component };
  if ("judgement" in part) {
    const last = stepsOf(world, part.judgement).length - 1;
    const chosen = { ...now, judgement: part.judgement, concrete: null };
    if (last < 0) return { ...chosen, step: null };
    const run = executed(world, part.judgement);
    const end = run ? run.steps.length - 1 : null;
    // If the concrete run does not end on the abstract run, or is cut short, the ends of both are shown.
    if (run && end !== null && run.length === run.steps.length && run.steps[end]?.position !== undefined) return corresponding({ concrete: end }, world, chosen);
    return { ...corresponding({ step: last }, world, chosen), concrete: end };
  }
  if ("concrete" in part) {
    const steps = concreteOf(world, now.judgement);
    const step = steps[part.concrete];
    if (!step) return now;
    const { position } = step;
    const there = position === undefined ? { ...now, state: null, assertion: null, step: null } : corresponding({ step: position }, world, now);
    return { ...there, concrete: part.concrete, line: lineTo(steps, part.concrete, part.from) };
  }
  if ("step" in part) {
    const steps = stepsOf(world, now.judgement);
    const step = steps[part.step];
    if (!step) return now;
    const state = drawnState(world, step);
    const concrete = concreteAt(concreteOf(world, now.judgement), part.step, now.concrete);
    return { ...now, step: part.step, concrete, assertion: null, state, line: lineTo(steps, part.step, part.from), component: componentOf(world, state) };
  }
  const { state } = part;
  const assertion = "assertion" in part ? part.assertion : null;
  if (state === null || !world.chart || state >= world.chart.stateCount) {
    return { ...now, state: null, assertion, line: null, step: null, concrete: null };
  }
  const { file, line } = world.chart.place(state);
  const found = stepsOf(world, now.judgement).findIndex(({ index }) => index === state);
  const step = found < 0 ? null : found;
  const concrete = concreteAt(concreteOf(world, now.judgement), step, now.concrete);
  return { ...now, state, assertion, line: { file, line }, step, concrete, component: componentOf(world, state) };
}

const componentOf = ({ chart }: World, state: number | null): number | null =>
  state === null ? null : (chart?.data.components[state] ?? null);

/** What to highlight. A preview is a second, lighter mark: what is shown is always what is pinned. */
export interface Seen {
  pinned: Selection;
  preview: Selection | null;
  /** What was pinned before. */
  before: Selection;
}

/** Milliseconds of hovering before the other panes follow. */
const patience = 50;

export class Linking {
  readonly #pinned = new Store<Selection>(nothingSelected);
  #preview: Selection | null = null;
  #timer = 0;
  readonly #listeners: ((seen: Seen) => void)[] = [];

  constructor(private readonly world: () => World) {}

  get pinned(): Selection {
    return this.#pinned.value;
  }

  /** Selects something and everything that corresponds to it. */
  pin(part: Part): void {
    this.#become(corresponding(part, this.world(), this.pinned));
  }

  /** Previews something while the pointer is over it; null ends the preview. */
  preview(part: Part | null): void {
    clearTimeout(this.#timer);
    const show = (): void => {
      this.#preview = part && corresponding(part, this.world(), this.pinned);
      this.#tell(this.pinned);
    };
    if (part) this.#timer = setTimeout(show, patience) as unknown as number;
    else if (this.#preview) show();
  }

  /** Clears the selection. */
  clear(): void {
    this.#become(nothingSelected);
  }

  watch(listener: (seen: Seen) => void): void {
    this.#listeners.push(listener);
  }

  #become(selection: Selection): void {
    clearTimeout(this.#timer);
    const before = this.pinned;
    this.#preview = null;
    this.#pinned.set(selection);
    this.#tell(before);
  }

  #tell(before: Selection): void {
    const pinned = this.pinned;
    const seen = { pinned, preview: this.#preview, before };
    for (const listener of this.#listeners) listener(seen);
  }
}

/** What pages that use the element can rely on. */
import type { Report } from "../engine/graph-grammars";

/** Detail of the event `step`. */
export interface StepDetail {
  /** The step that is shown, from 1; 0 for a state beside the steps. */
  step: number;
  /** How many steps there are. */
  steps: number;
  /** Content hash of the state. */
  state: string;
  /** Line of the statement about to be executed. */
  line: number;
}

/** A verdict, by the id of its property or `memorySafety`; with several strategies one for each. */
export interface VerdictDetail {
  id: string;
  strategy: string;
  verdict: "satisfied" | "violated" | "unknown";
  /** What it takes for granted: every call of these methods returns. Absent if that is nothing. */
  assumption?: { returns: string[] };
}

/** Detail of the event `done`. */
export interface DoneDetail {
  steps: number;
  verdicts: VerdictDetail[];
  /** Why nothing ran; null if something did. */
  error: string | null;
}

/** `<hrglass-demo>`. */
export interface DemoElement extends HTMLElement {
  /** How many steps there are; 0 until the task has run. */
  readonly steps: number;
  /** The step that is shown, from 1; 0 until the task has run, and for a state beside the steps. */
  readonly step: number;
  /** The result of the last run. */
  readonly report: Report | null;
  /** Shows a step, from 1; before the task has run, it is the one that will be shown first. */
  goTo(step: number | "last"): void;
  /** Runs the task, seen or not. Resolves when the result is shown, or why there is none. */
  run(): Promise<void>;
  /** Runs another task: a task document, as text or as an object. */
  set(task: string | object): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    "hrglass-demo": DemoElement;
  }
  interface HTMLElementEventMap {
    step: CustomEvent<StepDetail>;
    done: CustomEvent<DoneDetail>;
  }
}

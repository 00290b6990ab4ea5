/** The public interface of the element. */
import type { Report } from "../engine/engine";

/** Detail of the event `step`. */
export interface StepDetail {
  /** The current step, from 1; 0 for a state that is not a step. */
  step: number;
  /** How many steps there are. */
  steps: number;
  /** Content hash of the state. */
  state: string;
  /** Line of the statement about to be executed. */
  line: number;
}

/** A verdict, by the id of its property or `memorySafety`; one for each strategy if there are several. */
export interface VerdictDetail {
  id: string;
  strategy: string;
  verdict: "satisfied" | "violated" | "suspected" | "unknown";
  /** What it rests on, besides what is assumed of every program; a sentence each, without a full stop. */
  assumptions: string[];
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
  /** The current step, from 1; 0 until the task has run, and for a state that is not a step. */
  readonly step: number;
  /** The result of the last run. */
  readonly report: Report | null;
  /** Shows a step, from 1; before the task has run, sets the first step to show. */
  goTo(step: number | "last"): void;
  /** Runs the task, in view or not. Resolves when the result, or the reason why there is none, is shown. */
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

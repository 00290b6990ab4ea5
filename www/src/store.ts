/** A value that notifies its listeners of changes. */
export class Store<T extends object> {
  #value: T;
  readonly #listeners: ((value: T, before: T) => void)[] = [];

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Merges `change`; notifies listeners only if something is different. */
  set(change: Partial<T>): void {
    const before = this.#value;
    const after = { ...before, ...change };
    if ((Object.keys(after) as (keyof T)[]).every((key) => Object.is(after[key], before[key]))) return;
    this.#value = after;
    for (const listener of this.#listeners) listener(after, before);
  }

  /** Calls `listener` now and at every change. */
  watch(listener: (value: T, before: T) => void): void {
    this.#listeners.push(listener);
    listener(this.#value, this.#value);
  }
}

/** A line of a source file. */
export interface Line {
  file: string;
  line: number;
}

/**
 * The selection. Every pane highlights what corresponds to it: for a state its heap, its line and its node in the drawing;
 * for a line all states at it; for a property its failing run; for a step of that run its state.
 */
export interface Selection {
  state: number | null;
  /** Assertion of the shown proof; its state is selected too, if it is drawn. */
  assertion: number | null;
  line: Line | null;
  /** The property whose run is shown: its position in the report's properties. */
  judgement: number | null;
  /** Step of that run. */
  step: number | null;
  /** Step of the concrete run behind it. */
  concrete: number | null;
  /** Component of the recursive state machine. */
  component: number | null;
}

export const nothingSelected: Selection = { state: null, assertion: null, line: null, judgement: null, step: null, concrete: null, component: null };

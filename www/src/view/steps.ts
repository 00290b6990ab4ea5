/** The steps of a run as a list; only visible rows are created. */
import { h } from "../dom";
import type { RunStep } from "../engine/graph-grammars";
import { texts } from "../text/language";
import { changedAt } from "./values";

const t = texts({
  en: {
    label: "Steps of the run", failed: "the property fails here", ends: "ends", whole: "whole call", wholeHelp: "The steps inside the call are not shown",
    forever: "repeats forever from here", back: (step: number) => `back to ${step}`, depth: (depth: number) => `, call depth ${depth}`,
    values: "What has changed at this step", from: (stack: string) => `called from ${stack}`, at: (place: string) => `, at ${place}`,
  },
  de: {
    label: "Schritte des Laufs", failed: "hier ist die Eigenschaft verletzt", ends: "endet", whole: "ganzer Aufruf", wholeHelp: "Die Schritte im Aufruf werden nicht gezeigt",
    forever: "wiederholt sich ab hier endlos", back: (step) => `zurück zu ${step}`, depth: (depth) => `, Aufruftiefe ${depth}`,
    values: "Was sich bei diesem Schritt geändert hat", from: (stack) => `aufgerufen aus ${stack}`, at: (place) => `, in ${place}`,
  },
});

/** A step of an abstract or concrete run, for display. */
export type ShownStep = Pick<RunStep, "file" | "folded" | "line" | "method" | "operation" | "stack" | "values">;

/** A run for display. */
export interface ShownRun {
  steps: readonly ShownStep[];
  /** The step to which the last one returns; the number of steps if there is no cycle. */
  cycle: number;
  /** How it ends; if absent, the last step shows it. */
  end?: string;
  /** Notes on individual steps. */
  notes?: ReadonlyMap<number, string>;
}

/** Row height in pixels, as in the style sheet. */
const rowHeight = 28;
/** Padding above and below the rows together. */
const around = 12;
/** Extra rows beyond the visible ones. */
const margin = 12;
/** Deeper calls are indented no further. */
const deepest = 9;

/** A step in words. */
export function wordsOf({ steps, cycle, end, notes }: ShownRun, number: number): string {
  const step = steps[number];
  if (!step) return "";
  const last = number === steps.length - 1;
  const what = step.operation || (last && end ? end : last && cycle > number ? t.failed : t.ends);
  const more = [number === cycle ? t.forever : "", last && end !== what ? end : "", notes?.get(number), changedAt(steps, number)];
  return [`${what}${t.at(`${step.method}:${step.line}`)}`, ...more.filter(Boolean)].join(", ");
}

export class StepList {
  readonly element = h("div", { className: "trace", tabIndex: 0, aria: { role: "listbox", label: t.label } });
  readonly #list = h("ol", { aria: { role: "presentation" } });
  readonly #rows = new Map<number, HTMLElement>();
  #run: ShownRun = { steps: [], cycle: 0 };
  #chosen: number | null = null;
  #pointed: number | null = null;

  /** `choose` receives the clicked step, `point` the hovered one. */
  constructor(choose: (step: number) => void, point: (step: number | null) => void) {
    this.element.append(this.#list);
    const stepAt = ({ target }: Event): number | null => {
      const row = (target as Element).closest<HTMLElement>("[data-step]");
      return row ? Number(row.dataset["step"]) : null;
    };
    this.element.addEventListener("click", (event) => {
      const step = stepAt(event);
      if (step !== null) choose(step);
    });
    this.element.addEventListener("pointerover", (event) => point(event.pointerType === "touch" ? null : stepAt(event)));
    this.element.addEventListener("pointerleave", () => point(null));
    this.element.addEventListener("scroll", () => this.#render());
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  load(run: ShownRun): void {
    this.#run = run;
    this.#chosen = this.#pointed = null;
    this.#rows.clear();
    this.#list.replaceChildren();
    this.#list.style.height = `${run.steps.length * rowHeight}px`;
    this.element.scrollTop = 0;
    this.#render();
  }

  /** Marks the selected and the previewed step. */
  mark(chosen: number | null, pointed: number | null): void {
    const moved = chosen !== this.#chosen;
    [this.#chosen, this.#pointed] = [chosen, pointed];
    if (moved) this.#reveal();
    else this.#render();
  }

  /** Scrolls the selected step into view, no further than needed. */
  #reveal(): void {
    const { clientHeight, scrollTop } = this.element;
    if (this.#chosen !== null && clientHeight) {
      const top = this.#chosen * rowHeight;
      if (top < scrollTop) this.element.scrollTop = top - Math.min(rowHeight, clientHeight / 4);
      else if (top + rowHeight + around > scrollTop + clientHeight) this.element.scrollTop = top + 2 * rowHeight - clientHeight;
    }
    this.#render();
  }

  #render(): void {
    const { clientHeight, scrollTop } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - margin);
    const end = Math.min(this.#run.steps.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + margin);
    const wanted = (row: number): boolean => (row >= first && row < end) || row === this.#chosen;
    for (const [number, row] of this.#rows) {
      if (wanted(number)) continue;
      row.remove();
      this.#rows.delete(number);
    }
    for (let number = first; number < end; number++) this.#make(number);
    if (this.#chosen !== null) this.#make(this.#chosen);
    for (const [number, row] of this.#rows) {
      row.setAttribute("aria-selected", String(number === this.#chosen));
      row.classList.toggle("pointed", number === this.#pointed);
      if (number === this.#chosen) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    if (this.#chosen === null) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", `trace-${this.#chosen}`);
  }

  #make(number: number): void {
    const step = this.#run.steps[number];
    if (!step || this.#rows.has(number)) return;
    const row = this.#row(step, number);
    row.style.top = `${number * rowHeight}px`;
    this.#rows.set(number, row);
    const after = [...this.#rows.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
    this.#list.insertBefore(row, after === undefined ? null : (this.#rows.get(after) ?? null));
  }

  #row(step: ShownStep, number: number): HTMLElement {
    const { steps, cycle, end, notes } = this.#run;
    const last = number === steps.length - 1;
    const depth = step.stack.length;
    const again = number >= cycle;
    const note = notes?.get(number);
    const changed = changedAt(steps, number);
    const ending = last ? (end ?? (again ? t.ends : t.failed)) : t.ends;
    const what = step.operation ? h("code", {}, step.operation) : h("span", { className: "quiet" }, ending);
    const row = h("li", {
      id: `trace-${number}`, className: again ? "again" : "", title: depth ? t.from(step.stack.join(" › ")) : "", dataset: { step: String(number) },
      aria: { role: "option", setsize: String(steps.length), posinset: String(number + 1) },
    },
      h("span", { className: "ordinal" }, String(number + 1)),
      h("span", { className: "what" },
        what,
        step.folded ? h("span", { className: "chip", title: t.wholeHelp }, t.whole) : null,
        number === cycle ? h("span", { className: "forever" }, t.forever) : null,
        again && last ? h("span", { className: "forever" }, `↺ ${t.back(cycle + 1)}`) : null,
        last && end && step.operation ? h("span", { className: "forever" }, end) : null,
        note === undefined ? null : h("span", { className: "note" }, note),
        changed ? h("code", { className: "values", title: `${t.values}: ${changed}` }, changed) : null),
      h("span", { className: "where" }, `${step.method}:${step.line}`),
      depth ? h("span", { className: "sr-only" }, t.depth(depth)) : null);
    row.classList.toggle("begins", number === cycle);
    row.classList.toggle("ends", again && last);
    row.style.setProperty("--depth", String(Math.min(depth, deepest)));
    return row;
  }
}

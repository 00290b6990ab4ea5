/** A failing run, step by step. */
import { byId, h } from "../dom";
import type { Judgement, Report, RunStep } from "../engine/hrglass";

/** The judgement with this number: -1 is memory safety, others are properties. */
export function judgementOf(report: Report, number: number): { name: string; judgement: Judgement } | null {
  if (number === -1) return report.memorySafety ? { name: "Memory safety", judgement: report.memorySafety } : null;
  const property = report.properties[number];
  return property ? { name: property.id, judgement: property } : null;
}

/** The judgements that have a run. */
export function failing(report: Report): number[] {
  const all = [-1, ...report.properties.keys()];
  return all.filter((number) => judgementOf(report, number)?.judgement.run);
}

export class RunView {
  readonly #panel = byId("panel-run");
  #steps: RunStep[] = [];
  #rows: HTMLElement[] = [];
  #step: number | null = null;

  constructor(private readonly choose: (step: number) => void) {
    this.#panel.addEventListener("keydown", (event) => this.#key(event));
  }

  get length(): number {
    return this.#steps.length;
  }

  show(report: Report | null, number: number | null): void {
    const found = report && number !== null ? judgementOf(report, number) : null;
    const run = found?.judgement.run;
    this.#steps = run ? [...run.prefix, ...run.cycle] : [];
    this.#step = null;
    if (!found || !run) {
      this.#rows = [];
      this.#panel.replaceChildren(h("p", { className: "hint" }, "No property is violated: there is no counterexample to show."));
      return;
    }
    this.#rows = this.#steps.map((step, i) => this.#row(step, i));
    const prefix = h("ol", { className: "steps" }, ...this.#rows.slice(0, run.prefix.length));
    const cycle = h("ol", { className: "steps", start: run.prefix.length + 1 }, ...this.#rows.slice(run.prefix.length));
    const caption = run.cycle.length ? "then forever" : "";
    this.#panel.replaceChildren(
      h(
        "header",
        { className: "player" },
        h("p", {}, "A run on which ", h("b", {}, found.name), " fails"),
        this.#button("First", "⇤", () => 0),
        this.#button("Previous", "←", (at) => at - 1),
        this.#button("Next", "→", (at) => at + 1),
        this.#button("Last", "⇥", () => this.#steps.length - 1),
      ),
      prefix,
      ...(run.cycle.length ? [h("div", { className: "cycle" }, h("p", { className: "again" }, caption), cycle)] : []),
    );
  }

  /** Marks a step. */
  select(step: number | null): void {
    this.#step = step;
    this.#rows.forEach((row, i) => row.querySelector("button")?.setAttribute("aria-current", i === step ? "step" : "false"));
    if (step !== null) this.#rows[step]?.scrollIntoView({ block: "nearest" });
  }

  #button(name: string, sign: string, target: (at: number) => number): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small", title: name, aria: { label: `${name} step` } }, sign);
    button.addEventListener("click", () => this.#go(target(this.#step ?? -1)));
    return button;
  }

  #go(step: number): void {
    if (this.#steps.length) this.choose(Math.min(Math.max(step, 0), this.#steps.length - 1));
  }

  #row(step: RunStep, number: number): HTMLElement {
    const button = h(
      "button",
      { type: "button" },
      h("span", { className: "ordinal" }, String(number + 1)),
      step.operation ? h("code", {}, step.operation) : h("span", { className: "quiet" }, "here it has failed"),
      h("span", { className: "where" }, `${step.method}:${step.line}`),
    );
    if (step.stack.length) button.append(h("span", { className: "stack" }, `called from ${step.stack.join(" › ")}`));
    button.addEventListener("click", () => this.choose(number));
    return h("li", {}, button);
  }

  #key(event: KeyboardEvent): void {
    const move = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#go((this.#step ?? -1) + move);
    this.#rows[this.#step ?? 0]?.querySelector("button")?.focus();
  }
}

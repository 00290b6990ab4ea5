/** A failing run, step by step. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Report, RunStep } from "../engine/hrglass";
import type { Linking, Seen } from "../linking";
import { judgementOf } from "./judgements";
import { methodOf } from "./trail";
import type { View } from "./view";

/** The step at which the call was made that is suspended at this depth of a step's stack; null if the run does not show it. */
export function callOf(steps: RunStep[], number: number, depth: number): number | null {
  const frame = steps[number]?.stack[depth];
  for (let i = number - 1; i >= 0; i--) {
    const step = steps[i];
    // Since the call the run has been deeper.
    if (step && step.stack.length <= depth) {
      return step.stack.length === depth && `${step.method}:${step.line}` === frame ? i : null;
    }
  }
  return null;
}

/** `Class.method:line` without its class. */
const short = (frame: string): string => methodOf(frame.slice(0, frame.lastIndexOf(":"))) + frame.slice(frame.lastIndexOf(":"));

/** Deeper calls are indented no further. */
const deepest = 9;

export class RunView implements View {
  readonly id = "run";
  readonly title = "Counterexample";
  readonly home = "main";
  readonly element = h("div", { className: "padded" });
  #report: Report | null = null;
  #judgement: number | null = null;
  readonly #stack = h("ol", { className: "crumbs", aria: { label: "Call stack of the step" } });
  #steps: RunStep[] = [];
  #rows: HTMLElement[] = [];
  #step: number | null = null;

  constructor(private readonly linking: Linking) {
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#draw(null, null);
  }

  show(outcome: Outcome | null): void {
    this.#report = outcome?.report ?? null;
    this.#judgement = null;
    this.#draw(this.#report, null);
  }

  mark({ pinned, now }: Seen): void {
    if (pinned.judgement !== this.#judgement) {
      this.#judgement = pinned.judgement;
      this.#draw(this.#report, pinned.judgement);
    }
    if (now.step !== this.#step) this.#select(now.step);
  }

  #draw(report: Report | null, number: number | null): void {
    const found = report && number !== null ? judgementOf(report, number) : null;
    const run = found?.judgement.run;
    this.#steps = run ? [...run.prefix, ...run.cycle] : [];
    this.#step = null;
    if (!found || !run) {
      this.#rows = [];
      this.element.replaceChildren(h("p", { className: "hint" }, "No property is violated: there is no counterexample to show."));
      return;
    }
    this.#rows = this.#steps.map((step, i) => this.#row(step, i));
    const prefix = h("ol", { className: "steps" }, ...this.#rows.slice(0, run.prefix.length));
    const cycle = h("ol", { className: "steps", start: run.prefix.length + 1 }, ...this.#rows.slice(run.prefix.length));
    const caption = run.cycle.length ? "then forever" : "";
    this.element.replaceChildren(
      h(
        "header",
        { className: "player" },
        h("p", {}, "A run on which ", h("b", {}, found.name), " fails"),
        this.#button("First", "⇤", () => 0),
        this.#button("Previous", "←", (at) => at - 1),
        this.#button("Next", "→", (at) => at + 1),
        this.#button("Last", "⇥", () => this.#steps.length - 1),
        this.#stack,
      ),
      prefix,
      ...(run.cycle.length ? [h("div", { className: "cycle" }, h("p", { className: "again" }, caption), cycle)] : []),
    );
  }

  /** Marks a step. */
  #select(step: number | null): void {
    this.#step = step;
    this.#rows.forEach((row, i) => row.querySelector("button")?.setAttribute("aria-current", i === step ? "step" : "false"));
    if (step !== null) this.#rows[step]?.scrollIntoView({ block: "nearest" });
    this.#drawStack(step);
  }

  /** The suspended callers of a step, outermost first, and where the step itself is. */
  #drawStack(number: number | null): void {
    const step = number === null ? null : this.#steps[number];
    this.#stack.hidden = !this.#steps.some(({ stack }) => stack.length);
    if (!step || number === null) return this.#stack.replaceChildren(h("li", { className: "quiet" }, "Select a step to see its call stack."));
    const frames = step.stack.map((frame, depth) => {
      const call = callOf(this.#steps, number, depth);
      const button = h("button", { type: "button", title: `${frame}${call === null ? "" : ": go to this call"}`, disabled: call === null }, short(frame));
      if (call !== null) button.addEventListener("click", () => this.linking.pin({ step: call }));
      return h("li", {}, button);
    });
    const here = h("li", {}, h("span", { title: step.method, aria: { current: "location" } }, `${methodOf(step.method)}:${step.line}`));
    this.#stack.replaceChildren(...frames, here);
  }

  #button(name: string, sign: string, target: (at: number) => number): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small", title: name, aria: { label: `${name} step` } }, sign);
    button.addEventListener("click", () => this.#go(target(this.#step ?? -1)));
    return button;
  }

  #go(step: number): void {
    if (this.#steps.length) this.linking.pin({ step: Math.min(Math.max(step, 0), this.#steps.length - 1) });
  }

  #row(step: RunStep, number: number): HTMLElement {
    const last = number === this.#steps.length - 1;
    const before = this.#steps[number - 1]?.stack.length ?? 0;
    const depth = step.stack.length;
    const button = h(
      "button",
      { type: "button", title: depth ? `called from ${step.stack.join(" › ")}` : "" },
      h("span", { className: "ordinal" }, String(number + 1)),
      h("span", { className: "what" },
        step.operation ? h("code", {}, step.operation) : h("span", { className: "quiet" }, last ? "here it has failed" : "ends"),
        step.folded ? h("span", { className: "chip", title: "What happens inside the call is not shown" }, "whole call") : null),
      h("span", { className: "where" }, `${step.method}:${step.line}`),
      depth ? h("span", { className: "sr-only" }, `, call depth ${depth}`) : null,
    );
    button.addEventListener("click", () => this.linking.pin({ step: number }));
    const row = h("li", { className: depth > before ? "enters" : "" }, button);
    row.style.setProperty("--depth", String(Math.min(depth, deepest)));
    return row;
  }

  #key(event: KeyboardEvent): void {
    const move = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#go((this.#step ?? -1) + move);
    this.#rows[this.#step ?? 0]?.querySelector("button")?.focus();
  }
}

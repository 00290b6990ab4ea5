/** The list of all steps, with the current one marked. */
import { h } from "../../dom";
import { type Host, type Pane, type Place, revealIn, type World } from "../pane";
import type { Step } from "../walk";

/** Deeper calls are indented no further. */
const deepest = 9;

export class RunPane implements Pane {
  readonly name = "run";
  readonly element = h("div", { className: "run" });
  #rows: HTMLElement[] = [];

  constructor(private readonly host: Host) {}

  show(world: World | null): void {
    const { t } = this.host;
    if (!world?.walk.steps.length) {
      this.#rows = [];
      return this.element.replaceChildren(...(world ? [h("p", { className: "hint" }, t.noSteps)] : []));
    }
    const { report, judgement, walk } = world;
    const property = judgement === null ? undefined : report.properties[judgement];
    const name = property?.kind === "memory-safety" ? t.memorySafety : (property?.id ?? "");
    this.#rows = walk.steps.map((step, i) => this.#row(walk.steps, step, i));
    const list = (from: number, to: number): HTMLElement => h("ol", { className: "steps", start: from + 1 }, ...this.#rows.slice(from, to));
    this.element.replaceChildren(
      h("p", { className: "caption" }, walk.fails ? t.failing(name) : t.way),
      list(0, walk.cycle),
      ...(walk.cycle < walk.steps.length
        ? [h("div", { className: "cycle" }, h("p", { className: "again" }, t.forever), list(walk.cycle, walk.steps.length))]
        : []),
    );
  }

  at(place: Place | null): void {
    this.#rows.forEach((row, i) => {
      const here = i === place?.number;
      row.querySelector("button")?.setAttribute("aria-current", here ? "step" : "false");
      if (here) revealIn(this.element, row);
    });
  }

  #row(steps: Step[], step: Step, number: number): HTMLElement {
    const { t } = this.host;
    const depth = step.stack.length;
    const what = step.operation ? h("code", {}, step.operation) : h("span", { className: "quiet" }, t.ends);
    const button = h("button", { type: "button", title: depth ? t.calledFrom(step.stack.join(" › ")) : "" },
      h("span", { className: "ordinal" }, String(number + 1)),
      h("span", { className: "what" }, what, step.folded ? h("span", { className: "chip", title: t.wholeHelp }, t.whole) : null),
      h("span", { className: "where" }, String(step.line)));
    button.addEventListener("click", () => this.host.goTo(number));
    const row = h("li", { className: depth > (steps[number - 1]?.stack.length ?? 0) ? "enters" : "" }, button);
    row.style.setProperty("--depth", String(Math.min(depth, deepest)));
    return row;
  }
}

/** The run by statements, with the current one marked, and where and why it fails. */
import { coded, h } from "../../dom";
import type { FailureView, StatementView } from "../../engine/engine";
import { judgementOf } from "../../view/judgements";
import { alongside, reasonOf, type Row, rowAt, type ShownRun, statementsOf, stopsInside } from "../../view/statements";
import { type Host, type Pane, type Place, revealIn, type World } from "../pane";

/** Deeper calls are indented no further. */
const deepest = 9;

export class RunPane implements Pane {
  readonly name = "run";
  readonly element = h("div", { className: "run" });
  #world: World | null = null;
  #place: Place | null = null;
  #rows: readonly Row[] = [];
  #elements: HTMLElement[] = [];

  constructor(private readonly host: Host) {}

  prepare({ answers, judgement }: World): Promise<unknown> {
    return judgement === null ? Promise.resolve() : Promise.all([answers.ask({ of: "statements", property: judgement }), answers.ask({ of: "explanation", property: judgement })]);
  }

  show(world: World | null): void {
    this.#world = world;
    this.#rows = this.#elements = [];
    this.element.replaceChildren();
    if (world) void this.#ask(world);
  }

  async #ask(world: World): Promise<void> {
    const { answers, judgement, walk } = world;
    const isFailing = walk.fails && judgement !== null;
    const [statements, explanation] = isFailing ? await Promise.all([answers.ask({ of: "statements", property: judgement }), answers.ask({ of: "explanation", property: judgement })]).catch(() => [null, null]) : [null, null];
    if (world === this.#world) this.#draw(world, statements ?? [], explanation?.failure ?? null);
  }

  #draw({ report, judgement, walk }: World, views: readonly StatementView[], failure: FailureView | null): void {
    const { t } = this.host;
    const { steps, cycle, fails } = walk;
    if (!steps.length) return this.element.replaceChildren(h("p", { className: "hint" }, t.noSteps));
    const property = judgement === null ? undefined : report.properties[judgement];
    const executed = judgement === null ? undefined : judgementOf(report, judgement)?.judgement.evidence?.counterexample;
    const positions = executed?.steps.map(({ position }) => position);
    const run: ShownRun = { steps, cycle, isBegun: fails && cycle === steps.length && stopsInside(steps.at(-1)!, executed?.ending) };
    this.#rows = statementsOf(run, positions ? alongside(views, positions) : views).map(([whole]) => whole);
    const decides = failure?.step ?? null;
    const deciding = rowAt(this.#rows, decides !== null && positions ? (positions[decides] ?? null) : decides, null);
    this.#elements = this.#rows.map((row, i) => this.#row(row, this.#rows[i - 1], i === deciding ? failure : null, property?.verdict === "suspected"));
    const first = this.#rows.findIndex(({ repeats }) => repeats);
    const list = (from: number, to: number): HTMLElement => h("ol", { className: "steps" }, ...this.#elements.slice(from, to));
    const name = property?.kind === "memory-safety" ? t.memorySafety : (property?.id ?? "");
    this.element.replaceChildren(
      h("p", { className: "caption" }, fails ? (property?.verdict === "suspected" ? t.mayBeFailing : t.failing)(name) : t.way),
      list(0, first < 0 ? this.#rows.length : first),
      ...(first < 0 ? [] : [h("div", { className: "cycle" }, h("p", { className: "again" }, t.forever), list(first, this.#rows.length))]),
    );
    this.at(this.#place);
  }

  at(place: Place | null): void {
    this.#place = place;
    const chosen = rowAt(this.#rows, place && this.#positionOf(place), null);
    this.#elements.forEach((element, i) => {
      element.querySelector("button")?.setAttribute("aria-current", i === chosen ? "step" : "false");
      if (i === chosen) revealIn(this.element, element);
    });
  }

  /** Its position on the run; the moments of an exploration are not steps of it. */
  #positionOf({ number, step }: Place): number | null {
    if (!this.#world?.moments) return number;
    const found = this.#world.walk.steps.findIndex(({ state }) => state !== null && state === step.state);
    return found < 0 ? null : found;
  }

  #go(position: number): void {
    const state = this.#world?.walk.steps[position]?.state ?? null;
    if (!this.#world?.moments) this.host.goTo(position);
    else if (state !== null) this.host.look(state);
  }

  #row(row: Row, last: Row | undefined, failure: FailureView | null, isSuspected: boolean): HTMLElement {
    const { t } = this.host;
    const { statement, text, condition, isFolded, stack, line, after } = row;
    const what = statement === 0 ? h("span", { className: "quiet" }, t.start) : h("code", {}, text);
    const button = h("button", { type: "button", title: stack.length ? t.calledFrom(stack.join(" › ")) : "" },
      h("span", { className: "ordinal" }, statement === 0 ? "" : String(statement)),
      h("span", { className: "what" }, what,
        condition === null ? null : h("span", { className: "chip" }, condition ? t.yes : t.no),
        isFolded ? h("span", { className: "chip", title: t.wholeHelp }, t.whole) : null),
      h("span", { className: "where" }, String(line)),
      failure ? h("span", { className: "fails" }, h("strong", {}, `${isSuspected ? t.mayFail : t.fails}: `), h("span", {}, ...coded(reasonOf(failure)))) : null);
    button.addEventListener("click", () => this.#go(after));
    const element = h("li", { className: stack.length > (last?.stack.length ?? 0) ? "enters" : "" }, button);
    element.style.setProperty("--depth", String(Math.min(stack.length, deepest)));
    return element;
  }
}

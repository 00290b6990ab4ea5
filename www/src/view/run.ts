/** A failing run, step by step: the concrete run or the abstract run. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Evidence, EvidenceFile, RunStep } from "../engine/graph-grammars";
import { type Command, register } from "../frame/commands";
import { drawnState, type Linking, type Part, type Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import type { Selection } from "../store";
import { figure, texts } from "../text/language";
import { notesOf, reasonOf, statusMark, statusText, shownRun } from "./evidence";
import { pictureOf } from "./heap";
import { Input } from "./input";
import { judgementOf, hasValues } from "./judgements";
import { Moment, type StepHeap } from "./moment";
import { Player } from "./player";
import { StepList, type ShownRun, wordsOf } from "./steps";
import { wordsOf as valueWords } from "./values";
import type { Drawing, Twin, View } from "./view";

const t = texts({
  en: {
    title: "Counterexample", none: "No property is violated, so there is no counterexample.", noneOf: (property: string) => `${property} has no failing run.`,
    fails: (property: string) => `A run on which ${property} fails`,
    which: "Which run is shown", concrete: "Concrete run", analysis: "Abstract run",
    step: (at: string, last: string) => `Step ${at} of ${last}`,
    leaves: (step: string) => `Step ${step}: concrete runs diverge`, lost: (step: string) => `Step ${step}: information was lost`,
    change: "Heap change", values: "Values", input: "Input",
    play: "Play the run, or pause", next: "Next step of the run", previous: "Previous step of the run",
    first: "First step of the run", last: "Last step of the run", other: "Switch between concrete and abstract run",
    columns: ["Step", "Operation", "Method", "Line", "Call depth"],
  },
  de: {
    title: "Gegenbeispiel", none: "Keine Eigenschaft ist verletzt, also gibt es kein Gegenbeispiel.", noneOf: (property) => `${property} hat keinen fehlschlagenden Lauf.`,
    fails: (property) => `Ein Lauf, auf dem ${property} nicht gilt`,
    which: "Welcher Lauf gezeigt wird", concrete: "Konkreter Lauf", analysis: "Abstrakter Lauf",
    step: (at, last) => `Schritt ${at} von ${last}`,
    leaves: (step) => `Schritt ${step}: konkrete Läufe weichen ab`, lost: (step) => `Schritt ${step}: Information ging verloren`,
    change: "Heapänderung", values: "Werte", input: "Eingabe",
    play: "Den Lauf abspielen oder anhalten", next: "Nächster Schritt des Laufs", previous: "Voriger Schritt des Laufs",
    first: "Erster Schritt des Laufs", last: "Letzter Schritt des Laufs", other: "Zwischen konkretem und abstraktem Lauf wechseln",
    columns: ["Schritt", "Operation", "Methode", "Zeile", "Aufruftiefe"],
  },
});

const isPressed = (button: HTMLElement): boolean => button.getAttribute("aria-pressed") === "true";

const nothing: ShownRun = { steps: [], cycle: 0 };

export class RunView implements View {
  readonly id = "run";
  readonly title = t.title;
  readonly home = "main";
  readonly element = h("div", { className: "run" });
  readonly #none = h("p", { className: "hint" }, t.none);
  readonly #name = h("p");
  readonly #status = h("p", { id: "run-status", className: "quiet" });
  readonly #changeToggle = this.#toggle("run-change", t.change);
  readonly #inputToggle = this.#toggle("run-input-shown", t.input);
  readonly #choices = { concrete: this.#choice("concrete"), analysis: this.#choice("analysis") };
  readonly #which = h("div", { id: "run-which", className: "choice", aria: { role: "group", label: t.which } }, this.#choices.concrete, this.#choices.analysis);
  readonly #departure = h("div", { id: "run-departure", className: "departure" });
  readonly #input: Input;
  readonly #player: Player;
  readonly #list: StepList;
  readonly #moment: Moment;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #judgement: number | null = null;
  #property = "";
  #evidence: Evidence | undefined;
  /** The abstract run. */
  #steps: RunStep[] = [];
  #cycle = 0;
  /** The shown run, and whether it is the concrete one. */
  #shown = nothing;
  #isConcrete = false;
  #step: number | null = null;
  #open = false;
  /** Whether the program is boolean, so that steps have values. */
  #booleans = false;

  /** `use` receives the input with which to run the task. */
  constructor(private readonly linking: Linking, use: (input: EvidenceFile) => void) {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => t.step(figure.format(at + 1), figure.format(last + 1)),
      go: (step) => linking.pin(this.#part(step)),
    });
    this.#list = new StepList(
      (step) => this.#player.go(step),
      (step) => linking.preview(step === null ? null : this.#part(step)),
    );
    this.#moment = new Moment({ toStep: (step) => this.#player.go(step), toLine: (file, line) => linking.pin({ line: { file, line } }) });
    this.#input = new Input(use);
    this.element.addEventListener("keydown", (event) => this.#player.key(event));
    this.element.append(
      this.#none, h("header", { className: "toolbar" }, this.#name, this.#status, this.#which, this.#inputToggle, this.#changeToggle),
      this.#departure, this.#input.element, this.#player.element, this.#list.element, this.#moment.element);
    // In drawings these keys follow the edges.
    const possible = (): boolean => this.#open && this.#shown.steps.length > 0 && !(document.activeElement instanceof HTMLCanvasElement);
    const command = (name: string, title: string, run: () => void, keys: string[] = []): Command =>
      ({ id: `run.${name}`, title, group: t.title, keys, possible, run });
    register(
      command("next", t.next, () => this.#player.move(1), ["j"]),
      command("previous", t.previous, () => this.#player.move(-1), ["k"]),
      command("first", t.first, () => this.#player.go(0)),
      command("last", t.last, () => this.#player.go(this.#shown.steps.length - 1)),
      command("play", t.play, () => this.#player.toggle()),
      { ...command("other", t.other, () => this.#choose(!this.#isConcrete)), possible: () => possible() && !this.#which.hidden },
    );
    this.#load(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#load(null);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#drawMoment();
  }

  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    this.#drawMoment();
  }

  mark({ pinned, preview }: Seen): void {
    if (pinned.judgement !== this.#judgement) this.#load(pinned.judgement);
    this.#markSteps(pinned, preview);
  }

  #markSteps(pinned: Selection, preview: Selection | null): void {
    const step = this.#at(pinned);
    this.#list.mark(step, preview && this.#at(preview));
    this.#player.show(step, step === null ? "" : wordsOf(this.#shown, step));
    if (step === this.#step) return;
    this.#step = step;
    this.#drawMoment();
  }

  /** The selected step of the shown run. */
  #at({ concrete, step }: Selection): number | null {
    return this.#isConcrete ? concrete : step;
  }

  #part(step: number): Part {
    return this.#isConcrete ? { concrete: step } : { step };
  }

  /** A button that hides or shows a part of the view, initially shown. */
  #toggle(id: string, text: string): HTMLButtonElement {
    const button = h("button", { type: "button", id, className: "small", aria: { pressed: "true" } }, text);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(!isPressed(button)));
      this.#drawMoment();
    });
    return button;
  }

  #choice(run: "concrete" | "analysis"): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small" }, t[run]);
    button.addEventListener("click", () => this.#choose(run === "concrete"));
    return button;
  }

  /** Loads the run of a property. */
  #load(judgement: number | null): void {
    this.#judgement = judgement;
    this.#booleans = this.#outcome !== null && hasValues(this.#outcome.report);
    this.#changeToggle.textContent = this.#booleans ? t.values : t.change;
    const found = this.#outcome && judgement !== null ? judgementOf(this.#outcome.report, judgement) : null;
    const run = found?.judgement.run;
    this.#steps = run ? [...run.prefix, ...run.cycle] : [];
    this.#cycle = run ? run.prefix.length : 0;
    this.#evidence = run ? found?.judgement.evidence : undefined;
    this.#property = found?.name ?? "";
    this.#name.textContent = t.fails(this.#property);
    this.#none.textContent = found ? t.noneOf(this.#property) : t.none;
    const evidence = this.#evidence;
    this.#status.replaceChildren(...(evidence ? [statusMark(evidence, true), statusText(evidence)] : []));
    for (const part of this.element.children) (part as HTMLElement).hidden = (part === this.#none) === this.#steps.length > 0;
    const wasExecuted = evidence?.counterexample !== undefined;
    this.#which.hidden = this.#inputToggle.hidden = !wasExecuted;
    this.#departure.hidden = !evidence?.departure;
    this.#drawDeparture();
    this.#play(wasExecuted);
  }

  /** Switches to the other run, at the corresponding step if there is one. */
  #choose(concrete: boolean): void {
    if (concrete === this.#isConcrete) return;
    this.#play(concrete);
    this.#markSteps(this.linking.pinned, null);
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  #play(concrete: boolean): void {
    this.#isConcrete = concrete;
    const { counterexample, departure } = this.#evidence ?? {};
    const notes = departure && notesOf(departure);
    this.#shown = concrete && counterexample ? shownRun(counterexample) : { steps: this.#steps, cycle: this.#cycle, ...(notes ? { notes } : {}) };
    const { steps, cycle } = this.#shown;
    this.#choices.concrete.setAttribute("aria-pressed", String(concrete));
    this.#choices.analysis.setAttribute("aria-pressed", String(!concrete));
    this.#step = null;
    this.#player.load(Math.max(0, steps.length - 1), cycle < steps.length ? cycle : null, null, this.#shown.notes?.keys());
    this.#list.load(this.#shown);
    this.#drawMoment();
  }

  /** Why no concrete run was found, with links to the steps. */
  #drawDeparture(): void {
    const departure = this.#evidence?.departure;
    if (!departure) return this.#departure.replaceChildren();
    const link = (step: number | null | undefined, text: (step: string) => string): HTMLElement | null => {
      if (step === null || step === undefined) return null;
      const button = h("button", { type: "button", className: "small" }, text(figure.format(step + 1)));
      button.addEventListener("click", () => this.#player.go(step));
      return button;
    };
    const links = [link(departure.lostAt, t.lost), link(departure.position, t.leaves)].filter((part) => part !== null);
    const words = reasonOf(departure, this.#steps).split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
    this.#departure.replaceChildren(h("p", {}, ...words), ...links);
  }

  /** The call stack of the step, its heap change, and the initial heap. */
  #drawMoment(): void {
    const number = this.#step;
    const showsChange = isPressed(this.#changeToggle);
    this.#moment.show(this.#shown.steps, number, showsChange);
    this.#input.element.hidden = this.#inputToggle.hidden || !isPressed(this.#inputToggle);
    if (!this.#open) return;
    if (showsChange && this.#booleans) this.#moment.list(this.#shown.steps, number);
    else if (showsChange) void this.#moment.draw(this.#outcome, number, this.#heap(number), this.#chart !== null);
    const input = this.#evidence?.counterexample?.input;
    if (input && !this.#input.element.hidden && this.#outcome && this.#judgement !== null) void this.#input.show(this.#outcome, this.#judgement, input);
  }

  /** The heap of a step, compared with that of the previous step. */
  #heap(number: number | null): StepHeap | null {
    if (number === null) return null;
    if (this.#isConcrete && this.#judgement !== null) {
      const hasBefore = number > 0;
      return { picture: { of: "concreteHeap", property: this.#judgement, step: number, before: hasBefore ? number - 1 : null }, isCompared: hasBefore, hasBefore };
    }
    const heapOf = (step: RunStep | undefined): number | null => {
      const state = step ? drawnState({ outcome: this.#outcome, chart: this.#chart }, step) : null;
      return state === null ? null : (this.#chart?.data.contents[state] ?? null);
    };
    const [heap, before] = [heapOf(this.#steps[number]), heapOf(this.#steps[number - 1])];
    if (heap === null) return null;
    const isCompared = before !== null && before !== heap;
    return { picture: pictureOf({ heap, before: isCompared ? before : null }), isCompared, hasBefore: before !== null };
  }

  drawing(): Drawing | null {
    const heap = this.#heap(this.#step);
    return heap && { picture: heap.picture, name: `${this.#isConcrete ? "concrete" : "step"}-${this.#step! + 1}` };
  }

  twin(): Twin | null {
    const { steps } = this.#shown;
    if (!steps.length) return null;
    return {
      caption: t.fails(this.#property),
      columns: this.#booleans ? [...t.columns.slice(0, 2), t.values, ...t.columns.slice(2)] : t.columns,
      count: steps.length,
      cells: (row) => {
        const step = steps[row];
        if (!step) return [];
        const values = this.#booleans ? [(step.values ?? []).map(valueWords).join(", ")] : [];
        return [row + 1, step.operation, ...values, step.method, step.line, step.stack.length];
      },
      part: (step) => this.#part(step),
      chosen: ({ now }) => this.#at(now),
    };
  }
}

/** A failing run, step by step. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { RunStep } from "../engine/hrglass";
import { type Command, register } from "../frame/commands";
import { drawnState, type Linking, type Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { figure, texts } from "../text/language";
import { changedHeap } from "./change";
import { pictureOf } from "./heap";
import { judgementOf } from "./judgements";
import { Player } from "./player";
import { StepList, wordsOf } from "./steps";
import { methodOf } from "./trail";
import type { Drawing, Twin, View } from "./view";

const t = texts({
  en: {
    title: "Counterexample", none: "No property is violated: there is no counterexample to show.", noneOf: (property: string) => `${property} has no failing run.`,
    fails: (property: string) => `A run on which ${property} fails`,
    abstract: "abstract run; not replayed",
    abstractHelp: "It is a run of the abstraction. Whether a run on concrete heaps does the same has not been checked, so it is possibly spurious.",
    step: (at: string, last: string) => `Step ${at} of ${last}`,
    stack: "Call stack", toCall: (frame: string) => `${frame}: go to this call`, toLine: (frame: string) => `${frame}: go to this line`,
    heap: "Heap", change: "Heap change", initial: "The heap at the start", changed: (step: string) => `Changed since step ${step}`, same: (step: string) => `As at step ${step}`,
    empty: "The heap is empty.", beyond: "This state is not among those drawn.", choose: "Select a step to see its heap.",
    play: "Play the run, or pause", next: "Next step of the run", previous: "Previous step of the run",
    first: "First step of the run", last: "Last step of the run",
    columns: ["Step", "Operation", "Method", "Line", "Call depth"],
  },
  de: {
    title: "Gegenbeispiel", none: "Keine Eigenschaft ist verletzt: Es gibt kein Gegenbeispiel zu zeigen.", noneOf: (property) => `${property} hat keinen fehlschlagenden Lauf.`,
    fails: (property) => `Ein Lauf, auf dem ${property} nicht gilt`,
    abstract: "abstrakter Lauf; nicht nachgespielt",
    abstractHelp: "Es ist ein Lauf der Abstraktion. Ob ein Lauf auf konkreten Heaps dasselbe tut, wurde nicht geprüft; er ist also möglicherweise unecht.",
    step: (at, last) => `Schritt ${at} von ${last}`,
    stack: "Aufrufkeller", toCall: (frame) => `${frame}: zu diesem Aufruf`, toLine: (frame) => `${frame}: zu dieser Zeile`,
    heap: "Heap", change: "Heapänderung", initial: "Der Heap am Anfang", changed: (step) => `Geändert seit Schritt ${step}`, same: (step) => `Wie bei Schritt ${step}`,
    empty: "Der Heap ist leer.", beyond: "Dieser Zustand ist nicht unter den gezeichneten.", choose: "Wählen Sie einen Schritt, um seinen Heap zu sehen.",
    play: "Den Lauf abspielen oder anhalten", next: "Nächster Schritt des Laufs", previous: "Voriger Schritt des Laufs",
    first: "Erster Schritt des Laufs", last: "Letzter Schritt des Laufs",
    columns: ["Schritt", "Operation", "Methode", "Zeile", "Aufruftiefe"],
  },
});

/** The step at which the call was made that is suspended at this depth of a step's stack; null if the run does not show it. */
export function callOf(steps: readonly RunStep[], number: number, depth: number): number | null {
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

/** The method and the line of a frame, `Class.method:line`. */
function partsOf(frame: string): [method: string, line: number] {
  const colon = frame.lastIndexOf(":");
  return [frame.slice(0, colon), Number(frame.slice(colon + 1))];
}

export class RunView implements View {
  readonly id = "run";
  readonly title = t.title;
  readonly home = "main";
  readonly element = h("div", { className: "run" });
  readonly #none = h("p", { className: "hint" }, t.none);
  readonly #name = h("p");
  readonly #toggle = h("button", { type: "button", id: "run-change", className: "small", aria: { pressed: "true" } }, t.change);
  readonly #player: Player;
  readonly #list: StepList;
  readonly #stack = h("ol", { id: "run-stack", className: "stack", aria: { label: t.stack } });
  readonly #caption = h("p", { id: "run-heap-caption", className: "quiet" });
  readonly #picture = h("div", { id: "run-heap", className: "heap", tabIndex: 0, aria: { role: "group", label: t.heap } });
  readonly #moment = h("div", { className: "moment" }, this.#stack, h("section", { className: "change" }, this.#caption, this.#picture));
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #judgement: number | null = null;
  #property = "";
  #steps: RunStep[] = [];
  #cycle = 0;
  #step: number | null = null;
  #open = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => t.step(figure.format(at + 1), figure.format(last + 1)),
      go: (step) => linking.pin({ step }),
    });
    this.#list = new StepList(
      (step) => this.#player.go(step),
      (step) => linking.preview(step === null ? null : { step }),
    );
    this.#toggle.addEventListener("click", () => {
      this.#toggle.setAttribute("aria-pressed", String(!this.#showsChange));
      this.#drawMoment();
    });
    this.element.addEventListener("keydown", (event) => this.#player.key(event));
    this.element.append(
      this.#none,
      h("header", { className: "toolbar" }, this.#name, h("span", { className: "quiet", title: t.abstractHelp }, t.abstract), this.#toggle),
      this.#player.element, this.#list.element, this.#moment);
    // In drawings these keys go along the edges.
    const possible = (): boolean => this.#open && this.#steps.length > 0 && !(document.activeElement instanceof HTMLCanvasElement);
    const command = (name: string, title: string, run: () => void, keys: string[] = []): Command =>
      ({ id: `run.${name}`, title, group: t.title, keys, possible, run });
    register(
      command("next", t.next, () => this.#player.move(1), ["j"]),
      command("previous", t.previous, () => this.#player.move(-1), ["k"]),
      command("first", t.first, () => this.#player.go(0)),
      command("last", t.last, () => this.#player.go(this.#steps.length - 1)),
      command("play", t.play, () => this.#player.toggle()),
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
    this.#list.mark(pinned.step, preview?.step ?? null);
    this.#player.show(pinned.step, pinned.step === null ? "" : wordsOf(this.#steps, pinned.step, this.#cycle));
    if (pinned.step === this.#step) return;
    this.#step = pinned.step;
    this.#drawMoment();
  }

  /** Takes up the run of a judgement. */
  #load(judgement: number | null): void {
    this.#judgement = judgement;
    const found = this.#outcome && judgement !== null ? judgementOf(this.#outcome.report, judgement) : null;
    const run = found?.judgement.run;
    this.#steps = run ? [...run.prefix, ...run.cycle] : [];
    this.#cycle = run ? run.prefix.length : 0;
    this.#step = null;
    this.#property = found?.name ?? "";
    this.#name.textContent = t.fails(this.#property);
    this.#none.textContent = found ? t.noneOf(this.#property) : t.none;
    for (const part of this.element.children) (part as HTMLElement).hidden = (part === this.#none) === this.#steps.length > 0;
    this.#player.load(Math.max(0, this.#steps.length - 1), run?.cycle.length ? this.#cycle : null);
    this.#list.load(this.#steps, this.#cycle);
    this.#drawMoment();
  }

  get #showsChange(): boolean {
    return this.#toggle.getAttribute("aria-pressed") === "true";
  }

  /** The call stack of the step, and what it did to the heap. */
  #drawMoment(): void {
    const number = this.#step;
    const hasStack = this.#steps.some(({ stack }) => stack.length);
    this.#stack.hidden = !hasStack || number === null;
    this.#moment.hidden = !this.#steps.length || (this.#stack.hidden && !this.#showsChange);
    this.#picture.parentElement!.hidden = !this.#showsChange;
    this.#stack.replaceChildren(...(number === null ? [] : this.#frames(number)));
    if (this.#open && this.#showsChange) void this.#drawChange(number);
  }

  /** The suspended callers of a step, outermost first, and where the step itself is. */
  #frames(number: number): HTMLElement[] {
    const step = this.#steps[number];
    if (!step) return [];
    const callers = step.stack.map((frame, depth) => {
      const [method, line] = partsOf(frame);
      const call = callOf(this.#steps, number, depth);
      const file = this.#steps.find((other) => other.method === method)?.file;
      const title = call !== null ? t.toCall(frame) : file ? t.toLine(frame) : frame;
      const button = h("button", { type: "button", title, disabled: call === null && !file }, `${methodOf(method)}:${line}`);
      button.addEventListener("click", () => {
        if (call !== null) this.#player.go(call);
        else if (file) this.linking.pin({ line: { file, line } });
      });
      return h("li", {}, button);
    });
    return [...callers, h("li", {}, h("span", { title: step.method, aria: { current: "location" } }, `${methodOf(step.method)}:${step.line}`))];
  }

  /** The heaps of a step and of the one before; null where they are not known. */
  #heaps(number: number): { heap: number | null; before: number | null } {
    const heapOf = (step: RunStep | undefined): number | null => {
      const state = step ? drawnState({ outcome: this.#outcome, chart: this.#chart }, step) : null;
      return state === null ? null : (this.#chart?.data.heaps[state] ?? null);
    };
    return { heap: heapOf(this.#steps[number]), before: heapOf(this.#steps[number - 1]) };
  }

  async #drawChange(number: number | null): Promise<void> {
    const wanted = ++this.#wanted;
    const { heap, before } = number === null ? { heap: null, before: null } : this.#heaps(number);
    const say = (message: string): void => this.#picture.replaceChildren(h("p", { className: "hint" }, message));
    const than = figure.format(number ?? 0);
    this.#caption.textContent = heap === null ? "" : before === null ? (number === 0 ? t.initial : t.heap) : heap === before ? t.same(than) : t.changed(than);
    if (number === null) return say(t.choose);
    if (heap === null || !this.#outcome) return say(this.#chart ? t.beyond : "");
    const picture = await changedHeap(this.#outcome, heap, before);
    if (wanted !== this.#wanted) return;
    if (picture) this.#picture.replaceChildren(picture);
    else say(t.empty);
  }

  drawing(): Drawing | null {
    if (this.#step === null) return null;
    const { heap, before } = this.#heaps(this.#step);
    if (heap === null) return null;
    return { picture: pictureOf({ heap, before: before === heap ? null : before }), name: `step-${this.#step + 1}` };
  }

  twin(): Twin | null {
    const steps = this.#steps;
    if (!steps.length) return null;
    return {
      caption: t.fails(this.#property),
      columns: t.columns,
      count: steps.length,
      cells: (row) => {
        const step = steps[row];
        return step ? [row + 1, step.operation, step.method, step.line, step.stack.length] : [];
      },
      part: (step) => ({ step }),
      chosen: ({ now }) => now.step,
    };
  }
}

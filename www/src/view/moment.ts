/** A step of a run: its call stack, and how the heap changed since the previous step. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Picture } from "../engine/graph-grammars";
import { figure, texts } from "../text/language";
import { sceneOf, sceneElement } from "./scene";
import type { ShownStep } from "./steps";
import { methodOf } from "./trail";
import { noVariables, valuesAt } from "./values";

const t = texts({
  en: {
    stack: "Call stack", toCall: (frame: string) => `${frame}: go to this call`, toLine: (frame: string) => `${frame}: go to this line`,
    heap: "Heap", initial: "The heap at the start", changed: (step: string) => `Changed since step ${step}`, same: (step: string) => `Same as at step ${step}`,
    values: "Values", initialValues: "The values at the start",
    empty: "The heap is empty.", beyond: "This state is not drawn.", choose: "Select a step.",
  },
  de: {
    stack: "Aufrufkeller", toCall: (frame) => `${frame}: zu diesem Aufruf`, toLine: (frame) => `${frame}: zu dieser Zeile`,
    heap: "Heap", initial: "Der Heap am Anfang", changed: (step) => `Geändert seit Schritt ${step}`, same: (step) => `Wie bei Schritt ${step}`,
    values: "Werte", initialValues: "Die Werte am Anfang",
    empty: "Der Heap ist leer.", beyond: "Dieser Zustand ist nicht gezeichnet.", choose: "Wählen Sie einen Schritt.",
  },
});

/** The step that made the call suspended at this depth of a step's stack; null if the run does not show it. */
export function callOf(steps: readonly Pick<ShownStep, "line" | "method" | "stack">[], number: number, depth: number): number | null {
  const frame = steps[number]?.stack[depth];
  for (let i = number - 1; i >= 0; i--) {
    const step = steps[i];
    // The run has been deeper ever since the call.
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

/** The heap of a step; `isCompared` if it is compared with another heap. */
export interface StepHeap {
  picture: Picture;
  isCompared: boolean;
  /** Whether the previous step's heap is known. */
  hasBefore: boolean;
}

interface Places {
  toStep(step: number): void;
  toLine(file: string, line: number): void;
}

export class Moment {
  readonly #stack = h("ol", { id: "run-stack", className: "stack", aria: { label: t.stack } });
  readonly #caption = h("p", { id: "run-heap-caption", className: "quiet" });
  readonly #picture = h("div", { id: "run-heap", className: "heap", tabIndex: 0, aria: { role: "group", label: t.heap } });
  readonly #change = h("section", { className: "change" }, this.#caption, this.#picture);
  readonly element = h("div", { className: "moment" }, this.#stack, this.#change);
  #wanted = 0;

  constructor(private readonly places: Places) {}

  /** Shows the stack of a step and, if requested, its heap; null if it is not drawn. */
  show(steps: readonly ShownStep[], number: number | null, showsHeap: boolean): void {
    this.#stack.hidden = number === null || !steps.some(({ stack }) => stack.length);
    this.#change.hidden = !showsHeap;
    this.element.hidden = !steps.length || (this.#stack.hidden && !showsHeap);
    this.#stack.replaceChildren(...(number === null ? [] : this.#frames(steps, number)));
  }

  /** The suspended callers of a step, outermost first, and the location of the step. */
  #frames(steps: readonly ShownStep[], number: number): HTMLElement[] {
    const step = steps[number];
    if (!step) return [];
    const callers = step.stack.map((frame, depth) => {
      const [method, line] = partsOf(frame);
      const call = callOf(steps, number, depth);
      const file = steps.find((other) => other.method === method)?.file;
      const title = call !== null ? t.toCall(frame) : file ? t.toLine(frame) : frame;
      const button = h("button", { type: "button", title, disabled: call === null && !file }, `${methodOf(method)}:${line}`);
      button.addEventListener("click", () => {
        if (call !== null) this.places.toStep(call);
        else if (file) this.places.toLine(file, line);
      });
      return h("li", {}, button);
    });
    return [...callers, h("li", {}, h("span", { title: step.method, aria: { current: "location" } }, `${methodOf(step.method)}:${step.line}`))];
  }

  /** Lists the values of a step of a boolean program. */
  list(steps: readonly ShownStep[], number: number | null): void {
    this.#wanted++;
    this.#picture.setAttribute("aria-label", t.values);
    const values = number === null ? [] : valuesAt(steps, number);
    const changed = values.some(({ isChanged }) => isChanged);
    this.#caption.textContent = number === null ? "" : number === 0 ? t.initialValues : (changed ? t.changed : t.same)(figure.format(number));
    this.#picture.replaceChildren(values.length
      ? h("dl", { className: "valuation" }, ...values.map(({ name, value, before, isChanged }) =>
        h("div", { className: isChanged && number ? "changed" : "" }, h("dt", {}, name), h("dd", {}, before === undefined ? value : `${before} → ${value}`))))
      : h("p", { className: "hint" }, number === null ? t.choose : noVariables));
  }

  /** Draws the heap of a step; `heap` is null if it is not known, which is final if `isDrawn`. */
  async draw(outcome: Outcome | null, number: number | null, heap: StepHeap | null, isDrawn: boolean): Promise<void> {
    const wanted = ++this.#wanted;
    this.#picture.setAttribute("aria-label", t.heap);
    const say = (message: string): void => this.#picture.replaceChildren(h("p", { className: "hint" }, message));
    if (number === null || !heap || !outcome) {
      this.#caption.textContent = "";
      return say(number === null ? t.choose : isDrawn ? t.beyond : "");
    }
    const scene = await sceneOf(outcome, heap.picture);
    if (wanted !== this.#wanted) return;
    const than = figure.format(number);
    const changed = heap.isCompared && scene?.changes?.length;
    this.#caption.textContent = !heap.hasBefore ? (number === 0 ? t.initial : t.heap) : changed ? t.changed(than) : t.same(than);
    if (scene?.shapes.length) this.#picture.replaceChildren(sceneElement(scene));
    else say(t.empty);
  }
}

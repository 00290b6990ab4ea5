/** A row of a run: why it fails there, its call stack, and how the heap has changed. */
import type { Outcome } from "../client";
import { coded, h, icon } from "../dom";
import type { FailureView, HeapDiff, HeapView, PartTruth, Picture } from "../engine/engine";
import { texts } from "../text/language";
import { describe, toldOf } from "./parts";
import { numbered, reveal, sceneElement, sceneOf } from "./scene";
import { reasonOf, type Row, type ShownStep } from "./statements";
import { unlessStopped } from "./stopped";
import { methodOf } from "./trail";
import { noVariables, type StepValue } from "./values";

const t = texts({
  en: {
    stack: "Call stack", toCall: (frame: string) => `${frame}: go to this call`, toLine: (frame: string) => `${frame}: go to this line`,
    heap: "Heap", values: "Values",
    start: (line: number) => `At the start, before line ${line}`, inside: (line: number) => `In line ${line}`,
    between: (after: number, before: number) => `After line ${after}, before line ${before}`, changed: "changes are marked", same: "nothing has changed",
    empty: "The heap is empty.", beyond: "This state is not drawn.", choose: "Select a statement.",
    fails: "Fails here", mayFail: "May fail here", parts: "What holds here", truths: { true: "true", false: "false", unknown: "not known" } as Record<PartTruth, string>,
  },
  de: {
    stack: "Aufrufkeller", toCall: (frame) => `${frame}: zu diesem Aufruf`, toLine: (frame) => `${frame}: zu dieser Zeile`,
    heap: "Heap", values: "Werte",
    start: (line) => `Am Anfang, vor Zeile ${line}`, inside: (line) => `In Zeile ${line}`,
    between: (after, before) => `Nach Zeile ${after}, vor Zeile ${before}`, changed: "Änderungen sind markiert", same: "nichts hat sich geändert",
    empty: "Der Heap ist leer.", beyond: "Dieser Zustand ist nicht gezeichnet.", choose: "Wählen Sie eine Anweisung.",
    fails: "Hier verletzt", mayFail: "Hier vielleicht verletzt", parts: "Was hier gilt", truths: { true: "wahr", false: "falsch", unknown: "nicht bekannt" },
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
function frameOf(frame: string): [method: string, line: number] {
  const colon = frame.lastIndexOf(":");
  return [frame.slice(0, colon), Number(frame.slice(colon + 1))];
}

/** The heap that a row shows. */
export interface RowHeap {
  picture: Picture;
  /** Whether it is compared with the heap before. */
  isCompared: boolean;
}

interface Places {
  /** Shows the call that is made at a position. */
  toCall(position: number): void;
  toLine(file: string, line: number): void;
}

/** Where the state of a row is: `After line 15, before line 12`. */
export function placeOf(steps: readonly ShownStep[], { statement, line, after, isLeft }: Row): string {
  const next = steps[after]?.line ?? line;
  return statement === 0 ? t.start(next) : isLeft ? t.inside(line) : t.between(line, next);
}

/** The truth of each part of a formula, as a list that is as deep as the formula. */
function truths({ parts }: FailureView): HTMLElement {
  const least = Math.min(...parts.map(({ depth }) => depth));
  return h("ul", { className: "truths", aria: { label: t.parts } }, ...parts.map(({ formula, depth, truth, words }) => {
    const item = h("li", { dataset: { truth } },
      h("span", { className: "truth", dataset: { truth } }, t.truths[truth]), h("code", {}, formula), words === null ? null : h("span", { className: "quiet" }, ...coded(words)));
    item.style.setProperty("--depth", String(depth - least));
    return item;
  }));
}

export class RowDetail {
  readonly #failure = h("section", { id: "run-failure", className: "failure", hidden: true, tabIndex: 0, aria: { label: t.fails } });
  readonly #stack = h("ol", { id: "run-stack", className: "stack", aria: { label: t.stack } });
  readonly #caption = h("p", { id: "run-heap-caption", className: "quiet" });
  readonly #picture = h("div", { id: "run-heap", className: "heap", tabIndex: 0, aria: { role: "group", label: t.heap } });
  readonly #change = h("section", { className: "change" }, this.#caption, this.#picture);
  readonly #below = h("div", { className: "row-detail" }, this.#stack, this.#change);
  readonly elements = [this.#failure, this.#below] as const;
  #wanted = 0;
  #place = "";

  constructor(private readonly places: Places) {}

  /** Shows the stack of a row and, if requested, its heap; nothing if there is none. `failure` says why the property fails at this row. */
  show(steps: readonly ShownStep[], row: Row | null, showsHeap: boolean, failure: FailureView | null, isSuspected: boolean): void {
    this.#place = row ? placeOf(steps, row) : "";
    if (row?.statement === 0) this.#picture.scrollTo(0, 0);
    this.#failure.hidden = !failure;
    if (failure) {
      this.#failure.replaceChildren(
        h("p", {}, icon(isSuspected ? "suspected" : "violated"), h("strong", {}, `${isSuspected ? t.mayFail : t.fails}: `), h("span", {}, ...coded(reasonOf(failure)))),
        ...(failure.parts.length > 1 ? [truths(failure)] : []));
    }
    this.#stack.hidden = row === null || !steps.some(({ stack }) => stack.length);
    this.#change.hidden = !showsHeap;
    this.#below.hidden = !steps.length || (this.#stack.hidden && !showsHeap);
    this.#stack.replaceChildren(...(row === null ? [] : this.#frames(steps, row.after)));
  }

  /** The suspended callers of a step, outermost first, and the location of the step. */
  #frames(steps: readonly ShownStep[], number: number): HTMLElement[] {
    const step = steps[number];
    if (!step) return [];
    const callers = step.stack.map((frame, depth) => {
      const [method, line] = frameOf(frame);
      const call = callOf(steps, number, depth);
      const file = steps.find((other) => other.method === method)?.file;
      const title = call !== null ? t.toCall(frame) : file ? t.toLine(frame) : frame;
      const button = h("button", { type: "button", title, disabled: call === null && !file }, `${methodOf(method)}:${line}`);
      button.addEventListener("click", () => {
        if (call !== null) this.places.toCall(call);
        else if (file) this.places.toLine(file, line);
      });
      return h("li", {}, button);
    });
    return [...callers, h("li", {}, h("span", { title: step.method, aria: { current: "location" } }, `${methodOf(step.method)}:${step.line}`))];
  }

  #say(changed: boolean | null): void {
    this.#caption.textContent = [this.#place, changed === null ? "" : changed ? t.changed : t.same].filter(Boolean).join(" · ");
  }

  /** Lists the values that a row of a boolean program shows; null if there is none. */
  list(values: readonly StepValue[] | null, isStart: boolean): void {
    this.#wanted++;
    this.#picture.setAttribute("aria-label", t.values);
    this.#say(values === null || isStart ? null : values.some(({ isChanged }) => isChanged));
    this.#picture.replaceChildren(values?.length
      ? h("dl", { className: "valuation" }, ...values.map(({ name, value, before, isChanged }) =>
        h("div", { className: isChanged && !isStart ? "changed" : "" }, h("dt", {}, name), h("dd", {}, before === undefined ? value : `${before} → ${value}`))))
      : h("p", { className: "hint" }, values === null ? t.choose : noVariables));
  }

  /** Draws a heap; it is null if it is not known, which is final if `isDrawn`. What is drawn, unless that was not possible or something else was drawn meanwhile. */
  async draw(outcome: Outcome | null, hasRow: boolean, heap: RowHeap | null, isDrawn: boolean): Promise<HeapView | HeapDiff | null> {
    const wanted = ++this.#wanted;
    this.#picture.setAttribute("aria-label", t.heap);
    const say = (message: string): null => {
      this.#picture.replaceChildren(h("p", { className: "hint" }, message));
      return null;
    };
    if (!hasRow || !heap || !outcome) {
      this.#say(null);
      return say(!hasRow ? t.choose : isDrawn ? t.beyond : "");
    }
    const [scene, json] = await Promise.all([sceneOf(outcome, heap.picture), outcome.ask({ of: "picture", picture: heap.picture, format: "json" })]);
    if (wanted !== this.#wanted) return null;
    this.#say(heap.isCompared && scene ? Boolean(scene.changes?.length) : null);
    if (!scene?.shapes.length || json === null) return say(unlessStopped(outcome, t.empty));
    const data = JSON.parse(json) as HeapView | HeapDiff;
    const { heap: now, parts } = toldOf(data);
    const picture = numbered(sceneElement({ ...scene, description: describe(parts) }), scene, now);
    this.#picture.replaceChildren(picture);
    reveal(this.#picture, picture);
    return data;
  }
}

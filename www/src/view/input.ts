/** The heap on which a concrete run starts: as a picture, as files, and as the input of the task. */
import type { Outcome } from "../client";
import { download, h, icon } from "../dom";
import type { EvidenceFile, EvidenceKind, HeapView, Picture } from "../engine/engine";
import { texts } from "../text/language";
import { describe, partsOf } from "./parts";
import { numbered, sceneElement, sceneOf } from "./scene";

const t = texts({
  en: {
    heap: "The heap that the run starts on", empty: "The run starts on the empty heap.",
    use: "Use this input", useHelp: "Make this heap the only initial heap of the task and run it; Undo reverts this",
    save: { input: "Input as initial heap (JSON)", junit: "JUnit test (.java)" } as Record<EvidenceKind, string>,
  },
  de: {
    heap: "Der Heap, auf dem der Lauf beginnt", empty: "Der Lauf beginnt auf dem leeren Heap.",
    use: "Diese Eingabe verwenden", useHelp: "Diesen Heap zum einzigen Anfangsheap der Aufgabe machen und sie prüfen; lässt sich rückgängig machen",
    save: { input: "Eingabe als Anfangsheap (JSON)", junit: "JUnit-Test (.java)" },
  },
});

const types: Record<EvidenceKind, string> = { input: "application/json", junit: "text/x-java" };

export class Input {
  readonly #picture = h("div", { className: "heap", tabIndex: 0, aria: { role: "group", label: t.heap } });
  readonly #files = h("div", { className: "input-files" });
  readonly element = h("section", { id: "run-input", className: "run-input", aria: { label: t.heap } }, this.#picture, this.#files);
  /** The input that is drawn or being drawn. */
  #shown: readonly [Outcome, number] | null = null;

  /** `use` receives the input with which to run the task. */
  constructor(private readonly use: (input: EvidenceFile) => void) {}

  /** Shows the input of a property's concrete run. */
  async show(outcome: Outcome, judgement: number): Promise<void> {
    if (this.#shown?.[0] === outcome && this.#shown[1] === judgement) return;
    const wanted = (this.#shown = [outcome, judgement]);
    this.#picture.replaceChildren();
    this.#files.replaceChildren();
    const heap: Picture = { of: "concreteHeap", property: judgement, step: null, before: null };
    const [scene, json, input, junit] = await Promise.all([
      sceneOf(outcome, heap), outcome.ask({ of: "picture", picture: heap, format: "json" }),
      outcome.ask({ of: "evidenceFile", property: judgement, kind: "input" }),
      outcome.ask({ of: "evidenceFile", property: judgement, kind: "junit" }),
    ]);
    if (this.#shown !== wanted) return;
    const data = json === null ? null : (JSON.parse(json) as HeapView);
    const picture = scene?.shapes.length && data ? numbered(sceneElement({ ...scene, description: describe(partsOf(data)) }), scene, data) : null;
    // There is little room beside the buttons: shrink a list rather than cut it.
    if (picture) picture.style.minWidth = `${picture.viewBox.baseVal.width / 2}px`;
    this.#picture.replaceChildren(picture ?? h("p", { className: "quiet" }, t.empty));
    const use = input && h("button", { type: "button", className: "small", title: t.useHelp }, icon("run"), t.use);
    use?.addEventListener("click", () => this.use(input!));
    this.#files.append(...[use, this.#save("input", input), this.#save("junit", junit)].filter((button) => button !== null));
  }

  #save(kind: EvidenceKind, file: EvidenceFile | null): HTMLElement | null {
    if (!file) return null;
    const button = h("button", { type: "button", className: "small", title: file.name }, icon("save"), t.save[kind]);
    button.addEventListener("click", () => download(file.name, types[kind], file.text));
    return button;
  }
}

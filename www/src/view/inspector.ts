/** The selected state: its heap, where it is in the program, what holds in it and where it leads. */
import { byId, download, h } from "../dom";
import type { Outcome } from "../client";
import { edgeKindNames, type SpaceChart, stateKindNames } from "../space/chart";
import { sceneElement } from "./scene";
import { count } from "./verdict";

/** More neighbours than this are counted, not listed. */
const most = 40;

export class Inspector {
  readonly #title = byId("state-title");
  readonly #badge = byId("state-badge");
  readonly #picture = byId("heap-picture");
  readonly #caption = byId("heap-caption");
  readonly #facts = byId("state-facts");
  readonly #save = byId<HTMLButtonElement>("heap-save");
  #wanted = 0;
  #outcome: Outcome | null = null;
  #heap: number | null = null;

  constructor(private readonly select: (state: number) => void) {
    this.#save.addEventListener("click", () => void this.#saveHeap());
  }

  /** Shows nothing but why. */
  clear(message: string): void {
    this.#wanted++;
    this.#heap = null;
    this.#title.textContent = "State";
    this.#badge.hidden = true;
    this.#save.disabled = true;
    this.#caption.textContent = "";
    this.#facts.replaceChildren();
    this.#picture.replaceChildren(h("p", { className: "hint" }, message));
  }

  async show(outcome: Outcome, chart: SpaceChart, state: number): Promise<void> {
    const wanted = ++this.#wanted;
    this.#outcome = outcome;
    this.#heap = chart.data.heaps[state] ?? 0;
    const kind = chart.kind(state);
    this.#title.textContent = `State ${state}`;
    this.#badge.hidden = kind === "inner";
    this.#badge.textContent = stateKindNames[kind];
    this.#badge.dataset["kind"] = kind;
    this.#showFacts(chart, state);
    const scene = await outcome.heap(this.#heap);
    if (wanted !== this.#wanted) return;
    this.#save.disabled = scene === null;
    this.#caption.textContent = `Heap ${this.#heap} · ${count(chart.data.vertices[state] ?? 0, "vertex").replace("vertexs", "vertices")}`;
    if (!scene || scene.shapes.length === 0) {
      this.#picture.replaceChildren(h("p", { className: "hint" }, scene ? "The heap is empty." : "This heap is no longer there; run the task again."));
      return;
    }
    this.#picture.replaceChildren(sceneElement(scene));
  }

  #showFacts(chart: SpaceChart, state: number): void {
    const place = chart.place(state);
    const labels = chart.labels(state);
    const fact = (name: string, ...content: (Node | string)[]): HTMLElement[] => [h("dt", {}, name), h("dd", {}, ...content)];
    this.#facts.replaceChildren(
      ...fact("Location", h("span", {}, chart.procedure(state)), h("span", { className: "quiet" }, ` · ${place.file}:${place.line}`)),
      ...(labels.length ? fact("Holds", ...labels.map((label) => h("code", { className: "chip" }, label))) : []),
      ...fact("Leads to", this.#edges(chart, chart.outgoing(state), true)),
      ...fact("Comes from", this.#edges(chart, chart.incoming(state), false)),
    );
  }

  #edges(chart: SpaceChart, edges: Uint32Array, forward: boolean): HTMLElement {
    if (edges.length === 0) return h("span", { className: "quiet" }, forward ? "nowhere" : "nowhere: it is where the run starts");
    const list = h("ul", { className: "edges" });
    for (const edge of edges.slice(0, most)) {
      const other = forward ? chart.target(edge) : chart.source(edge);
      const link = h("button", { type: "button" }, h("b", {}, String(other)), h("span", {}, chart.operation(edge) || edgeKindNames[chart.edgeKind(edge)]));
      link.addEventListener("click", () => this.select(other));
      list.append(h("li", {}, link));
    }
    if (edges.length > most) list.append(h("li", { className: "quiet" }, `and ${edges.length - most} more`));
    return list;
  }

  async #saveHeap(): Promise<void> {
    if (this.#heap === null) return;
    const text = await this.#outcome?.picture({ of: "heap", number: this.#heap }, "svg");
    if (text) download(`heap-${this.#heap}.svg`, "image/svg+xml", text);
  }
}

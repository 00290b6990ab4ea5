/** The selected state: its heap, where it is in the program, what holds in it and where it leads. */
import { download, h, icon } from "../dom";
import type { Outcome } from "../client";
import { edgeKindNames, type SpaceChart, stateKindNames } from "../space/chart";
import type { Linking, Seen } from "../linking";
import { sceneElement } from "./scene";
import { count } from "./verdict";
import type { View } from "./view";

/** More neighbours than this are counted, not listed. */
const most = 40;

export class HeapView implements View {
  readonly id = "heap";
  readonly title = "Heap";
  readonly home = "side";
  readonly element = h("div", { className: "inspector" });
  readonly #title = h("h2", { id: "state-title" }, "State");
  readonly #badge = h("span", { id: "state-badge", className: "badge", hidden: true });
  readonly #caption = h("span", { id: "heap-caption", className: "quiet" });
  readonly #picture = h("div", { id: "heap-picture", className: "heap", tabIndex: 0, aria: { role: "group", label: "Heap" } });
  readonly #facts = h("dl", { id: "state-facts", className: "facts" });
  readonly #save = h("button", { type: "button", id: "heap-save", className: "icon-button", title: "Save the heap as SVG", disabled: true, aria: { label: "Save the heap as SVG" } }, icon("save"));
  #chart: SpaceChart | null = null;
  #shown: number | null = null;
  #wanted = 0;
  #outcome: Outcome | null = null;
  #heap: number | null = null;

  constructor(private readonly linking: Linking) {
    this.#save.addEventListener("click", () => void this.#saveHeap());
    this.element.append(h("header", {}, this.#title, this.#badge, this.#caption, this.#save), this.#picture, this.#facts);
    this.#clear("Select a state to see its heap.");
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#clear("");
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
  }

  mark({ now }: Seen): void {
    if (now.state === null) {
      const why = now.step === null ? "Select a state to see its heap." : "This state is not among those drawn.";
      return this.#clear(this.#chart ? why : "");
    }
    if (now.state === this.#shown || !this.#outcome || !this.#chart) return;
    void this.#draw(this.#outcome, this.#chart, now.state);
  }

  /** Shows nothing but why. */
  #clear(message: string): void {
    this.#shown = null;
    this.#wanted++;
    this.#heap = null;
    this.#title.textContent = "State";
    this.#badge.hidden = true;
    this.#save.disabled = true;
    this.#caption.textContent = "";
    this.#facts.replaceChildren();
    this.#picture.replaceChildren(h("p", { className: "hint" }, message));
  }

  async #draw(outcome: Outcome, chart: SpaceChart, state: number): Promise<void> {
    const wanted = ++this.#wanted;
    this.#shown = state;
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
      link.addEventListener("click", () => this.linking.pin({ state: other }));
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

/** The state space, and what of it is selected. */
import type { Outcome } from "../client";
import { download, h, icon, s } from "../dom";
import { type Linking, type Seen, stepsOf, drawnState, type World } from "../linking";
import { SpaceChart } from "../space/chart";
import { SpaceView } from "../space/view";
import { counted, figure, texts } from "../text/language";
import type { View } from "./view";

const t = texts({
  en: {
    title: "State space", save: "Save as SVG", drawing: "Drawing the state space …", none: "No states were explored.",
    impossible: "The state space cannot be drawn.", first: "the first ", of: "of",
    states: ["state", "states"], edges: ["edge", "edges"],
    initial: "initial", final: "final", nullDereference: "null dereference", exception: "exception",
  },
  de: {
    title: "Zustandsraum", save: "Als SVG speichern", drawing: "Der Zustandsraum wird gezeichnet …", none: "Es wurden keine Zustände erkundet.",
    impossible: "Der Zustandsraum lässt sich nicht zeichnen.", first: "die ersten ", of: "von",
    states: ["Zustand", "Zustände"], edges: ["Kante", "Kanten"],
    initial: "Anfang", final: "Ende", nullDereference: "Null-Dereferenzierung", exception: "Ausnahme",
  },
});
const states = t.states as [string, string];
const edges = t.edges as [string, string];

/** The states and edges of a run, as far as they are drawn. */
function runOnChart(world: World, judgement: number | null): { runStates: Set<number>; runEdges: Set<number> } {
  const steps = stepsOf(world, judgement);
  const path = steps.map((step) => drawnState(world, step));
  const run = world.outcome && judgement !== null ? world.outcome.report.properties[judgement]?.run : null;
  const closing = run?.cycle[0] ? drawnState(world, run.cycle[0]) : null;
  const runEdges = new Set<number>();
  [...path, closing].forEach((target, i, all) => {
    const source = i ? (all[i - 1] ?? null) : null;
    const edge = source === null || target === null ? null : (world.chart?.edgeBetween(source, target) ?? null);
    if (edge !== null) runEdges.add(edge);
  });
  return { runStates: new Set(path.filter((state) => state !== null)), runEdges };
}

const circle = (className: string): SVGElement => s("circle", { cx: 8, cy: 8, r: 6, class: className });

function legend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...shapes), text);
  const square = (inset: number, className: string): SVGElement =>
    s("rect", { x: inset, y: inset, width: 16 - 2 * inset, height: 16 - 2 * inset, rx: 4.2 - inset / 1.7, class: className });
  return h("footer", { className: "legend" },
    entry(t.initial, s("path", { d: "M0 8h3", class: "stub" }), circle("initial")),
    entry(t.final, square(2, "final"), square(4.4, "final inner")),
    entry(t.nullDereference, s("path", { d: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z", class: "null" })),
    entry(t.exception, s("path", { d: "M8 1l7 7-7 7-7-7z", class: "exception" })));
}

export class StateSpaceView implements View {
  readonly id = "space";
  readonly title = t.title;
  readonly home = "main";
  readonly element = h("div", { className: "space" });
  readonly #space: SpaceView;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #judgement: number | null = null;

  constructor(linking: Linking) {
    this.#space = new SpaceView({
      name: "space",
      label: t.title,
      select: (state) => linking.pin({ state }),
      hover: (state) => linking.preview(state === null ? null : { state }),
    });
    const save = h("button", { type: "button", className: "icon-button", title: t.save, aria: { label: t.save } }, icon("save"));
    save.addEventListener("click", () => void this.#save());
    this.#space.tools.append(save);
    this.element.append(this.#space.element, legend());
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#say(outcome ? t.drawing : t.none);
    this.#draw(null);
  }

  drawn(chart: SpaceChart | null): void {
    this.#say(t.impossible);
    this.#draw(chart);
  }

  mark({ pinned, preview, now }: Seen): void {
    const chart = this.#chart;
    if (pinned.judgement !== this.#judgement) {
      this.#judgement = pinned.judgement;
      this.#space.emphasise(runOnChart({ outcome: this.#outcome, chart }, pinned.judgement));
    }
    const marked = now.line && chart ? chart.statesAt(now.line.file, now.line.line) : new Set<number>();
    const selected = pinned.state;
    this.#space.emphasise({ selected, marked, hovered: preview?.state ?? null });
    if (selected !== null && !preview) this.#space.reveal(selected);
  }

  recolour(): void {
    this.#space.recolour();
  }

  #say(text: string): void {
    this.#space.empty.textContent = text;
  }

  #draw(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#judgement = null;
    this.#space.show(chart);
    this.#space.empty.hidden = chart !== null;
    this.#space.count.textContent = chart ? this.#shown(chart) : "";
  }

  #shown({ stateCount, edgeCount }: SpaceChart): string {
    const total = this.#outcome?.report.exploration?.statesTotal ?? 0;
    const some = counted(stateCount, states);
    return `${stateCount < total ? `${t.first}${some} ${t.of} ${figure.format(total)}` : some}, ${counted(edgeCount, edges)}`;
  }

  async #save(): Promise<void> {
    const text = await this.#outcome?.picture({ of: "space" }, "svg");
    if (text) download("state-space.svg", "image/svg+xml", text);
  }
}

/** What forest automata have learned: boxes, and small heaps of a state. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { BoxView } from "../engine/graph-grammars";
import type { Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { counted, figure, type Noun, texts } from "../text/language";
import { unlessStopped } from "./stopped";
import { thumbnail } from "./thumbnail";
import type { Drawing, View } from "./view";

const t = texts({
  en: {
    title: "Boxes", nothing: "Nothing has run yet.",
    lead: "A box stands for a part of a heap that repeats, such as two neighbours that point at each other. In heaps it is an edge from the first ringed vertex to the others; boxes may contain boxes. “or” is a choice: of all the heaps that a picture stands for, each takes one of the ways.",
    none: "No box was needed: all heaps are trees, up to the objects that variables point to.",
    ports: ["end", "ends"] as Noun, uses: ["set of heaps", "sets of heaps"] as Noun, inside: (names: string) => `Contains ${names}.`,
    in: (sets: string) => `Occurs in ${sets}.`, nested: "Occurs in other boxes only.", examples: "Smallest examples", export: "Export this picture",
    state: (state: number) => `Small heaps of state ${state}`, stateLead: "Each state stands for a set of heaps. These are among the smallest of them.",
    choose: "Choose a state to see some of its heaps here.", noHeap: "It has no heap of up to six objects.", heap: (heap: string) => `Heap ${heap}`,
  },
  de: {
    title: "Boxen", nothing: "Es wurde noch nichts geprüft.",
    lead: "Eine Box steht für einen Teil eines Heaps, der sich wiederholt, etwa zwei Nachbarn, die aufeinander zeigen. In Heaps ist sie eine Kante vom ersten Knoten mit Ring zu den anderen; Boxen können Boxen enthalten. „or“ ist eine Wahl: Von allen Heaps, für die ein Bild steht, nimmt jeder einen der Wege.",
    none: "Es war keine Box nötig: Bis auf die Objekte, auf die Variablen zeigen, sind alle Heaps Bäume.",
    ports: ["Ende", "Enden"], uses: ["Menge von Heaps", "Mengen von Heaps"], inside: (names) => `Enthält ${names}.`,
    in: (sets) => `Kommt in ${sets} vor.`, nested: "Kommt nur in anderen Boxen vor.", examples: "Kleinste Beispiele", export: "Dieses Bild exportieren",
    state: (state) => `Kleine Heaps von Zustand ${state}`, stateLead: "Jeder Zustand steht für eine Menge von Heaps. Diese gehören zu den kleinsten davon.",
    choose: "Wählen Sie einen Zustand, um hier einige seiner Heaps zu sehen.", noHeap: "Er hat keinen Heap mit höchstens sechs Objekten.", heap: (heap) => `Heap ${heap}`,
  },
});

export class BoxesView implements View {
  readonly id = "boxes";
  readonly title = t.title;
  readonly home = "main";
  readonly analyses = ["forest"] as const;
  readonly #sampled = h("section", { className: "box" });
  readonly #boxes = h("div", { className: "list" });
  readonly element = h("div", {}, h("div", { className: "boxes", tabIndex: 0, aria: { role: "region", label: t.title } }, this.#sampled, this.#boxes));
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #known: BoxView[] | null = null;
  #state: number | null = null;
  /** The content whose samples are shown. */
  #content: number | null = null;
  /** The picture that is exported. */
  #chosen: number | null = null;
  #open = false;

  constructor() {
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome?.report.analysis === "forest" ? outcome : null;
    this.#chart = this.#known = this.#content = this.#chosen = null;
    this.#sampled.replaceChildren(h("p", { className: "hint" }, outcome ? t.choose : t.nothing));
    this.#boxes.replaceChildren();
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    void this.#ask();
  }

  opened(open: boolean): void {
    this.#open = open;
    void this.#ask();
  }

  mark({ now: { state } }: Seen): void {
    this.#state = state;
    void this.#sample();
  }

  drawing(): Drawing | null {
    const number = this.#chosen ?? this.#known?.[0]?.content ?? null;
    return number === null ? null : { picture: { of: "heap", number }, name: `heap-${number}` };
  }

  /** Boxes are requested only while the view is open. */
  async #ask(): Promise<void> {
    const outcome = this.#outcome;
    if (!this.#open || !outcome) return;
    if (!this.#known) {
      const boxes = await outcome.boxes();
      if (outcome !== this.#outcome) return;
      this.#known = boxes;
      this.#boxes.replaceChildren(
        h("p", { className: "lead" }, boxes ? (boxes.length ? t.lead : t.none) : unlessStopped(outcome, "")),
        ...(boxes ?? []).map((box) => this.#box(outcome, box)));
    }
    await this.#sample();
  }

  /** Small heaps of the chosen state. */
  async #sample(): Promise<void> {
    const [outcome, state] = [this.#outcome, this.#state];
    if (!this.#open || !outcome) return;
    const content = state !== null && this.#chart && state < this.#chart.stateCount ? (this.#chart.data.contents[state] ?? null) : null;
    if (content === this.#content || state === null) return;
    this.#content = content;
    if (content === null) return this.#sampled.replaceChildren(h("p", { className: "hint" }, t.choose));
    const samples = await outcome.samples(content);
    if (content !== this.#content) return;
    this.#sampled.replaceChildren(
      h("header", {}, h("h2", {}, t.state(state))), h("p", { className: "lead" }, t.stateLead),
      this.#pictures(outcome, samples ?? []));
  }

  #box(outcome: Outcome, { name, content, ports, boxes, states }: BoxView): HTMLElement {
    const examples = h("details", {}, h("summary", {}, t.examples));
    examples.addEventListener("toggle", () => {
      if (examples.open && examples.childElementCount === 1) {
        void outcome.samples(content).then((samples) => examples.append(this.#pictures(outcome, samples ?? [])));
      }
    });
    const uses = states ? t.in(counted(states, t.uses)) : t.nested;
    return h("article", { className: "box", aria: { label: name } },
      h("header", {}, h("h2", {}, name), h("span", { className: "badge" }, counted(ports, t.ports))),
      h("p", { className: "lead" }, [uses, boxes.length ? t.inside(boxes.join(", ")) : ""].filter(Boolean).join(" ")),
      this.#picture(outcome, content, name), examples);
  }

  #pictures(outcome: Outcome, samples: readonly number[]): HTMLElement {
    if (!samples.length) return h("p", { className: "quiet" }, t.noHeap);
    return h("section", {}, h("ul", {}, ...samples.map((sample) => h("li", {}, this.#picture(outcome, sample, t.heap(figure.format(sample)))))));
  }

  #picture(outcome: Outcome, content: number, name: string): HTMLElement {
    const card = h("button", { type: "button", className: "fragment", title: t.export, aria: { label: `${name}: ${t.export}` } }, thumbnail(() => outcome.heap(content)), h("span", {}, name));
    card.addEventListener("click", () => {
      this.#chosen = content;
      for (const other of this.element.querySelectorAll(".fragment")) other.setAttribute("aria-pressed", String(other === card));
    });
    return card;
  }
}

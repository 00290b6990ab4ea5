/** Small blocks against large blocks: the same program, the same predicate abstraction, and what each of them needs. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { SearchEnd } from "../engine/engine";
import { explained } from "../frame/terms";
import { figure, texts } from "../text/language";
import { Chosen } from "./chosen";
import { unlessStopped } from "./stopped";
import { endText, refinementOf, type TimedRefinement } from "./searches";
import { milliseconds } from "./verdict";

const t = texts({
  en: {
    title: "Small and large blocks", run: "Compare block sizes", failed: "The program is too large for this comparison.",
    lead: "The same predicate abstraction on blocks of one statement each, and on large blocks. Large ones need fewer regions and predicates, because the solver sees all ways through acyclic code at once.",
    searching: "Searching …", sizes: { small: "Small blocks", large: "Large blocks" },
    columns: ["Blocks of", "Result", "Heads", "Blocks", "Graphs", "Predicates", "Regions", "Questions", "Time"],
    ends: { proved: "proved", fails: "violated", open: "no answer" } as Record<SearchEnd["kind"], string>,
  },
  de: {
    title: "Kleine und große Blöcke", run: "Blockgrößen vergleichen", failed: "Das Programm ist für diesen Vergleich zu groß.",
    lead: "Dieselbe Prädikatabstraktion auf Blöcken aus je einer Anweisung und auf großen Blöcken. Große brauchen weniger Regionen und Prädikate, weil der Solver alle Wege durch zyklenfreien Code auf einmal sieht.",
    searching: "Es wird gesucht …", sizes: { small: "Kleine Blöcke", large: "Große Blöcke" },
    columns: ["Blöcke", "Ergebnis", "Köpfe", "Blöcke", "Graphen", "Prädikate", "Regionen", "Fragen", "Zeit"],
    ends: { proved: "bewiesen", fails: "verletzt", open: "keine Antwort" },
  },
});

export class BlockSizes {
  readonly element = h("section", { id: "block-sizes" });
  readonly #run = h("button", { type: "button", className: "small", id: "block-sizes-run" }, t.run);
  readonly #chosen = new Chosen("block-sizes-choose", () => this.#result.replaceChildren());
  readonly #result = h("div", { aria: { live: "polite" } });
  #outcome: Outcome | null = null;
  #wanted = 0;

  constructor() {
    this.#run.addEventListener("click", () => void this.#compare());
    this.element.append(h("h2", {}, t.title), h("div", { className: "intro" }, h("p", { className: "lead" }, ...explained(t.lead)), this.#chosen.element, this.#run), this.#result);
  }

  show(outcome: Outcome): void {
    if (outcome === this.#outcome) return;
    this.#outcome = outcome;
    this.#wanted++;
    this.#chosen.load(outcome);
    this.#result.replaceChildren();
  }

  async #compare(): Promise<void> {
    const [outcome, property] = [this.#outcome, this.#chosen.number];
    if (!outcome || property === null) return;
    const wanted = ++this.#wanted;
    this.#result.replaceChildren(h("p", { className: "hint" }, t.searching));
    const rows: HTMLElement[] = [];
    for (const size of ["small", "large"] as const) {
      const found = await refinementOf(outcome, property, { small: size === "small", cartesian: false });
      if (wanted !== this.#wanted) return;
      if (!found) return this.#result.replaceChildren(h("p", { className: "hint" }, unlessStopped(outcome, t.failed)));
      rows.push(row(t.sizes[size], found));
    }
    this.#result.replaceChildren(h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label: t.title } },
      h("table", { className: "compare sizes" },
        h("caption", { className: "sr-only" }, t.title),
        h("thead", {}, h("tr", {}, ...t.columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...rows))));
  }
}

function row(name: string, { view: { end, figures }, milliseconds: time }: TimedRefinement): HTMLElement {
  const { heads, blocks, rounds, predicates, nodes = 0, queries } = figures;
  const numbers = [heads, blocks, rounds, predicates, nodes, queries].map((number) => h("td", { className: "figure" }, figure.format(number)));
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", { title: endText(end) }, t.ends[end.kind]), ...numbers, h("td", { className: "figure" }, milliseconds(time)));
}

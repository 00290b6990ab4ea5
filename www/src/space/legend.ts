/** The legends of state spaces and proofs: they explain what is on the screen, and nothing else. */
import { h, s } from "../dom";
import { type SpaceChart, type StateKindName, stateKindNames } from "./chart";
import { t } from "./words";

/** What a legend explains: a kind of nodes, a group of them, or an emphasis. */
export type Sign = StateKindName | "group" | "decreasing" | "run" | "marked";

/** A sign, its meaning, and shapes that show it. */
export type LegendEntry = readonly [sign: Sign, meaning: string, ...shapes: SVGElement[]];

export class Legend {
  readonly element = h("footer", { className: "legend" });
  readonly #entries: readonly (readonly [Sign, HTMLElement])[];

  constructor(entries: readonly LegendEntry[]) {
    this.#entries = entries.map(([sign, meaning, ...shapes]) => [sign, h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...shapes), meaning)]);
    this.element.append(...this.#entries.map(([, entry]) => entry));
  }

  /** Shows only the entries of these signs. */
  show(signs: ReadonlySet<Sign>): void {
    for (const [sign, entry] of this.#entries) entry.hidden = !signs.has(sign);
  }
}

/** The signs of the nodes of a drawing. */
export function signsOf(chart: SpaceChart): Set<Sign> {
  const signs = new Set<Sign>();
  for (let node = 0; node < chart.nodeCount; node++) {
    signs.add(chart.nodeKind(node));
    if (chart.isGroup(node)) signs.add("group");
  }
  return signs;
}

export const circle = (className: string): SVGElement => s("circle", { cx: 8, cy: 8, r: 6, class: className });
export const square = (inset: number, className: string): SVGElement =>
  s("rect", { x: inset, y: inset, width: 16 - 2 * inset, height: 16 - 2 * inset, rx: 4.2 - inset / 1.7, class: className });
export const octagon = (): SVGElement => s("path", { d: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z", class: "null" });
export const line = (className: string): SVGElement => s("path", { d: "M0 8h16", class: className });

/** The legend of state spaces. */
export function spaceLegend(): Legend {
  const sheet = (x: number, y: number): SVGElement => s("rect", { x, y, width: 11, height: 8, rx: 2.4, class: "sheet" });
  return new Legend([
    ["initial", t.initial, s("path", { d: "M0 8h3", class: "stub" }), circle("initial")],
    ["final", t.final, square(2, "final"), square(4.4, "final inner")],
    ["nullDereference", t.nullDereference, octagon()],
    ["exception", t.exception, s("path", { d: "M8 1l7 7-7 7-7-7z", class: "exception" })],
    ["failed", stateKindNames.failed, s("path", { d: "M1 3h14L8 15z", class: "null" })],
    ["run", t.run, line("fails")],
    ["marked", t.marked, circle("marked")],
    ["decreasing", t.smaller, line("finite")],
    ["group", t.group, sheet(4, 2), sheet(1, 5)],
  ]);
}

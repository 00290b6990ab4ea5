/** The legend of pictures of heaps and of values. */
import { h, s } from "../dom";
import type { Scene } from "../engine/engine";
import { explained } from "../frame/terms";
import { texts } from "../text/language";

const t = texts({
  en: {
    title: "Legend", vertex: "object, with its number", null: "null and other constants", selector: "selector: a field that points to an object",
    collection: "collection: a row for each element or entry; … stands for those that are abstracted", variable: "variable", marking: "marking", nonterminal: "nonterminal edge: an abstracted part; its tentacles are numbered",
    external: "external vertex", added: "added since the previous state", removed: "removed since the previous state",
    value: "value of a variable", any: "unassigned: any value, or one of several", anyValue: "any", changed: "changed since the previous state",
  },
  de: {
    title: "Legende", vertex: "Objekt mit seiner Nummer", null: "null und andere Konstanten", selector: "Selektor: ein Feld, das auf ein Objekt zeigt",
    collection: "Sammlung: eine Zeile für jedes Element oder jeden Eintrag; … steht für die abstrahierten", variable: "Variable", marking: "Markierung", nonterminal: "Nichtterminalkante: ein abstrahierter Teil; seine Tentakel sind nummeriert",
    external: "externer Knoten", added: "neu seit dem vorigen Zustand", removed: "entfernt seit dem vorigen Zustand",
    value: "Wert einer Variablen", any: "nicht belegt: jeder Wert oder einer von mehreren", anyValue: "bel.", changed: "geändert seit dem vorigen Zustand",
  },
});

const circle = (role: string): SVGElement => s("circle", { class: role, cx: 20, cy: 11, r: 8 });
const label = (role: string, text: string, x = 20): SVGElement => s("text", { class: role, x, y: 11, "text-anchor": "middle" }, text);
const box = (role: string): SVGElement => s("rect", { class: role, x: 4, y: 3, width: 32, height: 16, rx: role === "nonterminal" ? 0 : 4 });

/** Explains the shapes and changes of the picture that is shown, and nothing else. */
export class HeapLegend {
  readonly #entries: (readonly [sign: string, entry: HTMLElement])[] = [];
  readonly element: HTMLElement;

  constructor() {
    const entry = (sign: string, text: string, ...shapes: SVGElement[]): HTMLElement => {
      const element = h("li", {}, s("svg", { class: "scene", viewBox: "0 0 40 22", "aria-hidden": "true" }, ...shapes), h("span", {}, ...explained(text)));
      this.#entries.push([sign, element]);
      return element;
    };
    const value = (role: string, text: string): SVGElement[] =>
      [s("rect", { class: role, x: 4, y: 2, width: 32, height: 18, rx: 3 }), label("state", text)];
    this.element = h("details", { className: "heap-legend" },
      h("summary", {}, t.title),
      h("ul", { dataset: { of: "boolean" } },
        entry("variable", t.variable, box("variable"), label("variable", "x")),
        entry("constant", t.value, ...value("constant", "T")),
        entry("open", t.any, ...value("open", t.anyValue)),
        entry("added", t.changed, ...value("constant added", "2→3"))),
      h("ul", { dataset: { of: "heap" } },
        entry("vertex", t.vertex, circle("vertex"), label("number", "1")),
        entry("collection", t.collection, s("rect", { class: "collection", x: 6, y: 1, width: 28, height: 10 }), s("rect", { class: "vertex", x: 6, y: 11, width: 28, height: 10 })),
        entry("null", t.null, circle("null")),
        entry("selector", t.selector, s("path", { class: "selector", d: "M2 11H32" }), s("path", { class: "tip", d: "M30 6.5 39 11 30 15.5z" })),
        entry("variable", t.variable, box("variable"), label("variable", "x")),
        entry("marking", t.marking, box("marking"), label("marking", "m")),
        entry("nonterminal", t.nonterminal, s("path", { class: "tentacle", d: "M0 11H40" }), s("rect", { class: "nonterminal", x: 9, y: 3, width: 22, height: 16 }), label("nonterminal", "L"), label("tentacle", "1", 4), label("tentacle", "2", 36)),
        entry("external", t.external, s("circle", { class: "vertex", cx: 20, cy: 11, r: 6.5 }), circle("external")),
        entry("added", t.added, s("path", { class: "selector added", d: "M12 11H40" }), label("change added", "+", 5)),
        entry("removed", t.removed, s("path", { class: "selector removed", d: "M12 11H40" }), label("change removed", "−", 5))));
  }

  show({ shapes, changes = [] }: Pick<Scene, "shapes" | "changes">): void {
    const signs = new Set<string>([...shapes.map(({ role }) => role), ...changes.map(({ change }) => change)]);
    for (const [sign, entry] of this.#entries) entry.hidden = !signs.has(sign);
  }
}

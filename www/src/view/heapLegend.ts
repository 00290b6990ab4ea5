/** The legend of heap pictures. */
import { h, s } from "../dom";
import { explained } from "../frame/terms";
import { texts } from "../text/language";

const t = texts({
  en: {
    title: "Legend", vertex: "object, with its number", null: "null and other constants", selector: "selector: a field that points to an object",
    variable: "variable", marking: "marking", nonterminal: "nonterminal edge: an abstracted part; its tentacles are numbered",
    external: "external vertex", added: "added since the previous state", removed: "removed since the previous state",
    value: "value of a variable", any: "unassigned: any value, or one of several", changed: "changed since the previous state",
  },
  de: {
    title: "Legende", vertex: "Objekt mit seiner Nummer", null: "null und andere Konstanten", selector: "Selektor: ein Feld, das auf ein Objekt zeigt",
    variable: "Variable", marking: "Markierung", nonterminal: "Nichtterminalkante: ein abstrahierter Teil; seine Tentakel sind nummeriert",
    external: "externer Knoten", added: "neu seit dem vorigen Zustand", removed: "entfernt seit dem vorigen Zustand",
    value: "Wert einer Variablen", any: "nicht belegt: jeder Wert oder einer von mehreren", changed: "geändert seit dem vorigen Zustand",
  },
});

const circle = (role: string): SVGElement => s("circle", { class: role, cx: 20, cy: 11, r: 8 });
const label = (role: string, text: string, x = 20): SVGElement => s("text", { class: role, x, y: 11, "text-anchor": "middle" }, text);
const box = (role: string): SVGElement => s("rect", { class: role, x: 4, y: 3, width: 32, height: 16, rx: role === "nonterminal" ? 0 : 4 });

export function heapLegend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("li", {}, s("svg", { class: "scene", viewBox: "0 0 40 22", "aria-hidden": "true" }, ...shapes), h("span", {}, ...explained(text)));
  const value = (role: string, text: string): SVGElement[] =>
    [s("rect", { class: role, x: 4, y: 2, width: 32, height: 18, rx: 3 }), label("state", text)];
  return h("details", { className: "heap-legend" },
    h("summary", {}, t.title),
    h("ul", { dataset: { of: "boolean" } },
      entry(t.variable, box("variable"), label("variable", "x")),
      entry(t.value, ...value("constant", "T")),
      entry(t.any, ...value("open", "any")),
      entry(t.changed, ...value("constant added", "2→3"))),
    h("ul", { dataset: { of: "heap" } },
      entry(t.vertex, circle("vertex"), label("number", "1")),
      entry(t.null, circle("null")),
      entry(t.selector, s("path", { class: "selector", d: "M2 11H32" }), s("path", { class: "tip", d: "M30 6.5 39 11 30 15.5z" })),
      entry(t.variable, box("variable"), label("variable", "x")),
      entry(t.marking, box("marking"), label("marking", "m")),
      entry(t.nonterminal, s("path", { class: "tentacle", d: "M0 11H40" }), s("rect", { class: "nonterminal", x: 9, y: 3, width: 22, height: 16 }), label("nonterminal", "L"), label("tentacle", "1", 4), label("tentacle", "2", 36)),
      entry(t.external, s("circle", { class: "vertex", cx: 20, cy: 11, r: 6.5 }), circle("external")),
      entry(t.added, s("path", { class: "selector added", d: "M12 11H40" }), label("change added", "+", 5)),
      entry(t.removed, s("path", { class: "selector removed", d: "M12 11H40" }), label("change removed", "−", 5))));
}

/** The legend of state spaces. */
import { h, s } from "../dom";
import { stateKindNames } from "./chart";
import { t } from "./words";

const circle = (className: string): SVGElement => s("circle", { cx: 8, cy: 8, r: 6, class: className });

/** Kinds that exist in one analysis only are shown for that analysis. */
export function legend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...shapes), text);
  const only = (of: "heap" | "boolean", element: HTMLElement): HTMLElement => {
    element.dataset["of"] = of;
    return element;
  };
  const square = (inset: number, className: string): SVGElement =>
    s("rect", { x: inset, y: inset, width: 16 - 2 * inset, height: 16 - 2 * inset, rx: 4.2 - inset / 1.7, class: className });
  const sheet = (x: number, y: number): SVGElement => s("rect", { x, y, width: 11, height: 8, rx: 2.4, class: "sheet" });
  return h("footer", { className: "legend" },
    entry(t.initial, s("path", { d: "M0 8h3", class: "stub" }), circle("initial")),
    entry(t.final, square(2, "final"), square(4.4, "final inner")),
    only("heap", entry(t.nullDereference, s("path", { d: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z", class: "null" }))),
    only("heap", entry(t.exception, s("path", { d: "M8 1l7 7-7 7-7-7z", class: "exception" }))),
    only("boolean", entry(stateKindNames.failed, s("path", { d: "M1 3h14L8 15z", class: "null" }))),
    h("span", { className: "counted" }, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: "M0 8h16", class: "finite" })), t.smaller),
    entry(t.group, sheet(4, 2), sheet(1, 5)));
}

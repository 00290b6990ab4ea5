/** A drawn graph on a canvas, and the same graph as a picture for printing. */
import { h, s } from "../../dom";
import type { SpaceChart } from "../../space/chart";
import { SpaceView } from "../../space/view";
import type { Host } from "../pane";

/** The size of a drawing that is printed whole, and the room around the steps of a larger one. */
const whole = 1000;
const room = 110;

/** Above this number of states the canvas is printed instead of vector graphics. */
export const mostPrinted = 3000;

export class Graph {
  readonly element = h("div", { className: "graph" });
  readonly view: SpaceView;
  readonly #print = s("svg", { class: "print", role: "img" });
  readonly #here = s("circle", { class: "here", r: 20 });
  #image: string | null = null;

  constructor(host: Host, label: string, select: (state: number | null) => void) {
    this.view = new SpaceView({ label, select, colours: host.frame, language: host.t.language });
    this.#print.setAttribute("aria-label", label);
    this.element.append(this.view.element, this.#print);
    // The wheel scrolls the page until this element has the focus.
    this.element.addEventListener("wheel", (event) => {
      const here = (this.element.getRootNode() as ShadowRoot).activeElement;
      if (!event.ctrlKey && !this.element.contains(here)) event.stopPropagation();
    }, { capture: true, passive: true });
    this.show(null, []);
  }

  /** Shows a graph; `steps` must be visible in print. */
  show(chart: SpaceChart | null, steps: number[]): void {
    this.view.show(chart);
    this.print(null);
    if (!chart) return;
    const [width, height] = [chart.data.size[0] ?? 1, chart.data.size[1] ?? 1];
    const xs = steps.map((state) => chart.x(state));
    const ys = steps.map((state) => chart.y(state));
    const small = (width <= whole && height <= whole) || !steps.length;
    const [left, top] = small ? [-room / 4, -room / 4] : [Math.min(...xs) - room, Math.min(...ys) - room];
    const [right, bottom] = small ? [width + room / 4, height + room / 4] : [Math.max(...xs) + room, Math.max(...ys) + room];
    this.#print.setAttribute("viewBox", [left, top, right - left, bottom - top].map((n) => n.toFixed(1)).join(" "));
  }

  /** The picture by the engine, as an SVG document; it is shown as an image, so nothing in it is ever run. */
  print(svg: string | null): void {
    this.close();
    const box = /viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"/.exec(svg ?? "");
    this.element.classList.toggle("printable", box !== null);
    this.#print.replaceChildren();
    if (!svg || !box) return;
    this.#image = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const [, x, y, width, height] = box as unknown as [string, string, string, string, string];
    this.#print.append(s("image", { href: this.#image, x, y, width, height }), this.#here);
  }

  at(state: number | null): void {
    const chart = this.view.chart;
    const known = state !== null && chart !== null && state < chart.stateCount ? state : null;
    this.view.emphasise({ selected: known });
    this.#here.toggleAttribute("hidden", known === null);
    if (known === null || !chart) return;
    this.view.reveal(known);
    this.#here.setAttribute("cx", String(chart.x(known)));
    this.#here.setAttribute("cy", String(chart.y(known)));
  }

  say(message: string | null): void {
    this.view.empty.hidden = message === null;
    this.view.empty.textContent = message ?? "";
  }

  close(): void {
    if (this.#image) URL.revokeObjectURL(this.#image);
    this.#image = null;
  }
}

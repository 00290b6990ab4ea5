/** The state space as a table: the same content for those who do not use the drawing. */
import { h } from "../dom";
import type { Linking, Seen } from "../linking";
import { type SpaceChart, stateKindNames } from "../space/chart";
import type { View } from "./view";

const pageSize = 200;

export class TableView implements View {
  readonly id = "table";
  readonly title = "Table";
  readonly home = "main";
  readonly element = h("div");
  #chart: SpaceChart | null = null;
  #page = 0;
  #selected: number | null = null;
  #shown = false;

  constructor(private readonly linking: Linking) {}

  show(): void {
    this.drawn(null);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#page = 0;
    this.#draw();
  }

  /** The table is built only while its tab is open. */
  opened(shown: boolean): void {
    this.#shown = shown;
    this.#draw();
  }

  mark({ pinned: { state } }: Seen): void {
    this.#selected = state;
    if (!this.#shown) return;
    if (state !== null && Math.floor(state / pageSize) !== this.#page) {
      this.#page = Math.floor(state / pageSize);
      this.#draw();
      return;
    }
    for (const row of this.element.querySelectorAll<HTMLElement>("tr[data-state]")) {
      row.setAttribute("aria-selected", String(row.dataset["state"] === String(state)));
    }
  }

  #draw(): void {
    const chart = this.#chart;
    if (!this.#shown) return;
    if (!chart) {
      this.element.replaceChildren(h("p", { className: "hint" }, "There are no states to show."));
      return;
    }
    const first = this.#page * pageSize;
    const end = Math.min(first + pageSize, chart.stateCount);
    const rows = Array.from({ length: end - first }, (_, i) => this.#row(chart, first + i));
    const head = ["State", "Kind", "Procedure", "Line", "Heap", "Vertices", "Leads to"];
    const turn = (name: string, by: number, possible: boolean): HTMLButtonElement => {
      const button = h("button", { type: "button", className: "small", disabled: !possible }, name);
      button.addEventListener("click", () => {
        this.#page += by;
        this.#draw();
      });
      return button;
    };
    this.element.replaceChildren(
      h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label: "States" } },
        h("table", { className: "states" },
          h("caption", { className: "sr-only" }, "States in order of discovery"),
          h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", {}, ...rows))),
      h("footer", { className: "pager" },
        turn("Previous", -1, first > 0),
        h("span", {}, `States ${first} to ${end - 1} of ${chart.stateCount}`),
        turn("Next", 1, end < chart.stateCount)),
    );
  }

  #row(chart: SpaceChart, state: number): HTMLElement {
    const targets = [...chart.outgoing(state)].slice(0, 8).map((edge) => chart.target(edge)).join(", ");
    const link = h("button", { type: "button" }, String(state));
    link.addEventListener("click", () => this.linking.pin({ state }));
    const cells = [
      stateKindNames[chart.kind(state)],
      chart.procedure(state),
      String(chart.line(state)),
      String(chart.data.heaps[state] ?? 0),
      String(chart.data.vertices[state] ?? 0),
      targets,
    ];
    return h(
      "tr",
      { dataset: { state: String(state) }, aria: { selected: String(state === this.#selected) } },
      h("th", { scope: "row" }, link),
      ...cells.map((cell) => h("td", {}, cell)),
    );
  }
}

/** The state space as a table: the same content for those who do not use the drawing. */
import { byId, h } from "../dom";
import { type SpaceChart, stateKindNames } from "../space/chart";

const pageSize = 200;

export class TableView {
  readonly #panel = byId("panel-table");
  #chart: SpaceChart | null = null;
  #page = 0;
  #selected: number | null = null;
  #shown = false;

  constructor(private readonly select: (state: number) => void) {}

  show(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#page = 0;
    this.#draw();
  }

  /** The table is built only while its tab is open. */
  open(shown: boolean): void {
    this.#shown = shown;
    this.#draw();
  }

  mark(state: number | null): void {
    this.#selected = state;
    if (!this.#shown) return;
    if (state !== null && Math.floor(state / pageSize) !== this.#page) {
      this.#page = Math.floor(state / pageSize);
      this.#draw();
      return;
    }
    for (const row of this.#panel.querySelectorAll<HTMLElement>("tr[data-state]")) {
      row.setAttribute("aria-selected", String(row.dataset["state"] === String(state)));
    }
  }

  #draw(): void {
    const chart = this.#chart;
    if (!this.#shown) return;
    if (!chart) {
      this.#panel.replaceChildren(h("p", { className: "hint" }, "There are no states to show."));
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
    this.#panel.replaceChildren(
      h("div", { className: "scroll" },
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
    link.addEventListener("click", () => this.select(state));
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

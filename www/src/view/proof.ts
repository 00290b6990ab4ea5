/** The proof of a property: its assertions, and what the selected one claims. */
import { byId, download, h } from "../dom";
import type { Outcome } from "../client";
import { SpaceChart, stateKindNames } from "../space/chart";
import { SpaceView } from "../space/view";
import { strategyName } from "../strategy";
import { groupsOf, shownOf } from "./groups";
import { count, verdictWords } from "./verdict";

const nothing: ReadonlySet<number> = new Set();

export class ProofView {
  readonly #space: SpaceView;
  readonly #chooser = byId<HTMLSelectElement>("proof-choose");
  readonly #card = byId("proof-card");
  readonly #empty = byId("proof-empty");
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #property = 0;
  #selected: { assertion: number | null; state: number | null } = { assertion: null, state: null };
  #open = false;
  #wanted = 0;

  /** `select` hears of the assertion that is chosen and of its state. */
  constructor(private readonly select: (assertion: number | null, state: number | null) => void) {
    this.#space = new SpaceView("proof", (assertion) => this.#choose(assertion));
    this.#chooser.addEventListener("change", () => this.property(Number(this.#chooser.value)));
    byId("proof-save").addEventListener("click", () => void this.#save());
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    const first = outcome ? groupsOf(outcome.report)[0] : undefined;
    this.#property = (first && shownOf(first)[0]?.position) ?? 0;
    const options = (outcome?.report.properties ?? []).map(({ id, strategy, verdict }, i) =>
      h("option", { value: String(i) }, `${id} · ${strategyName(strategy)} · ${verdictWords[verdict]}`));
    this.#chooser.replaceChildren(...options);
    this.#forget();
  }

  /** Shows the proof of the property at this position of the report. */
  property(number: number): void {
    if (number === this.#property || number < 0) return;
    this.#property = number;
    this.#forget();
  }

  /** A proof is asked for only while the tab is open. */
  open(open: boolean): void {
    this.#open = open;
    if (open && !this.#chart) void this.#draw();
  }

  recolour(): void {
    this.#space.recolour();
  }

  /** Marks an assertion; without one those of the selected state. */
  mark(assertion: number | null, state: number | null): void {
    this.#selected = { assertion, state };
    const chart = this.#chart;
    if (!chart) return;
    const there = state === null ? nothing : chart.assertionsAt(state);
    const selected = assertion ?? [...there][0] ?? null;
    this.#space.emphasise({ selected, marked: there });
    if (selected !== null && this.#open) this.#space.reveal(selected);
    this.#drawCard(chart, selected);
  }

  #forget(): void {
    this.#chart = null;
    this.#wanted++;
    this.#space.show(null);
    this.#card.hidden = true;
    byId("proof-count").textContent = "";
    this.#chooser.value = String(this.#property);
    this.#say(this.#chooser.options.length ? "Building the proof …" : "There is no property to prove.");
    void this.#draw();
  }

  #say(message: string | null): void {
    this.#empty.hidden = message === null;
    this.#empty.textContent = message ?? "";
  }

  async #draw(): Promise<void> {
    if (!this.#open || !this.#outcome || !this.#chooser.options.length) return;
    const wanted = ++this.#wanted;
    const data = await this.#outcome.proof(this.#property);
    if (wanted !== this.#wanted) return;
    if (!data) return this.#say("The proof is too large to be kept.");
    this.#say(null);
    this.#chart = new SpaceChart(data);
    this.#space.show(this.#chart);
    this.#space.emphasise(this.#chart.failing());
    const shown = count(this.#chart.stateCount, "assertion");
    const total = (this.#chart.stateCount + data.hidden).toLocaleString("en");
    byId("proof-count").textContent = `${data.hidden ? `${shown} of ${total}` : shown}, ${count(this.#chart.edgeCount, "edge")}`;
    this.mark(this.#selected.assertion, this.#selected.state);
  }

  #choose(assertion: number | null): void {
    this.select(assertion, assertion === null ? null : (this.#chart?.stateOf(assertion) ?? null));
  }

  #drawCard(chart: SpaceChart, assertion: number | null): void {
    this.#card.hidden = assertion === null || assertion >= chart.stateCount;
    if (assertion === null || this.#card.hidden) return;
    const kind = chart.kind(assertion);
    const { file, line } = chart.place(assertion);
    const state = chart.stateOf(assertion);
    const formulas = chart.labels(assertion);
    const several = formulas.length > 1;
    const claim = kind === "refuted" ? (several ? "All of these are false here" : "This is false here")
      : several ? "On every run from here one of these is to hold" : "On every run from here this is to hold";
    const follow = [...chart.outgoing(assertion)].slice(0, 24).map((edge) => {
      const button = h("button", { type: "button", className: "small", title: chart.operation(edge) }, String(chart.target(edge)));
      button.addEventListener("click", () => this.#choose(chart.target(edge)));
      return button;
    });
    this.#card.replaceChildren(
      h("header", {},
        h("h3", {}, `Assertion ${assertion}`),
        kind === "inner" ? null : h("span", { className: "badge", dataset: { kind } }, stateKindNames[kind]),
        h("span", { className: "quiet" }, `${state === null ? "" : `state ${state} · `}${file}:${line}`)),
      h("p", { className: "quiet" }, claim),
      h("ul", { className: "claims" }, ...formulas.map((formula) => h("li", {}, h("code", {}, formula)))),
      ...(follow.length ? [h("p", { className: "rests" }, h("span", { className: "quiet" }, "It rests on"), ...follow)] : []),
    );
  }

  async #save(): Promise<void> {
    const text = await this.#outcome?.picture({ of: "proof", number: this.#property }, "svg");
    if (text) download("proof.svg", "image/svg+xml", text);
  }
}

/** The proof of a property: its assertions, and what the selected one claims. */
import { download, h, icon, s } from "../dom";
import type { Linking, Seen } from "../linking";
import type { Outcome } from "../client";
import { SpaceChart, stateKindNames } from "../space/chart";
import { SpaceView } from "../space/view";
import { strategyName } from "../strategy";
import { groupsOf, shownOf } from "./groups";
import { count, verdictWords } from "./verdict";
import type { View } from "./view";

const nothing: ReadonlySet<number> = new Set();

function legend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...shapes), text);
  const square = (inset: number, className: string): SVGElement =>
    s("rect", { x: inset, y: inset, width: 16 - 2 * inset, height: 16 - 2 * inset, rx: 4.2 - inset / 1.7, class: className });
  return h("footer", { className: "legend" },
    entry("proved", square(2, "final"), square(4.4, "final inner")),
    entry("refuted", s("path", { d: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z", class: "null" })),
    entry("where it fails", s("path", { d: "M0 8h16", class: "fails" })),
    entry("handed on", s("path", { d: "M8 1l7 7-7 7-7-7z", class: "called" })),
    entry("not looked at", s("circle", { cx: 8, cy: 8, r: 6, class: "open" })));
}

export class ProofView implements View {
  readonly id = "proof";
  readonly title = "Proof";
  readonly home = "main";
  readonly element = h("div", { className: "space" });
  readonly #space: SpaceView;
  readonly #chooser = h("select", { id: "proof-choose", aria: { label: "Property" } });
  readonly #card = h("section", { id: "proof-card", className: "card", hidden: true, aria: { label: "Selected assertion" } });
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #property = 0;
  #selected: { assertion: number | null; state: number | null } = { assertion: null, state: null };
  #open = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.#space = new SpaceView({ name: "proof", label: "Proof", select: (assertion) => this.#choose(assertion) });
    this.#chooser.addEventListener("change", () => this.property(Number(this.#chooser.value)));
    const save = h("button", { type: "button", id: "proof-save", className: "icon-button", title: "Save as SVG", aria: { label: "Save the proof as SVG" } }, icon("save"));
    save.addEventListener("click", () => void this.#save());
    this.#space.tools.append(save);
    this.element.append(h("div", { className: "toolbar" }, this.#chooser), this.#space.element, this.#card, legend());
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
  opened(open: boolean): void {
    this.#open = open;
    if (open && !this.#chart) void this.#draw();
  }

  recolour(): void {
    this.#space.recolour();
  }

  /** Marks an assertion; without one those of the selected state. */
  mark({ now: { assertion, state, judgement }, before }: Seen): void {
    if (judgement !== null && judgement !== before.judgement) this.property(judgement);
    this.#mark(assertion, state);
  }

  #mark(assertion: number | null, state: number | null): void {
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
    this.#space.count.textContent = "";
    this.#chooser.value = String(this.#property);
    this.#say(this.#chooser.options.length ? "Building the proof …" : "There is no property to prove.");
    void this.#draw();
  }

  #say(message: string | null): void {
    this.#space.empty.hidden = message === null;
    this.#space.empty.textContent = message ?? "";
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
    this.#space.count.textContent = `${data.hidden ? `${shown} of ${total}` : shown}, ${count(this.#chart.edgeCount, "edge")}`;
    this.#mark(this.#selected.assertion, this.#selected.state);
  }

  #choose(assertion: number | null): void {
    this.linking.pin(assertion === null ? { state: null } : { assertion, state: this.#chart?.stateOf(assertion) ?? null });
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
        h("h2", {}, `Assertion ${assertion}`),
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

/** The proof of a property: its assertions, its construction, and the selected assertion. */
import type { Outcome } from "../client";
import { h, s } from "../dom";
import type { Linking, Part, Seen } from "../linking";
import { SpaceChart, stateKindNames } from "../space/chart";
import { circle, Legend, line, octagon, signsOf, square } from "../space/legend";
import { SpaceView } from "../space/view";
import { strategyName } from "../strategy";
import { counted, figure, type Noun, texts } from "../text/language";
import { claimText } from "./claim";
import { Construction } from "./construction";
import { isSymbolic } from "./figures";
import { compares, groupsOf, isMemorySafety, type Judged, shownOf } from "./groups";
import { Player, registerPlayer } from "./player";
import { RuleNotes } from "./ruleNotes";
import { actsOf, rulesOn } from "./rules";
import { unlessStopped } from "./stopped";
import { wordOf } from "./words";
import type { Drawing, TableData, View } from "./view";

const t = texts({
  en: {
    title: "Proof", rules: "Rules", ownRules: "The rules applied to it", property: "Property", selected: "Selected assertion", construction: "Construction of the proof",
    proved: "proved", refuted: "refuted", fails: "where it fails", handedOn: "passed on", open: "unfinished", notLooked: "not explored",
    building: "Drawing the proof …", none: "There is no property to prove.", large: "The proof is too large to keep.",
    unproved: "Only formulas have a proof; monitors and assertions are checked by searching the states.",
    sets: "There is no proof because sets of states were computed; use the strategy “explicit” to get one.",
    assertions: ["assertion", "assertions"] as Noun, edges: ["edge", "edges"] as Noun, of: (some: string, all: string) => `${some} of ${all}`,
    step: (at: string, last: string) => `Step ${at} of ${last}`,
    start: (assertions: string) => `Start with ${assertions}`, at: (acts: string, state: string) => (acts ? `${acts}: ${state}` : state),
    place: (assertion: number, state: number | null) => (state === null ? `assertion ${assertion}` : `assertion ${assertion} at state ${state}`),
    becomes: (kind: string) => `it is ${kind}`, born: (count: string) => `${count} new`, settled: (count: string) => `${count} settled`, failed: "the proof fails",
    done: "the proof is complete",
    assertion: (number: number) => `Assertion ${number}`, state: (number: number) => `state ${number}`,
    allFalse: "All of these are false here", isFalse: "This is false here", oneOf: "To prove: on every run from here one of these holds",
    holds: "To prove: on every run from here this holds", rests: "Depends on",
    measured: "No run stays here for ever, because each time round this gets smaller:",
    measuredIn: "No run stays here for ever, because something gets smaller; for the outer loop first:",
    smaller: (measure: string) => `${measure} gets smaller`, finite: "something gets smaller", more: (count: string) => `and ${count} more`, ended: "Ended by",
    back: "Step back in the construction of the proof", forth: "Step forward in the construction of the proof", play: "Play the construction of the proof, or pause",
    columns: ["Assertion", "State", "Formulas", "Location", "Status", "Rules", "Depends on", "Gets smaller"], or: " or ",
  },
  de: {
    title: "Beweis", rules: "Regeln", ownRules: "Die Regeln, die auf sie angewandt wurden", property: "Eigenschaft", selected: "Gewählte Behauptung", construction: "Aufbau des Beweises",
    proved: "bewiesen", refuted: "widerlegt", fails: "wo er scheitert", handedOn: "weitergegeben", open: "unfertig", notLooked: "nicht erkundet",
    building: "Der Beweis wird gezeichnet …", none: "Es gibt keine Eigenschaft zu beweisen.", large: "Der Beweis ist zu groß und wurde nicht aufbewahrt.",
    unproved: "Nur Formeln haben einen Beweis; Monitore und Zusicherungen werden durch eine Suche in den Zuständen geprüft.",
    sets: "Es gibt keinen Beweis, weil mit Zustandsmengen gerechnet wurde; die Strategie „explizit“ liefert einen.",
    assertions: ["Behauptung", "Behauptungen"], edges: ["Kante", "Kanten"], of: (some, all) => `${some} von ${all}`,
    step: (at, last) => `Schritt ${at} von ${last}`,
    start: (assertions) => `Anfang: ${assertions}`, at: (acts, state) => (acts ? `${acts}: ${state}` : state),
    place: (assertion, state) => (state === null ? `Behauptung ${assertion}` : `Behauptung ${assertion} in Zustand ${state}`),
    becomes: (kind) => `sie ist ${kind}`, born: (count) => `${count} neu`, settled: (count) => `${count} erledigt`, failed: "der Beweis scheitert",
    done: "der Beweis ist fertig",
    assertion: (number) => `Behauptung ${number}`, state: (number) => `Zustand ${number}`,
    allFalse: "All das ist hier falsch", isFalse: "Das ist hier falsch", oneOf: "Zu beweisen: Auf jedem Lauf von hier gilt eines davon",
    holds: "Zu beweisen: Auf jedem Lauf von hier gilt dies", rests: "Hängt ab von",
    measured: "Kein Lauf bleibt für immer hier, weil dies bei jeder Runde kleiner wird:",
    measuredIn: "Kein Lauf bleibt für immer hier, weil etwas kleiner wird; zuerst das der äußeren Schleife:",
    smaller: (measure) => `${measure} wird kleiner`, finite: "etwas wird kleiner", more: (count) => `und ${count} weitere`, ended: "Beendet durch",
    back: "Im Aufbau des Beweises einen Schritt zurück", forth: "Im Aufbau des Beweises einen Schritt vor", play: "Den Aufbau des Beweises abspielen oder anhalten",
    columns: ["Behauptung", "Zustand", "Formeln", "Ort", "Status", "Regeln", "Hängt ab von", "Wird kleiner"], or: " oder ",
  },
});

const nothing: ReadonlySet<number> = new Set();
const noFailure = { runStates: nothing, runEdges: nothing };

/** Maximum number of listed assertions; the rest are counted. */
const most = 24;

const proofLegend = (): Legend => new Legend([
  ["proved", t.proved, square(2, "final"), square(4.4, "final inner")],
  ["refuted", t.refuted, octagon()],
  ["run", t.fails, line("fails")],
  ["decreasing", t.finite, line("finite")],
  ["handedOn", t.handedOn, s("path", { d: "M8 1l7 7-7 7-7-7z", class: "called" })],
  ["open", `${t.open}, ${t.notLooked}`, circle("open")],
]);

export class ProofView implements View {
  readonly id = "proof";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly analyses = ["heap", "boolean"] as const;
  readonly element = h("div", { className: "space" });
  readonly #space: SpaceView;
  readonly #chooser = h("select", { id: "proof-choose", aria: { label: t.property } });
  readonly #player: Player;
  readonly #said = h("p", { id: "proof-said", className: "said" });
  readonly #card = h("section", { id: "proof-card", className: "card", hidden: true, tabIndex: 0, aria: { label: t.selected } });
  readonly #legend = proofLegend();
  readonly #rules = { all: new RuleNotes(t.rules), own: new RuleNotes(t.ownRules) };
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #construction: Construction | null = null;
  #property = 0;
  #seen: Pick<Seen, "pinned" | "preview"> | null = null;
  #open = false;
  /** Whether it is shown from the first step of its construction on, once it is there. */
  #isPlayed = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.#space = new SpaceView({
      name: "proof",
      label: t.title,
      select: (assertion) => linking.pin(assertion === null ? { state: null } : this.#part(assertion)),
      hover: (assertion) => linking.preview(assertion === null ? null : this.#part(assertion)),
    });
    this.#player = new Player({
      label: t.construction,
      numbered: (at, last) => t.step(figure.format(at), figure.format(last)),
      go: (step) => this.#go(step),
    });
    this.#chooser.addEventListener("change", () => {
      const judgement = Number(this.#chooser.value);
      this.property(judgement);
      linking.pin({ judgement });
    });
    this.element.append(h("div", { className: "bars" }, h("div", { className: "toolbar" }, this.#chooser), this.#player.element), this.#said, this.#space.element, this.#card, this.#legend.element);
    this.#legend.element.append(this.#rules.all.element);
    registerPlayer(this.id, t.title, t, this.#player, () => this.#open && this.#construction !== null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    const groups = outcome ? groupsOf(outcome.report).filter((group) => !isMemorySafety(group)) : [];
    this.#property = (groups[0] && shownOf(groups[0])[0]?.position) ?? 0;
    const option = ({ position, property }: Judged): HTMLElement =>
      h("option", { value: String(position) }, `${property.id} · ${strategyName(property.strategy)} · ${wordOf(property)}`);
    const several = outcome !== null && compares(outcome.report);
    this.#chooser.replaceChildren(...groups.flatMap(({ id, claim, judged }) =>
      several ? [h("optgroup", { label: `${id}: ${claimText(claim)}` }, ...judged.map(option))] : judged.map(option)));
    this.#forget();
  }

  /** Shows the proof of the property at this position of the report. */
  property(number: number): void {
    if (number === this.#property || this.#outcome?.report.properties[number]?.kind === "memory-safety") return;
    this.#property = number;
    this.#forget();
  }

  /** Shows the beginning of the construction of a proof. */
  play(property: number): void {
    this.property(property);
    this.#isPlayed = true;
    if (this.#construction) this.#begin();
  }

  /** A proof is requested only while the tab is open. */
  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    else if (!this.#chart) void this.#draw();
    else this.#mark();
  }

  recolour(): void {
    this.#space.recolour();
  }

  /** Marks an assertion, or, without one, the assertions of the selected state. */
  mark({ pinned, preview, before }: Seen): void {
    const { judgement } = preview ?? pinned;
    if (judgement !== null && judgement !== before.judgement) this.property(judgement);
    this.#seen = { pinned, preview };
    this.#mark();
  }

  #mark(): void {
    const chart = this.#chart;
    if (!chart || !this.#seen) return;
    const { pinned, preview } = this.#seen;
    const at = (state: number | null): ReadonlySet<number> => (state === null ? nothing : chart.assertionsAt(state));
    const there = at((preview ?? pinned).state);
    const selected = pinned.assertion ?? [...(preview ? at(pinned.state) : there)][0] ?? null;
    this.#space.emphasise({ selected, marked: there, hovered: preview ? (preview.assertion ?? [...there][0] ?? null) : null });
    if (selected !== null && this.#open && !preview) this.#space.reveal(selected);
    this.#drawCard(chart, selected);
  }

  #part(assertion: number): Part {
    return { assertion, state: this.#chart?.stateOf(assertion) ?? null };
  }

  #forget(): void {
    this.#chart = null;
    this.#construction = null;
    this.#isPlayed = false;
    this.#wanted++;
    this.#space.show(null);
    this.#card.hidden = true;
    this.#space.count.textContent = "";
    this.#chooser.value = String(this.#property);
    this.#rules.all.show([]);
    this.#player.load(0);
    this.#player.element.hidden = this.#said.hidden = true;
    this.#say(this.#chooser.options.length ? t.building : t.none);
    void this.#draw();
  }

  #say(message: string | null): void {
    this.#space.empty.hidden = message === null;
    this.#space.empty.textContent = message ?? "";
  }

  async #draw(): Promise<void> {
    if (!this.#open || !this.#outcome || !this.#chooser.options.length) return;
    const wanted = ++this.#wanted;
    const data = await this.#outcome.ask({ of: "proof", property: this.#property });
    if (wanted !== this.#wanted) return;
    if (!data) {
      const property = this.#outcome.report.properties[this.#property];
      const why = !property ? t.large : property.kind !== "ltl" ? t.unproved : isSymbolic(property) ? t.sets : t.large;
      return this.#say(unlessStopped(this.#outcome, why));
    }
    this.#say(null);
    this.#chart = new SpaceChart(data);
    this.#construction = new Construction(this.#chart);
    this.#space.show(this.#chart);
    this.#space.emphasise({ decreasing: this.#chart.decreasingEdges() });
    this.#rules.all.show(rulesOn([...new Set([...data.rules, ...data.lastRules])].map((rules) => data.texts[rules] ?? "")));
    this.#player.element.hidden = this.#said.hidden = false;
    this.#player.load(data.steps, null, data.steps);
    this.#showStep(data.steps);
    this.#mark();
    if (this.#isPlayed) this.#begin();
  }

  #begin(): void {
    this.#isPlayed = false;
    this.#go(0);
  }

  /** Goes to a step of the construction and selects its assertion. */
  #go(step: number): void {
    if (!this.#construction) return;
    const words = this.#showStep(step);
    this.#player.show(step, words);
    const { assertion, born } = this.#construction.done(step);
    this.linking.pin(this.#part(assertion ?? 0));
    if (!born || assertion === null) return;
    // Show the new assertions too, if there is room.
    this.#space.reveal(this.#construction.assertions(step) - 1);
    this.#space.reveal(assertion);
  }

  /** Shows the proof after a step; returns a description of the step. */
  #showStep(step: number): string {
    const [chart, construction] = [this.#chart, this.#construction];
    if (!chart || !construction) return "";
    const whole = step === construction.last;
    this.#space.veil(construction.nodes(step), construction.links(step));
    const failing = whole ? chart.failing() : noFailure;
    this.#space.emphasise(failing);
    const signs = signsOf(chart);
    if (failing.runEdges.size) signs.add("run");
    if (chart.decreasingEdges().size) signs.add("decreasing");
    if (!whole) signs.add("open");
    this.#legend.show(signs);
    const total = chart.stateCount + chart.data.hidden;
    const assertions = construction.assertions(step);
    const some = counted(assertions, t.assertions);
    this.#space.count.textContent =
      `${assertions < total ? t.of(figure.format(assertions), counted(total, t.assertions)) : some}, ${counted(construction.edges(step), t.edges)}`;
    const words = this.#words(chart, construction, step);
    const { rules } = construction.done(step);
    this.#said.replaceChildren(...rules.map((path) => h("code", { className: "chip" }, path)), h("span", {}, words));
    return words;
  }

  #words(chart: SpaceChart, construction: Construction, step: number): string {
    const { assertion, rules, ends, born, settled } = construction.done(step);
    const kind = assertion === null ? "inner" : chart.kind(assertion);
    const parts = [
      assertion === null
        ? step === 0 ? t.start(counted(born, t.assertions)) : null
        : t.at(actsOf(rules), t.place(assertion, chart.stateOf(assertion))),
      ends && ["proved", "refuted", "handedOn"].includes(kind) ? t.becomes(stateKindNames[kind]) : null,
      step && born ? t.born(figure.format(born)) : null,
      settled ? t.settled(figure.format(settled)) : null,
      step < construction.last ? null : chart.data.failing.length ? t.failed : t.done,
    ];
    const words = parts.filter((part) => part !== null).join(" · ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  #drawCard(chart: SpaceChart, assertion: number | null): void {
    this.#card.hidden = assertion === null || assertion >= chart.stateCount;
    if (assertion === null || this.#card.hidden) return;
    const kind = chart.kind(assertion);
    const { file, line } = chart.place(assertion);
    const state = chart.stateOf(assertion);
    const formulas = chart.formulas(assertion);
    const several = formulas.length > 1;
    const claim = kind === "refuted" ? (several ? t.allFalse : t.isFalse) : several ? t.oneOf : t.holds;
    const edges = chart.outgoing(assertion);
    const follow = [...edges.slice(0, most)].map((edge) => {
      const target = chart.target(edge);
      const measure = chart.decreasing(edge);
      const title = [chart.operation(edge), measure === null ? "" : t.smaller(measure)].filter((part) => part).join(" · ");
      const button = h("button", { type: "button", className: measure === null ? "small" : "small finite", title },
        h("code", {}, chart.rules(edge)), h("b", {}, String(target)));
      button.addEventListener("click", () => this.linking.pin(this.#part(target)));
      return button;
    });
    const ended = chart.lastRules(assertion);
    const measures = chart.measures(assertion);
    this.#rules.own.show(rulesOn([...edges].map((edge) => chart.rules(edge)).concat(ended)));
    this.#card.replaceChildren(
      h("header", {},
        h("h2", {}, t.assertion(assertion)),
        kind === "inner" ? null : h("span", { className: "badge", dataset: { kind } }, stateKindNames[kind]),
        h("span", { className: "quiet" }, `${state === null ? "" : `${t.state(state)} · `}${file}:${line}`)),
      h("p", { className: "quiet" }, claim),
      h("ul", { className: "claims" }, ...formulas.map((formula) => h("li", {}, h("code", {}, formula)))),
      ...(ended ? [h("p", { className: "rests" }, h("span", { className: "quiet" }, t.ended), h("code", { className: "chip" }, ended))] : []),
      ...(follow.length ? [h("p", { className: "rests" }, h("span", { className: "quiet" }, t.rests), ...follow,
        edges.length > most ? h("span", { className: "quiet" }, t.more(figure.format(edges.length - most))) : null)] : []),
      ...(measures.length ? [h("p", { className: "quiet" }, measures.length > 1 ? t.measuredIn : t.measured),
        h("ol", { className: "claims" }, ...measures.map((measure) => h("li", {}, h("code", {}, measure))))] : []),
      this.#rules.own.element,
    );
  }

  drawing(): Drawing | null {
    const property = this.#outcome?.report.properties[this.#property];
    return property && this.#chart ? { picture: { of: "proof", number: this.#property }, name: `proof-${property.id}` } : null;
  }

  tableData(): TableData | null {
    const chart = this.#chart;
    if (!chart) return null;
    return {
      caption: `${t.title}: ${this.#outcome?.report.properties[this.#property]?.formula ?? ""}`,
      columns: t.columns,
      count: chart.stateCount,
      cells: (row) => {
        const { file, line } = chart.place(row);
        const edges = [...chart.outgoing(row)];
        const rules = [...new Set(edges.map((edge) => chart.rules(edge)))].join(", ") || chart.lastRules(row);
        return [row, chart.stateOf(row) ?? "", chart.formulas(row).join(t.or), `${file}:${line}`, stateKindNames[chart.kind(row)], rules, edges.map((edge) => chart.target(edge)).join(", "), chart.measures(row).join(", ")];
      },
      part: (row) => this.#part(row),
      chosen: ({ pinned }) => pinned.assertion,
    };
  }
}

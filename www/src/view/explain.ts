/** How states come about, stage by stage: materialise, execute, abstract; of forest automata isolate, execute, cut, fold, merge, include. One step, or the whole exploration. */
import type { Outcome } from "../client";
import { coded, h } from "../dom";
import type { Linking, Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { figure, texts } from "../text/language";
import { conclusionElement, conclusionWords, reachedText } from "./conclusion";
import { explainedAnalyses, type ExplorationMoment, type ExplorationWording, explorationWords, isExplained, momentsOf, momentsOfAll, sceneOf, stepsTo, wordsOf } from "./exploration";
import { groupsOf, shownOf } from "./groups";
import { HeapLegend } from "./heapLegend";
import { nameOf } from "./judgements";
import { Player, registerPlayer } from "./player";
import { ruleWords } from "./rules";
import { pictureOf, sceneElement } from "./scene";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";
import type { Drawing, View } from "./view";

const t = texts({
  en: {
    title: "Explain", none: "Nothing has run yet.", select: "Select a state to see how it comes about.", start: "The program starts in this state; no step leads to it.",
    far: "Several steps lead from there to this state. Select a state between them, or show all states.",
    what: "What is explained", one: "One step", whole: "The whole exploration", preparing: "The steps are prepared …",
    which: "The step to this state", proof: "And the proof, step by step", proofHelp: "Shows how the proof of the first formula is constructed",
    stage: (at: string, last: string) => `Stage ${at} of ${last}`, step: (at: string, last: string) => `Step ${at} of ${last}`,
    back: "Stage back", forth: "Stage forward", play: "Play the stages, or pause",
  },
  de: {
    title: "Erklärung", none: "Es wurde noch nichts geprüft.", select: "Wählen Sie einen Zustand, um zu sehen, wie er entsteht.", start: "In diesem Zustand beginnt das Programm; kein Schritt führt zu ihm.",
    far: "Von dort führen mehrere Schritte hierher. Wählen Sie einen Zustand dazwischen, oder zeigen Sie alle Zustände.",
    what: "Was erklärt wird", one: "Ein Schritt", whole: "Die ganze Erkundung", preparing: "Die Schritte werden vorbereitet …",
    which: "Der Schritt zu diesem Zustand", proof: "Und der Beweis, Schritt für Schritt", proofHelp: "Zeigt den Aufbau des Beweises der ersten Formel",
    stage: (at, last) => `Stufe ${at} von ${last}`, step: (at, last) => `Schritt ${at} von ${last}`,
    back: "Eine Stufe zurück", forth: "Eine Stufe vor", play: "Die Stufen abspielen oder anhalten",
  },
});

const explorations = texts(explorationWords);
const conclusions = texts(conclusionWords);
const rules = texts(ruleWords);
const number = (value: number): string => figure.format(value);

export class ExplainView implements View {
  readonly id = "explain";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly analyses = explainedAnalyses;
  readonly element = h("div");
  readonly #choices = { one: this.#choice(false), whole: this.#choice(true) };
  readonly #which = h("select", { id: "explain-step", aria: { label: t.which } });
  readonly #proof = h("button", { type: "button", id: "explain-proof", className: "small", title: t.proofHelp }, t.proof);
  readonly #said = h("p", { id: "explain-said", className: "said" });
  readonly #legend = new HeapLegend();
  readonly #stage = new Stage({ id: "explain-stage", label: t.title, className: "drawing", around: [16, 52] });
  readonly #player: Player;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #state: number | null = null;
  #isWhole = false;
  #moments: readonly ExplorationMoment[] | null = null;
  #at = 0;
  #open = false;
  #wanted = 0;

  /** `prove` shows how the proof of a property is constructed. */
  constructor(private readonly linking: Linking, prove: (property: number) => void) {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => (this.#isWhole ? t.step(number(at + 1), number(last + 1)) : t.stage(number(at), number(last))),
      go: (at) => void this.#go(at),
    });
    this.#which.addEventListener("change", () => void this.#load());
    this.#proof.addEventListener("click", () => prove(this.#formula!));
    this.element.addEventListener("keydown", (event) => {
      if (!(event.target as Element).closest(".stage-tools, [role=region], select")) this.#player.key(event);
    });
    this.#stage.element.append(this.#legend.element);
    this.element.append(
      h("div", { className: "bars" },
        h("header", { className: "toolbar" }, h("div", { className: "choice", aria: { role: "group", label: t.what } }, this.#choices.one, this.#choices.whole), this.#which, this.#proof),
        this.#player.element),
      this.#said, this.#stage.element);
    registerPlayer(this.id, t.title, t, this.#player, () => this.#open && this.#moments !== null);
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome && isExplained(outcome.report) ? outcome : null;
    this.#chart = this.#state = null;
    void this.#enter();
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    void this.#enter();
  }

  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    else if (!this.#moments) void this.#enter();
  }

  mark({ pinned: { state } }: Seen): void {
    if (state === this.#state) return;
    this.#state = state;
    if (!this.#isWhole) return void this.#enter();
    if (state === null || this.#moments?.[this.#at]?.state === state) return;
    // The moment at which it is found; what was selected elsewhere stays selected.
    const found = this.#moments?.findIndex((moment) => moment.state === state) ?? -1;
    if (found >= 0) void this.#show(found);
  }

  drawing(): Drawing | null {
    const moment = this.#moments?.[this.#at];
    if (!moment || moment.heap === null) return null;
    return { picture: pictureOf(moment, null), name: this.#isWhole ? `exploration-${this.#at + 1}` : `state-${this.#state}-stage-${this.#at}` };
  }

  get #wording(): ExplorationWording {
    return { words: explorations, rules, isOfHeaps: this.#outcome?.report.analysis === "heap", number };
  }

  /** The first formula of the report; only formulas have proofs, and only those of graph grammars. */
  get #formula(): number | null {
    const report = this.#outcome?.report;
    const group = report?.analysis === "heap" ? groupsOf(report).find(({ claim }) => claim.kind === "ltl") : undefined;
    return (group && shownOf(group)[0]?.position) ?? null;
  }

  #choice(isWhole: boolean): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small", aria: { pressed: String(!isWhole) } }, isWhole ? t.whole : t.one);
    button.addEventListener("click", () => void this.#mode(isWhole));
    return button;
  }

  async #mode(isWhole: boolean): Promise<void> {
    this.#isWhole = isWhole;
    this.#choices.one.setAttribute("aria-pressed", String(!isWhole));
    this.#choices.whole.setAttribute("aria-pressed", String(isWhole));
    await this.#enter();
    if (isWhole) await this.#go(this.#at);
  }

  #say(text: string): void {
    this.#wanted++;
    this.#moments = null;
    this.#player.load(0, null, 0);
    this.#player.element.hidden = this.#said.hidden = true;
    this.#stage.show(h("p", { className: "hint" }, text), true);
  }

  /** Lists the steps to the chosen state, or prepares the whole exploration. */
  async #enter(): Promise<void> {
    const [chart, state] = [this.#chart, this.#state];
    const steps = !this.#isWhole && chart && state !== null && state < chart.stateCount ? stepsTo(chart, state) : [];
    this.#which.hidden = steps.length === 0;
    this.#which.replaceChildren(...steps.map(({ source, operation }, i) => h("option", { value: String(i) }, explorations.from(number(source), operation))));
    this.#proof.hidden = !this.#isWhole || this.#formula === null;
    if (!this.#outcome) this.#say(t.none);
    else if (!chart || (!this.#isWhole && state === null)) this.#say(t.select);
    else if (!this.#isWhole && !steps.length) this.#say(t.start);
    else await this.#load();
  }

  async #load(): Promise<void> {
    const [outcome, chart, state] = [this.#outcome, this.#chart, this.#state];
    // Those of another state, the place in them, and what was asked about it.
    this.#moments = null;
    this.#player.load(0, null, null);
    this.#wanted++;
    if (!this.#open || !outcome || !chart) return;
    if (this.#isWhole) this.#say(t.preparing);
    const wanted = ++this.#wanted;
    const ask = (source: number, target: number) => outcome.ask({ of: "stages", source, target });
    let moments: ExplorationMoment[] | null = null;
    if (this.#isWhole) moments = await momentsOfAll(chart, ask, () => wanted !== this.#wanted || outcome.stopped());
    else {
      const step = stepsTo(chart, state!)[Number(this.#which.value)]!;
      const stages = await ask(step.source, step.target);
      moments = stages && momentsOf(chart, step, stages);
    }
    if (wanted !== this.#wanted) return;
    if (!moments) return this.#say(unlessStopped(outcome, t.far));
    this.#moments = moments;
    this.#player.load(moments.length - 1, null, 0);
    this.#player.element.hidden = this.#said.hidden = false;
    await this.#show(0);
  }

  /** Goes to a moment; in the whole exploration, the selection of the page follows. */
  async #go(at: number): Promise<void> {
    const state = this.#moments?.[at]?.state ?? null;
    const shown = this.#show(at);
    if (this.#isWhole && state !== null) this.linking.pin({ state });
    await shown;
  }

  async #show(at: number): Promise<void> {
    const [outcome, chart, moment] = [this.#outcome, this.#chart, this.#moments?.[at]];
    if (!outcome || !chart || !moment) return;
    this.#at = at;
    const words = moment.kind === "end" ? reachedText(outcome.report, chart, conclusions, number) : wordsOf(moment, chart, this.#wording);
    this.#player.show(at, words.replaceAll("`", ""));
    this.#said.replaceChildren(...coded(words));
    const wanted = ++this.#wanted;
    if (moment.kind === "end") {
      this.#legend.show({ shapes: [] });
      return this.#stage.show(conclusionElement(outcome.report, nameOf, conclusions));
    }
    const scene = await sceneOf(outcome, moment);
    if (wanted !== this.#wanted) return;
    if (scene) this.#legend.show(scene);
    this.#stage.show(scene ? sceneElement(scene) : h("p", { className: "hint" }, unlessStopped(outcome, "")), true);
  }
}

/** How a state comes about, stage by stage: materialise, execute, abstract; of forest automata isolate, execute, cut, fold, merge, include. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { StageKind, StageView } from "../engine/graph-grammars";
import type { Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { figure, texts } from "../text/language";
import { HeapLegend } from "./heapLegend";
import { pictureOf } from "./heap";
import { Player, registerPlayer } from "./player";
import { sceneElement } from "./scene";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";
import type { Drawing, View } from "./view";

const t = texts({
  en: {
    title: "Explain", none: "Nothing has run yet.", select: "Select a state to see how it comes about.", start: "The program starts in this state; no step leads to it.",
    far: "Several steps lead from there to this state. Select a state between them, or show all states.",
    which: "The step to this state", from: (state: string, operation: string) => `From state ${state}${operation ? `: ${operation}` : ""}`,
    step: (at: string, last: string) => `Stage ${at} of ${last}`, back: "Stage back", forth: "Stage forward", play: "Play the stages, or pause",
    before: (state: string) => `State ${state} stands for all heaps that this picture describes. What becomes of them?`,
    same: "The operation changes none of the heaps.",
    kinds: {
      isolate: "Isolate. The object that the operation reads or writes must be seen: boxes at it are opened, and of several possibilities one is chosen here.",
      execute: "Execute. The operation is done in all heaps at once.",
      forget: "Forget. Variables that are not read any more lose their values, unless memory would seem lost.",
      widen: "Widen. A box is replaced by a larger one that was learned since.",
      cut: "Cut. Heaps are taken apart at the objects to which variables or several fields point, and nowhere else. What nothing leads to is lost.",
      fold: "Fold. Objects that refer to each other, or lead to the same place twice, are hidden in a box, so that what is left looks like a tree.",
      merge: "Abstract. Objects that look alike become one: from now on, there may be any number of them.",
      include: "Include. The state has all of these heaps: it was known, or more heaps have been joined with them.",
      materialise: "Materialise. The operation needs a field that a nonterminal edge hides. The edge is replaced by each of its rules that show the field, one case each; this is one of them. No heap is lost: L(H) ⊆ L(H₁) ∪ … ∪ L(Hₙ).",
      abstract: "Abstract. What matches the right-hand side of a rule, and is connected to the rest only at the external nodes, becomes an edge with its left-hand side: a derivation step backwards. So the new heap stands for all the old ones, and maybe more: L(H) ⊆ L(H′).",
      enter: "Call. The callee starts with the part of the heap that its arguments reach, and knows nothing of the rest. So what it does there is a contract that serves all callers.",
      leave: "Return. The whole call is one step, by its contract: what the callee leaves behind takes the place of the part that it got.",
    } as Record<StageKind, string>,
    ofHeaps: {
      execute: "Execute. All that the operation needs can be seen, so it is done as on a concrete heap.",
      forget: "Forget. Variables that are not read any more are removed, and so is what nothing leads to.",
    } as Partial<Record<StageKind, string>>,
    source: " [HMC 2.2]", sourceOfCalls: " [HMC 3.2]",
    opened: (boxes: string) => ` Replaced here: ${boxes}.`, hidden: (boxes: string) => ` The result has ${boxes}.`,
    end: (state: string) => ` These heaps are state ${state}.`, endOfHeap: (state: string) => ` This heap is state ${state}.`,
  },
  de: {
    title: "Erklärung", none: "Es wurde noch nichts geprüft.", select: "Wählen Sie einen Zustand, um zu sehen, wie er entsteht.", start: "In diesem Zustand beginnt das Programm; kein Schritt führt zu ihm.",
    far: "Von dort führen mehrere Schritte hierher. Wählen Sie einen Zustand dazwischen, oder zeigen Sie alle Zustände.",
    which: "Der Schritt zu diesem Zustand", from: (state, operation) => `Von Zustand ${state}${operation ? `: ${operation}` : ""}`,
    step: (at, last) => `Stufe ${at} von ${last}`, back: "Eine Stufe zurück", forth: "Eine Stufe vor", play: "Die Stufen abspielen oder anhalten",
    before: (state) => `Zustand ${state} steht für alle Heaps, die dieses Bild beschreibt. Was wird aus ihnen?`,
    same: "Die Operation ändert keinen der Heaps.",
    kinds: {
      isolate: "Isolieren. Das Objekt, das die Operation liest oder schreibt, muss sichtbar sein: Boxen an ihm werden geöffnet, und von mehreren Möglichkeiten wird hier eine gewählt.",
      execute: "Ausführen. Die Operation geschieht in allen Heaps zugleich.",
      forget: "Vergessen. Variablen, die nicht mehr gelesen werden, verlieren ihre Werte, außer wenn dann Speicher verloren schiene.",
      widen: "Weiten. Eine Box wird durch eine größere ersetzt, die seither gelernt wurde.",
      cut: "Schneiden. Heaps werden an den Objekten zerlegt, auf die Variablen oder mehrere Felder zeigen, und sonst nirgends. Wohin nichts führt, ist verloren.",
      fold: "Falten. Objekte, die aufeinander verweisen oder zweimal zum selben Ort führen, werden in einer Box verborgen, sodass der Rest wie ein Baum aussieht.",
      merge: "Abstrahieren. Objekte, die gleich aussehen, werden eines: Von nun an kann es beliebig viele davon geben.",
      include: "Enthalten. Der Zustand hat alle diese Heaps: Er war bekannt, oder weitere Heaps wurden mit ihnen vereinigt.",
      materialise: "Materialisieren. Die Operation braucht ein Feld, das eine Nichtterminalkante verbirgt. Die Kante wird durch jede ihrer Regeln ersetzt, die das Feld zeigt, ein Fall für jede; dies ist einer davon. Kein Heap geht verloren: L(H) ⊆ L(H₁) ∪ … ∪ L(Hₙ).",
      abstract: "Abstrahieren. Was zur rechten Seite einer Regel passt und mit dem Rest nur an den externen Knoten verbunden ist, wird zu einer Kante mit ihrer linken Seite: ein Ableitungsschritt rückwärts. Der neue Heap steht also für alle alten und vielleicht für mehr: L(H) ⊆ L(H′).",
      enter: "Aufruf. Die aufgerufene Methode beginnt mit dem Teil des Heaps, den ihre Argumente erreichen, und weiß nichts vom Rest. Was sie dort tut, ist darum ein Vertrag für alle Aufrufer.",
      leave: "Rückkehr. Der ganze Aufruf ist ein Schritt nach seinem Vertrag: Was die Methode hinterlässt, ersetzt den Teil, den sie bekommen hat.",
    },
    ofHeaps: {
      execute: "Ausführen. Alles, was die Operation braucht, ist zu sehen; sie geschieht wie auf einem konkreten Heap.",
      forget: "Vergessen. Variablen, die nicht mehr gelesen werden, werden entfernt, und auch das, wohin nichts führt.",
    },
    source: " [HMC 2.2]", sourceOfCalls: " [HMC 3.2]",
    opened: (boxes) => ` Hier ersetzt: ${boxes}.`, hidden: (boxes) => ` Das Ergebnis hat ${boxes}.`,
    end: (state) => ` Diese Heaps sind Zustand ${state}.`, endOfHeap: (state) => ` Dieser Heap ist Zustand ${state}.`,
  },
});

export class ExplainView implements View {
  readonly id = "explain";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly analyses = ["heap", "forest"] as const;
  readonly element = h("div");
  readonly #which = h("select", { id: "explain-step", aria: { label: t.which } });
  readonly #said = h("p", { id: "explain-said", className: "said" });
  readonly #legend = new HeapLegend();
  readonly #stage = new Stage({ id: "explain-stage", label: t.title, className: "drawing", around: [16, 52] });
  readonly #player: Player;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #state: number | null = null;
  #source = 0;
  #stages: readonly StageView[] | null = null;
  #at = 0;
  #open = false;
  #wanted = 0;

  constructor() {
    this.#player = new Player({
      label: t.title,
      numbered: (at, last) => t.step(figure.format(at), figure.format(last)),
      go: (at) => void this.#go(at),
    });
    this.#which.addEventListener("change", () => void this.#load());
    this.element.addEventListener("keydown", (event) => {
      if (!(event.target as Element).closest(".stage-tools, [role=region], select")) this.#player.key(event);
    });
    this.#stage.element.append(this.#legend.element);
    this.element.append(h("header", { className: "toolbar" }, this.#which), this.#player.element, this.#said, this.#stage.element);
    registerPlayer(this.id, t.title, t, this.#player, () => this.#open && this.#stages !== null);
    this.#say(t.none);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome && this.analyses.some((own) => own === outcome.report.analysis) ? outcome : null;
    this.#chart = this.#state = null;
    this.#say(outcome ? t.select : t.none);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#enter();
  }

  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    else if (!this.#stages) this.#enter();
  }

  mark({ pinned: { state } }: Seen): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#enter();
  }

  drawing(): Drawing | null {
    const pair = this.#pair;
    return pair && { picture: pictureOf(pair), name: `state-${this.#state}-stage-${this.#at}` };
  }

  get #isOfHeaps(): boolean {
    return this.#outcome?.report.analysis === "heap";
  }

  /** What is drawn: the heaps after a stage, and those before. */
  get #pair(): { heap: number; before: number | null } | null {
    const [stages, chart] = [this.#stages, this.#chart];
    if (!stages || !chart) return null;
    const heap = (at: number): number => stages[at - 1]?.content ?? chart.data.contents[this.#source] ?? 0;
    return { heap: heap(this.#at), before: this.#at ? heap(this.#at - 1) : null };
  }

  #say(text: string): void {
    this.#wanted++;
    this.#stages = null;
    this.#player.load(0, null, 0);
    this.#player.element.hidden = this.#said.hidden = true;
    this.#stage.show(h("p", { className: "hint" }, text), true);
  }

  /** Lists the steps to the chosen state. */
  #enter(): void {
    const [chart, state] = [this.#chart, this.#state];
    const known = chart && state !== null && state < chart.stateCount;
    const edges = known ? [...chart.incoming(state)].filter((edge) => chart.source(edge) !== state) : [];
    this.#which.hidden = edges.length === 0;
    this.#which.replaceChildren(...edges.map((edge) => {
      const source = chart!.source(edge);
      return h("option", { value: String(source) }, t.from(figure.format(source), chart!.operation(edge)));
    }));
    if (!known) this.#say(this.#outcome ? t.select : t.none);
    else if (!edges.length) this.#say(t.start);
    else void this.#load();
  }

  async #load(): Promise<void> {
    const [outcome, state] = [this.#outcome, this.#state];
    // Those of another state.
    this.#stages = null;
    if (!this.#open || !outcome || state === null) return;
    this.#source = Number(this.#which.value);
    const wanted = ++this.#wanted;
    const stages = await outcome.stages(this.#source, state);
    if (wanted !== this.#wanted) return;
    if (!stages) return this.#say(unlessStopped(outcome, t.far));
    this.#stages = stages;
    this.#player.load(stages.length, null, 0);
    this.#player.element.hidden = this.#said.hidden = false;
    await this.#go(0);
  }

  async #go(at: number): Promise<void> {
    const [outcome, stages] = [this.#outcome, this.#stages];
    if (!outcome || !stages) return;
    this.#at = at;
    const words = this.#words(stages, at);
    this.#player.show(at, words);
    this.#said.textContent = words;
    const { heap, before } = this.#pair!;
    const wanted = ++this.#wanted;
    const scene = await (before === null ? outcome.heap(heap) : outcome.heapDiff(heap, before));
    if (wanted !== this.#wanted) return;
    if (scene) this.#legend.show(scene);
    this.#stage.show(scene ? sceneElement(scene) : h("p", { className: "hint" }, unlessStopped(outcome, "")), true);
  }

  #words(stages: readonly StageView[], at: number): string {
    if (at === 0) return t.before(figure.format(this.#source)) + (stages.length ? "" : ` ${t.same}`);
    const { kind, boxes } = stages[at - 1]!;
    const names = boxes.length ? (kind === "isolate" || kind === "materialise" ? t.opened : t.hidden)(boxes.join(", ")) : "";
    const ofHeaps = this.#isOfHeaps ? t.ofHeaps[kind] : undefined;
    const source = kind === "materialise" || kind === "abstract" ? t.source : kind === "enter" || kind === "leave" ? t.sourceOfCalls : "";
    return (ofHeaps ?? t.kinds[kind]) + source + names + (at === stages.length ? (this.#isOfHeaps ? t.endOfHeap : t.end)(figure.format(this.#state!)) : "");
  }
}

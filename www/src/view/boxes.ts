/** The boxes of forest automata, given or learned, and small heaps of a state. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { BoxView, LearnedView, LeftOut } from "../engine/engine";
import { explained } from "../frame/terms";
import type { Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { presentationOf } from "../presentation";
import { type Draft, draftOf } from "../task";
import { counted, figure, type Noun, texts } from "../text/language";
import { unlessStopped } from "./stopped";
import { thumbnail } from "./thumbnail";
import type { Drawing, View } from "./view";

const t = texts({
  en: {
    title: "Boxes", nothing: "Nothing has run yet.",
    lead: "A box stands for a part of a heap that repeats, such as two neighbours that point at each other. In heaps it is an edge from the first ringed vertex to the others; boxes may contain boxes. “or” is a choice: of all the heaps that a picture stands for, each takes one of the ways.",
    none: "No box was needed: all heaps are trees, up to the objects that variables point to.",
    ports: ["end", "ends"] as Noun, uses: ["set of heaps", "sets of heaps"] as Noun, inside: (names: string) => `Contains ${names}.`,
    in: (sets: string) => `Occurs in ${sets}.`, nested: "Occurs in other boxes only.", unused: "Never used: it hides nothing in this program.", given: "given", text: "As text", examples: "Smallest examples", export: "Export this picture",
    state: (state: number) => `Small heaps of state ${state}`, stateLead: "Each state stands for a set of heaps. These are among the smallest of them.",
    choose: "Choose a state to see some of its heaps here.", noHeap: "It has no heap of up to six objects.", heap: (heap: string) => `Heap ${heap}`,
    grammar: "Learned grammar", names: (names: string) => `The shapes that repeat in the heaps of this program, as nonterminals of a graph grammar: ${names}.`,
    nothingRepeats: "Nothing repeats in the heaps of this program, so that there is no grammar to be learned.",
    leftOut: {
      sets: "There are too many sets of heaps to look at all of them.",
      noValue: "Fields without a value are left out.", gone: "Pointers to memory that is gone are left out.",
      mixed: "Fields that have numbers or references are left out.", unknown: "It is not known what some fields refer to; they are left out.",
      parts: "Objects that are parts of others are left out.", rules: "Shapes that would need too many rules are left out.",
      hidden: "Shapes that hide fields too deep are left out.", types: "Some rules are left out: objects of too many types are in the same place.",
    } as Record<LeftOut, string>,
    usedTitle: (title: string) => `${title} (with a learned grammar)`, used: "Forest automata learned the grammar from the program.",
    use: "Use as grammar", useLead: "Makes a task that checks the same program with this grammar and a formula about its shapes. More formulas can be added there.",
  },
  de: {
    title: "Boxen", nothing: "Es wurde noch nichts geprüft.",
    lead: "Eine Box steht für einen Teil eines Heaps, der sich wiederholt, etwa zwei Nachbarn, die aufeinander zeigen. In Heaps ist sie eine Kante vom ersten Knoten mit Ring zu den anderen; Boxen können Boxen enthalten. „or“ ist eine Wahl: Von allen Heaps, für die ein Bild steht, nimmt jeder einen der Wege.",
    none: "Es war keine Box nötig: Bis auf die Objekte, auf die Variablen zeigen, sind alle Heaps Bäume.",
    ports: ["Ende", "Enden"], uses: ["Menge von Heaps", "Mengen von Heaps"], inside: (names) => `Enthält ${names}.`,
    in: (sets) => `Kommt in ${sets} vor.`, nested: "Kommt nur in anderen Boxen vor.", unused: "Nie verwendet: Sie verbirgt nichts in diesem Programm.", given: "gegeben", text: "Als Text", examples: "Kleinste Beispiele", export: "Dieses Bild exportieren",
    state: (state) => `Kleine Heaps von Zustand ${state}`, stateLead: "Jeder Zustand steht für eine Menge von Heaps. Diese gehören zu den kleinsten davon.",
    choose: "Wählen Sie einen Zustand, um hier einige seiner Heaps zu sehen.", noHeap: "Er hat keinen Heap mit höchstens sechs Objekten.", heap: (heap) => `Heap ${heap}`,
    grammar: "Gelernte Grammatik", names: (names) => `Was sich in den Heaps dieses Programms wiederholt, als Nichtterminale einer Graphgrammatik: ${names}.`,
    nothingRepeats: "In den Heaps dieses Programms wiederholt sich nichts, also gibt es keine Grammatik zu lernen.",
    leftOut: {
      sets: "Es gibt zu viele Mengen von Heaps, um alle anzusehen.",
      noValue: "Felder ohne Wert sind weggelassen.", gone: "Zeiger auf freigegebenen Speicher sind weggelassen.",
      mixed: "Felder mit Zahlen oder Zeigern sind weggelassen.", unknown: "Worauf manche Felder zeigen, ist nicht bekannt; sie sind weggelassen.",
      parts: "Objekte, die Teile von anderen sind, sind weggelassen.", rules: "Gestalten, die zu viele Regeln bräuchten, sind weggelassen.",
      hidden: "Gestalten, die Felder zu tief verbergen, sind weggelassen.", types: "Manche Regeln sind weggelassen: An derselben Stelle stehen Objekte zu vieler Typen.",
    },
    usedTitle: (title) => `${title} (mit gelernter Grammatik)`, used: "Die Grammatik haben Waldautomaten aus dem Programm gelernt.",
    use: "Als Grammatik verwenden", useLead: "Macht daraus eine Aufgabe, die dasselbe Programm mit dieser Grammatik und einer Formel über ihre Gestalten prüft. Dort lassen sich weitere Formeln ergänzen.",
  },
});

export class BoxesView implements View {
  readonly id = "boxes";
  readonly title = t.title;
  readonly home = "main";
  readonly analyses = ["forest"] as const;
  readonly #sampled = h("section", { className: "box" });
  readonly #grammar = h("section", { className: "box" });
  readonly #boxes = h("div", { className: "list" });
  readonly element = h("div", {}, h("div", { className: "boxes", tabIndex: 0, aria: { role: "region", label: t.title } }, this.#sampled, this.#grammar, this.#boxes));
  readonly #with: (task: string, learned: LearnedView) => Promise<Draft | null>;
  readonly #use: (next: Draft) => void;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #known: BoxView[] | null = null;
  #state: number | null = null;
  /** The content whose samples are shown. */
  #content: number | null = null;
  /** The picture that is exported. */
  #chosen: number | null = null;
  #open = false;

  /** `withGrammar` makes the task that uses what was learned, `use` opens it. */
  constructor(withGrammar: (task: string, learned: LearnedView) => Promise<Draft | null>, use: (next: Draft) => void) {
    this.#with = withGrammar;
    this.#use = use;
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome?.report.analysis === "forest" ? outcome : null;
    this.#chart = this.#known = this.#content = this.#chosen = null;
    this.#sampled.replaceChildren(h("p", { className: "hint" }, outcome ? t.choose : t.nothing));
    this.#grammar.replaceChildren();
    this.#grammar.hidden = true;
    this.#boxes.replaceChildren();
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    void this.#ask();
  }

  opened(open: boolean): void {
    this.#open = open;
    void this.#ask();
  }

  mark({ pinned: { state } }: Seen): void {
    this.#state = state;
    void this.#sample();
  }

  drawing(): Drawing | null {
    const number = this.#chosen ?? this.#known?.[0]?.content ?? null;
    return number === null ? null : { picture: { of: "heap", number }, name: `heap-${number}` };
  }

  /** Boxes are requested only while the view is open. */
  async #ask(): Promise<void> {
    const outcome = this.#outcome;
    if (!this.#open || !outcome) return;
    if (!this.#known) {
      // Together, so that nothing moves when the grammar comes.
      const [boxes, learned] = await Promise.all([outcome.ask({ of: "boxes" }), outcome.ask({ of: "learned" })]);
      if (outcome !== this.#outcome) return;
      this.#known = boxes;
      this.#boxes.replaceChildren(
        h("p", { className: "lead" }, ...explained(boxes ? (boxes.length ? t.lead : t.none) : unlessStopped(outcome, ""))),
        ...(boxes ?? []).map((box) => this.#box(outcome, box)));
      if (learned) this.#learned(learned, outcome.task);
    }
    await this.#sample();
  }

  /** What was learned, as a grammar, and what can be done with it. */
  #learned(learned: LearnedView, task: string): void {
    const { nonterminals, leftOut } = learned;
    const notes = leftOut.map((why) => h("p", { className: "quiet" }, t.leftOut[why]));
    const use = h("button", { type: "button", className: "small", title: t.useLead }, t.use);
    use.addEventListener("click", async () => {
      const [given, next] = [draftOf(task), await this.#with(task, learned)];
      if (next) this.#use({ ...next, title: given ? t.usedTitle(presentationOf(given).title) : next.title, description: t.used });
    });
    this.#grammar.hidden = false;
    this.#grammar.replaceChildren(
      h("header", {}, h("h2", {}, t.grammar)),
      h("p", { className: "lead" }, nonterminals.length ? t.names(nonterminals.join(", ")) : t.nothingRepeats),
      ...notes, ...(nonterminals.length ? [use] : []));
  }

  /** Small heaps of the chosen state. */
  async #sample(): Promise<void> {
    const [outcome, state] = [this.#outcome, this.#state];
    if (!this.#open || !outcome) return;
    const content = state !== null && this.#chart && state < this.#chart.stateCount ? (this.#chart.data.contents[state] ?? null) : null;
    if (content === this.#content || state === null) return;
    this.#content = content;
    if (content === null) return this.#sampled.replaceChildren(h("p", { className: "hint" }, t.choose));
    const samples = await outcome.ask({ of: "samples", content });
    if (content !== this.#content) return;
    this.#sampled.replaceChildren(
      h("header", {}, h("h2", {}, t.state(state))), h("p", { className: "lead" }, t.stateLead),
      this.#pictures(outcome, samples ?? []));
  }

  #box(outcome: Outcome, { name, content, ports, boxes, states, given, used, definition, unsaid }: BoxView): HTMLElement {
    const examples = h("details", {}, h("summary", {}, t.examples));
    examples.addEventListener("toggle", () => {
      if (examples.open && examples.childElementCount === 1) {
        void outcome.ask({ of: "samples", content }).then((samples) => examples.append(this.#pictures(outcome, samples ?? [])));
      }
    });
    const uses = states ? t.in(counted(states, t.uses)) : used ? t.nested : t.unused;
    return h("article", { className: "box", aria: { label: name } },
      h("header", {}, h("h2", {}, name), h("span", { className: "badge" }, counted(ports, t.ports)), ...(given ? [h("span", { className: "badge" }, t.given)] : [])),
      h("p", { className: "lead" }, [uses, boxes.length ? t.inside(boxes.join(", ")) : ""].filter(Boolean).join(" ")),
      this.#picture(outcome, content, name), h("details", { open: given }, h("summary", {}, t.text), h("pre", {}, definition ?? unsaid ?? "")), examples);
  }

  #pictures(outcome: Outcome, samples: readonly number[]): HTMLElement {
    if (!samples.length) return h("p", { className: "quiet" }, t.noHeap);
    return h("section", {}, h("ul", {}, ...samples.map((sample) => h("li", {}, this.#picture(outcome, sample, t.heap(figure.format(sample)))))));
  }

  #picture(outcome: Outcome, content: number, name: string): HTMLElement {
    const card = h("button", { type: "button", className: "fragment", title: t.export, aria: { label: `${name}: ${t.export}` } }, thumbnail(() => outcome.ask({ of: "heap", number: content })), h("span", {}, name));
    card.addEventListener("click", () => {
      this.#chosen = content;
      for (const other of this.element.querySelectorAll(".fragment")) other.setAttribute("aria-pressed", String(other === card));
    });
    return card;
  }
}

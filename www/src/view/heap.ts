/** The selected state: its heap, what changed since a previous state, and manual derivations; for a boolean program, its values. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Change, HeapDiff, HeapView as HeapData, Hotspot, Picture, RunPlace, Scene, ValuationView } from "../engine/engine";
import { register } from "../frame/commands";
import { type Linking, type Seen, drawnState, stepsOf } from "../linking";
import { edgeKindNames, type SpaceChart, stateKindNames } from "../space/chart";
import { counted, figure, type Noun, texts } from "../text/language";
import { Derivation, type Derived } from "./derivation";
import { collectionSwitch, hasCollections } from "./collections";
import { factsOf } from "./facts";
import { HeapLegend } from "./heapLegend";
import { hasValues } from "./judgements";
import { changeNames, describe, kindNames, toldOf, wordsOf } from "./parts";
import { numbered, pictureOf, reveal, sceneElement, sceneOf } from "./scene";
import type { Drawing, TableData, View } from "./view";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";
import * as values from "./values";

const t = texts({
  en: {
    title: "Heap", state: "State", none: "No states were explored.", select: "Select a state to see its heap.", hidden: "This state is not drawn.",
    lost: "This heap is no longer available; run the task again.", empty: "The heap is empty.",
    vertices: ["vertex", "vertices"] as Noun, caption: (heap: string, vertices: string) => `Heap ${heap} · ${vertices}`,
    diff: "What changed", compare: "Compare with the previous state (d)", toggle: "Show what changed since the previous state",
    first: "There is no previous state.",
    before: "Compared with", run: "previous in the run", parent: "the heap before this rule",
    aid: "A reading aid: objects have no identity across states. Objects that are reached in the same way are assumed to be the same.",
    same: "Nothing changed.", announce: (count: string, than: string) => `${count} compared with ${than}`,
    changes: ["change", "changes"] as Noun,
    concretise: (label: string) => `Concretise ${label} here: apply the rules of the grammar`,
    formula: "As formula", copy: "Copy", copied: "Copied",
    trail: "Derived by hand", columns: ["Kind", "Name", "Vertices"], change: "Change",
  },
  de: {
    title: "Heap", state: "Zustand", none: "Es wurden keine Zustände erkundet.", select: "Wählen Sie einen Zustand, um seinen Heap zu sehen.", hidden: "Dieser Zustand ist nicht gezeichnet.",
    lost: "Dieser Heap ist nicht mehr verfügbar; prüfen Sie die Aufgabe erneut.", empty: "Der Heap ist leer.",
    vertices: ["Knoten", "Knoten"], caption: (heap, vertices) => `Heap ${heap} · ${vertices}`,
    diff: "Was sich änderte", compare: "Mit dem vorigen Zustand vergleichen (d)", toggle: "Zeigen, was sich seit dem vorigen Zustand änderte",
    first: "Es gibt keinen vorigen Zustand.",
    before: "Verglichen mit", run: "voriger im Lauf", parent: "dem Heap vor dieser Regel",
    aid: "Eine Lesehilfe: Objekte haben über Zustände hinweg keine Identität. Objekte, die auf gleiche Weise erreicht werden, gelten als gleich.",
    same: "Es änderte sich nichts.", announce: (count, than) => `${count} verglichen mit ${than}`,
    changes: ["Änderung", "Änderungen"],
    concretise: (label) => `${label} hier konkretisieren: Regeln der Grammatik anwenden`,
    formula: "Als Formel", copy: "Kopieren", copied: "Kopiert",
    trail: "Von Hand abgeleitet", columns: ["Art", "Name", "Knoten"], change: "Änderung",
  },
});

/** Different texts for boolean programs. */
const ofValues: typeof t = { ...t, ...texts({
  en: {
    title: "Values", select: "Select a state to see its values.",
    vertices: ["assigned variable", "assigned variables"] as Noun, caption: (number: string, variables: string) => `Values ${number} · ${variables}`,
    columns: ["Variable", "Value", "Scope"], change: "Before",
  },
  de: {
    title: "Werte", select: "Wählen Sie einen Zustand, um seine Werte zu sehen.",
    vertices: ["bestimmt", "bestimmt"], caption: (number, variables) => `Werte ${number} · ${variables}`,
    columns: ["Variable", "Wert", "Gültigkeit"], change: "Davor",
  },
}) };

/** A state before the shown one. */
interface Before {
  state: number;
  label: string;
}

/** What is drawn. */
interface Shown {
  heap: number;
  before: number | null;
  picture: Picture;
  content: Content;
}

/** The same in words: a caption, a row for each part, and the changes. */
interface Content {
  count: number;
  rows: string[][];
  changes: { change: Change; words: string }[];
  description: string;
  /** The heap, if it is one. */
  heap: HeapData | null;
  /** Whether it was guessed which objects of two heaps are the same: along a run they have numbers. */
  isGuess: boolean;
}

const isNumbered = ({ vertices }: HeapData): boolean => vertices.every(({ kind, number }) => kind !== "object" || number !== undefined);

function contentOf(data: HeapData | HeapDiff | ValuationView, compared: boolean): Content {
  if ("globals" in data) {
    const rows = values.rowsOf(data);
    return {
      count: rows.filter(({ isOpen }) => !isOpen).length,
      rows: rows.map(({ name, value, before, scope }) => (compared ? [name, value, scope, before] : [name, value, scope])),
      changes: rows.filter(({ before }) => before).map((row) => ({ change: "added", words: values.wordsOf(row) })),
      description: values.describe(rows), heap: null, isGuess: false,
    };
  }
  const { heap, parts } = toldOf(data);
  return {
    count: heap.vertices.length,
    rows: parts.map(({ kind, name, at, change }) => {
      const cells = [kindNames[kind], name, at.join(kind === "selector" ? " → " : ", ")];
      return compared ? [...cells, change ? changeNames[change] : ""] : cells;
    }),
    changes: parts.flatMap((part) => (part.change ? [{ change: part.change, words: wordsOf(part) }] : [])),
    description: describe(parts), heap, isGuess: "after" in data && !(isNumbered(data.before) && isNumbered(data.after)),
  };
}

export class HeapView implements View {
  readonly id = "heap";
  readonly home = "side";
  readonly element = h("div", { className: "inspector" });
  readonly #title = h("h2", { id: "state-title" });
  readonly #badge = h("span", { id: "state-badge", className: "badge", hidden: true });
  readonly #caption = h("span", { id: "heap-caption", className: "quiet" });
  readonly #toggle = h("button", { type: "button", id: "heap-diff", className: "small", aria: { pressed: "false" } }, t.diff);
  readonly #cells = collectionSwitch("heap-cells", () => void this.#draw());
  readonly #crumbs = h("ol", { className: "crumbs" });
  readonly #trailBar = h("nav", { id: "heap-trail", className: "heap-trail", hidden: true, aria: { label: t.trail } }, this.#crumbs);
  readonly #picture = new Stage({ id: "heap-picture", label: t.title, className: "heap", around: [16, 52] });
  readonly #legend = new HeapLegend();
  readonly #changes = h("section", { id: "heap-changes", className: "changes", hidden: true, aria: { label: t.diff } });
  readonly #derivation = new Derivation((derived) => this.#go([...this.#trail, derived]), () => this.#picture.stage.focus());
  readonly #formulaText = h("code", {});
  readonly #copy = h("button", { type: "button", className: "small" }, t.copy);
  /** The heap as a formula of separation logic, once it is opened. */
  readonly #formula = h("details", { id: "heap-formula", className: "formula", hidden: true }, h("summary", {}, t.formula),
    h("pre", { tabIndex: 0, aria: { label: t.formula } }, this.#formulaText), this.#copy);
  readonly #facts = h("dl", { id: "state-facts", className: "facts" });
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  #chart: SpaceChart | null = null;
  #outcome: Outcome | null = null;
  #state: number | null = null;
  /** The selected property and step of its run. */
  #judgement: number | null = null;
  #step: number | null = null;
  #trail: Derived[] = [];
  #comparing = false;
  #before: number | null = null;
  #shown: Shown | null = null;
  #wanted = 0;
  #t = t;

  /** `open` brings the view to the front. */
  constructor(private readonly linking: Linking, open: () => void) {
    this.#picture.element.append(this.#legend.element);
    this.#toggle.addEventListener("click", () => this.#compare(!this.#comparing));
    const said = (): typeof t => this.#t;
    register({
      id: "heap.diff", title: t.toggle, get group() { return said().title; }, keys: ["d"], possible: () => this.#befores().length > 0 || this.#trail.length > 0,
      run: () => {
        open();
        this.#compare(!this.#comparing);
      },
    });
    this.element.append(
      h("header", { className: "toolbar" }, this.#title, this.#badge, this.#caption, this.#cells, this.#toggle), this.#trailBar, this.#picture.element,
      this.#changes, this.#formula, this.#derivation.element, this.#facts, this.#live);
    this.#formula.addEventListener("toggle", () => void this.#drawFormula());
    this.#copy.addEventListener("click", () => void this.#copyFormula());
    this.#clear(t.none);
  }

  get title(): string {
    return this.#t.title;
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#t = outcome && hasValues(outcome.report) ? ofValues : t;
    this.#picture.stage.setAttribute("aria-label", this.title);
    this.#clear(outcome ? "" : t.none);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    if (!chart) this.#clear(unlessStopped(this.#outcome, ""));
  }

  labelled(): void {
    if (this.#chart && this.#state !== null) this.#facts.replaceChildren(...factsOf(this.#chart, this.#state, this.linking));
  }

  mark({ pinned: { state, step, judgement } }: Seen): void {
    if (state === null) return this.#clear(!this.#outcome ? t.none : !this.#chart ? unlessStopped(this.#outcome, "") : step === null ? this.#t.select : t.hidden);
    if (!this.#outcome || !this.#chart) return;
    const moved = step !== this.#step || judgement !== this.#judgement;
    [this.#step, this.#judgement] = [step, judgement];
    if (state === this.#state && !moved) return this.#enable();
    if (state !== this.#state) this.#enter(this.#chart, state);
    void this.#draw();
  }

  drawing(): Drawing | null {
    const shown = this.#shown;
    if (!shown) return null;
    return { picture: shown.picture, name: `${this.#t === t ? "heap" : "values"}-${shown.heap}${shown.before === null ? "" : `-since-${shown.before}`}` };
  }

  tableData(): TableData | null {
    const shown = this.#shown;
    if (!shown) return null;
    const { columns, change } = this.#t;
    const { rows } = shown.content;
    return {
      caption: this.#caption.textContent ?? this.title,
      columns: shown.before === null ? columns : [...columns, change],
      count: rows.length,
      cells: (row) => rows[row]!,
      part: () => null,
      chosen: () => null,
    };
  }

  /** Shows only the reason why there is no picture. */
  #clear(message: string): void {
    this.#state = null;
    this.#shown = null;
    this.#wanted++;
    this.#trail = [];
    this.#title.textContent = t.state;
    this.#badge.hidden = this.#cells.hidden = this.#trailBar.hidden = this.#changes.hidden = this.#formula.hidden = true;
    this.#derivation.close();
    this.#caption.textContent = "";
    this.#facts.replaceChildren();
    this.#picture.show(h("p", { className: "hint" }, message), true);
    this.#enable();
  }

  /** Switches to another state, without its picture. */
  #enter(chart: SpaceChart, state: number): void {
    this.#state = state;
    this.#trail = [];
    this.#before = null;
    this.#derivation.close();
    const kind = chart.kind(state);
    this.#title.textContent = `${t.state} ${state}`;
    this.#badge.hidden = kind === "inner";
    this.#badge.textContent = stateKindNames[kind];
    this.#badge.dataset["kind"] = kind;
    this.#facts.replaceChildren(...factsOf(chart, state, this.linking));
  }

  /** The previous states, that of the run first. */
  #befores(): Before[] {
    const [chart, state] = [this.#chart, this.#state];
    if (!chart || state === null) return [];
    const befores = new Map<number, string>();
    const world = { outcome: this.#outcome, chart };
    const last = this.#step === null ? undefined : stepsOf(world, this.#judgement)[this.#step - 1];
    const ofRun = last ? drawnState(world, last) : null;
    if (ofRun !== null) befores.set(ofRun, t.run);
    for (const edge of chart.incoming(state)) {
      const source = chart.source(edge);
      if (source !== state && !befores.has(source)) befores.set(source, chart.operation(edge) || edgeKindNames[chart.edgeKind(edge)]);
    }
    return [...befores].map(([number, label]) => ({ state: number, label: `${t.state} ${number} · ${label}` }));
  }

  #enable(): void {
    const possible = this.#trail.length > 0 || this.#befores().length > 0;
    this.#toggle.disabled = !possible;
    this.#toggle.title = possible || this.#state === null ? t.compare : t.first;
    this.#toggle.setAttribute("aria-pressed", String(this.#comparing));
  }

  #compare(comparing: boolean): void {
    this.#comparing = comparing;
    void this.#draw(comparing);
  }

  /** Continues from the last heap of a trail. */
  #go(trail: Derived[]): void {
    this.#trail = trail;
    this.#derivation.close();
    void this.#draw();
    this.#picture.stage.focus();
  }

  /** What to draw: a heap, and the one to compare it with. */
  #pair(chart: SpaceChart, state: number, befores: Before[]): { heap: number; before: number | null } {
    const heaps = [chart.data.contents[state] ?? 0, ...this.#trail.map(({ heap }) => heap)];
    const heap = heaps.at(-1) ?? 0;
    if (!this.#comparing) return { heap, before: null };
    const chosen = befores.find((before) => before.state === this.#before) ?? befores[0];
    return { heap, before: heaps.at(-2) ?? (chosen ? (chart.data.contents[chosen.state] ?? null) : null) };
  }

  /** Where the heap is on the selected run; one that was derived by hand is not on it. */
  #along(): RunPlace | null {
    const [property, step] = [this.#judgement, this.#step];
    return property === null || step === null || this.#trail.length ? null : { property, step };
  }

  async #draw(announce = false): Promise<void> {
    const [outcome, chart, state] = [this.#outcome, this.#chart, this.#state];
    if (!outcome || !chart || state === null) return;
    const wanted = ++this.#wanted;
    this.#enable();
    const befores = this.#befores();
    const pair = this.#pair(chart, state, befores);
    const { heap, before } = pair;
    const picture = pictureOf(pair, this.#along());
    const [scene, json] = await Promise.all([sceneOf(outcome, picture), outcome.ask({ of: "picture", picture, format: "json" })]);
    if (wanted !== this.#wanted) return;
    this.#drawTrail();
    if (!scene || !json) {
      this.#shown = null;
      this.#changes.hidden = true;
      return this.#picture.show(h("p", { className: "hint" }, unlessStopped(outcome, t.lost)), true);
    }
    const data = JSON.parse(json) as HeapData | HeapDiff | ValuationView;
    const content = contentOf(data, before !== null);
    this.#cells.hidden = "globals" in data || !hasCollections(data);
    this.#shown = { ...pair, picture, content };
    this.#caption.textContent = this.#t.caption(figure.format(heap), counted(content.count, this.#t.vertices));
    this.#drawChanges(content, befores, announce);
    this.#formula.hidden = outcome.report.analysis !== "heap";
    void this.#drawFormula();
    this.#legend.show(scene);
    if (!scene.shapes.length) return this.#picture.show(h("p", { className: "hint" }, t.empty), true);
    const drawing = this.#pictured(scene, content);
    this.#picture.show(drawing, true);
    reveal(this.#picture.stage, drawing);
  }

  /** Writes the formula of what is shown, if it is wanted. */
  async #drawFormula(): Promise<void> {
    const [outcome, shown, wanted] = [this.#outcome, this.#shown, this.#wanted];
    if (!outcome || !shown || this.#formula.hidden || !this.#formula.open) return;
    const formula = await outcome.ask({ of: "formula", number: shown.heap });
    if (wanted !== this.#wanted) return;
    this.#copy.textContent = t.copy;
    this.#formulaText.textContent = formula ?? unlessStopped(outcome, t.lost);
    this.#copy.hidden = formula === null;
  }

  async #copyFormula(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#formulaText.textContent ?? "");
      this.#copy.textContent = this.#live.textContent = t.copied;
    } catch {
      // Without the permission, the text is selected, to be copied by hand.
      getSelection()?.selectAllChildren(this.#formulaText);
    }
  }

  /** The picture, with the numbers of its objects; its nonterminals can be selected. */
  #pictured(scene: Scene, { heap, description }: Content): SVGSVGElement {
    if (!heap) return sceneElement({ ...scene, description });
    const hotspots = scene.hotspots.flatMap((place): Hotspot[] => {
      const label = place.link.to === "nonterminal" ? heap.nonterminals[place.link.number]?.label : undefined;
      return label === undefined ? [] : [{ ...place, name: t.concretise(label) }];
    });
    const follow = hotspots.length ? (place: Hotspot) => void this.#concretise(place, heap) : undefined;
    const picture = sceneElement({ ...scene, hotspots, description }, follow);
    return numbered(picture, scene, heap);
  }

  async #concretise({ link }: Hotspot, heap: HeapData): Promise<void> {
    const [outcome, shown] = [this.#outcome, this.#shown];
    if (!outcome || !shown || link.to !== "nonterminal") return;
    const wanted = this.#wanted;
    const alternatives = await outcome.ask({ of: "concretise", heap: shown.heap, nonterminal: link.number });
    if (wanted !== this.#wanted || !alternatives) return;
    this.#live.textContent = this.#derivation.show(outcome, heap.nonterminals[link.number]?.label ?? "", alternatives);
  }

  #drawTrail(): void {
    this.#trailBar.hidden = this.#trail.length === 0;
    const crumb = (text: string, trail: Derived[]): HTMLElement => {
      const button = h("button", { type: "button" }, text);
      if (trail.length === this.#trail.length) button.setAttribute("aria-current", "page");
      button.addEventListener("click", () => this.#go(trail));
      return h("li", {}, button);
    };
    this.#crumbs.replaceChildren(crumb(`${t.state} ${this.#state}`, []), ...this.#trail.map(({ label }, i) => crumb(label, this.#trail.slice(0, i + 1))));
    this.#crumbs.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #drawChanges({ changes, isGuess }: Content, befores: Before[], announce: boolean): void {
    this.#changes.hidden = this.#shown?.before === null;
    if (this.#changes.hidden) return;
    const first = befores.find(({ state }) => state === this.#before) ?? befores[0];
    const than = this.#trail.length ? t.parent : (first?.label ?? "");
    const isHeap = this.#t === t;
    const rows = changes.map(({ change, words }) => h("li", { className: isHeap ? change : "" },
      isHeap ? h("span", { className: "sr-only" }, `${changeNames[change]}: `) : null, words));
    const hadFocus = this.#changes.contains(document.activeElement);
    this.#changes.replaceChildren(
      h("p", { className: "than", title: isGuess ? t.aid : "" }, h("span", { id: "heap-than" }, t.before), this.#trail.length || befores.length < 2 ? than : this.#choice(befores, first)),
      rows.length ? h("ul", {}, ...rows) : h("p", { className: "quiet" }, t.same),
      isGuess ? h("p", { className: "aid" }, t.aid) : "");
    if (hadFocus) this.#changes.querySelector("select")?.focus();
    if (announce) this.#live.textContent = t.announce(counted(changes.length, t.changes), than);
  }

  #choice(befores: Before[], chosen: Before | undefined): HTMLElement {
    const box = h("select", { aria: { labelledby: "heap-than" } },
      ...befores.map(({ state, label }) => h("option", { value: String(state), selected: state === chosen?.state }, label)));
    box.addEventListener("change", () => {
      this.#before = Number(box.value);
      void this.#draw(true);
    });
    return box;
  }
}

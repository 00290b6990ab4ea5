/** The state space, and what of it is selected. */
import type { Outcome } from "../client";
import { h, icon, s } from "../dom";
import type { ChartOptions, Fold } from "../engine/hrglass";
import { register } from "../frame/commands";
import { drawnState, type Linking, type Seen, stepsOf, type World } from "../linking";
import type { BatchData } from "../protocol";
import { SpaceChart, stateKindNames } from "../space/chart";
import { Finder } from "../space/finder";
import { Growing } from "../space/growing";
import { Note, noteButton } from "../space/notes";
import { search } from "../space/search";
import { SpaceView } from "../space/view";
import { counted, figure, type Noun, texts } from "../text/language";
import type { Drawing, Twin, View } from "./view";

const t = texts({
  en: {
    title: "State space", drawing: "Drawing the state space …", none: "No states were explored.", impossible: "The state space cannot be drawn.",
    states: ["state", "states"] as Noun, ofStates: ["state", "states"] as Noun, edges: ["edge", "edges"] as Noun, groups: ["group", "groups"] as Noun, steps: ["step", "steps"] as Noun,
    sum: (states: string, edges: string) => `${states}, ${edges}`,
    part: (some: string, all: string) => `${some} of ${all} shown`, folded: (groups: string) => `${groups} folded`,
    beyond: (count: string) => `${count} more are in no drawing and no table`, soFar: (states: string) => `the first ${states} found`,
    fold: "Fold", foldAs: (name: string) => `Fold the state space: ${name}`,
    folds: { none: "each state", chains: "chains", lines: "by line", procedures: "by procedure", scc: "by cycles" } as Record<Fold, string>,
    foldHelp: "Strongly connected components are drawn as one by “by cycles”",
    around: "Neighbourhood", aroundHelp: "Draw only the neighbourhood of the selected state (a)",
    path: "Path", pathHelp: "Show the shortest path to the selected state (p)",
    auto: (states: string) => `Folded by line, as there are ${states}.`, unfold: "Show each state",
    inGroup: (state: string, states: string) => `State ${state} is in a group of ${states}.`, open: "Open the group",
    isOpen: (state: string, states: string) => `The group of state ${state}, of ${states}, is open.`, close: "Close it",
    left: (state: string) => `State ${state} is not in what is drawn.`, showAll: "Draw everything", showAround: "Draw around it",
    focus: (state: string, radius: string) => `Around state ${state} up to distance ${radius}.`, wider: "Wider", narrower: "Narrower", leave: "Leave",
    way: (state: string, steps: string) => `Shortest path to state ${state}: ${steps}.`, noWay: (state: string) => `No path leads to state ${state}.`,
    only: "Only the path", whole: "With all around", hits: (count: string) => `${count} found`,
    find: "Search states", next: "Next hit", previous: "Previous hit", openOrClose: "Open or close the group of the selected state",
    leaveAll: "Leave the neighbourhood or the path",
    initial: "initial", final: "final", nullDereference: "null dereference", exception: "exception", group: "group",
    columns: ["State", "Kind", "Procedure", "Line", "Heap", "Vertices", "Holds", "Leads to"],
  },
  de: {
    title: "Zustandsraum", drawing: "Der Zustandsraum wird gezeichnet …", none: "Es wurden keine Zustände erkundet.", impossible: "Der Zustandsraum lässt sich nicht zeichnen.",
    states: ["Zustand", "Zustände"] as Noun, ofStates: ["Zustand", "Zuständen"] as Noun, edges: ["Kante", "Kanten"] as Noun, groups: ["Gruppe", "Gruppen"] as Noun, steps: ["Schritt", "Schritte"] as Noun,
    sum: (states: string, edges: string) => `${states}, ${edges}`,
    part: (some: string, all: string) => `${some} von ${all} gezeigt`, folded: (groups: string) => `${groups} gefaltet`,
    beyond: (count: string) => `${count} weitere stehen in keiner Zeichnung und keiner Tabelle`, soFar: (states: string) => `die ersten ${states}, die gefunden sind`,
    fold: "Falten", foldAs: (name: string) => `Zustandsraum falten: ${name}`,
    folds: { none: "jeder Zustand", chains: "Ketten", lines: "nach Zeile", procedures: "nach Prozedur", scc: "nach Zyklen" } as Record<Fold, string>,
    foldHelp: "„nach Zyklen“ zeichnet starke Zusammenhangskomponenten als eins",
    around: "Umgebung", aroundHelp: "Nur die Umgebung des gewählten Zustands zeichnen (a)",
    path: "Pfad", pathHelp: "Den kürzesten Pfad zum gewählten Zustand zeigen (p)",
    auto: (states: string) => `Nach Zeilen gefaltet, denn es sind ${states}.`, unfold: "Jeden Zustand zeigen",
    inGroup: (state: string, states: string) => `Zustand ${state} gehört zu einer Gruppe von ${states}.`, open: "Gruppe öffnen",
    isOpen: (state: string, states: string) => `Die Gruppe von Zustand ${state} mit ${states} ist offen.`, close: "Schließen",
    left: (state: string) => `Zustand ${state} ist nicht gezeichnet.`, showAll: "Alles zeichnen", showAround: "Seine Umgebung zeichnen",
    focus: (state: string, radius: string) => `Um Zustand ${state} bis zur Entfernung ${radius}.`, wider: "Weiter", narrower: "Enger", leave: "Verlassen",
    way: (state: string, steps: string) => `Kürzester Pfad zu Zustand ${state}: ${steps}.`, noWay: (state: string) => `Kein Pfad führt zu Zustand ${state}.`,
    only: "Nur den Pfad", whole: "Mit allem ringsum", hits: (count: string) => `${count} gefunden`,
    find: "Zustände suchen", next: "Nächster Treffer", previous: "Voriger Treffer", openOrClose: "Gruppe des gewählten Zustands öffnen oder schließen",
    leaveAll: "Umgebung oder Pfad verlassen",
    initial: "Anfang", final: "Ende", nullDereference: "Null-Dereferenzierung", exception: "Ausnahme", group: "Gruppe",
    columns: ["Zustand", "Art", "Prozedur", "Zeile", "Heap", "Knoten", "Es gilt", "Führt zu"],
  },
});

const folds: readonly Fold[] = ["none", "chains", "lines", "procedures", "scc"];

/** More states than this are folded at first. */
const many = 3000;

/** How far a neighbourhood reaches at first, and at most. */
const near = 2;
const far = 99;

const nothing: ReadonlySet<number> = new Set();

const statesText = (count: number): string => counted(count, t.states);

/** The edges of the state space between one state of a way and the next. */
function edgesAlong(chart: SpaceChart, way: readonly (number | null)[]): Set<number> {
  const edges = way.map((target, i) => {
    const source = i ? (way[i - 1] ?? null) : null;
    return source === null || target === null ? null : chart.edgeBetween(source, target);
  });
  return new Set(edges.filter((edge) => edge !== null));
}

/** The states and edges of a run, as far as they are drawn. */
function runOnChart(world: World, chart: SpaceChart, judgement: number | null): { runStates: Set<number>; runEdges: Set<number> } {
  const path = stepsOf(world, judgement).map((step) => drawnState(world, step));
  const run = world.outcome && judgement !== null ? world.outcome.report.properties[judgement]?.run : null;
  const closing = run?.cycle[0] ? drawnState(world, run.cycle[0]) : null;
  return { runStates: new Set(path.filter((state) => state !== null)), runEdges: edgesAlong(chart, [...path, closing]) };
}

const circle = (className: string): SVGElement => s("circle", { cx: 8, cy: 8, r: 6, class: className });

function legend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("span", {}, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, ...shapes), text);
  const square = (inset: number, className: string): SVGElement =>
    s("rect", { x: inset, y: inset, width: 16 - 2 * inset, height: 16 - 2 * inset, rx: 4.2 - inset / 1.7, class: className });
  const sheet = (x: number, y: number): SVGElement => s("rect", { x, y, width: 11, height: 8, rx: 2.4, class: "sheet" });
  return h("footer", { className: "legend" },
    entry(t.initial, s("path", { d: "M0 8h3", class: "stub" }), circle("initial")),
    entry(t.final, square(2, "final"), square(4.4, "final inner")),
    entry(t.nullDereference, s("path", { d: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z", class: "null" })),
    entry(t.exception, s("path", { d: "M8 1l7 7-7 7-7-7z", class: "exception" })),
    entry(t.group, sheet(4, 2), sheet(1, 5)));
}

/** The shortest way to a state, as far as it is known. */
interface Way {
  to: number;
  states: readonly number[];
  /** Whether nothing else is drawn. */
  only: boolean;
}

export class StateSpaceView implements View {
  readonly id = "space";
  readonly title = t.title;
  readonly home = "main";
  readonly element = h("div", { className: "space" });
  readonly #space: SpaceView;
  readonly #finder: Finder;
  readonly #fold = h("select", { id: "space-fold", title: t.foldHelp, aria: { label: t.fold } },
    ...folds.map((fold) => h("option", { value: fold }, t.folds[fold])));
  readonly #aroundButton = this.#tool("around", t.around, t.aroundHelp, () => this.#lookAround(this.#selected));
  readonly #pathButton = this.#tool("way", t.path, t.pathHelp, () => void this.#findWay());
  readonly #notes = h("div", { className: "notes" });
  readonly #autoNote = new Note("auto", noteButton(t.unfold, () => this.#foldAs("none")));
  readonly #groupNote: Note;
  readonly #groupButton = noteButton(t.open, () => this.#selected !== null && this.#unfold(this.#selected));
  readonly #leftNote = new Note("left", noteButton(t.showAround, () => this.#lookAround(this.#selected)), noteButton(t.showAll, () => this.#leave()));
  readonly #focusNote = new Note("focus", noteButton("−", () => this.#widen(-1), t.narrower), noteButton("+", () => this.#widen(1), t.wider), noteButton(t.leave, () => this.#leave()));
  readonly #onlyButton = noteButton(t.only, () => this.#drawWay());
  readonly #wayNote = new Note("way", this.#onlyButton, noteButton(t.leave, () => this.#leave()));
  #outcome: Outcome | null = null;
  /** Every state on its own; what is drawn may be another drawing of the same states. */
  #chart: SpaceChart | null = null;
  /** That drawing. */
  #drawn: SpaceChart | null = null;
  /** Whether what is drawn is of this outcome. */
  #ready = false;
  #growing: Growing | null = null;
  /** What was asked for last is what counts. */
  #wanted = 0;
  #open = false;
  #seen: Seen | null = null;
  #judgement: number | null = null;
  #line: string | null = null;
  /** How the person wants it folded; null: as it fits. */
  #chosen: Fold | null = null;
  /** Whether that was said of very many states. */
  #chosenOfMany = false;
  #auto = false;
  #options: ChartOptions = {};
  #way: Way | null = null;

  constructor(private readonly linking: Linking) {
    this.#space = new SpaceView({
      name: "space",
      label: t.title,
      select: (state) => linking.pin({ state }),
      hover: (state) => linking.preview(state === null ? null : { state }),
      unfold: (state) => this.#unfold(state),
      covered: () => this.#notes.offsetHeight,
    });
    this.#finder = new Finder({
      search: (query) => (this.#chart && this.#ready ? search(this.#chart, query) : []),
      isShown: (state) => this.#drawn?.nodeOf(state) != null,
      found: (hits) => this.#space.emphasise({ hits: new Set(hits) }),
      go: (state) => linking.pin({ state }),
      leave: () => this.#space.canvas.focus(),
    });
    this.#fold.addEventListener("change", () => this.#foldAs(this.#fold.value as Fold));
    this.#groupNote = new Note("group", this.#groupButton);
    this.#notes.append(...[this.#autoNote, this.#focusNote, this.#wayNote, this.#groupNote, this.#leftNote].map(({ element }) => element));
    this.#space.element.append(this.#notes);
    const tools = h("div", { className: "toolbar" }, h("label", {}, h("span", { className: "quiet" }, t.fold), this.#fold), this.#aroundButton, this.#pathButton, this.#finder.element);
    this.element.append(tools, this.#space.element, legend());
    this.#register();
    this.#say();
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#ready = false;
    this.#wanted++;
    this.#say();
    // What was drawn stays until there is something else: a picture that goes and comes flickers.
    if (outcome) this.#space.freeze();
    else this.#space.show(null);
    this.#empty(outcome ? t.drawing : t.none);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    const isMany = chart !== null && chart.stateCount > many;
    const plain = (this.#chosen ?? "none") === "none";
    this.#auto = plain && isMany && !this.#chosenOfMany;
    const fold = this.#auto ? "lines" : (this.#chosen ?? "none");
    this.#options = { fold };
    this.#way = null;
    if (chart) return void this.#redraw();
    this.#growing = null;
    this.#space.show(null);
    this.#empty(t.impossible);
  }

  mark(seen: Seen): void {
    this.#seen = seen;
    const chart = this.#chart;
    if (!chart || !this.#ready) return;
    const { pinned, preview, now } = seen;
    if (pinned.judgement !== this.#judgement) {
      this.#judgement = pinned.judgement;
      this.#space.emphasise(runOnChart({ outcome: this.#outcome, chart }, chart, pinned.judgement));
    }
    const line = now.line && `${now.line.file}:${now.line.line}`;
    if (line !== this.#line) {
      this.#line = line;
      this.#space.emphasise({ marked: now.line ? chart.statesAt(now.line.file, now.line.line) : nothing });
    }
    const selected = pinned.state;
    this.#space.emphasise({ selected, hovered: preview?.state ?? null });
    this.#say();
    if (selected !== null && !preview) this.#space.reveal(selected);
  }

  opened(open: boolean): void {
    this.#open = open;
  }

  recolour(): void {
    this.#space.recolour();
  }

  /** Shows what a run has found so far; null: it does not count any more. */
  grow(batch: BatchData | null): void {
    if (batch) {
      this.#growing ??= new Growing();
      this.#growing.add(batch);
      const chart = this.#growing.chart();
      this.#ready = false;
      this.#wanted++;
      this.#space.grow(chart);
      this.#empty(null);
      this.#say();
      this.#space.count.textContent = t.soFar(statesText(chart.stateCount));
    } else if (this.#growing) {
      this.#growing = null;
      this.#space.show(null);
      if (this.#chart) void this.#redraw();
      else this.#empty(t.none);
    }
  }

  drawing(): Drawing | null {
    return this.#ready ? { picture: { of: "space", options: this.#options }, name: "state-space" } : null;
  }

  twin(): Twin | null {
    const chart = this.#ready ? this.#chart : null;
    return chart && {
      caption: t.title,
      columns: t.columns,
      count: chart.stateCount,
      cells: (state) => [
        state, stateKindNames[chart.kind(state)], chart.procedure(state), chart.line(state), chart.data.heaps[state] ?? 0,
        chart.data.vertices[state] ?? 0, chart.labels(state).join(", "), [...new Set([...chart.outgoing(state)].map((edge) => chart.target(edge)))].join(", "),
      ],
      part: (state) => ({ state }),
      chosen: ({ pinned }) => pinned.state,
    };
  }

  get #selected(): number | null {
    return this.#ready ? this.linking.pinned.state : null;
  }

  #tool(name: string, text: string, help: string, press: () => void): HTMLButtonElement {
    const button = h("button", { type: "button", id: `space-${name}`, className: "small", title: help, disabled: true }, icon(name), h("span", {}, text));
    button.addEventListener("click", press);
    return button;
  }

  #register(): void {
    const group = t.title;
    const selected = (): boolean => this.#open && this.#selected !== null;
    const found = (): boolean => this.#open && this.#finder.hits.length > 0;
    register(
      { id: "space.search", title: t.find, group, keys: ["/"], possible: () => this.#open && this.#ready, run: () => this.#finder.focus() },
      { id: "space.next", title: t.next, group, keys: ["n"], possible: found, run: () => this.#finder.step(1) },
      { id: "space.previous", title: t.previous, group, keys: ["N"], possible: found, run: () => this.#finder.step(-1) },
      { id: "space.group", title: t.openOrClose, group, keys: ["o"], possible: selected, run: () => this.#unfold(this.#selected ?? 0) },
      { id: "space.around", title: t.aroundHelp, group, keys: ["a"], possible: selected, run: () => this.#lookAround(this.#selected) },
      { id: "space.path", title: t.pathHelp, group, keys: ["p"], possible: selected, run: () => void this.#findWay() },
      {
        id: "space.leave", title: t.leaveAll, group, keys: ["Escape"],
        possible: () => this.#ready && document.activeElement === this.#space.canvas && (this.#options.focus != null || this.#way !== null), run: () => this.#leave(),
      },
      ...folds.map((fold) => ({ id: `space.fold.${fold}`, title: t.foldAs(t.folds[fold]), group, possible: () => this.#open && this.#ready, run: () => this.#foldAs(fold) })),
    );
  }

  /** Draws what the options say, and tells what is to be seen. */
  async #redraw(): Promise<void> {
    const [outcome, chart] = [this.#outcome, this.#chart];
    if (!outcome || !chart) return;
    const wanted = ++this.#wanted;
    const { fold = "none", focus, path } = this.#options;
    const data = fold === "none" && !focus && path == null ? chart.data : await outcome.drawn(this.#options);
    if (wanted !== this.#wanted || !data) return;
    const [first, moves] = [!this.#ready, this.#ready || this.#growing !== null];
    const drawn = data === chart.data ? chart : new SpaceChart(data);
    this.#drawn = drawn;
    this.#ready = true;
    this.#growing = null;
    // First the notes: what lies under them is not free for the drawing.
    this.#say();
    if (moves) this.#space.change(drawn);
    else this.#space.show(drawn);
    this.#empty(null);
    this.#emphasiseWay();
    if (first) this.#begin();
    else this.#space.announce(this.#space.count.textContent ?? "");
    this.#finder.say();
  }

  /** Emphasises in the drawing of another outcome what is selected there. */
  #begin(): void {
    this.#judgement = this.#line = null;
    this.#finder.refresh();
    if (this.#seen) this.mark(this.#seen);
  }

  #foldAs(fold: Fold): void {
    this.#chosen = fold;
    this.#chosenOfMany = this.#chart !== null && this.#chart.stateCount > many;
    this.#auto = false;
    this.#options = { ...this.#options, fold, open: [] };
    void this.#redraw();
  }

  /** Opens the group of a state, or closes it again. */
  #unfold(state: number): void {
    const chart = this.#drawn;
    if (!chart || chart.groupSize(state) < 2) return;
    const group = chart.groupOf(state);
    const open = this.#options.open ?? [];
    this.#options = { ...this.#options, open: open.includes(group) ? open.filter((other) => other !== group) : [...open, group] };
    void this.#redraw();
  }

  #lookAround(state: number | null): void {
    if (state === null) return;
    this.#way = null;
    this.#options = { ...this.#options, focus: { state, radius: this.#options.focus?.radius ?? near }, path: null };
    void this.#redraw();
  }

  #widen(by: number): void {
    const { focus } = this.#options;
    if (!focus) return;
    this.#options = { ...this.#options, focus: { ...focus, radius: Math.min(far, Math.max(1, focus.radius + by)) } };
    void this.#redraw();
  }

  /** Draws everything again. */
  #leave(): void {
    const drawsAll = !this.#options.focus && this.#options.path == null;
    this.#way = null;
    this.#options = { ...this.#options, focus: null, path: null };
    this.#space.canvas.focus();
    if (!drawsAll) return void this.#redraw();
    this.#emphasiseWay();
    this.#say();
  }

  async #findWay(): Promise<void> {
    const to = this.#selected;
    if (to === null || !this.#outcome) return;
    const wanted = ++this.#wanted;
    const found = await this.#outcome.drawn({ path: to });
    if (wanted !== this.#wanted || !found) return;
    this.#way = { to, states: [...found.path], only: false };
    const drawsAll = this.#options.path == null;
    this.#options = { ...this.#options, path: null };
    if (!drawsAll) return void this.#redraw();
    this.#emphasiseWay();
    this.#say();
    this.#space.announce(this.#wayText(this.#way));
  }

  /** Draws nothing but the way, or everything again. */
  #drawWay(): void {
    if (!this.#way) return;
    this.#way = { ...this.#way, only: !this.#way.only };
    this.#options = { ...this.#options, path: this.#way.only ? this.#way.to : null, focus: null };
    void this.#redraw();
  }

  #emphasiseWay(): void {
    const way = this.#way?.states ?? [];
    this.#space.emphasise({ pathStates: new Set(way), pathEdges: this.#chart ? edgesAlong(this.#chart, way) : nothing });
  }

  #wayText({ to, states }: Way): string {
    const state = String(to);
    return states.length ? t.way(state, counted(states.length - 1, t.steps)) : t.noWay(state);
  }

  #empty(text: string | null): void {
    const { empty } = this.#space;
    empty.hidden = text === null || this.#space.chart !== null;
    empty.textContent = text ?? "";
  }

  /** Says what is shown and what is not, and what can be done about it. */
  #say(): void {
    const chart = this.#ready ? this.#drawn : null;
    const { fold = "none", open = [], focus } = this.#options;
    const selected = chart && this.#selected;
    const node = selected === null ? null : (chart?.nodeOf(selected) ?? null);
    const state = selected === null ? "" : String(selected);
    const isOpen = chart !== null && selected !== null && open.includes(chart.groupOf(selected));
    const inGroup = chart !== null && node !== null && chart.isGroup(node);
    const size = chart && selected !== null && (inGroup || isOpen) ? counted(chart.groupSize(selected), t.ofStates) : "";
    this.#space.count.textContent = chart ? this.#shown(chart) : this.#outcome && !this.#ready ? t.drawing : "";
    this.#fold.value = fold;
    this.#fold.disabled = chart === null;
    this.#aroundButton.disabled = this.#pathButton.disabled = selected === null;
    this.#autoNote.say(chart && this.#auto ? t.auto(statesText(chart.stateCount)) : null);
    this.#groupNote.say(inGroup ? t.inGroup(state, size) : isOpen && node !== null ? t.isOpen(state, size) : null);
    this.#groupButton.textContent = inGroup ? t.open : t.close;
    this.#leftNote.say(chart && selected !== null && node === null ? t.left(state) : null);
    this.#focusNote.say(chart && focus ? t.focus(String(focus.state), figure.format(focus.radius)) : null);
    this.#wayNote.say(chart && this.#way ? this.#wayText(this.#way) : null);
    this.#onlyButton.textContent = this.#way?.only ? t.whole : t.only;
    this.#onlyButton.hidden = !this.#way?.states.length;
  }

  #shown({ stateCount, edgeCount, data }: SpaceChart): string {
    const beyond = Math.max(0, (this.#outcome?.report.exploration?.statesTotal ?? 0) - stateCount);
    const all = stateCount + beyond;
    const parts = [data.hidden ? t.part(figure.format(all - data.hidden), counted(all, t.ofStates)) : t.sum(statesText(stateCount), counted(edgeCount, t.edges))];
    if (data.groupCount) parts.push(t.folded(counted(data.groupCount, t.groups)));
    if (beyond) parts.push(t.beyond(figure.format(beyond)));
    return parts.join("; ");
  }
}

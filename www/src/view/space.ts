/** The state space view. */
import type { Outcome } from "../client";
import { h, icon } from "../dom";
import type { Batch, ChartOptions, ExplorationStatistics, Fold } from "../engine/engine";
import { register } from "../frame/commands";
import type { Linking, Seen } from "../linking";
import { SpaceChart, stateKindNames } from "../space/chart";
import { Finder } from "../space/finder";
import { Growing } from "../space/growing";
import { signsOf, spaceLegend } from "../space/legend";
import { Note, noteButton } from "../space/notes";
import { search } from "../space/search";
import { SpaceView } from "../space/view";
import { decreasingOnChart, edgesAlong, runOnChart } from "../space/ways";
import { shownText, statesText, t } from "../space/words";
import { counted, figure } from "../text/language";
import { hasValues } from "./judgements";
import { unlessStopped } from "./stopped";
import type { Drawing, TableData, View } from "./view";

const folds: readonly Fold[] = ["none", "chains", "lines", "procedures", "contents", "scc"];

/** Above this number, states are initially folded. */
const many = 3000;

/** The initial and maximum radius of a neighbourhood. */
const near = 2;
const far = 99;

const nothing: ReadonlySet<number> = new Set();

/** Whether both draw the same, as far as users can choose. */
const isSame = (one: ChartOptions, other: ChartOptions): boolean =>
  one.fold === other.fold && !one.focus && one.path == null && !one.open?.length;

/** The shortest path to a state, once known. */
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
  readonly #aroundButton = this.#tool("around", t.around, `${t.aroundHelp} (a)`, () => this.#lookAround(this.#selected));
  readonly #pathButton = this.#tool("way", t.path, `${t.pathHelp} (p)`, () => void this.#findWay());
  readonly #notes = h("div", { className: "notes" });
  readonly #autoNote = new Note("auto", noteButton(t.unfold, () => this.#foldAs("none")));
  readonly #groupNote: Note;
  readonly #groupButton = noteButton(t.open, () => this.#selected !== null && this.#unfold(this.#selected));
  readonly #leftNote = new Note("left", noteButton(t.showAround, () => this.#lookAround(this.#selected)), noteButton(t.showAll, () => this.#leave()));
  readonly #focusNote = new Note("focus", noteButton("−", () => this.#widen(-1), t.narrower), noteButton("+", () => this.#widen(1), t.wider), noteButton(t.leave, () => this.#leave()));
  readonly #onlyButton = noteButton(t.only, () => this.#drawWay());
  readonly #wayNote = new Note("way", this.#onlyButton, noteButton(t.leave, () => this.#leave()));
  #outcome: Outcome | null = null;
  /** The first drawing; the current one may be another drawing of the same states. */
  #chart: SpaceChart | null = null;
  /** The current drawing. */
  #drawn: SpaceChart | null = null;
  /** Whether the current drawing belongs to this outcome. */
  #ready = false;
  #growing: Growing | null = null;
  /** The latest request; earlier answers are dropped. */
  #wanted = 0;
  #open = false;
  #seen: Seen | null = null;
  readonly #legend = spaceLegend();
  /** The judgement whose run is marked; undefined as long as nothing is. */
  #judgement: number | null | undefined;
  #line: string | null = null;
  /** What is emphasised: the failing run, edges that no run takes for ever, states at the selected line. */
  #run: Readonly<Record<"runStates" | "runEdges", ReadonlySet<number>>> = { runStates: nothing, runEdges: nothing };
  #decreasing: ReadonlySet<number> = nothing;
  #marked: ReadonlySet<number> = nothing;
  /** The user's choice of folding; null for automatic. */
  #chosen: Fold | null = null;
  /** Whether that was chosen for very many states. */
  #chosenOfMany = false;
  #auto = false;
  /** The requested, the current and the first drawing. */
  #options: ChartOptions = {};
  #drawnAs: ChartOptions = {};
  #firstAs: ChartOptions = {};
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
      isComplete: () => this.#chart?.holds != null,
      found: (hits) => this.#space.emphasise({ hits: new Set(hits) }),
      go: (state) => linking.pin({ state }),
      leave: () => this.#space.canvas.focus(),
    });
    this.#fold.addEventListener("change", () => this.#foldAs(this.#fold.value as Fold));
    this.#groupNote = new Note("group", this.#groupButton);
    this.#notes.append(...[this.#autoNote, this.#focusNote, this.#wayNote, this.#groupNote, this.#leftNote].map(({ element }) => element));
    this.#space.element.append(this.#notes);
    const tools = h("div", { className: "toolbar drawing-only" }, h("label", {}, h("span", { className: "quiet" }, t.fold), this.#fold), this.#aroundButton, this.#pathButton, this.#finder.element);
    this.element.append(tools, this.#space.element, this.#legend.element);
    this.#register();
    this.#say();
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#ready = false;
    this.#wanted++;
    this.#say();
    // The old drawing stays until there is a new one, to avoid flicker.
    if (outcome) this.#space.freeze();
    else this.#space.show(null);
    this.#empty(outcome ? t.drawing : t.none);
  }

  /** The options of the first drawing: very many states are folded unless the user has disabled that. */
  first({ statesTotal }: Pick<ExplorationStatistics, "statesTotal">): ChartOptions {
    const plain = (this.#chosen ?? "none") === "none";
    this.#auto = plain && statesTotal > many && !this.#chosenOfMany;
    this.#options = this.#firstAs = { fold: this.#auto ? "lines" : (this.#chosen ?? "none") };
    this.#way = null;
    return this.#options;
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    if (chart) return void this.#redraw();
    // The next run should not be stopped for the same reason.
    this.#chosen = null;
    this.#chosenOfMany = false;
    this.#growing = null;
    this.#space.show(null);
    this.#space.count.textContent = "";
    this.#empty(unlessStopped(this.#outcome, t.impossible));
  }

  labelled(): void {
    this.#finder.refresh();
    this.#say();
  }

  mark(seen: Seen): void {
    this.#seen = seen;
    const chart = this.#chart;
    if (!chart || !this.#ready) return;
    const { pinned, preview } = seen;
    if (pinned.judgement !== this.#judgement) {
      this.#judgement = pinned.judgement;
      const world = { outcome: this.#outcome, chart };
      this.#run = runOnChart(world, chart, pinned.judgement);
      this.#decreasing = decreasingOnChart(world, chart, pinned.judgement);
      this.#space.emphasise({ ...this.#run, decreasing: this.#decreasing });
    }
    // Of a run the line is marked that has led to its state; here, its own.
    const place = pinned.state === null ? pinned.line : chart.place(pinned.state);
    const line = place && `${place.file}:${place.line}`;
    if (line !== this.#line) {
      this.#line = line;
      this.#marked = place ? chart.statesAt(place.file, place.line) : nothing;
      this.#space.emphasise({ marked: this.#marked });
    }
    this.#explain();
    const selected = pinned.state;
    this.#space.emphasise({ selected, hovered: preview?.state ?? null });
    this.#say();
    if (selected !== null && !preview) this.#space.reveal(selected);
  }

  opened(open: boolean): void {
    this.#open = open;
  }

  /** Explains the signs that are drawn. */
  #explain(): void {
    if (!this.#drawn) return;
    const signs = signsOf(this.#drawn);
    if (this.#run.runStates.size) signs.add("run");
    if (this.#decreasing.size) signs.add("decreasing");
    if (this.#marked.size > 1) signs.add("marked");
    this.#legend.show(signs);
  }

  recolour(): void {
    this.#space.recolour();
  }

  /** Shows what a run has found so far; null if that is obsolete. */
  grow(batch: Batch | null): void {
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

  tableData(): TableData | null {
    const chart = this.#ready ? this.#chart : null;
    return chart && {
      caption: t.title,
      columns: this.#outcome && hasValues(this.#outcome.report) ? t.ofBooleans : t.columns,
      count: chart.stateCount,
      cells: (state) => [
        state, stateKindNames[chart.kind(state)], chart.procedure(state), chart.line(state), chart.data.contents[state] ?? 0,
        chart.data.sizes[state] ?? 0, chart.labels(state)?.join(", ") ?? "…", [...new Set([...chart.outgoing(state)].map((edge) => chart.target(edge)))].join(", "),
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
      { id: "space.search", title: t.find, group, keys: ["/"], possible: () => this.#ready && this.#finder.element.offsetParent !== null, run: () => this.#finder.focus() },
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

  /** Draws according to the options and announces the result. */
  async #redraw(): Promise<void> {
    const [outcome, chart] = [this.#outcome, this.#chart];
    if (!outcome || !chart) return;
    const wanted = ++this.#wanted;
    const options = this.#options;
    const data = isSame(options, this.#firstAs) ? chart.data : await outcome.ask({ of: "chart", options });
    if (wanted !== this.#wanted) return;
    if (!data) {
      // What is drawn stays.
      this.#options = this.#drawnAs;
      return this.#say();
    }
    this.#drawnAs = options;
    const [first, moves] = [!this.#ready, this.#ready || this.#growing !== null];
    const drawn = data === chart.data ? chart : new SpaceChart(data);
    this.#drawn = drawn;
    this.#ready = true;
    this.#growing = null;
    // Notes first: the space that they cover is not available for the drawing.
    this.#say();
    if (moves) this.#space.change(drawn);
    else this.#space.show(drawn);
    this.#empty(null);
    this.#emphasiseWay();
    if (first) {
      this.#begin();
    } else {
      this.#explain();
      this.#space.announce(this.#space.count.textContent ?? "");
    }
    this.#finder.say();
  }

  /** Applies the selection to the drawing of another outcome. */
  #begin(): void {
    this.#judgement = undefined;
    this.#line = null;
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
    const found = await this.#outcome.ask({ of: "chart", options: { path: to } });
    if (wanted !== this.#wanted || !found) return;
    this.#way = { to, states: [...found.path], only: false };
    const drawsAll = this.#options.path == null;
    this.#options = { ...this.#options, path: null };
    if (!drawsAll) return void this.#redraw();
    this.#emphasiseWay();
    this.#say();
    this.#space.announce(this.#wayText(this.#way));
  }

  /** Draws only the path, or everything again. */
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

  /** Updates the notes: what is shown, what is not, and the possible actions. */
  #say(): void {
    const chart = this.#ready ? this.#drawn : null;
    const { fold = "none", open = [], focus } = this.#options;
    const selected = chart && this.#selected;
    const node = selected === null ? null : (chart?.nodeOf(selected) ?? null);
    const state = selected === null ? "" : String(selected);
    const isOpen = chart !== null && selected !== null && open.includes(chart.groupOf(selected));
    const inGroup = chart !== null && node !== null && chart.isGroup(node);
    const size = chart && selected !== null && (inGroup || isOpen) ? counted(chart.groupSize(selected), t.ofStates) : "";
    this.#space.count.textContent = chart ? shownText(chart, this.#chart?.holds ?? null, this.#outcome?.report.exploration ?? { statesTotal: 0 }) : this.#outcome && !this.#ready ? t.drawing : "";
    this.#fold.value = fold;
    this.#fold.disabled = chart === null;
    this.#aroundButton.disabled = this.#pathButton.disabled = selected === null;
    this.#autoNote.say(chart && this.#auto ? t.auto(statesText(chart.stateCount + chart.unlisted)) : null);
    this.#groupNote.say(inGroup ? t.inGroup(state, size) : isOpen && node !== null ? t.isOpen(state, size) : null);
    this.#groupButton.textContent = inGroup ? t.open : t.close;
    this.#leftNote.say(chart && selected !== null && node === null ? t.left(state) : null);
    this.#focusNote.say(chart && focus ? t.focus(String(focus.state), figure.format(focus.radius)) : null);
    this.#wayNote.say(chart && this.#way ? this.#wayText(this.#way) : null);
    this.#onlyButton.textContent = this.#way?.only ? t.whole : t.only;
    this.#onlyButton.hidden = !this.#way?.states.length;
  }
}

/** A failing run, statement by statement: the concrete run or the abstract run. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { Evidence, EvidenceFile, Explanation, HeapDiff, HeapView, RunStep, StatementView } from "../engine/engine";
import { type Command, register } from "../frame/commands";
import { drawnState, type Linking, type Part, type Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import type { Selection } from "../store";
import { figure, texts } from "../text/language";
import { departed, notesOf, statusMark, statusText, shownRun } from "./evidence";
import { collectionSwitch, hasCollections, rawness } from "./collections";
import { Input } from "./input";
import { judgementOf, hasValues } from "./judgements";
import { RowDetail, placeOf, type RowHeap } from "./rowDetail";
import { describe, toldOf } from "./parts";
import { Player } from "./player";
import { pictureOf } from "./scene";
import { alongside, executing, reasonOf, type Row, rowAt, type ShownRun, type Statement, statementsOf, stopsInside } from "./statements";
import { type Listed, nameOf, nothingListed, remarksOn, StepList, textOf, wordsOf } from "./steps";
import { valuesOf, wordsOf as valueWords } from "./values";
import type { Drawing, TableData, View } from "./view";

const t = texts({
  en: {
    title: "Counterexample", none: "No property is violated or suspected, so there is no counterexample.", noneOf: (property: string) => `${property} has no failing run.`,
    fails: (property: string) => `A run on which ${property} fails`,
    failing: (property: string) => `${property} fails`, mayFail: (property: string) => `${property} may fail`, which: "Which run is shown", concrete: "Concrete", analysis: "Abstract",
    start: "Start", statement: (at: string, last: string) => `Statement ${at} of ${last}`,
    leaves: (place: string) => `${place}: concrete runs diverge`, lost: (place: string) => `${place}: information was lost`,
    change: "Heap change", values: "Values", input: "Input",
    play: "Play the run, or pause", next: "Next statement of the run", previous: "Previous statement of the run",
    first: "Start of the run", last: "Last statement of the run", other: "Switch between concrete and abstract run", unfold: "Show or hide the small steps of the statement",
    columns: ["Statement", "What is executed", "What happens", "Where", "Method", "Call depth"], nothing: "nothing changes",
  },
  de: {
    title: "Gegenbeispiel", none: "Keine Eigenschaft ist verletzt, also gibt es kein Gegenbeispiel.", noneOf: (property) => `${property} hat keinen fehlschlagenden Lauf.`,
    fails: (property) => `Ein Lauf, auf dem ${property} nicht gilt`,
    failing: (property) => `${property} gilt nicht`, mayFail: (property) => `${property} gilt vielleicht nicht`, which: "Welcher Lauf gezeigt wird", concrete: "Konkret", analysis: "Abstrakt",
    start: "Anfang", statement: (at, last) => `Anweisung ${at} von ${last}`,
    leaves: (place) => `${place}: konkrete Läufe weichen ab`, lost: (place) => `${place}: Information ging verloren`,
    change: "Heapänderung", values: "Werte", input: "Eingabe",
    play: "Den Lauf abspielen oder anhalten", next: "Nächste Anweisung des Laufs", previous: "Vorige Anweisung des Laufs",
    first: "Anfang des Laufs", last: "Letzte Anweisung des Laufs", other: "Zwischen konkretem und abstraktem Lauf wechseln", unfold: "Die kleinen Schritte der Anweisung zeigen oder verbergen",
    columns: ["Anweisung", "Was ausgeführt wird", "Was geschieht", "Wo", "Methode", "Aufruftiefe"], nothing: "nichts ändert sich",
  },
});

const isPressed = (button: HTMLElement): boolean => button.getAttribute("aria-pressed") === "true";

/** So many rows are told in words at a time. */
const mostTold = 300;

const nothing: ShownRun = { steps: [], cycle: 0, isBegun: false };

export class RunView implements View {
  readonly id = "run";
  readonly title = t.title;
  readonly home = "main";
  readonly element = h("div", { className: "run" });
  readonly #none = h("p", { className: "hint" }, t.none);
  readonly #name = h("p");
  readonly #status = h("p", { id: "run-status", className: "quiet" });
  readonly #changeToggle = this.#toggle("run-change", t.change);
  readonly #inputToggle = this.#toggle("run-input-shown", t.input, false);
  readonly #cells = collectionSwitch("run-cells", () => {
    this.#told = new WeakMap();
    this.#drawDetail();
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  });
  readonly #choices = { concrete: this.#choice("concrete"), analysis: this.#choice("analysis") };
  readonly #which = h("div", { id: "run-which", className: "choice", aria: { role: "group", label: t.which } }, this.#choices.concrete, this.#choices.analysis);
  readonly #departure = h("div", { id: "run-departure", className: "departure" });
  readonly #input: Input;
  readonly #player: Player;
  readonly #list: StepList;
  readonly #detail: RowDetail;
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #judgement: number | null = null;
  #property = "";
  #evidence: Evidence | undefined;
  /** The abstract run. */
  #steps: RunStep[] = [];
  #cycle = 0;
  /** The statements of the run that the engine describes: the concrete one if there is one. */
  #views: readonly StatementView[] | null = null;
  #explanation: Explanation | null = null;
  /** The shown run, and whether it is the concrete one. */
  #shown = nothing;
  #isConcrete = false;
  #statements: Statement[] = [];
  #unfolded = new Set<number>();
  #listed = nothingListed;
  /** What happens in rows, in words, as far as it was asked for. */
  #told = new WeakMap<Row, string>();
  /** The selected row. */
  #row: number | null = null;
  #open = false;
  /** Whether the program is boolean, so that steps have values. */
  #booleans = false;

  /** `use` receives the input with which to run the task. */
  constructor(private readonly linking: Linking, use: (input: EvidenceFile) => void) {
    this.#player = new Player({
      label: t.title,
      numbered: (at) => this.#numbered(at),
      go: (row) => this.#go(row),
    });
    this.#list = new StepList((row) => this.#player.go(row), (statement) => this.#unfold(statement));
    this.#detail = new RowDetail({ toCall: (position) => this.#toCall(position), toLine: (file, line) => linking.pin({ line: { file, line } }) });
    this.#input = new Input(use);
    this.element.addEventListener("keydown", (event) => {
      if (event.target === this.#list.element) this.#fold(event);
      this.#player.key(event);
    });
    this.element.append(
      this.#none, h("div", { className: "bars" }, h("header", { className: "toolbar" }, this.#name, this.#status, h("div", { className: "shown" }, this.#which, this.#cells, this.#inputToggle, this.#changeToggle)), this.#player.element),
      this.#departure, this.#input.element, this.#list.element, ...this.#detail.elements);
    // In drawings these keys follow the edges.
    const possible = (): boolean => this.#open && this.#shown.steps.length > 0 && !(document.activeElement instanceof HTMLCanvasElement);
    const command = (name: string, title: string, run: () => void, keys: string[] = []): Command =>
      ({ id: `run.${name}`, title, group: t.title, keys, possible, run });
    register(
      command("next", t.next, () => this.#player.move(1), ["j"]),
      command("previous", t.previous, () => this.#player.move(-1), ["k"]),
      command("first", t.first, () => this.#player.go(0)),
      command("last", t.last, () => this.#player.go(this.#listed.rows.length - 1)),
      command("play", t.play, () => this.#player.toggle()),
      { ...command("unfold", t.unfold, () => this.#unfold(this.#rowNow!.statement)), possible: () => possible() && this.#isFoldable(this.#rowNow) },
      { ...command("other", t.other, () => this.#choose(!this.#isConcrete)), possible: () => possible() && !this.#which.hidden },
    );
    this.#load(null);
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#chart = null;
    this.#load(null);
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#drawDetail();
  }

  opened(open: boolean): void {
    this.#open = open;
    if (!open) this.#player.pause();
    this.#drawDetail();
  }

  mark({ pinned }: Seen): void {
    if (pinned.judgement !== this.#judgement) this.#load(pinned.judgement);
    this.#markRow(pinned);
  }

  /** Goes to where the property fails, once that is known. */
  decide(): void {
    if (this.#listed.failure) this.#go(this.#listed.failure.row);
  }

  /** Whether the run fails in the abstraction, and no execution was found that does. */
  get #isSuspected(): boolean {
    return this.#evidence?.departure !== undefined;
  }

  /** Whether this is where the property fails. */
  fails(selection: Selection): boolean {
    const position = this.#at(selection);
    return position !== null && position === this.#explanation?.failure?.step;
  }

  #markRow(pinned: Selection): void {
    const row = rowAt(this.#listed.rows, this.#at(pinned), this.#row);
    const moved = row !== this.#row;
    this.#row = row;
    this.#list.mark(row);
    this.#player.show(row, row === null ? "" : wordsOf(this.#listed, row));
    if (moved) this.#drawDetail();
  }

  get #rowNow(): Row | null {
    return this.#row === null ? null : (this.#listed.rows[this.#row] ?? null);
  }

  /** The selected position of the shown run. */
  #at({ concrete, step }: Selection): number | null {
    return this.#isConcrete ? concrete : step;
  }

  #part({ before, after }: Row): Part {
    return this.#isConcrete ? { concrete: after, from: before } : { step: after, from: before };
  }

  /** Shows a row. */
  #go(number: number): void {
    const row = this.#listed.rows[number];
    if (!row) return;
    // Several rows show the position at which a cycle begins.
    this.#row = number;
    this.linking.pin(this.#part(row));
    this.#drawDetail();
  }

  /** Goes to the statement that is executed at a position. */
  #toCall(position: number): void {
    this.#player.go(executing(this.#listed.rows, position));
  }

  #numbered(number: number): string {
    const row = this.#listed.rows[number];
    return !row || row.statement === 0 ? t.start : t.statement(nameOf(row), figure.format(this.#statements.length - 1));
  }

  #isFoldable(row: Row | null): boolean {
    return row !== null && (this.#statements[row.statement]?.length ?? 0) > 1;
  }

  /** Shows or hides the small steps of a statement. */
  #unfold(statement: number): void {
    if (!this.#unfolded.delete(statement)) this.#unfolded.add(statement);
    const position = this.#rowNow?.after ?? null;
    this.#rows();
    const row = this.#listed.rows.findIndex((other) => other.statement === statement && other.part === 0);
    // The statement stays selected if one of its small steps was.
    if (position !== null) this.#row = this.#listed.rows[row]?.after === position ? row : null;
    this.#markRow(this.linking.pinned);
  }

  /** Left and right fold and unfold, as in every tree, and move where there is nothing to fold. */
  #fold(event: KeyboardEvent): void {
    const row = this.#rowNow;
    if (!row || event.ctrlKey || event.metaKey || event.altKey || !this.#isFoldable(row)) return;
    const isUnfolded = this.#unfolded.has(row.statement);
    if (event.key === (isUnfolded ? "ArrowLeft" : "ArrowRight") || event.key === "Enter") {
      event.preventDefault();
      this.#unfold(row.statement);
    }
  }

  /** A button that hides or shows a part of the view. */
  #toggle(id: string, text: string, isShown = true): HTMLButtonElement {
    const button = h("button", { type: "button", id, className: "small", aria: { pressed: String(isShown) } }, text);
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(!isPressed(button)));
      this.#drawDetail();
    });
    return button;
  }

  #choice(run: "concrete" | "analysis"): HTMLButtonElement {
    const button = h("button", { type: "button", className: "small" }, t[run]);
    button.addEventListener("click", () => this.#choose(run === "concrete"));
    return button;
  }

  /** Loads the run of a property. */
  #load(judgement: number | null): void {
    this.#judgement = judgement;
    this.#booleans = this.#outcome !== null && hasValues(this.#outcome.report);
    this.#changeToggle.textContent = this.#booleans ? t.values : t.change;
    const found = this.#outcome && judgement !== null ? judgementOf(this.#outcome.report, judgement) : null;
    const run = found?.judgement.run;
    this.#steps = run ? [...run.prefix, ...run.cycle] : [];
    this.#cycle = run ? run.prefix.length : 0;
    this.#evidence = run ? found?.judgement.evidence : undefined;
    this.#property = found?.name ?? "";
    this.#name.textContent = this.#isSuspected ? t.mayFail(this.#property) : t.failing(this.#property);
    this.element.dataset["suspected"] = String(this.#isSuspected);
    this.#none.textContent = found ? t.noneOf(this.#property) : t.none;
    const evidence = this.#evidence;
    const how = evidence ? statusText(evidence) : "";
    this.#status.replaceChildren(...(evidence ? [statusMark(evidence), h("span", { className: "how" }, how)] : []));
    this.#inputToggle.title = how;
    for (const part of this.element.children) (part as HTMLElement).hidden = (part === this.#none) === this.#steps.length > 0;
    const wasExecuted = evidence?.counterexample !== undefined;
    this.#which.hidden = this.#inputToggle.hidden = !wasExecuted;
    this.#departure.hidden = !evidence?.departure;
    this.#drawDeparture();
    this.#views = this.#explanation = null;
    this.#play(wasExecuted);
    if (this.#outcome && judgement !== null && this.#steps.length) void this.#describe(this.#outcome, judgement);
  }

  /** Asks what the statements of the run are, and why it fails; then shows where, unless something else was chosen meanwhile. */
  async #describe(outcome: Outcome, judgement: number): Promise<void> {
    const before = this.#at(this.linking.pinned);
    const [views, explanation] = await Promise.all([outcome.ask({ of: "statements", property: judgement }), outcome.ask({ of: "explanation", property: judgement })]);
    if (outcome !== this.#outcome || judgement !== this.#judgement) return;
    [this.#views, this.#explanation] = [views ?? [], explanation];
    this.#row = null;
    this.#rows();
    const position = this.#at(this.linking.pinned);
    const row = rowAt(this.#listed.rows, position, null);
    if (row !== null) this.#go(row);
    if (position === before && position === this.#shown.steps.length - 1) this.decide();
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  /** Switches to the other run, at the corresponding step if there is one. */
  #choose(concrete: boolean): void {
    if (concrete === this.#isConcrete) return;
    this.#play(concrete);
    this.#markRow(this.linking.pinned);
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  #play(concrete: boolean): void {
    this.#isConcrete = concrete;
    const { counterexample, departure } = this.#evidence ?? {};
    const notes = departure && notesOf(departure);
    const last = this.#steps.at(-1);
    const isBegun = last !== undefined && this.#cycle === this.#steps.length && stopsInside(last, counterexample?.ending);
    this.#shown = concrete && counterexample ? shownRun(counterexample) : { steps: this.#steps, cycle: this.#cycle, isBegun, ...(notes ? { notes } : {}) };
    this.#choices.concrete.setAttribute("aria-pressed", String(concrete));
    this.#choices.analysis.setAttribute("aria-pressed", String(!concrete));
    this.#row = null;
    this.#unfolded.clear();
    this.#rows();
    this.#drawDetail();
  }

  /** Lists the rows of the shown run, once its statements are known. */
  #rows(): void {
    const { counterexample } = this.#evidence ?? {};
    const views = this.#views && counterexample && !this.#isConcrete ? alongside(this.#views, counterexample.steps.map(({ position }) => position)) : this.#views;
    this.#statements = views ? statementsOf(this.#shown, views) : [];
    const rows = this.#statements.flatMap(([whole, ...small]) => (this.#unfolded.has(whole.statement) ? [whole, ...small] : [whole]));
    // The engine explains the run that it describes.
    const failure = this.#isConcrete || !counterexample ? this.#explanation?.failure : null;
    const row = rowAt(rows, failure?.step ?? null, null);
    this.#listed = {
      run: this.#shown, rows, small: this.#statements.map(({ length }) => length - 1), unfolded: this.#unfolded,
      failure: failure && row !== null ? { row, reason: reasonOf(failure), isSuspected: this.#isSuspected } : null,
    };
    const again = rows.findIndex(({ repeats }) => repeats);
    const noted = [...(this.#shown.notes?.keys() ?? [])].map((position) => rowAt(rows, position, null)).filter((at) => at !== null);
    this.#player.load(Math.max(0, rows.length - 1), again < 0 ? null : again, null, noted);
    this.#list.load(this.#listed);
  }

  /** Why no concrete run was found, with links to the steps. */
  #drawDeparture(): void {
    const departure = this.#evidence?.departure;
    if (!departure) return this.#departure.replaceChildren();
    const link = (step: number | null | undefined, text: (place: string) => string): HTMLElement | null => {
      if (step === null || step === undefined) return null;
      const button = h("button", { type: "button", className: "small" }, text(`${this.#steps[step]?.file}:${this.#steps[step]?.line}`));
      button.addEventListener("click", () => this.linking.pin({ step }));
      return button;
    };
    const links = [link(departure.lostAt, t.lost), link(departure.position, t.leaves)].filter((part) => part !== null);
    const words = departed(departure).split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
    this.#departure.replaceChildren(h("p", {}, ...words), ...links);
  }

  /** Why the property fails at the selected row, its call stack, its heap change, and the initial heap. */
  #drawDetail(): void {
    const row = this.#rowNow;
    const showsChange = isPressed(this.#changeToggle);
    const isDeciding = row !== null && this.#row === this.#listed.failure?.row;
    this.#detail.show(this.#shown.steps, row, showsChange, isDeciding ? (this.#explanation?.failure ?? null) : null, this.#isSuspected);
    this.#input.element.hidden = this.#inputToggle.hidden || !isPressed(this.#inputToggle);
    if (!this.#open) return;
    if (showsChange && this.#booleans) this.#detail.list(row && valuesOf(this.#shown.steps, row), row?.statement === 0);
    else if (showsChange) void this.#drawHeap(row);
    if (this.#evidence?.counterexample && !this.#input.element.hidden && this.#outcome && this.#judgement !== null) void this.#input.show(this.#outcome, this.#judgement);
  }

  async #drawHeap(row: Row | null): Promise<void> {
    const data = await this.#detail.draw(this.#outcome, row !== null, row && this.#heap(row), this.#chart !== null);
    if (data) this.#cells.hidden = !hasCollections(data);
  }

  /** Finds out in words what happens to the heap in each row, for the table. */
  async #tell(listed: Listed): Promise<void> {
    const outcome = this.#outcome;
    const missing = listed.rows.filter((row) => !this.#told.has(row)).slice(0, mostTold);
    if (!outcome || this.#booleans || !missing.length) return;
    for (const row of missing) this.#told.set(row, "");
    await Promise.all(missing.map(async (row) => {
      const heap = this.#heap(row);
      if (!heap) return;
      const json = await outcome.ask({ of: "picture", picture: heap.picture, format: "json" });
      if (json === null) return;
      const { parts } = toldOf(JSON.parse(json) as HeapView | HeapDiff);
      const changes = parts.filter(({ change }) => change);
      this.#told.set(row, row.statement === 0 ? describe(parts) : changes.length ? describe(changes) : t.nothing);
    }));
    if (listed === this.#listed) this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  /** The heap that a row shows, compared with that before its statement. */
  #heap({ before, after }: Row): RowHeap | null {
    if (this.#isConcrete && this.#judgement !== null) {
      const isCompared = before !== after;
      return { picture: { of: "concreteHeap", property: this.#judgement, step: after, before: isCompared ? before : null, ...rawness() }, isCompared };
    }
    const heapOf = (step: RunStep | undefined): number | null => {
      const state = step ? drawnState({ outcome: this.#outcome, chart: this.#chart }, step) : null;
      return state === null ? null : (this.#chart?.data.contents[state] ?? null);
    };
    const [heap, last] = [heapOf(this.#steps[after]), heapOf(this.#steps[before])];
    if (heap === null) return null;
    const isCompared = before !== after && last !== null && last !== heap;
    const along = this.#judgement === null ? null : { property: this.#judgement, step: after };
    // Only what is compared has its places along the run.
    return { picture: pictureOf({ heap, before: isCompared ? last : heap }, along), isCompared };
  }

  drawing(): Drawing | null {
    const row = this.#rowNow;
    const heap = row && this.#heap(row);
    return heap && { picture: heap.picture, name: `${this.#isConcrete ? "concrete" : "abstract"}-${row.after}` };
  }

  tableData(): TableData | null {
    const { rows, run } = this.#listed;
    if (!rows.length) return null;
    const listed: Listed = this.#listed;
    void this.#tell(listed);
    return {
      caption: t.fails(this.#property),
      columns: t.columns,
      count: rows.length,
      cells: (number) => {
        const row = rows[number];
        if (!row) return [];
        const told = this.#booleans ? valuesOf(run.steps, row).map(valueWords).join(", ") : (this.#told.get(row) ?? "");
        return [nameOf(row), textOf(row), [remarksOn(listed, number), told].filter(Boolean).join(". "), placeOf(run.steps, row), row.method, row.stack.length];
      },
      part: (number) => this.#part(rows[number]!),
      chosen: ({ pinned }) => rowAt(rows, this.#at(pinned), this.#row),
    };
  }
}

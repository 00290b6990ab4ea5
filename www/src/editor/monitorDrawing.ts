/** The monitors of a task as automata, beside their text: what is selected in one is marked in the other, and what is done here changes the text. */
import { coded, h, icon, s } from "../dom";
import type { EditedMonitors, MonitorEdit, MonitorPicture, MonitorPictures, TextChange, TextRange, WrittenMonitor } from "../engine/engine";
import { type MonitorPart, partAt, rangesOf, statesOf, unused } from "../monitors";
import { Asking } from "./asking";
import type { Problem } from "./code";
import { Editing } from "./editing";
import { MonitorSection } from "./monitorSection";
import { t } from "./monitorTexts";

/** The editor of the text, the engine, and the properties of the task. */
export interface MonitorContext {
  edit(changes: readonly TextChange[]): void;
  /** Changes the text so that a monitor has another name; properties that use it follow, unless another monitor has the former one. */
  rename(changes: readonly TextChange[], name: string, former: string | null): void;
  mark(ranges: readonly TextRange[], reveal: boolean): void;
  pictures(text: string): Promise<MonitorPictures | null>;
  /** What an edit does to a text. */
  edited(text: string, edit: MonitorEdit): Promise<EditedMonitors | null>;
  /** The monitors have these names now. */
  named(names: readonly string[]): void;
  readOut(guard: string): Promise<string | null>;
  /** Whether a property uses the monitor of this name. */
  isUsed(name: string): boolean;
  /** Adds a property that does. */
  use(name: string): void;
}

/** A monitor and one of its parts; null for the whole of it. */
interface Selected {
  monitor: number;
  part: MonitorPart | null;
}

export class MonitorDrawing {
  readonly element = h("section", { className: "drawn", aria: { label: t.title } });
  readonly #problem = h("p", { className: "problem", hidden: true, aria: { role: "status" } });
  readonly #list = h("div", { className: "drawn-list" });
  readonly #legend = h("div", { className: "legend" });
  readonly #sections: MonitorSection[] = [];
  readonly #asking = new Asking<MonitorPictures>((pictures) => this.#draw(pictures));
  readonly #editing = new Editing<MonitorEdit, WrittenMonitor>(() => this.#text, (text, edit) => this.context.edited(text, edit));
  #text = "";
  /** The text that was read last, and its monitors. */
  #read = "";
  #written: readonly WrittenMonitor[] = [];
  /** Where the user moved in a text that was not read yet. */
  #position: number | null = null;
  #selected: Selected = { monitor: 0, part: null };
  #found: { text: string; problems: readonly Problem[] } = { text: "", problems: [] };

  constructor(private readonly context: MonitorContext) {
    const add = h("button", { type: "button", className: "small" }, icon("plus"), t.add);
    add.addEventListener("click", () => this.#add());
    this.element.append(this.#problem, this.#list, h("p", { className: "drawn-add" }, add), this.#legend);
  }

  /** Shows the monitors of a text. While it cannot be read, the last ones stay, dimmed. */
  show(text: string): void {
    const isFirst = this.#text === "" && this.#sections.length === 0;
    this.#text = text;
    this.#asking.ask(() => this.context.pictures(text), isFirst);
  }

  /** Forgets the drawings: another task is open. */
  clear(): void {
    this.#text = this.#read = "";
    this.#written = [];
    this.#position = null;
    this.context.named([]);
    this.#selected = { monitor: 0, part: null };
    this.#sections.splice(0);
    this.#problem.hidden = true;
    this.#list.replaceChildren();
    this.#legend.replaceChildren();
  }

  /** What a run has found in the text as it is now. */
  problems(problems: readonly Problem[]): void {
    this.#found = { text: this.#text, problems };
    this.#select(this.#selected, false);
  }

  /** The properties of the task have changed. */
  refreshUse(): void {
    for (const section of this.#sections) section.refreshUse();
  }

  /** The user moved to a position in the text. */
  cursor(position: number): void {
    this.#position = position;
    if (this.#read === this.#text) this.#follow();
  }

  /** Selects what is written where the user moved. */
  #follow(): void {
    const position = this.#position;
    this.#position = null;
    if (position === null) return;
    const number = this.#written.findIndex(({ range: { from, to } }) => from <= position && position <= to);
    const monitor = this.#written[number];
    if (monitor) this.#select({ monitor: number, part: partAt(monitor, position) }, false);
  }

  #section(number: number): MonitorSection {
    return (this.#sections[number] ??= new MonitorSection({
      monitor: number,
      select: (part) => this.#select({ monitor: number, part }, true),
      edit: (make) => this.#edit(() => {
        const [edit, part] = make() ?? [];
        return edit && part !== undefined ? [edit, { monitor: number, part }] : null;
      }),
      remove: () => void this.#edit(() => [{ of: "removeMonitor", monitor: number }, this.#selected]),
      rename: (name) => void this.#editing.edit(() => ({ of: "renameMonitor", monitor: number, name }), (changes, written) => {
        const former = this.#written[number]?.name ?? null;
        this.context.rename(changes, name, this.#isNamed(former, number) ? null : former);
        this.#readAs(written);
      }),
      isTaken: (name) => this.#isNamed(name, number),
      check: (edge, guard) => this.#check(number, edge, guard),
      readOut: (guard) => this.context.readOut(guard),
      isUsed: (name) => this.context.isUsed(name),
      use: (name) => this.context.use(name),
    }));
  }

  /** Whether another monitor has this name. */
  #isNamed(name: string | null, number: number): boolean {
    return this.#written.some((other, i) => i !== number && other.name === name);
  }

  /** Does something to the text, and then selects something, unless the user has selected something else meanwhile. */
  #edit(make: () => readonly [edit: MonitorEdit, then: Selected] | null): Promise<void> {
    let [before, then] = [this.#selected, this.#selected];
    const step = (): MonitorEdit | null => {
      const [edit, selected] = make() ?? [];
      [before, then] = [this.#selected, selected ?? this.#selected];
      return edit ?? null;
    };
    return this.#editing.edit(step, (changes, written) => {
      if (this.#selected === before) this.#selected = then;
      this.context.edit(changes);
      this.#readAs(written);
      this.#mark(true);
    });
  }

  /** The text is written in this way now. */
  #readAs(written: readonly WrittenMonitor[]): void {
    [this.#read, this.#written] = [this.#text, written];
    this.context.named([...new Set(written.flatMap(({ name }) => (name ? [name] : [])))]);
    written.forEach((monitor, i) => this.#section(i).update(monitor, this.#partOf(i, monitor)));
    // What is drawn has no place in the text then.
    this.#list.inert = written.length < this.#sections.length;
  }

  /** The selected part of a monitor, if it still has it. */
  #partOf(number: number, monitor: WrittenMonitor): MonitorPart | null {
    const { monitor: chosen, part } = this.#selected;
    if (chosen !== number || !part) return null;
    const exists = "state" in part ? statesOf(monitor).includes(part.state) : part.edge < monitor.edges.length;
    return exists ? part : null;
  }

  #select(selected: Selected, reveal: boolean): void {
    this.#selected = selected;
    this.#written.forEach((monitor, i) => this.#sections[i]?.update(monitor, this.#partOf(i, monitor)));
    this.#mark(reveal);
  }

  /** Marks in the text what is selected. */
  #mark(reveal: boolean): void {
    // What was read has other positions while the text changes.
    if (this.#read !== this.#text) return;
    const { monitor } = this.#selected;
    const written = this.#written[monitor];
    const part = written ? this.#partOf(monitor, written) : null;
    this.context.mark(written && part ? rangesOf(written, part) : [], reveal);
  }

  #draw({ monitors, written, diagnostics }: MonitorPictures): void {
    this.#readAs(written);
    const error = diagnostics.find(({ severity, file }) => severity === "error" && file === "monitors");
    this.#problem.hidden = !error;
    this.#problem.replaceChildren(...coded(error ? (monitors ? error.message : t.bad(error.message)) : ""));
    this.#list.toggleAttribute("data-stale", !monitors);
    if (!monitors) return;
    this.#list.inert = false;
    this.#sections.splice(monitors.length);
    const sections = monitors.map((picture, i) => {
      const section = this.#section(i);
      section.draw(picture);
      return section.element;
    });
    // Sections that stay keep the focus.
    if (sections.length !== this.#list.childElementCount || sections.some((section, i) => section !== this.#list.children[i])) {
      this.#list.replaceChildren(...sections, ...(sections.length ? [] : [h("p", { className: "quiet" }, t.none)]));
    }
    this.#select(this.#selected, false);
    this.#follow();
    this.#showLegend(monitors);
  }

  /** Explains what is on the screen. */
  #showLegend(monitors: readonly MonitorPicture[]): void {
    const states = monitors.flatMap(({ monitor }) => monitor.states);
    const pill = (outer: string): SVGElement =>
      s("svg", { class: "scene", viewBox: "0 0 30 16", width: 30, height: 16, "aria-hidden": "true" },
        ...(outer ? [s("rect", { class: outer, x: 1, y: 1, width: 28, height: 14, rx: 7 })] : [s("path", { class: "step", d: "M0 8h7" }), s("path", { class: "tip", d: "M4 5l4 3-4 3z" })]),
        s("rect", { class: "state", x: outer ? 4 : 9, y: 4, width: outer ? 22 : 18, height: 8, rx: 4 }));
    const entries = [
      [states.some(({ isInitial }) => isInitial), "", t.legend.initial], [states.some(({ isTarget }) => isTarget), "failed", t.legend.target],
      [states.some(({ isRepeating, isTarget }) => isRepeating && !isTarget), "exception", t.legend.repeating],
    ] as const;
    this.#legend.replaceChildren(...entries.flatMap(([isShown, outer, meaning]) => (isShown ? [h("span", {}, pill(outer), meaning)] : [])));
  }

  /** What is wrong with a guard by itself, or, if it is that of the text, what the last run has found. */
  async #check(number: number, edge: number, guard: string): Promise<string> {
    const alone = [{ name: "m", initial: "a", target: ["a"], edges: [{ from: "a", to: "a", guard }] }];
    const [wrong] = (await this.context.pictures(JSON.stringify(alone)))?.diagnostics ?? [];
    if (wrong) return wrong.message;
    const written = this.#written[number]?.edges[edge];
    const own = written?.guard === guard && this.#read === this.#text ? written.range : undefined;
    const lines = this.#text.split("\n");
    const at = ({ line, column }: Problem): number => lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1);
    const found = own && this.#found.text === this.#text ? this.#found.problems.find((problem) => own.from <= at(problem) && at(problem) < own.to) : undefined;
    return found?.message ?? "";
  }

  #add(): void {
    void this.#edit(() => {
      const number = this.#written.length;
      this.#section(number).focusWhenDrawn();
      return [{ of: "addMonitor", name: unused(t.monitor, this.#written.map(({ name }) => name)), initial: t.start }, { monitor: number, part: { state: t.start } }];
    });
  }
}

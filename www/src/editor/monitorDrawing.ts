/** The monitors of a task as automata, beside their text: what is selected in one is marked in the other, and what is done here changes the text. */
import { coded, h, icon, s } from "../dom";
import type { MonitorPicture, MonitorPictures } from "../engine/exchange";
import type { TextChange, TextRange } from "../jsonText";
import { type MonitorPart, monitorsIn, partAt, rangesOf, statesOf, unused, withMonitor, withName, withoutMonitor, type WrittenMonitor } from "../monitors";
import { reasonText } from "../text/reasons";
import { Asking } from "./asking";
import type { Problem } from "./code";
import { MonitorSection } from "./monitorSection";
import { t } from "./monitorTexts";

/** The editor of the text, the engine, and the properties of the task. */
export interface MonitorContext {
  edit(changes: readonly TextChange[]): void;
  /** Changes the text so that a monitor has another name, also for the properties that use it. */
  rename(changes: readonly TextChange[], before: string, name: string): void;
  mark(ranges: readonly TextRange[], reveal: boolean): void;
  pictures(text: string): Promise<MonitorPictures | null>;
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
  #text = "";
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
    const monitors = monitorsIn(text);
    monitors.forEach((monitor, i) => this.#section(i).update(text, monitor, this.#partOf(i, monitor)));
    // What is drawn has no place in the text then.
    this.#list.inert = monitors.length < this.#sections.length;
    this.#asking.ask(() => this.context.pictures(text), isFirst);
    this.#mark(false);
  }

  /** Forgets the drawings: another task is open. */
  clear(): void {
    this.#text = "";
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
    const monitors = monitorsIn(this.#text);
    const number = monitors.findIndex(({ node: { from, to } }) => from <= position && position <= to);
    const monitor = monitors[number];
    if (monitor) this.#select({ monitor: number, part: partAt(monitor, position) }, false);
  }

  #section(number: number): MonitorSection {
    return (this.#sections[number] ??= new MonitorSection({
      select: (part) => this.#select({ monitor: number, part }, true),
      edit: (changes, part) => {
        this.#selected = { monitor: number, part };
        this.context.edit(changes);
        this.#select({ monitor: number, part }, true);
      },
      remove: () => this.context.edit(withoutMonitor(this.#text, number)),
      rename: (name) => {
        const monitor = monitorsIn(this.#text)[number];
        if (monitor) this.context.rename(withName(this.#text, monitor, name), monitor.name, name);
      },
      isTaken: (name) => monitorsIn(this.#text).some((other, i) => i !== number && other.name === name),
      check: (edge, guard) => this.#check(number, edge, guard),
      readOut: (guard) => this.context.readOut(guard),
      isUsed: (name) => this.context.isUsed(name),
      use: (name) => this.context.use(name),
    }));
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
    monitorsIn(this.#text).forEach((monitor, i) => this.#sections[i]?.update(this.#text, monitor, this.#partOf(i, monitor)));
    this.#mark(reveal);
  }

  /** Marks in the text what is selected. */
  #mark(reveal: boolean): void {
    const { monitor } = this.#selected;
    const written = monitorsIn(this.#text)[monitor];
    const part = written ? this.#partOf(monitor, written) : null;
    this.context.mark(written && part ? rangesOf(written, part) : [], reveal);
  }

  #draw({ monitors, diagnostics }: MonitorPictures): void {
    const error = diagnostics.find(({ severity, file }) => severity === "error" && file === "monitors");
    this.#problem.hidden = !error;
    this.#problem.replaceChildren(...coded(error ? (monitors ? reasonText(error.message) : t.bad(reasonText(error.message))) : ""));
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
    if (wrong) return reasonText(wrong.message);
    const monitor = monitorsIn(this.#text)[number];
    const [own] = monitor?.edges[edge]?.guard === guard ? rangesOf(monitor, { edge }) : [];
    const lines = this.#text.split("\n");
    const at = ({ line, column }: Problem): number => lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1);
    const found = own && this.#found.text === this.#text ? this.#found.problems.find((problem) => own.from <= at(problem) && at(problem) < own.to) : undefined;
    return found?.message ?? "";
  }

  #add(): void {
    const monitors = monitorsIn(this.#text);
    this.#selected = { monitor: monitors.length, part: { state: t.start } };
    this.context.edit(withMonitor(this.#text, unused(t.monitor, monitors.map(({ name }) => name)), t.start));
    this.#section(monitors.length).focusWhenDrawn();
  }
}

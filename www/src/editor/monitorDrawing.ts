/** The monitors of a task as automata, beside their text: what is selected in one is marked in the other, and what is done here changes the text. */
import { coded, h, icon, iconButton, s } from "../dom";
import type { Hotspot, MonitorPicture, MonitorPictures, Point, Scene } from "../engine/exchange";
import type { TextChange, TextRange } from "../jsonText";
import { type MonitorPart, monitorsIn, partAt, rangesOf, statesOf, unused, withMonitor, withoutMonitor, type WrittenMonitor } from "../monitors";
import { reasonText } from "../text/reasons";
import { sceneElement } from "../view/scene";
import { Asking } from "./asking";
import type { Problem } from "./code";
import { MonitorForm } from "./monitorForm";
import { edgeName, kindsOf, stateName, t } from "./monitorTexts";

/** The editor of the text, the engine, and the properties of the task. */
export interface MonitorContext {
  edit(changes: readonly TextChange[]): void;
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

/** Pixels that the pointer moves before that is a drag. */
const dragged = 6;

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
    this.#list.replaceChildren();
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

interface SectionActions {
  select(part: MonitorPart | null): void;
  edit(changes: TextChange[], then: MonitorPart | null): void;
  remove(): void;
  check(edge: number, guard: string): Promise<string>;
  readOut(guard: string): Promise<string | null>;
  isUsed(name: string): boolean;
  use(name: string): void;
}

/** One monitor: its picture, the form for what is selected, and the same as a table. */
class MonitorSection {
  readonly #heading = h("h2");
  readonly #remove: HTMLButtonElement;
  readonly #picture = h("div", { className: "drawing" });
  readonly #form: MonitorForm;
  readonly #use = h("p", { className: "drawn-row quiet", hidden: true });
  readonly #table = h("table");
  readonly element: HTMLElement;
  #monitor: WrittenMonitor | null = null;
  #drawn: MonitorPicture | null = null;
  #part: MonitorPart | null = null;
  #focus = false;
  #wasDragged = false;

  constructor(private readonly actions: SectionActions) {
    this.#form = new MonitorForm(actions);
    this.#remove = iconButton("remove", "", () => actions.remove());
    const use = h("button", { type: "button", className: "small" }, t.use);
    use.addEventListener("click", () => actions.use(this.#monitor?.name ?? ""));
    this.#use.append(h("span", {}, t.unusedMonitor), use);
    const table = h("details", {}, h("summary", {}, t.list), this.#table);
    this.element = h("section", { className: "monitor" }, h("header", {}, this.#heading, this.#remove), this.#picture, this.#form.element, this.#use, table);
    this.#picture.addEventListener("pointerdown", (event) => this.#drag(event));
    // A finger that drags from a state does not scroll; parts of a picture have no `touch-action`. No click follows then.
    this.#picture.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.#stateOf(event.target as Element) !== null) event.preventDefault();
    }, { passive: false });
  }

  /** The monitor is written in this way now, and this part of it is selected. */
  update(text: string, monitor: WrittenMonitor, part: MonitorPart | null): void {
    [this.#monitor, this.#part] = [monitor, part];
    const name = monitor.name || t.unnamed;
    this.#heading.textContent = name;
    this.element.ariaLabel = name;
    this.#remove.ariaLabel = this.#remove.title = t.remove(name);
    this.#form.show(text, monitor, part);
    this.refreshUse();
    this.#tabulate(monitor);
    this.#markPart();
  }

  refreshUse(): void {
    this.#use.hidden = !this.#monitor || this.actions.isUsed(this.#monitor.name);
  }

  /** Once there is a picture, moves to what is selected. */
  focusWhenDrawn(): void {
    this.#focus = true;
  }

  draw(picture: MonitorPicture): void {
    const focused = this.#focus ? this.#part : this.#partOf(this.#picture.querySelector(":focus"));
    this.#drawn = picture;
    const { scene } = picture;
    const follow = ({ link }: Hotspot): void => {
      if (!this.#wasDragged && "number" in link) this.actions.select(this.#partAt(link.to, link.number));
    };
    this.#picture.replaceChildren(scene ? sceneElement(this.#named(scene, picture), follow) : h("p", { className: "hint" }, t.tooLarge));
    this.#markPart();
    this.#focus = false;
    // The section may not be in the page yet.
    if (focused) queueMicrotask(() => this.#place(focused)?.focus());
  }

  /** The picture with names in the language of the page. */
  #named(scene: Scene, { monitor }: MonitorPicture): Scene {
    const own = this.#monitor;
    if (!own) return scene;
    const edges = monitor.edges.map(({ source, target, guard }) => edgeName({ from: monitor.states[source]?.name ?? "", to: monitor.states[target]?.name ?? "", guard }));
    const states = monitor.states.map(({ name }) => stateName(own, name));
    const hotspots = scene.hotspots.map((place) => ({ ...place, name: (place.link.to === "place" ? states[place.link.number] : place.link.to === "block" ? edges[place.link.number] : null) ?? place.name }));
    return { ...scene, hotspots, description: [...states, ...edges].join("; ") };
  }

  /** The part that an element of the picture shows. */
  #partOf(place: Element | null): MonitorPart | null {
    const [kind, number] = place?.getAttribute("data-link")?.split(" ") ?? [];
    return this.#partAt(kind, Number(number));
  }

  #partAt(kind: string | undefined, number: number): MonitorPart | null {
    if (kind === "block") return { edge: number };
    const state = kind === "place" ? this.#drawn?.monitor.states[number]?.name : undefined;
    return state === undefined ? null : { state };
  }

  /** The state that an element of the picture shows. */
  #stateOf(place: Element | null | undefined): string | null {
    const part = this.#partOf(place?.closest("[data-link]") ?? null);
    return part && "state" in part ? part.state : null;
  }

  /** The element of a part in the picture. */
  #place(part: MonitorPart | null): SVGElement | null {
    if (!part) return null;
    const link = "edge" in part ? `block ${part.edge}` : `place ${this.#drawn?.monitor.states.findIndex(({ name }) => name === part.state)}`;
    return this.#picture.querySelector<SVGElement>(`[data-link="${link}"]`);
  }

  #markPart(): void {
    const chosen = this.#place(this.#part);
    for (const place of this.#picture.querySelectorAll(".hotspot")) {
      place.classList.toggle("selected", place === chosen);
      place.setAttribute("aria-pressed", String(place === chosen));
    }
  }

  /** A drag from a state to another adds an edge, one to an empty place a state. */
  #drag(down: PointerEvent): void {
    const svg = this.#picture.querySelector("svg");
    const start = (down.target as Element).closest<SVGGraphicsElement>(".hotspot");
    const from = this.#stateOf(start);
    if (!svg || !start || from === null || down.button !== 0) return;
    const point = ({ clientX, clientY }: PointerEvent): Point => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
      return [x, y];
    };
    const { x, y, width, height } = start.getBBox();
    const line = s("path", { class: "drag" });
    const stop = new AbortController();
    const { signal } = stop;
    let isDrag = false;
    const over = ({ clientX, clientY }: PointerEvent): Element | null => document.elementFromPoint(clientX, clientY);
    const mark = (target: Element | null): void => this.#picture.querySelectorAll(".hotspot").forEach((place) => place.classList.toggle("dropped", target !== null && place.contains(target)));
    addEventListener("pointermove", (move) => {
      isDrag ||= Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > dragged;
      if (!isDrag) return;
      if (!line.isConnected) svg.append(line);
      line.setAttribute("d", `M${x + width / 2} ${y + height / 2}L${point(move).join(" ")}`);
      mark(this.#stateOf(over(move)) === null ? null : over(move));
    }, { signal });
    const end = (): void => {
      stop.abort();
      line.remove();
      mark(null);
    };
    addEventListener("pointercancel", end, { signal });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") end();
    }, { signal });
    addEventListener("pointerup", (up) => {
      end();
      if (!isDrag) {
        if (up.pointerType === "touch") this.actions.select({ state: from });
        return;
      }
      const element = over(up);
      if (!element || !this.#picture.contains(element)) return;
      // The click that follows would select the state.
      this.#wasDragged = true;
      setTimeout(() => (this.#wasDragged = false));
      const to = this.#stateOf(element);
      if (to !== null) this.#form.addEdge({ from, to });
      else this.#form.addState(from);
    }, { signal });
  }

  #tabulate(monitor: WrittenMonitor): void {
    const row = (state: string): HTMLElement => {
      const own = monitor.edges.filter(({ from }) => from === state);
      const edges = h("ul", {}, ...own.map(({ to, guard }) => h("li", {}, `${to}: `, guard === null ? t.always : h("code", {}, guard))));
      return h("tr", {}, h("th", { scope: "row" }, state), h("td", {}, kindsOf(monitor, state).join(", ")), h("td", {}, own.length ? edges : ""));
    };
    const head = [t.stateHead, t.kind, t.edges].map((name) => h("th", { scope: "col" }, name));
    this.#table.replaceChildren(h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...statesOf(monitor).map(row)));
  }
}

/** One monitor: its picture, in which edges are drawn by dragging, the form for what is selected, and the same as a table. */
import { h, iconButton, s, smallButton } from "../dom";
import type { Hotspot, MonitorPicture, Point, Scene, WrittenMonitor } from "../engine/engine";
import { type MonitorPart, statesOf } from "../monitors";
import { sceneElement } from "../view/scene";
import { type MonitorActions, MonitorForm } from "./monitorForm";
import { edgeName, kindsOf, stateName, t } from "./monitorTexts";
import { NameField } from "./nameField";

/** Pixels that the pointer moves before that is a drag. */
const dragged = 6;

interface SectionActions extends MonitorActions {
  select(part: MonitorPart | null): void;
  remove(): void;
  /** Gives the monitor another name. */
  rename(name: string): void;
  /** Whether another monitor has this name. */
  isTaken(name: string): boolean;
  /** Whether a property uses the monitor of this name. */
  isUsed(name: string): boolean;
  /** Adds a property that does. */
  use(name: string): void;
}

export class MonitorSection {
  readonly #heading = h("h2");
  readonly #name: NameField;
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
    this.#name = new NameField((name) => (!name ? t.noMonitorName : actions.isTaken(name) ? t.takenMonitor : ""), (name) => actions.rename(name));
    this.#name.input.ariaLabel = t.monitorName;
    this.#name.input.placeholder = t.unnamed;
    this.#heading.append(this.#name.input);
    this.#remove = iconButton("remove", "", () => actions.remove());
    const use = smallButton(t.use, () => actions.use(this.#monitor?.name ?? ""));
    this.#use.append(h("span", {}, t.unusedMonitor), use);
    const table = h("details", {}, h("summary", {}, t.list), this.#table);
    this.element = h("section", { className: "monitor" }, h("header", {}, this.#heading, this.#remove), this.#name.problem, this.#picture, this.#form.element, this.#use, table);
    this.#picture.addEventListener("pointerdown", (event) => this.#drag(event));
    // A finger that drags from a state does not scroll; parts of a picture have no `touch-action`. No click follows then.
    this.#picture.addEventListener("touchstart", (event) => {
      if (event.cancelable && this.#stateOf(event.target as Element) !== null) event.preventDefault();
    }, { passive: false });
  }

  /** The monitor is written in this way now, and this part of it is selected. */
  update(monitor: WrittenMonitor, part: MonitorPart | null): void {
    [this.#monitor, this.#part] = [monitor, part];
    const name = monitor.name || t.unnamed;
    this.#name.show(monitor.name);
    this.element.ariaLabel = this.#heading.ariaLabel = name;
    this.#remove.ariaLabel = this.#remove.title = t.remove(name);
    this.#form.show(monitor, part);
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
      if (to !== null) void this.#form.addEdge(from, to);
      else void this.#form.addState(from);
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

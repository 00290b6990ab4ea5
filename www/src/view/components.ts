/** The recursive state machine: the calls between the components, and the inside of one of them, with open calls. */
import type { Outcome } from "../client";
import { h, s } from "../dom";
import type { CalleeLink, ComponentSummary, Hotspot, Role, RsmView, Scene } from "../engine/engine";
import { register } from "../frame/commands";
import type { Linking, Seen } from "../linking";
import { type SpaceChart, stateKindNames } from "../space/chart";
import { counted, type Noun, texts } from "../text/language";
import { CalleeMenu } from "./callees";
import { componentsTable, placesTable } from "./component-tables";
import { type Arrow, framesOf, keyOf, neighbour, Places } from "./places";
import { RuleNotes } from "./ruleNotes";
import { sceneElement } from "./scene";
import { type Crumb, crumbText, trailTo } from "./trail";
import type { Drawing, TableData, View } from "./view";
import { Stage } from "./stage";
import { unlessStopped } from "./stopped";

const t = texts({
  en: {
    title: "Components", rule: "Why a call is one step", choose: "Component", crumbs: "Calls that lead to the component", none: "No states were explored.", failed: "The components cannot be drawn.",
    keys: "Components. Arrow keys move between nodes. Enter selects a state, or opens and closes a call; Shift Enter goes to the callee. Plus and minus zoom, 0 shows everything.",
    all: "Calls", allOf: (some: string) => `all ${some}`, components: ["component", "components"] as Noun, states: ["state", "states"] as Noun,
    selected: (name: string) => `Show ${name}`, selectedTitle: "The component of the selected state", showSelected: "Show the component of the selected state",
    close: "Close all calls", opened: (name: string) => `${name} is open.`, closed: (name: string) => `${name} is closed.`,
    entry: "entry", exit: "exit", call: "call: click to open", into: "go to the callee", first: "where runs start", calls: "calls",
  },
  de: {
    title: "Komponenten", rule: "Warum ein Aufruf ein Schritt ist", choose: "Komponente", crumbs: "Aufrufe, die zur Komponente führen", none: "Es wurden keine Zustände erkundet.", failed: "Die Komponenten lassen sich nicht zeichnen.",
    keys: "Komponenten. Pfeiltasten wechseln zwischen Knoten. Enter wählt einen Zustand oder öffnet und schließt einen Aufruf; Umschalt-Enter geht zur aufgerufenen Prozedur. Plus und Minus ändern die Größe, 0 zeigt alles.",
    all: "Aufrufe", allOf: (some) => `alle ${some}`, components: ["Komponente", "Komponenten"] as Noun, states: ["Zustand", "Zustände"] as Noun,
    selected: (name) => `${name} zeigen`, selectedTitle: "Die Komponente des gewählten Zustands", showSelected: "Komponente des gewählten Zustands zeigen",
    close: "Alle Aufrufe schließen", opened: (name) => `${name} ist offen.`, closed: (name) => `${name} ist geschlossen.`,
    entry: "Eingang", exit: "Ausgang", call: "Aufruf: zum Öffnen klicken", into: "zur aufgerufenen Prozedur", first: "wo Läufe beginnen", calls: "ruft auf",
  },
});

/** Symbols in a circle on the border of a box. */
const signs = { open: "M-3.2 0h6.4M0-3.2v6.4", close: "M-3.2 0h6.4", into: "M-4 0h5M-1.5-3L1.5 0l-3 3M4-3.5v7" };

const badge = (className: string, sign: string, x: number, y: number): SVGElement =>
  s("g", { class: className, transform: `translate(${x} ${y})`, "aria-hidden": "true" }, s("circle", { r: 7.5 }), s("path", { d: sign }));

/** What the symbols of a picture mean: those of one component, or those of all, and only what is on the screen. */
class Legend {
  readonly #entries: { role: Role; ofAll: boolean; element: HTMLElement }[] = [];
  readonly element: HTMLElement;

  constructor(rule: HTMLElement) {
    const entry = (ofAll: boolean, role: Role, text: string, ...shapes: SVGElement[]): HTMLElement => {
      const element = h("span", {}, s("svg", { viewBox: "0 0 20 16", "aria-hidden": "true" }, ...shapes), text);
      this.#entries.push({ role, ofAll, element });
      return element;
    };
    const dot = (className: string): SVGElement => s("circle", { cx: 10, cy: 8, r: 5, class: className });
    const box = (className: string): SVGElement => s("rect", { x: 2, y: 3, width: 16, height: 10, rx: 3, class: className });
    const ends = ["exception", "nullDereference", "failed"] as const;
    const classOf = (kind: (typeof ends)[number]): string => (kind === "exception" ? "exception" : "null");
    const call = [s("rect", { x: 4, y: 2, width: 12, height: 12, rx: 3, class: "called" }), ...[4, 16].map((cx) => s("circle", { cx, cy: 8, r: 2.5, class: "called" }))];
    this.element = h("footer", { className: "legend" },
      entry(false, "initial", t.entry, dot("initial")), entry(false, "final", t.exit, dot("final")),
      ...ends.map((kind) => entry(false, kind, stateKindNames[kind], dot(classOf(kind)))),
      entry(false, "callee", t.call, ...call), entry(false, "callee", t.into, badge("into", signs.into, 10, 8)),
      entry(true, "initial", t.first, box("initial")), ...ends.map((kind) => entry(true, kind, stateKindNames[kind], box(classOf(kind)))),
      entry(true, "call", t.calls, s("path", { class: "called", d: "M1 8h15M12 4.5L17 8l-5 3.5" })), rule);
    this.show({ shapes: [] }, true);
  }

  show({ shapes }: Pick<Scene, "shapes">, isOfAll: boolean): void {
    const roles = new Set(shapes.map(({ role }) => role));
    for (const { role, ofAll, element } of this.#entries) element.hidden = ofAll !== isOfAll || !roles.has(role);
  }
}

/** The engine's data about the whole machine. */
interface Machine {
  components: ComponentSummary[];
  rsm: RsmView;
  places: Places;
}

async function machineOf(outcome: Outcome): Promise<Machine | null> {
  const [components, text] = await Promise.all([outcome.ask({ of: "components" }), outcome.ask({ of: "picture", picture: { of: "component", number: null }, format: "json" })]);
  if (!components || text === null) return null;
  const rsm = JSON.parse(text) as RsmView;
  return { components, rsm, places: new Places(components, rsm) };
}

export class ComponentsView implements View {
  readonly id = "components";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly element = h("div");
  readonly #stage = new Stage({ id: "components-stage", label: t.keys, className: "drawing", around: [68, 20] });
  readonly #crumbs = h("ol", { id: "components-crumbs", className: "crumbs" });
  readonly #chooser = h("select", { id: "components-choose", aria: { label: t.choose } });
  readonly #selected = h("button", { type: "button", className: "small", id: "components-selected", title: t.selectedTitle, hidden: true });
  readonly #close = h("button", { type: "button", className: "small drawing-only", id: "components-close", hidden: true }, t.close);
  readonly #live = h("p", { className: "sr-only", aria: { live: "polite" } });
  readonly #menu = new CalleeMenu();
  readonly #notes = new RuleNotes(t.rule);
  readonly #legend = new Legend(this.#notes.element);
  #outcome: Outcome | null = null;
  #machine: Promise<Machine | null> = Promise.resolve(null);
  #known: Machine | null = null;
  #chart: SpaceChart | null = null;
  #seen: Seen | null = null;
  /** The calls that lead to the shown component; empty for the overview. */
  #trail: Crumb[] = [];
  /** The calls opened in place. */
  readonly #open = new Set<string>();
  #scene: Scene | null = null;
  #elements: SVGElement[] = [];
  #current = 0;
  #table: TableData | null = null;
  #isOpen = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    this.element.append(
      h("div", { className: "toolbar" }, h("nav", { aria: { label: t.crumbs } }, this.#crumbs), this.#close, this.#selected, this.#chooser),
      this.#stage.element, this.#legend.element, this.#live);
    this.#chooser.addEventListener("change", () => this.#go(this.#chooser.value === "" ? [] : this.#to(Number(this.#chooser.value))));
    this.#close.addEventListener("click", () => {
      this.#open.clear();
      void this.#draw(true);
      this.#stage.stage.focus();
    });
    this.#selected.addEventListener("click", () => this.#showSelected());
    register({ id: "components.selected", title: t.showSelected, group: t.title, possible: () => !this.#selected.hidden && this.#isOpen, run: () => this.#showSelected() });
    this.#listen();
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#known = this.#chart = this.#scene = this.#table = null;
    this.#machine = Promise.resolve(null);
    this.#trail = [];
    this.#open.clear();
    this.#notes.show([]);
    this.#elements = [];
    this.#chooser.replaceChildren();
    this.#crumbs.replaceChildren();
    this.#stage.show(h("p", { className: "hint" }, t.none));
    this.#markPlaces();
    if (this.#isOpen) void this.#draw();
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    this.#markPlaces();
  }

  /** Pictures are requested only while the tab is open. */
  opened(open: boolean): void {
    this.#isOpen = open;
    if (open && !this.#scene) void this.#draw();
  }

  mark(seen: Seen): void {
    this.#seen = seen;
    this.#markPlaces();
  }

  drawing(): Drawing | null {
    const number = this.#shown;
    return this.#scene && { picture: { of: "component", number, open: [...this.#open] }, name: number === null ? "calls" : `component-${number}` };
  }

  tableData(): TableData | null {
    const [known, number] = [this.#known, this.#shown];
    if (!known || !this.#scene) return null;
    const component = number === null ? null : known.rsm.components[number];
    this.#table ??= component && number !== null ? placesTable(component, number) : componentsTable(known.components, known.rsm);
    return this.#table;
  }

  get #shown(): number | null {
    return this.#trail.at(-1)?.component ?? null;
  }

  /** The component of the selected state, or the selected component. */
  get #selectedComponent(): number | null {
    const { state = null, component = null } = this.#seen?.pinned ?? {};
    return (state === null ? null : this.#chart?.data.components[state]) ?? component;
  }

  #showSelected(): void {
    const component = this.#selectedComponent;
    if (component !== null) this.#go(this.#to(component));
  }

  #to(component: number): Crumb[] {
    return trailTo(this.#known?.components ?? [], component);
  }

  #go(trail: Crumb[]): void {
    this.#menu.close();
    this.#trail = trail;
    this.#open.clear();
    this.linking.pin({ component: this.#shown });
    void this.#draw();
  }

  /** Draws the picture; `again` if the component is the same and keeps its position. */
  async #draw(again = false): Promise<void> {
    const outcome = this.#outcome;
    const wanted = ++this.#wanted;
    if (!outcome) return;
    if (!this.#known) this.#machine = machineOf(outcome);
    const [machine, scene] = await Promise.all([this.#machine, outcome.ask({ of: "component", number: this.#shown, open: [...this.#open] })]);
    if (wanted !== this.#wanted) return;
    if (!machine || !scene) return this.#stage.show(h("p", { className: "hint" }, unlessStopped(outcome, t.failed)));
    if (this.#known !== machine) this.#learn(machine);
    this.#chooser.value = String(this.#shown ?? "");
    this.#close.hidden = this.#open.size === 0;
    this.#drawCrumbs(machine.components);
    if (!again) this.#table = null;
    this.#drawScene(scene, machine, again);
    this.#markPlaces();
    this.element.dispatchEvent(new Event("redrawn", { bubbles: true }));
  }

  #learn(machine: Machine): void {
    this.#known = machine;
    this.#notes.show(machine.components.length > 1 ? ["summary"] : []);
    const { components } = machine;
    const options = components.map(({ procedure, states }, i) => h("option", { value: String(i) }, `${i}: ${procedure}, ${counted(states, t.states)}`));
    this.#chooser.replaceChildren(h("option", { value: "" }, t.allOf(counted(components.length, t.components))), ...options);
  }

  #drawScene(scene: Scene, { places }: Machine, again: boolean): void {
    const { stage } = this.#stage;
    const hadFocus = stage.contains(document.activeElement);
    const before = again ? this.#elements[this.#current] : undefined;
    const key = before?.dataset["key"];
    const place = before?.getBoundingClientRect();
    const svg = sceneElement(scene, (followed) => this.#follow(followed));
    this.#scene = scene;
    this.#legend.show(scene, this.#shown === null);
    this.#elements = [...svg.querySelectorAll<SVGElement>(".hotspot")];
    this.#elements.forEach((element, i) => {
      const spot = scene.hotspots[i];
      if (!spot) return;
      const name = places.name(spot, scene);
      element.dataset["key"] = keyOf(spot.link);
      element.setAttribute("aria-label", name);
      const title = element.querySelector("title");
      if (title) title.textContent = name;
      if (spot.link.to === "call") this.#addSigns(element, spot, spot.link.callees);
    });
    this.#stage.show(svg, again);
    this.#current = Math.max(0, this.#elements.findIndex((element) => element.dataset["key"] === key));
    this.#elements.forEach((element, i) => element.setAttribute("tabindex", i === this.#current ? "0" : "-1"));
    const now = this.#elements[this.#current];
    if (place && now) {
      // Keep the clicked element under the pointer.
      const { left, top } = now.getBoundingClientRect();
      stage.scrollBy(left - place.left, top - place.top);
      this.#boxOf(now)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (hadFocus) (key === undefined ? stage : now ?? stage).focus({ preventScroll: true });
  }

  /** The open box whose heading this is: the smallest one around it. */
  #boxOf(heading: SVGElement): Element | null {
    const { left, top, right, bottom } = (heading.querySelector("rect") ?? heading).getBoundingClientRect();
    const around = [...this.#stage.stage.querySelectorAll("rect.callee")].filter((box) => {
      const area = box.getBoundingClientRect();
      return area.left <= left && area.top <= top + 1 && area.right >= right && area.bottom >= bottom - 1;
    });
    return around.sort((a, b) => a.getBoundingClientRect().width - b.getBoundingClientRect().width)[0] ?? null;
  }

  /** Labels a box that can be opened, and the button that goes to its component. */
  #addSigns(element: SVGElement, { at, size }: Hotspot, callees: CalleeLink[]): void {
    const [x, y] = [at[0] - size[0] / 2, at[1] - size[1] / 2];
    const open = callees.some((callee) => callee.open);
    element.setAttribute("aria-expanded", String(open));
    element.append(badge("sign", open ? signs.close : signs.open, x + 5, y));
    const into = badge("into", signs.into, at[0] + size[0] / 2 - 5, y);
    into.append(s("title", {}, t.into));
    into.addEventListener("click", () => this.#into(element, callees));
    element.after(into);
  }

  #drawCrumbs(components: ComponentSummary[]): void {
    const crumb = (text: string, trail: Crumb[], last: boolean): HTMLElement => {
      const button = h("button", { type: "button", title: components[trail.at(-1)?.component ?? -1]?.procedure ?? t.allOf(counted(components.length, t.components)) }, text);
      if (last) button.setAttribute("aria-current", "page");
      button.addEventListener("click", () => this.#go(trail));
      return h("li", {}, button);
    };
    const crumbs = this.#trail.map((at, i) => crumb(crumbText(components, at), this.#trail.slice(0, i + 1), i === this.#trail.length - 1));
    this.#crumbs.replaceChildren(crumb(t.all, [], this.#trail.length === 0), ...crumbs);
    this.#crumbs.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Highlights the selection: its node, the closed box that contains it, the frame of its component. */
  #markPlaces(): void {
    const { state = null } = this.#seen?.pinned ?? {};
    const [known, scene] = [this.#known, this.#scene];
    const component = (state === null ? null : this.#chart?.data.components[state]) ?? this.#seen?.pinned.component ?? null;
    const shown = new Set<number>();
    if (this.#shown !== null && scene) {
      const frames = this.#stage.stage.querySelectorAll<SVGElement>("rect.component");
      framesOf(this.#shown, scene).forEach((number, i) => {
        shown.add(number);
        frames[i]?.classList.toggle("here", number === component);
      });
    }
    this.#elements.forEach((element, i) => {
      const spot = scene?.hotspots[i];
      if (!spot || !scene || !known) return;
      const { link } = spot;
      const isPlace = link.to === "state" && state !== null && (known.places.port(spot, scene)?.states.includes(state) ?? link.number === state);
      const isCaller = link.to === "call" && state !== null && link.states.includes(state);
      const holds = link.to === "call" ? link.callees.some((callee) => callee.component === component && !callee.open)
        : link.to === "component" && component !== null && known.places.alike(link.number, scene).includes(component);
      element.classList.toggle("selected", isPlace || (link.to === "component" && holds));
      element.classList.toggle("holds", (isCaller || holds) && link.to === "call");
    });
    const wanted = this.#selectedComponent;
    this.#selected.hidden = wanted === null || !known || wanted === this.#shown || shown.has(wanted);
    if (wanted !== null && known) this.#selected.textContent = t.selected(`${wanted}: ${crumbText(known.components, { component: wanted, line: null })}`);
  }

  #follow(spot: Hotspot): void {
    const element = this.#elements[this.#scene?.hotspots.indexOf(spot) ?? -1];
    this.#current = this.#scene?.hotspots.indexOf(spot) ?? 0;
    const [{ link }, known, scene] = [spot, this.#known, this.#scene];
    if (!element || !known || !scene) return;
    if (link.to === "state") return this.linking.pin({ state: link.number });
    if (link.to === "component") {
      const alike = known.places.alike(link.number, scene);
      const go = (position: number): void => this.#go(this.#to(alike[position] ?? link.number));
      if (alike.length === 1) return go(0);
      return this.#menu.ask(element, known.components, alike.map((component) => ({ component, open: null })), () => {}, go);
    }
    if (link.to !== "call") return;
    const [only] = link.callees;
    if (only && link.callees.length === 1) return this.#toggle(only.path, element);
    this.#ask(element, link.callees);
  }

  #ask(element: SVGElement, callees: CalleeLink[]): void {
    const path = (position: number): string => callees[position]?.path ?? "";
    this.#menu.ask(element, this.#known?.components ?? [], callees, (position) => this.#toggle(path(position), element), (position) => this.#go(this.#trailOf(path(position))));
  }

  #toggle(path: string, element: Element): void {
    const open = !this.#open.delete(path);
    if (open) this.#open.add(path);
    else for (const inner of [...this.#open]) if (inner.startsWith(`${path}/`)) this.#open.delete(inner);
    const name = element.getAttribute("aria-label")?.replace(/, [^,]*$/, "") ?? "";
    this.#live.textContent = open ? t.opened(name) : t.closed(name);
    void this.#draw(true);
  }

  #into(element: SVGElement, callees: CalleeLink[]): void {
    this.#current = this.#elements.indexOf(element);
    if (callees.length === 1) this.#go(this.#trailOf(callees[0]?.path ?? ""));
    else this.#ask(element, callees);
  }

  /** The path to a call of the picture, through the boxes that contain it. */
  #trailOf(path: string): Crumb[] {
    const calls = (this.#scene?.hotspots ?? []).flatMap(({ link, line }) => (link.to === "call" ? link.callees.map((callee) => ({ ...callee, line })) : []));
    const steps = path.split("/");
    const inside = steps.flatMap((_, i) => calls.filter((call) => call.path === steps.slice(0, i + 1).join("/")));
    return [...this.#trail, ...inside.map(({ component, line }) => ({ component, line }))];
  }

  #listen(): void {
    const { stage } = this.#stage;
    const spotAt = (event: Event): number => this.#elements.indexOf((event.target as Element).closest<SVGElement>(".hotspot") as SVGElement);
    const preview = (event: Event): void => {
      const link = this.#scene?.hotspots[spotAt(event)]?.link;
      this.linking.preview(link?.to === "state" ? { state: link.number } : null);
    };
    stage.addEventListener("pointerover", preview);
    stage.addEventListener("pointerleave", () => this.linking.preview(null));
    // Capture, because Shift Enter would otherwise be handled as Enter.
    stage.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = spotAt(event);
      const spot = this.#scene?.hotspots[at];
      if (event.key === "Enter" && event.shiftKey && spot?.link.to === "call") {
        event.preventDefault();
        event.stopPropagation();
        this.#into(this.#elements[at]!, spot.link.callees);
      } else if (/^Arrow/.test(event.key) && this.#scene) {
        event.preventDefault();
        this.#focus(at < 0 ? this.#current : neighbour(this.#scene.hotspots, at, event.key as Arrow));
      }
    }, { capture: true });
  }

  #focus(place: number | null): void {
    const element = this.#elements[place ?? -1];
    if (!element || place === null) return;
    this.#elements[this.#current]?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    this.#current = place;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

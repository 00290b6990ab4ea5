/** The recursive state machine: the calls between the components, and the inside of one of them. */
import { download, h, icon, s } from "../dom";
import type { Linking, Seen } from "../linking";
import type { Outcome } from "../client";
import type { ComponentSummary, Hotspot } from "../engine/hrglass";
import { sceneElement } from "./scene";
import { type Crumb, crumbText, trailTo } from "./trail";
import { count } from "./verdict";
import type { View } from "./view";

function legend(): HTMLElement {
  const entry = (text: string, ...shapes: SVGElement[]): HTMLElement =>
    h("span", {}, s("svg", { viewBox: "0 0 20 16", "aria-hidden": "true" }, ...shapes), text);
  const dot = (className: string): SVGElement => s("circle", { cx: 10, cy: 8, r: 5, class: className });
  const call = [s("rect", { x: 4, y: 2, width: 12, height: 12, rx: 3, class: "called" }), ...[4, 16].map((cx) => s("circle", { cx, cy: 8, r: 2.5, class: "called" }))];
  return h("footer", { className: "legend" }, entry("entry", dot("initial")), entry("exit", dot("final")), entry("null dereference", dot("null")), entry("call", ...call));
}

export class ComponentsView implements View {
  readonly id = "components";
  readonly title = "Components";
  readonly home = "main";
  readonly element = h("div");
  readonly #stage = h("div", { id: "components-stage", className: "drawing", tabIndex: 0, aria: { role: "region", label: "Components" } });
  readonly #crumbs = h("ol", { id: "components-crumbs", className: "crumbs" });
  readonly #chooser = h("select", { id: "components-choose", aria: { label: "Component" } });
  #outcome: Outcome | null = null;
  #components: ComponentSummary[] | null = null;
  /** The calls that lead to the component shown; empty for the calls between all. */
  #trail: Crumb[] = [];
  #state: number | null = null;
  #open = false;
  #wanted = 0;

  constructor(private readonly linking: Linking) {
    const save = h("button", { type: "button", id: "components-save", className: "icon-button", title: "Save as SVG", aria: { label: "Save the components as SVG" } }, icon("save"));
    save.addEventListener("click", () => void this.#save());
    this.element.append(
      h("div", { className: "toolbar" }, h("nav", { aria: { label: "Calls that lead to the component" } }, this.#crumbs), this.#chooser, save),
      this.#stage,
      legend());
    this.#chooser.addEventListener("change", () => this.#go(this.#chooser.value === "" ? [] : this.#to(Number(this.#chooser.value))));
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#components = null;
    this.#trail = [];
    this.#chooser.replaceChildren();
    this.#crumbs.replaceChildren();
    this.#stage.replaceChildren(h("p", { className: "hint" }, "No states were explored."));
    void this.#draw();
  }

  /** Pictures are asked for only while the tab is open. */
  opened(open: boolean): void {
    this.#open = open;
    if (open && !this.#stage.querySelector("svg")) void this.#draw();
  }

  mark({ now: { state } }: Seen): void {
    this.#state = state;
    this.#markPlaces();
  }

  #markPlaces(): void {
    const state = this.#state;
    for (const place of this.#stage.querySelectorAll<SVGElement>(".hotspot")) {
      place.classList.toggle("selected", place.dataset["link"] === `state ${state}`);
    }
  }

  #to(component: number): Crumb[] {
    return trailTo(this.#components ?? [], component);
  }

  #go(trail: Crumb[]): void {
    this.#trail = trail;
    void this.#draw();
  }

  get #shown(): number | null {
    return this.#trail.at(-1)?.component ?? null;
  }

  async #draw(): Promise<void> {
    const outcome = this.#outcome;
    const wanted = ++this.#wanted;
    if (!this.#open || !outcome) return;
    const [components, scene] = await Promise.all([this.#components ?? outcome.components(), outcome.component(this.#shown)]);
    if (wanted !== this.#wanted || !components || !scene) return;
    if (!this.#components) {
      this.#components = components;
      const options = components.map(({ procedure, states }, i) => h("option", { value: String(i) }, `${i}: ${procedure}, ${count(states, "state")}`));
      this.#chooser.replaceChildren(h("option", { value: "" }, `all ${count(components.length, "component")}`), ...options);
    }
    this.#chooser.value = String(this.#shown ?? "");
    this.#drawCrumbs(components);
    const hadFocus = this.#stage.contains(document.activeElement);
    this.#stage.replaceChildren(sceneElement(scene, (place) => this.#follow(place)));
    this.#stage.scrollTo(0, 0);
    if (hadFocus) this.#stage.focus();
    this.#markPlaces();
  }

  #drawCrumbs(components: ComponentSummary[]): void {
    const crumb = (text: string, trail: Crumb[], last: boolean): HTMLElement => {
      const button = h("button", { type: "button", title: components[trail.at(-1)?.component ?? -1]?.procedure ?? "all components" }, text);
      if (last) button.setAttribute("aria-current", "page");
      button.addEventListener("click", () => this.#go(trail));
      return h("li", {}, button);
    };
    const crumbs = this.#trail.map((at, i) => crumb(crumbText(components, at), this.#trail.slice(0, i + 1), i === this.#trail.length - 1));
    this.#crumbs.replaceChildren(crumb("Calls", [], this.#trail.length === 0), ...crumbs);
    this.#crumbs.lastElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #follow({ link, line }: Hotspot): void {
    if (link.to === "state") return this.linking.pin({ state: link.number });
    const component = link.to === "call" ? (link.callees[0]?.component ?? 0) : link.number;
    this.#go(this.#trail.length ? [...this.#trail, { component, line }] : this.#to(component));
  }

  async #save(): Promise<void> {
    const text = await this.#outcome?.picture({ of: "component", number: this.#shown }, "svg");
    if (text) download(this.#shown === null ? "calls.svg" : `component-${this.#shown}.svg`, "image/svg+xml", text);
  }
}

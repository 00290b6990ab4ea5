/** The component of the recursive state machine in which the step is. */
import { h } from "../../dom";
import type { Hotspot } from "../../engine/engine";
import { type Host, mostPrepared, type Pane, type Place, sceneOnSlide, statesAt, type World } from "../pane";

export class ComponentsPane implements Pane {
  readonly name = "components";
  readonly element = h("div", { className: "inspector" });
  readonly #stage = h("div", { className: "drawing", tabIndex: 0 });
  readonly #caption = h("p", { className: "caption" });
  #world: World | null = null;
  #shown: number | null = null;
  #state: number | null = null;
  #wanted = 0;

  constructor(private readonly host: Host) {
    this.#stage.setAttribute("role", "group");
    this.#stage.setAttribute("aria-label", host.t.components);
    this.element.append(this.#stage, this.#caption);
  }

  prepare(world: World): Promise<unknown> {
    const { chart, answers } = world;
    const inside = new Set(chart ? statesAt(world).map((state) => chart.data.components[state] ?? 0) : []);
    return Promise.all([0, ...inside].slice(0, mostPrepared).map((component) => answers.ask({ of: "component", number: component })));
  }

  show(world: World | null): void {
    this.#world = world;
    this.#shown = null;
    this.#stage.replaceChildren();
    this.#caption.textContent = "";
  }

  at(place: Place | null): void {
    this.#state = place?.step.state ?? null;
    const component = this.#state === null ? this.#shown : (this.#world?.chart?.data.components[this.#state] ?? 0);
    void this.#draw(component ?? 0);
  }

  async #draw(component: number): Promise<void> {
    const wanted = ++this.#wanted;
    const world = this.#world;
    if (!world?.chart) return;
    if (component !== this.#shown) {
      const scene = await world.answers.ask({ of: "component", number: component }).catch(() => null);
      if (wanted !== this.#wanted) return;
      this.#shown = component;
      const first = world.chart.data.components.indexOf(component);
      this.#caption.textContent = first < 0 ? "" : world.chart.procedure(first);
      this.#stage.replaceChildren(scene ? sceneOnSlide(scene, (place) => this.#follow(place)) : h("p", { className: "hint" }, this.host.t.noSpace));
    }
    for (const place of this.#stage.querySelectorAll<SVGElement>(".hotspot")) {
      place.classList.toggle("selected", place.dataset["link"] === `state ${this.#state}`);
    }
  }

  #follow({ link }: Hotspot): void {
    if (link.to === "state") this.host.look(link.number);
    else void this.#draw(link.to === "call" ? (link.callees[0]?.component ?? 0) : link.number);
  }
}

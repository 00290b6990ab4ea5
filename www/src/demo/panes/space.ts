/** The state space, with the path of the steps emphasised. */
import type { SpaceChart } from "../../space/chart";
import { type Host, type Pane, type Place, statesOf, type World } from "../pane";
import type { Walk } from "../walk";
import { Graph, mostPrinted } from "./graph";

/** The drawn edges between the steps. */
function edgesOf(chart: SpaceChart, { steps, cycle }: Walk): Set<number> {
  const path = steps.map(({ state }) => state);
  const closed = cycle < path.length ? [...path, path[cycle] ?? null] : path;
  const edges = closed.map((target, i) => {
    const source = i ? (closed[i - 1] ?? null) : null;
    return source === null || target === null ? null : chart.edgeBetween(source, target);
  });
  return new Set(edges.filter((edge) => edge !== null));
}

export class SpacePane implements Pane {
  readonly name = "space";
  readonly element: HTMLElement;
  readonly #graph: Graph;

  constructor(private readonly host: Host) {
    this.#graph = new Graph(host, host.t.space, (state) => {
      if (state !== null) host.look(state);
    });
    this.element = this.#graph.element;
  }

  async prepare({ chart, answers }: World): Promise<void> {
    if (chart && chart.stateCount <= mostPrinted) await answers.ask({ of: "picture", picture: { of: "space" }, format: "svg" });
  }

  show(world: World | null): void {
    const chart = world?.chart ?? null;
    this.#graph.show(chart, world ? statesOf(world.walk.steps) : []);
    this.#graph.say(world && !chart ? this.host.t.noSpace : null);
    if (!world || !chart) return;
    const { fails } = world.walk;
    this.#graph.view.emphasise({ runStates: new Set(fails ? statesOf(world.walk.steps) : []), runEdges: fails ? edgesOf(chart, world.walk) : new Set() });
    if (chart.stateCount > mostPrinted) return;
    void world.answers.ask({ of: "picture", picture: { of: "space" }, format: "svg" }).then((svg) => {
      if (this.#graph.view.chart === chart) this.#graph.print(svg);
    }, () => {});
  }

  at(place: Place | null): void {
    this.#graph.at(place?.step.state ?? null);
  }

  recolour(): void {
    this.#graph.view.recolour();
  }

  close(): void {
    this.#graph.close();
  }
}

/** The proof of the property whose run is shown, or of the first property; the assertions of the step are marked. */
import { SpaceChart } from "../../space/chart";
import { groupsOf, isMemorySafety, shownOf } from "../../view/groups";
import type { Host, Pane, Place, World } from "../pane";
import { Graph, mostPrinted } from "./graph";

/** Position of the property in the report; null if there is none. */
function propertyOf({ judgement, report }: World): number | null {
  if (judgement !== null && report.properties[judgement]?.kind !== "memory-safety") return judgement;
  const first = groupsOf(report).find((group) => !isMemorySafety(group));
  return (first && shownOf(first)[0]?.position) ?? null;
}

export class ProofPane implements Pane {
  readonly name = "proof";
  readonly element: HTMLElement;
  readonly #graph: Graph;
  #chart: SpaceChart | null = null;
  #wanted = 0;
  #place: Place | null = null;

  constructor(private readonly host: Host) {
    this.#graph = new Graph(host, host.t.proof, (assertion) => {
      const state = assertion === null ? null : (this.#chart?.stateOf(assertion) ?? null);
      if (state !== null) host.look(state);
    });
    this.element = this.#graph.element;
  }

  async prepare(world: World): Promise<void> {
    const property = propertyOf(world);
    if (property === null) return;
    const proof = await world.answers.ask({ of: "proof", property });
    if (proof && proof.kinds.length <= mostPrinted) await world.answers.ask({ of: "picture", picture: { of: "proof", number: property }, format: "svg" });
  }

  show(world: World | null): void {
    this.#chart = null;
    this.#graph.show(null, []);
    void this.#draw(world);
  }

  async #draw(world: World | null): Promise<void> {
    const wanted = ++this.#wanted;
    const property = world ? propertyOf(world) : null;
    this.#graph.say(null);
    if (!world) return;
    const data = property === null ? null : await world.answers.ask({ of: "proof", property }).catch(() => null);
    if (wanted !== this.#wanted) return;
    if (!data || property === null) return this.#graph.say(this.host.t.noProof);
    const chart = new SpaceChart(data, this.host.t.language);
    this.#chart = chart;
    const failing = chart.failing();
    this.#graph.show(chart, [...failing.runStates]);
    this.#graph.view.emphasise(failing);
    this.at(this.#place);
    if (chart.stateCount > mostPrinted) return;
    const svg = await world.answers.ask({ of: "picture", picture: { of: "proof", number: property }, format: "svg" }).catch(() => null);
    if (wanted === this.#wanted) this.#graph.print(svg);
  }

  at(place: Place | null): void {
    this.#place = place;
    const state = place?.step.state ?? null;
    const there = state === null ? [] : [...(this.#chart?.assertionsAt(state) ?? [])];
    this.#graph.view.emphasise({ marked: new Set(there) });
    this.#graph.at(there[0] ?? null);
  }

  recolour(): void {
    this.#graph.view.recolour();
  }

  close(): void {
    this.#graph.close();
  }
}

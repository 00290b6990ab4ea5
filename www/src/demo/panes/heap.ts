/** The heap of the state that is shown. */
import { h } from "../../dom";
import { hasValues } from "../../view/judgements";
import { type Host, mostPrepared, type Pane, type Place, statesAt, type World } from "../pane";
import { HeapPicture } from "./picture";

export class HeapPane implements Pane {
  readonly name = "heap";
  readonly element = h("div", { className: "inspector" });
  readonly #caption = h("p", { className: "caption" });
  readonly #picture: HeapPicture;
  #world: World | null = null;

  constructor(private readonly host: Host) {
    this.#picture = new HeapPicture(host.t);
    this.element.append(this.#picture.element, this.#caption);
  }

  prepare(world: World): Promise<unknown> {
    const { chart, answers } = world;
    const heaps = new Set(chart ? statesAt(world).map((state) => chart.data.contents[state] ?? 0) : []);
    return Promise.all([...heaps].slice(0, mostPrepared).map((heap) => answers.heap(heap)));
  }

  show(world: World | null): void {
    this.#world = world;
    const { heap, values } = this.host.t;
    this.#picture.element.ariaLabel = world && hasValues(world.report) ? values : heap;
    if (!world) this.at(null);
  }

  at(place: Place | null): void {
    void this.#draw(place?.step.state ?? null, place !== null);
  }

  async #draw(state: number | null, looked: boolean): Promise<void> {
    const { t } = this.host;
    const { chart = null, answers } = this.#world ?? {};
    if (state === null || !chart || !answers) {
      this.#caption.textContent = "";
      return this.#picture.say(looked ? t.noState : "");
    }
    const kind = chart.kind(state);
    const special = kind === "initial" || kind === "final" || kind === "nullDereference" || kind === "exception" || kind === "failed" ? ` · ${t[kind]}` : "";
    const isShown = await this.#picture.draw(answers.heap(chart.data.contents[state] ?? 0));
    if (isShown) this.#caption.textContent = `${t.state(state)}${special} · ${t.line(chart.line(state))}`;
  }
}

/** The heap of the state that is shown. */
import { h } from "../../dom";
import { hasValues } from "../../view/judgements";
import { type Host, mostPrepared, type Pane, type Place, sceneOnSlide, statesAt, type World } from "../pane";

export class HeapPane implements Pane {
  readonly name = "heap";
  readonly element = h("div", { className: "inspector" });
  readonly #caption = h("p", { className: "caption" });
  readonly #picture = h("div", { className: "heap", tabIndex: 0 });
  #world: World | null = null;
  #wanted = 0;

  constructor(private readonly host: Host) {
    this.#picture.setAttribute("role", "group");
    this.#picture.setAttribute("aria-label", host.t.heap);
    this.element.append(this.#picture, this.#caption);
  }

  prepare(world: World): Promise<unknown> {
    const { chart, answers } = world;
    const heaps = new Set(chart ? statesAt(world).map((state) => chart.data.contents[state] ?? 0) : []);
    return Promise.all([...heaps].slice(0, mostPrepared).map((heap) => answers.heap(heap)));
  }

  show(world: World | null): void {
    this.#world = world;
    const { heap, values } = this.host.t;
    this.#picture.setAttribute("aria-label", world && hasValues(world.report) ? values : heap);
    if (!world) this.at(null);
  }

  at(place: Place | null): void {
    void this.#draw(place?.step.state ?? null, place !== null);
  }

  async #draw(state: number | null, looked: boolean): Promise<void> {
    const { t } = this.host;
    const wanted = ++this.#wanted;
    const world = this.#world;
    if (state === null || !world?.chart) return this.#say("", looked ? t.noState : "");
    const { chart } = world;
    const kind = chart.kind(state);
    const special = kind === "initial" || kind === "final" || kind === "nullDereference" || kind === "exception" || kind === "failed" ? ` · ${t[kind]}` : "";
    // Requesting the heap again may fail; then there is no picture.
    const scene = await world.answers.heap(chart.data.contents[state] ?? 0).catch(() => null);
    if (wanted !== this.#wanted) return;
    const caption = `${t.state(state)}${special} · ${t.line(chart.line(state))}`;
    if (!scene?.shapes.length) return this.#say(caption, scene ? t.emptyHeap : t.noHeap);
    this.#caption.textContent = caption;
    this.#picture.replaceChildren(sceneOnSlide(scene));
  }

  #say(caption: string, message: string): void {
    this.#caption.textContent = caption;
    this.#picture.replaceChildren(h("p", { className: "hint" }, message));
  }
}

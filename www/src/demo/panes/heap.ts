/** The heap of the state that is shown. */
import { h } from "../../dom";
import type { Scene } from "../../engine/engine";
import { hasValues } from "../../view/judgements";
import { pictureOf, sceneOf } from "../../view/scene";
import { type Host, mostPrepared, type Pane, type Place, type World } from "../pane";
import { HeapPicture } from "./picture";

/** The heap of the state at a place; along a failing run, objects keep their places. */
async function sceneAt({ chart, judgement, walk, moments, answers }: World, { number, step: { state } }: Place): Promise<Scene | null> {
  if (!chart || state === null) return null;
  const along = walk.fails && !moments && judgement !== null && number !== null ? { property: judgement, step: number } : null;
  const heap = chart.data.contents[state] ?? 0;
  // Compared with itself it has no changes, but its places along the run.
  return sceneOf(answers, pictureOf({ heap, before: along ? heap : null }, along));
}

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
    return Promise.all(world.places.slice(0, mostPrepared).map((place) => sceneAt(world, place)));
  }

  show(world: World | null): void {
    this.#world = world;
    const { heap, values } = this.host.t;
    this.#picture.element.ariaLabel = world && hasValues(world.report) ? values : heap;
    if (!world) this.at(null);
  }

  at(place: Place | null): void {
    void this.#draw(place);
  }

  async #draw(place: Place | null): Promise<void> {
    const { t } = this.host;
    const { chart = null } = this.#world ?? {};
    const state = place?.step.state ?? null;
    if (!this.#world || !place || state === null || !chart) {
      this.#caption.textContent = "";
      return this.#picture.say(place ? t.noState : "");
    }
    const kind = chart.kind(state);
    const special = kind === "initial" || kind === "final" || kind === "nullDereference" || kind === "exception" || kind === "failed" ? ` · ${t[kind]}` : "";
    const isShown = await this.#picture.draw(sceneAt(this.#world, place));
    if (isShown) this.#caption.textContent = `${t.state(state)}${special} · ${t.line(chart.line(state))}`;
  }
}

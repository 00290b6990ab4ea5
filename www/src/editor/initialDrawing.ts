/** The heaps that runs start on as pictures: beside their text, and below the program if there is room. */
import { h } from "../dom";
import type { InitialPictures } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";
import { describe, partsOf } from "../view/parts";
import { numbered, sceneElement } from "../view/scene";
import { Asking } from "./asking";

const t = texts({
  en: { title: "Runs start on", drawing: "Drawing", hidden: ["more heap is not drawn", "more heaps are not drawn"] as Noun, none: "The task has no initial heaps." },
  de: { title: "Läufe beginnen mit", drawing: "Zeichnung", hidden: ["weiterer Heap ist nicht gezeichnet", "weitere Heaps sind nicht gezeichnet"], none: "Die Aufgabe hat keine Anfangsheaps." },
});

/** The heaps as a list of pictures. Screen readers get the parts of each in words. */
const list = ({ heaps, hidden }: InitialPictures): HTMLElement[] => [
  h("ul", { className: "start-heaps" }, ...heaps.map(({ name, heap, scene }) =>
    h("li", {}, h("figure", {}, numbered(sceneElement({ ...scene, description: describe(partsOf(heap)) }), scene, heap), h("figcaption", {}, name))))),
  ...(hidden ? [h("p", { className: "quiet" }, counted(hidden, t.hidden))] : []),
];

export class InitialDrawing {
  /** Beside the text of the heaps. */
  readonly beside = h("section", { className: "drawn", tabIndex: 0, aria: { label: t.drawing } });
  /** Below the program. */
  readonly below = h("section", { className: "starts", tabIndex: 0, hidden: true, aria: { label: t.title } });
  readonly #asking = new Asking<{ pictures: InitialPictures | null }>(({ pictures }) => this.#draw(pictures));
  #isEmpty = true;

  constructor(private readonly pictures: () => Promise<InitialPictures | null>) {}

  /** Asks for the heaps of the task. While they cannot be read, the last ones stay, dimmed. */
  refresh(): void {
    this.#asking.ask(async () => ({ pictures: await this.pictures() }), this.#isEmpty);
  }

  /** Shows no heaps: another task is open, or one without heaps. */
  clear(): void {
    this.#asking.ask(async () => null, true);
    this.#draw({ heaps: [], hidden: 0 });
  }

  #draw(pictures: InitialPictures | null): void {
    for (const element of [this.beside, this.below]) element.toggleAttribute("data-stale", !pictures);
    if (!pictures) return;
    this.#isEmpty = this.below.hidden = pictures.heaps.length === 0;
    this.beside.replaceChildren(...(this.#isEmpty ? [h("p", { className: "quiet" }, t.none)] : list(pictures)));
    this.below.replaceChildren(h("h2", {}, t.title), ...list(pictures));
  }
}

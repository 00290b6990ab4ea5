/** The picture of a heap in a pane, or what is there instead. */
import { h } from "../../dom";
import type { Scene } from "../../engine/engine";
import { sceneOnSlide } from "../pane";
import type { DemoTexts } from "../text";

export class HeapPicture {
  readonly element: HTMLElement;
  #wanted = 0;

  constructor(private readonly t: DemoTexts) {
    this.element = h("div", { className: "heap", tabIndex: 0, role: "group", aria: { label: t.heap } });
  }

  /** Draws a heap that was asked for, or says why not; false if something else was shown before the answer. */
  async draw(asked: Promise<Scene | null>): Promise<boolean> {
    const wanted = ++this.#wanted;
    // Requesting the heap again may fail; then there is no picture.
    const scene = await asked.catch(() => null);
    if (wanted !== this.#wanted) return false;
    if (scene?.shapes.length) this.show(sceneOnSlide(scene));
    else this.say(scene ? this.t.emptyHeap : this.t.noHeap);
    return true;
  }

  /** Shows a message. */
  say(message: string): void {
    this.show(h("p", { className: "hint" }, message));
  }

  /** Shows something else. */
  show(content: Element): void {
    this.#wanted++;
    this.element.replaceChildren(content);
  }
}

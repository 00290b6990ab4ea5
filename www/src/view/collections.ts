/** Whether collections of Java's library are drawn as one object, or as the library makes them: one switch for all views. */
import { h } from "../dom";
import type { HeapDiff, HeapView } from "../engine/engine";
import { texts } from "../text/language";

const t = texts({
  en: { cells: "Cells", help: "Draw collections as the library makes them, with all of their cells" },
  de: { cells: "Zellen", help: "Sammlungen so zeichnen, wie die Bibliothek sie macht, mit allen ihren Zellen" },
});

let isRaw = false;
const switches = new Set<() => void>();

/** What a picture says of this. */
export const rawness = (): { raw?: true } => (isRaw ? { raw: true } : {});

/** A button that changes it. `redraw` is called whenever it has changed. */
export function collectionSwitch(id: string, redraw: () => void): HTMLButtonElement {
  const button = h("button", { type: "button", id, className: "small", title: t.help, hidden: true }, t.cells);
  const update = (): void => button.setAttribute("aria-pressed", String(isRaw));
  update();
  switches.add(() => {
    update();
    redraw();
  });
  button.addEventListener("click", () => {
    isRaw = !isRaw;
    for (const change of switches) change();
  });
  return button;
}

const ofHeap = ({ collections }: HeapView): boolean => (collections?.length ?? 0) > 0;

/** Whether there is something to switch in a heap that is drawn. */
export const hasCollections = (data: HeapView | HeapDiff | null): boolean =>
  isRaw || (data !== null && ("after" in data ? ofHeap(data.after) || ofHeap(data.before) : ofHeap(data)));

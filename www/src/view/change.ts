/** What became of a heap, drawn. */
import type { Outcome } from "../client";
import { sceneElement } from "./scene";

/** The heap with what is new in it and what is gone since the heap `before`; null if there is nothing to draw. */
export async function changedHeap(outcome: Outcome, heap: number, before: number | null): Promise<SVGSVGElement | null> {
  const scene = before === null || before === heap ? await outcome.heap(heap) : await outcome.heapDiff(heap, before);
  return scene?.shapes.length ? sceneElement(scene) : null;
}

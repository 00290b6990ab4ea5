/** Animates the transition between two drawings of the same states. */
import { Camera, type Size } from "./camera";
import type { SpaceChart } from "./chart";

/** Duration in milliseconds. */
const duration = 320;

/** Above this number of nodes and links there is no animation. */
const most = 6000;

export const canMove = (chart: SpaceChart): boolean =>
  chart.nodeCount + chart.linkCount <= most && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The state that stays in place on the screen: the selected one if visible, otherwise the visible one nearest to the centre. */
export function anchorOf(before: SpaceChart, after: SpaceChart, camera: Camera, screen: Size, chosen: number | null): number | null {
  let best: number | null = null;
  let nearest = Infinity;
  for (let state = 0; state < before.stateCount; state++) {
    const [from, to] = [before.nodeOf(state), after.nodeOf(state)];
    if (from === null || to === null) continue;
    const [x, y] = camera.toScreen(before.nodeX(from), before.nodeY(from));
    if (x < 0 || y < 0 || x > screen.width || y > screen.height) continue;
    const distance = state === chosen ? -1 : (x - screen.width / 2) ** 2 + (y - screen.height / 2) ** 2;
    if (distance < nearest) [best, nearest] = [state, distance];
  }
  return best;
}

/** Nodes moving from their previous position on the screen, or that of their group. */
export class Motion {
  readonly positions: Float32Array;
  readonly #from: Float32Array;
  #start: number | null = null;

  /** `then` and `now`: the cameras for the drawings before and after. */
  constructor(before: SpaceChart, private readonly after: SpaceChart, then: Camera, now: Camera) {
    this.#from = after.data.positions.slice();
    for (let node = 0; node < after.nodeCount; node++) {
      const was = before.nodeOf(after.stateAt(node));
      if (was === null) continue;
      this.#from.set(now.toDrawing(...then.toScreen(before.nodeX(was), before.nodeY(was))), 2 * node);
    }
    this.positions = this.#from.slice();
  }

  /** Advances; returns whether it is finished. */
  step(time: number): boolean {
    this.#start ??= time;
    const share = Math.min(1, (time - this.#start) / duration);
    const eased = 1 - (1 - share) ** 3;
    const to = this.after.data.positions;
    for (let i = 0; i < to.length; i++) this.positions[i] = this.#from[i]! + (to[i]! - this.#from[i]!) * eased;
    return share === 1;
  }
}

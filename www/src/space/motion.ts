/** From one drawing of states to another, so that one sees where they went. */
import { Camera, type Size } from "./camera";
import type { SpaceChart } from "./chart";

/** Milliseconds on the way. */
const duration = 320;

/** More nodes and links than this do not move smoothly. */
const most = 6000;

export const canMove = (chart: SpaceChart): boolean =>
  chart.nodeCount + chart.linkCount <= most && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The state that has to stay where it is on the screen: the chosen one if it is seen, else what is seen nearest to the middle. */
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

/** Nodes on their way from where they, or the groups they were in, were on the screen. */
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

  /** Moves on; says whether it is over. */
  step(time: number): boolean {
    this.#start ??= time;
    const share = Math.min(1, (time - this.#start) / duration);
    const eased = 1 - (1 - share) ** 3;
    const to = this.after.data.positions;
    for (let i = 0; i < to.length; i++) this.positions[i] = this.#from[i]! + (to[i]! - this.#from[i]!) * eased;
    return share === 1;
  }
}

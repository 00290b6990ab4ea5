/** The part of a state space found so far. */
import type { Batch, Chart } from "../engine/engine";
import { SpaceChart } from "./chart";
import { radius } from "./look";

const none = new Uint32Array(0);
const upTo = (count: number): Uint32Array<ArrayBuffer> => Uint32Array.from({ length: count }, (_, i) => i);

/** Only the ends of the edges are known. */
const step = 0;

export class Growing {
  readonly #batches: Batch[] = [];

  add(batch: Batch): void {
    this.#batches.push(batch);
  }

  /** Everything found so far: states with their positions and lines. */
  chart(): SpaceChart {
    const all = this.#batches;
    const kinds = Uint8Array.from(joined(all.map((batch) => batch.kinds)));
    const edges = Uint32Array.from(joined(all.map((batch) => batch.edges)));
    const positions = Float32Array.from(joined(all.map((batch) => batch.positions)));
    const [states, links] = [kinds.length, edges.length / 2];
    const places = new Uint32Array(4 * states);
    joined(all.map((batch) => batch.lines)).forEach((line, state) => places.fill(line, 4 * state, 4 * state + 1));
    const linkKinds = new Uint8Array(links).fill(step);
    const data: Chart = {
      kinds, states: none, components: Uint32Array.from(joined(all.map((batch) => batch.components))), files: new Uint32Array(states), places,
      contents: new Uint32Array(states), sizes: new Uint32Array(states), labels: none, variables: none, ids: [],
      edges, edgeKinds: linkKinds, operations: new Uint32Array(links),
      nodeOf: upTo(states), groups: upTo(states), linkOf: upTo(links),
      positions, nodeKinds: kinds, memberStarts: upTo(states + 1), members: upTo(states), unlisted: none,
      links: edges, linkKinds, ...straight(edges, positions),
      procedures: [], texts: [""], size: boxOf(positions), failing: none, path: none, hidden: 0, groupCount: 0,
      rules: none, edgeSteps: none, lastRules: none, measures: none, decreasing: none, born: none, settled: none, steps: 0,
    };
    return new SpaceChart(data);
  }
}

function joined(columns: readonly ArrayLike<number>[]): number[] {
  return columns.flatMap((column) => Array.from(column));
}

/** Routes from end to end; those of loops are empty. */
function straight(edges: Uint32Array, positions: Float32Array): Pick<Chart, "routeStarts" | "routePoints"> {
  const starts = [0];
  const points: number[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    const [source, target] = [edges[e]!, edges[e + 1]!];
    if (source !== target) points.push(...positions.slice(2 * source, 2 * source + 2), ...positions.slice(2 * target, 2 * target + 2));
    starts.push(points.length / 2);
  }
  return { routeStarts: Uint32Array.from(starts), routePoints: Float32Array.from(points) };
}

/** Width, height, left and top: the drawing grows on both sides. */
function boxOf(positions: Float32Array): Float32Array<ArrayBuffer> {
  let [left, right, bottom] = [0, 0, 0];
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!);
    right = Math.max(right, positions[i]!);
    bottom = Math.max(bottom, positions[i + 1]!);
  }
  return new Float32Array([right - left + 2 * radius, bottom + 2 * radius, left - radius, -radius]);
}

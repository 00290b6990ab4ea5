/** Charts for tests. */
import type { Chart } from "../engine/engine";

const count = (n: number): Uint32Array<ArrayBuffer> => Uint32Array.from({ length: n }, (_, i) => i);

/**
 * A chart without folding: states of these kinds, and edges given as source, target and kind; everything else has
 * default values, or those in `more`.
 */
export function chartData(kinds: number[], edges: [number, number, number][], more: Partial<Chart> = {}): Chart {
  const states = kinds.length;
  const ends = Uint32Array.from(edges.flatMap(([source, target]) => [source, target]));
  const edgeKinds = Uint8Array.from(edges.map(([, , kind]) => kind));
  const none = new Uint32Array(0);
  return {
    kinds: Uint8Array.from(kinds), states: none, components: new Uint32Array(states), files: new Uint32Array(states),
    places: Uint32Array.from(kinds.flatMap((_, i) => [i, 1, i, 2])), contents: new Uint32Array(states), sizes: new Uint32Array(states),
    labels: new Uint32Array(states), variables: new Uint32Array(states), ids: kinds.map((_, i) => `s${i}`),
    edges: ends, edgeKinds, operations: new Uint32Array(edges.length),
    nodeOf: count(states), groups: count(states), linkOf: count(edges.length),
    positions: new Float32Array(2 * states), nodeKinds: Uint8Array.from(kinds), memberStarts: count(states + 1), members: count(states), unlisted: none,
    links: ends, linkKinds: edgeKinds, routeStarts: new Uint32Array(edges.length + 1), routePoints: new Float32Array(0),
    procedures: ["A.m"], texts: ["A.java"], size: new Float32Array([1, 1]), failing: none, path: none, hidden: 0, groupCount: 0,
    rules: none, edgeSteps: none, lastRules: none, measures: none, decreasing: none, born: none, settled: none, steps: 0,
    ...more,
  };
}

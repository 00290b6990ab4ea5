/** The drawn parts of runs and paths. */
import { drawnState, stepsOf, type World } from "../linking";
import type { SpaceChart } from "./chart";

/** The edges of the state space between consecutive states of a path. */
export function edgesAlong(chart: SpaceChart, way: readonly (number | null)[]): Set<number> {
  const edges = way.map((target, i) => {
    const source = i ? (way[i - 1] ?? null) : null;
    return source === null || target === null ? null : chart.edgeBetween(source, target);
  });
  return new Set(edges.filter((edge) => edge !== null));
}

/** The drawn edges along which something gets smaller, so that what was judged comes to an end; without a judgement, all of them. */
export function decreasingOnChart(world: World, chart: SpaceChart, judgement: number | null): Set<number> {
  const judged = (world.outcome?.report.properties ?? []).filter((_, number) => judgement === null || judgement === number);
  const edges = judged.flatMap(({ descents = [] }) => descents.flatMap(({ decreasing = [] }) => decreasing));
  return new Set(edges.map(([source, target]) => chart.edgeBetween(source, target)).filter((edge) => edge !== null));
}

/** The drawn states and edges of a run. */
export function runOnChart(world: World, chart: SpaceChart, judgement: number | null): { runStates: Set<number>; runEdges: Set<number> } {
  const path = stepsOf(world, judgement).map((step) => drawnState(world, step));
  const run = world.outcome && judgement !== null ? world.outcome.report.properties[judgement]?.run : null;
  const closing = run?.cycle[0] ? drawnState(world, run.cycle[0]) : null;
  return { runStates: new Set(path.filter((state) => state !== null)), runEdges: edgesAlong(chart, [...path, closing]) };
}

/** Messages between the page and the worker that runs the engine. */
import type { Chart, Example, Progress, Scene } from "./engine/hrglass";

/** The columns of a drawn state space, without the methods of the engine's own object. */
export type ChartData = Pick<
  Chart,
  | "positions" | "kinds" | "components" | "files" | "places" | "heaps" | "vertices" | "labels" | "ids"
  | "edges" | "edgeKinds" | "operations" | "routeStarts" | "routePoints" | "procedures" | "texts" | "size"
>;

export type ToWorker =
  | { kind: "load"; module: WebAssembly.Module }
  | { kind: "run"; task: string }
  | { kind: "heap"; request: number; heap: number }
  | { kind: "svg"; request: number; heap: number | null };

export type FromWorker =
  | { kind: "ready"; version: string; examples: Example[] }
  | { kind: "progress"; progress: Progress }
  | { kind: "done"; report: string; milliseconds: number }
  | { kind: "chart"; chart: ChartData | null }
  | { kind: "answer"; request: number; answer: Scene | string | null }
  | { kind: "failed"; message: string };

/** Messages between the page and the worker that runs the engine. */
import type { Chart, ComponentSummary, Example, Progress, Scene } from "./engine/hrglass";
import type { DecodedLink, EncodedLink, LinkQuestion } from "./links";

/** The columns of a drawn state space or proof structure, without the methods of the engine's own object. */
export type ChartData = Pick<
  Chart,
  | "positions" | "kinds" | "states" | "components" | "files" | "places" | "heaps" | "vertices" | "labels" | "ids"
  | "edges" | "edgeKinds" | "operations" | "routeStarts" | "routePoints" | "procedures" | "texts" | "size" | "failing" | "hidden"
>;

/** A picture that the engine can write as an SVG document. */
export type Picture =
  | { of: "space" }
  | { of: "heap"; number: number }
  /** A component, or without a number the calls between all. */
  | { of: "component"; number: number | null }
  /** The proof of a property of the report. */
  | { of: "proof"; number: number };

/** What the page asks about an outcome. */
export type Question = Exclude<Picture, { of: "space" }> | { of: "components" } | { of: "svg"; picture: Picture };

export type Answer = Scene | ChartData | ComponentSummary[] | EncodedLink | DecodedLink | string | null;

export type ToWorker =
  | { kind: "load"; module: WebAssembly.Module }
  | { kind: "run"; task: string }
  | { kind: "ask"; request: number; question: Question | LinkQuestion };

export type FromWorker =
  | { kind: "ready"; version: string; examples: Example[] }
  | { kind: "progress"; progress: Progress }
  | { kind: "done"; report: string; milliseconds: number }
  | { kind: "chart"; chart: ChartData | null }
  | { kind: "answer"; request: number; answer: Answer }
  | { kind: "failed"; message: string };

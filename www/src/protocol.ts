/** Messages between the page and the worker that runs the engine. */
import type { Chart, ComponentSummary, ContractView, DerivedHeap, Example, Picture, PictureFormat, Progress, Scene } from "./engine/hrglass";

/** The columns of a drawn state space or proof structure, without the methods of the engine's own object. */
export type ChartData = Pick<
  Chart,
  | "positions" | "kinds" | "states" | "components" | "files" | "places" | "heaps" | "vertices" | "labels" | "ids"
  | "edges" | "edgeKinds" | "operations" | "routeStarts" | "routePoints" | "procedures" | "texts" | "size" | "failing" | "hidden"
>;

/** What the page asks about an outcome. */
export type Question =
  | { of: "heap"; number: number }
  /** What changed from one heap to another. */
  | { of: "heapDiff"; number: number; before: number }
  /** One derivation step by hand. */
  | { of: "concretise"; heap: number; nonterminal: number }
  | { of: "components" }
  /** The inside of a component, or without a number the calls between all. */
  | { of: "component"; number: number | null }
  | { of: "contracts" }
  /** The drawn proof of a property of the report. */
  | { of: "proof"; number: number }
  /** A picture as a document. */
  | { of: "picture"; picture: Picture; format: PictureFormat };

export type Answer = Scene | ChartData | ComponentSummary[] | ContractView[] | DerivedHeap[] | string | null;

export type ToWorker =
  | { kind: "load"; module: WebAssembly.Module }
  | { kind: "run"; task: string }
  | { kind: "ask"; request: number; question: Question };

export type FromWorker =
  | { kind: "ready"; version: string; examples: Example[] }
  | { kind: "progress"; progress: Progress }
  | { kind: "done"; report: string; milliseconds: number }
  | { kind: "chart"; chart: ChartData | null }
  | { kind: "answer"; request: number; answer: Answer }
  | { kind: "failed"; message: string };

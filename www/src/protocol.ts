/** Messages between the page and the worker that runs the engine. */
import type {
  Batch, BoxView, Chart, ChartOptions, ComponentSummary, ContractView, DerivedHeap, EvidenceFile, EvidenceKind, Explanation, LearnedView, LoopHeadView, Picture, PictureFormat, Progress, Scene,
  StageView, StatementView, StateLabels,
} from "./engine/graph-grammars";
import type { TaskAnswer, TaskQuestion } from "./links";
import type { Loaded, ModuleName } from "./modules";

/** The columns of a drawn state space or proof structure, without the methods of the engine's own object. */
export type ChartData = Pick<
  Chart,
  | "kinds" | "states" | "components" | "files" | "places" | "contents" | "sizes" | "labels" | "variables" | "ids"
  | "edges" | "edgeKinds" | "operations" | "nodeOf" | "groups" | "linkOf"
  | "positions" | "nodeKinds" | "memberStarts" | "members" | "unlisted" | "links" | "linkKinds" | "routeStarts" | "routePoints"
  | "procedures" | "texts" | "size" | "failing" | "path" | "hidden" | "groupCount"
  | "rules" | "edgeSteps" | "lastRules" | "measures" | "decreasing" | "born" | "settled" | "steps"
>;

/** The propositions of the states of a state space. */
export type LabelData = Pick<StateLabels, "labels" | "texts" | "open">;

/** States and edges found since the last batch. */
export type BatchData = Pick<Batch, "positions" | "kinds" | "components" | "lines" | "edges">;

/** A question of the page about an outcome. */
export type Question =
  | { of: "heap"; number: number }
  /** A heap as a formula of separation logic. */
  | { of: "formula"; number: number }
  /** Why a property has its verdict. */
  | { of: "explanation"; property: number; language: string }
  /** The statements of the run that is shown of a property. */
  | { of: "statements"; property: number }
  /** What changed from one heap to another. */
  | { of: "heapDiff"; number: number; before: number }
  /** One derivation step by hand. */
  | { of: "concretise"; heap: number; nonterminal: number }
  /** The drawn state space. */
  | { of: "chart"; options: ChartOptions }
  /** The propositions of its states: evaluated in slices, between the answers to other questions, until halted. */
  | { of: "labels" }
  | { of: "components" }
  /** The inside of a component, with that of some calls in it, or without a number the calls between all components. */
  | { of: "component"; number: number | null; open: string[] }
  | { of: "contracts" }
  /** The boxes that forest automata have learned. */
  | { of: "boxes" }
  /** What forest automata have learned, as a graph grammar. */
  | { of: "learned" }
  /** The heads of loops with the contents of the states there. */
  | { of: "loopHeads" }
  /** Some of the smallest heaps of a content. */
  | { of: "samples"; content: number }
  /** How one state leads to another, stage by stage. */
  | { of: "stages"; source: number; target: number }
  /** The drawn proof of a property of the report. */
  | { of: "proof"; number: number }
  /** A search by property-directed reachability for a property of the report. */
  | { of: "frames"; property: number }
  /** The concrete run behind a property as a file. */
  | { of: "evidenceFile"; property: number; kind: EvidenceKind }
  /** A picture as a document. */
  | { of: "picture"; picture: Picture; format: PictureFormat };

export type Answer = Scene | ChartData | LabelData | ComponentSummary[] | ContractView[] | BoxView[] | LearnedView | LoopHeadView[] | number[] | StageView[] | StatementView[] | (number | null)[][] | Explanation | DerivedHeap[] | EvidenceFile | TaskAnswer | string | null;

export type ToWorker =
  | ({ kind: "load"; name: ModuleName } & Loaded)
  | { kind: "run"; task: string; batches: boolean }
  | { kind: "ask"; request: number; question: Question }
  | { kind: "halt" }
  | { kind: "exchange"; request: number; question: TaskQuestion };

/** How far a run is, and how much memory the engine has. */
export interface Heard extends Progress {
  megabytes: number;
}

export type FromWorker =
  | { kind: "ready"; version: string }
  | { kind: "progress"; progress: Heard }
  | { kind: "batch"; batch: BatchData }
  | { kind: "done"; report: string; milliseconds: number; megabytes: number }
  | { kind: "labelled"; states: number }
  | { kind: "answer"; request: number; answer: Answer }
  /** The engine crashed, or a part of it is missing. */
  | { kind: "failed"; isMissing: boolean; message: string };

/** Access to the columns of a drawn state space. */
import type { ChartData } from "../protocol";

/** Kinds of states and assertions, in the engine's order. */
export const stateKinds = [
  "initial", "final", "nullDereference", "exception", "inner", "proved", "refuted", "handedOn", "open",
] as const;
export type StateKindName = (typeof stateKinds)[number];

/** Kinds of edges, in the engine's order. */
export const edgeKinds = ["step", "summary", "call", "return", "stutter"] as const;
export type EdgeKindName = (typeof edgeKinds)[number];

export const stateKindNames: Record<StateKindName, string> = {
  initial: "initial",
  final: "final",
  nullDereference: "null dereference",
  exception: "uncaught exception",
  inner: "inner",
  proved: "proved",
  refuted: "refuted",
  handedOn: "handed on to the callers",
  open: "not looked at",
};

/** For edges without an operation. */
export const edgeKindNames: Record<EdgeKindName, string> = {
  step: "step",
  summary: "whole call",
  call: "into the callee",
  return: "back to the caller",
  stutter: "stays for ever",
};

export interface StatePlace {
  file: string;
  line: number;
  endLine: number;
}

/** What the engine writes for what is not shown. */
const notShown = 0xffff_ffff;

/** Width and height of a drawn group. */
export const groupSize = [56, 36] as const;

/**
 * A drawn graph: a state space, or a proof, whose assertions take the place of the states.
 *
 * What is drawn are nodes and links: a node is a state or a group of several, a link stands for one or more edges. As long
 * as nothing is folded or left out, states and nodes have the same numbers, and so have edges and links.
 */
export class SpaceChart {
  readonly stateCount: number;
  readonly edgeCount: number;
  readonly nodeCount: number;
  readonly linkCount: number;
  readonly #out: Uint32Array;
  readonly #outStarts: Uint32Array;
  readonly #in: Uint32Array;
  readonly #inStarts: Uint32Array;

  constructor(readonly data: ChartData) {
    this.stateCount = data.kinds.length;
    this.edgeCount = data.edgeKinds.length;
    this.nodeCount = data.nodeKinds.length;
    this.linkCount = data.linkKinds.length;
    [this.#outStarts, this.#out] = this.#rows(0);
    [this.#inStarts, this.#in] = this.#rows(1);
  }

  #rows(end: 0 | 1): [Uint32Array, Uint32Array] {
    const { edges } = this.data;
    const starts = new Uint32Array(this.stateCount + 1);
    for (let e = 0; e < this.edgeCount; e++) starts[edges[2 * e + end]! + 1]!++;
    for (let i = 0; i < this.stateCount; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const rows = new Uint32Array(this.edgeCount);
    for (let e = 0; e < this.edgeCount; e++) rows[next[edges[2 * e + end]!]!++] = e;
    return [starts, rows];
  }

  /** The node that a state is drawn in, or null. */
  nodeOf(state: number): number | null {
    return shown(this.data.nodeOf[state]);
  }

  /** The link that is drawn for an edge, or null. */
  linkOf(edge: number): number | null {
    return shown(this.data.linkOf[edge]);
  }

  /** The states of a node. */
  members(node: number): Uint32Array {
    return this.data.members.subarray(this.data.memberStarts[node], this.data.memberStarts[node + 1]);
  }

  isGroup(node: number): boolean {
    const { memberStarts } = this.data;
    return memberStarts[node + 1]! - memberStarts[node]! > 1;
  }

  /** The name of the group of a state, to be listed as open; a state on its own names itself. */
  groupOf(state: number): number {
    return this.data.groups[state] ?? state;
  }

  nodeKind(node: number): StateKindName {
    return stateKinds[this.data.nodeKinds[node] ?? 4] ?? "inner";
  }

  nodeX(node: number): number {
    return this.data.positions[2 * node] ?? 0;
  }

  nodeY(node: number): number {
    return this.data.positions[2 * node + 1] ?? 0;
  }

  /** The nodes at the ends of a link. */
  linkEnds(link: number): [source: number, target: number] {
    return [this.data.links[2 * link] ?? 0, this.data.links[2 * link + 1] ?? 0];
  }

  linkKind(link: number): EdgeKindName {
    return edgeKinds[this.data.linkKinds[link] ?? 0] ?? "step";
  }

  x(state: number): number {
    return this.nodeX(this.nodeOf(state) ?? notShown);
  }

  y(state: number): number {
    return this.nodeY(this.nodeOf(state) ?? notShown);
  }

  kind(state: number): StateKindName {
    return stateKinds[this.data.kinds[state] ?? 4] ?? "inner";
  }

  edgeKind(edge: number): EdgeKindName {
    return edgeKinds[this.data.edgeKinds[edge] ?? 0] ?? "step";
  }

  place(state: number): StatePlace {
    const { files, places, texts } = this.data;
    const file = texts[files[state] ?? 0] ?? "";
    return { file, line: places[4 * state] ?? 0, endLine: places[4 * state + 2] ?? 0 };
  }

  line(state: number): number {
    return this.data.places[4 * state] ?? 0;
  }

  procedure(state: number): string {
    return this.data.procedures[this.data.components[state] ?? 0] ?? "";
  }

  labels(state: number): string[] {
    return (this.data.texts[this.data.labels[state] ?? 0] ?? "").split("\n").filter(Boolean);
  }

  /** The names of the variables in the heap of a state. */
  variables(state: number): string[] {
    return (this.data.texts[this.data.variables[state] ?? notShown] ?? "").split("\n").filter(Boolean);
  }

  source(edge: number): number {
    return this.data.edges[2 * edge] ?? 0;
  }

  target(edge: number): number {
    return this.data.edges[2 * edge + 1] ?? 0;
  }

  /** Whether it is a call or return, which lead from component to component and have no route. */
  crosses(edge: number): boolean {
    const { routeStarts } = this.data;
    const link = this.linkOf(edge) ?? notShown;
    return routeStarts[link] === routeStarts[link + 1] && this.source(edge) !== this.target(edge);
  }

  operation(edge: number): string {
    return this.data.texts[this.data.operations[edge] ?? 0] ?? "";
  }

  outgoing(state: number): Uint32Array {
    return this.#out.subarray(this.#outStarts[state], this.#outStarts[state + 1]);
  }

  incoming(state: number): Uint32Array {
    return this.#in.subarray(this.#inStarts[state], this.#inStarts[state + 1]);
  }

  get isProof(): boolean {
    return this.data.states.length > 0;
  }

  /** The state of an assertion in the state space. */
  stateOf(assertion: number): number | null {
    return shown(this.data.states[assertion]);
  }

  /** The assertions at a state of the state space. */
  assertionsAt(state: number): Set<number> {
    return new Set([...this.data.states.keys()].filter((assertion) => this.data.states[assertion] === state));
  }

  /** Where a proof fails. */
  failing(): { runStates: Set<number>; runEdges: Set<number> } {
    const path = [...this.data.failing];
    const runStates = new Set(path);
    const edges = path.map((target, i) => {
      if (i === 0) return null;
      // Where the way comes back from a callee no edge leads from the exit: the whole call is on it.
      const back = (): number | undefined =>
        this.incoming(target).find((edge) => this.edgeKind(edge) === "summary" && runStates.has(this.source(edge)));
      return this.edgeBetween(path[i - 1]!, target) ?? back() ?? null;
    });
    return { runStates, runEdges: new Set(edges.filter((edge) => edge !== null)) };
  }

  /** A state or assertion in words. */
  words(state: number): string {
    const kind = this.kind(state);
    const special = kind === "inner" ? "" : ` · ${stateKindNames[kind]}`;
    const formulas = this.isProof ? ` · ${shortened(this.labels(state).join(" or ") || "nothing")}` : "";
    return `${this.isProof ? "Assertion" : "State"} ${state}${special} · ${this.procedure(state)}, line ${this.line(state)}${formulas}`;
  }

  /** The edge between two states, or null. */
  edgeBetween(source: number, target: number): number | null {
    return this.outgoing(source).find((edge) => this.target(edge) === target) ?? null;
  }

  /** States at a source line. */
  statesAt(file: string, line: number): Set<number> {
    const { files, places, texts } = this.data;
    const wanted = texts.indexOf(file);
    const found = new Set<number>();
    for (let state = 0; state < this.stateCount; state++) {
      if (files[state] === wanted && places[4 * state] === line) found.add(state);
    }
    return found;
  }

  /** The state drawn nearest to a state in a direction, along edges up and down and within the layer sideways. */
  neighbour(state: number, key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"): number | null {
    const [x, y] = [this.x(state), this.y(state)];
    let best: number | null = null;
    let distance = Infinity;
    const consider = (other: number, cost: number): void => {
      if (other !== state && cost < distance) [best, distance] = [other, cost];
    };
    if (key === "ArrowDown") {
      for (const edge of this.outgoing(state)) consider(this.target(edge), this.#cost(this.target(edge), x, y, 1));
    } else if (key === "ArrowUp") {
      for (const edge of this.incoming(state)) consider(this.source(edge), this.#cost(this.source(edge), x, y, -1));
    } else {
      const sign = key === "ArrowRight" ? 1 : -1;
      for (let other = 0; other < this.stateCount; other++) {
        const away = (this.x(other) - x) * sign;
        if (away > 0 && Math.abs(this.y(other) - y) < 1) consider(other, away);
      }
    }
    return best;
  }

  /** Edges against the direction of the drawing come last. */
  #cost(other: number, x: number, y: number, sign: number): number {
    const ahead = (this.y(other) - y) * sign;
    return Math.abs(this.x(other) - x) + (ahead > 0 ? ahead : 1e6 - ahead);
  }
}

const shown = (number: number | undefined): number | null => (number === undefined || number === notShown ? null : number);

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

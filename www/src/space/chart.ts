/** Access to the columns of a drawn state space. */
import type { Language } from "../frame/settings";
import type { Chart, StateLabels } from "../engine/engine";
import { counted, language, type Noun } from "../text/language";

/** Kinds of states and assertions, in the engine's order. */
export const stateKinds = [
  "initial", "final", "nullDereference", "exception", "inner", "failed", "proved", "refuted", "handedOn", "open",
] as const;
export type StateKindName = (typeof stateKinds)[number];

/** Kinds of edges, in the engine's order. */
export const edgeKinds = ["step", "summary", "call", "return", "stutter"] as const;
export type EdgeKindName = (typeof edgeKinds)[number];

const tables = {
  en: {
    initial: "initial", final: "final", nullDereference: "null dereference", exception: "uncaught exception", failed: "failure", inner: "inner",
    proved: "proved", refuted: "refuted", handedOn: "passed on to the callers", open: "not explored",
    step: "step", summary: "whole call", call: "into the callee", return: "back to the caller", stutter: "self-loop",
    state: "State", assertion: "Assertion", states: ["state", "states"] as Noun, line: "line", lines: "lines", or: " or ", nothing: "nothing",
  },
  de: {
    initial: "Anfang", final: "Ende", nullDereference: "Null-Dereferenzierung", exception: "unbehandelte Ausnahme", failed: "Fehler", inner: "innen",
    proved: "bewiesen", refuted: "widerlegt", handedOn: "an die Aufrufer weitergegeben", open: "nicht erkundet",
    step: "Schritt", summary: "ganzer Aufruf", call: "in den Aufgerufenen", return: "zurück zum Aufrufer", stutter: "Schleife",
    state: "Zustand", assertion: "Behauptung", states: ["Zustand", "Zustände"] as Noun, line: "Zeile", lines: "Zeilen", or: " oder ", nothing: "nichts",
  },
};

const t = tables[language];

export const stateKindNames: Record<StateKindName, string> = t;

/** For edges without an operation. */
export const edgeKindNames: Record<EdgeKindName, string> = t;

export interface StatePlace {
  file: string;
  line: number;
  endLine: number;
}

/** The engine's value for something that is not shown. */
const notShown = 0xffff_ffff;

/** A rectangle of the drawing. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Width and height of a drawn group. */
export const groupSize = [56, 36] as const;

/**
 * A drawn graph: a state space, or a proof, with assertions in place of states.
 *
 * It is drawn as nodes and links: a node is a state or a group of states, a link stands for one or more edges. While
 * nothing is folded or left out, states and nodes have the same numbers, and so do edges and links.
 */
export class SpaceChart {
  readonly stateCount: number;
  readonly edgeCount: number;
  readonly nodeCount: number;
  readonly linkCount: number;
  readonly #out: Rows;
  readonly #in: Rows;
  /** The links that leave and enter the nodes, computed on demand. */
  #links: [out: Rows, into: Rows] | null = null;
  #holds: StateLabels | null = null;

  /** Described in words of a language. */
  constructor(readonly data: Chart, private readonly wanted: Language = language) {
    this.stateCount = data.kinds.length;
    this.edgeCount = data.edgeKinds.length;
    this.nodeCount = data.nodeKinds.length;
    this.linkCount = data.linkKinds.length;
    this.#out = new Rows(data.edges, 0, this.stateCount);
    this.#in = new Rows(data.edges, 1, this.stateCount);
  }

  /** The node in which a state is drawn, or null. */
  nodeOf(state: number): number | null {
    return shown(this.data.nodeOf[state]);
  }

  /** The link drawn for an edge, or null. */
  linkOf(edge: number): number | null {
    return shown(this.data.linkOf[edge]);
  }

  /** The states of a node. */
  members(node: number): Uint32Array {
    return this.data.members.subarray(this.data.memberStarts[node], this.data.memberStarts[node + 1]);
  }

  /** How many states a node stands for, those that are only counted included. */
  size(node: number): number {
    const { memberStarts, unlisted } = this.data;
    return memberStarts[node + 1]! - memberStarts[node]! + (unlisted[node] ?? 0);
  }

  isGroup(node: number): boolean {
    return this.size(node) > 1;
  }

  /** The number of states that are only counted. */
  get unlisted(): number {
    return this.data.unlisted.reduce((sum, count) => sum + count, 0);
  }

  /** The name of a state's group in the list of open groups; a single state names itself. */
  groupOf(state: number): number {
    return this.data.groups[state] ?? state;
  }

  /** The number of states in a state's group, open or not; of an open one only those that can be shown. */
  groupSize(state: number): number {
    const group = this.groupOf(state);
    const unlisted = this.data.unlisted[this.nodeOf(state) ?? notShown] ?? 0;
    return this.data.groups.reduce((size, other) => size + Number(other === group), unlisted);
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

  /** The corner and size of the whole drawing. */
  get box(): Box {
    const [width = 1, height = 1, left = 0, top = 0] = this.data.size;
    return { left, top, width, height };
  }

  /** The representative state of a node: the one found first. */
  stateAt(node: number): number {
    return this.data.members[this.data.memberStarts[node] ?? 0] ?? 0;
  }

  linkSource(link: number): number {
    return this.data.links[2 * link] ?? 0;
  }

  linkTarget(link: number): number {
    return this.data.links[2 * link + 1] ?? 0;
  }

  /** The operation of a link's edge, or in a proof its rules; empty if there may be several. */
  linkOperation(link: number): string {
    const [source, target] = this.linkEnds(link);
    if (this.isGroup(source) || this.isGroup(target)) return "";
    const edge = this.outgoing(this.stateAt(source)).find((edge) => this.linkOf(edge) === link);
    if (edge === undefined) return "";
    return this.isProof ? this.rules(edge) : this.operation(edge);
  }

  /** The rules on an edge of a proof. */
  rules(edge: number): string {
    return this.data.texts[this.data.rules[edge] ?? notShown] ?? "";
  }

  /** The rules that close an assertion. */
  lastRules(assertion: number): string {
    return this.data.texts[this.data.lastRules[assertion] ?? notShown] ?? "";
  }

  /** The measures of an assertion: what gets smaller, so that the proof does not go round for ever; outer loops first. */
  measures(assertion: number): string[] {
    return linesOf(this.data.texts[this.data.measures[assertion] ?? notShown]);
  }

  /** The measure that gets smaller along an edge, or null. */
  decreasing(edge: number): string | null {
    const measure = shown(this.data.decreasing[edge]);
    return measure === null ? null : (this.measures(this.source(edge))[measure] ?? null);
  }

  /** The edges of a proof along which a measure gets smaller. */
  decreasingEdges(): Set<number> {
    return new Set([...this.data.decreasing.keys()].filter((edge) => shown(this.data.decreasing[edge]) !== null));
  }

  /** The nodes at the ends of a link. */
  linkEnds(link: number): [source: number, target: number] {
    return [this.linkSource(link), this.linkTarget(link)];
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

  /** The propositions of the states, once evaluated. */
  get holds(): StateLabels | null {
    return this.#holds;
  }

  /** Sets the propositions of the states. */
  learn(holds: StateLabels): void {
    this.#holds = holds;
  }

  /** The propositions that hold in a state; null until they are evaluated. */
  labels(state: number): string[] | null {
    const number = this.#holds?.labels[state];
    return number === undefined ? null : linesOf(this.#holds?.texts[number]);
  }

  /** The formulas of an assertion, read as a disjunction. */
  formulas(assertion: number): string[] {
    return linesOf(this.data.texts[this.data.labels[assertion] ?? notShown]);
  }

  /** The names of the variables in the heap of a state. */
  variables(state: number): string[] {
    return linesOf(this.data.texts[this.data.variables[state] ?? notShown]);
  }

  source(edge: number): number {
    return this.data.edges[2 * edge] ?? 0;
  }

  target(edge: number): number {
    return this.data.edges[2 * edge + 1] ?? 0;
  }

  /** Whether it is a call or return, which lead from component to component and have no route. */
  crosses(link: number): boolean {
    const { routeStarts } = this.data;
    return routeStarts[link] === routeStarts[link + 1] && this.linkSource(link) !== this.linkTarget(link);
  }

  operation(edge: number): string {
    return this.data.texts[this.data.operations[edge] ?? 0] ?? "";
  }

  outgoing(state: number): Uint32Array {
    return this.#out.of(state);
  }

  incoming(state: number): Uint32Array {
    return this.#in.of(state);
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
      // No edge leads back from the exit of a callee: there, the path uses the summary edge of the call.
      const back = (): number | undefined =>
        this.incoming(target).find((edge) => this.edgeKind(edge) === "summary" && runStates.has(this.source(edge)));
      return this.edgeBetween(path[i - 1]!, target) ?? back() ?? null;
    });
    return { runStates, runEdges: new Set(edges.filter((edge) => edge !== null)) };
  }

  /** A state or assertion in words. */
  words(state: number): string {
    const t = tables[this.wanted];
    const special = this.kind(state) === "inner" ? "" : ` · ${t[this.kind(state)]}`;
    const formulas = this.isProof ? ` · ${shortened(this.formulas(state).join(t.or) || t.nothing)}` : "";
    return `${this.isProof ? t.assertion : t.state} ${state}${special} · ${this.procedure(state)}, ${t.line} ${this.line(state)}${formulas}`;
  }

  /** A node in words. */
  nodeWords(node: number): string {
    const state = this.stateAt(node);
    if (!this.isGroup(node)) return this.words(state);
    const kind = this.nodeKind(node);
    const t = tables[this.wanted];
    const special = kind === "inner" ? "" : ` · ${t[kind]}`;
    const members = this.members(node);
    const lines = [...new Set([...members].map((member) => this.line(member)))].sort((a, b) => a - b);
    const where = lines.length > 1 ? `${t.lines} ${lines[0]}–${lines.at(-1)}` : `${t.line} ${lines[0]}`;
    return `${counted(this.size(node), t.states)}${special} · ${this.procedure(state)}, ${where}`;
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

  /** The nearest node in a direction: along links for up and down, within the layer for left and right. */
  neighbour(node: number, key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight"): number | null {
    const [x, y] = [this.nodeX(node), this.nodeY(node)];
    const [out, into] = (this.#links ??= [new Rows(this.data.links, 0, this.nodeCount), new Rows(this.data.links, 1, this.nodeCount)]);
    let best: number | null = null;
    let distance = Infinity;
    const consider = (other: number, cost: number): void => {
      if (other !== node && cost < distance) [best, distance] = [other, cost];
    };
    if (key === "ArrowDown") {
      for (const link of out.of(node)) consider(this.linkTarget(link), this.#cost(this.linkTarget(link), x, y, 1));
    } else if (key === "ArrowUp") {
      for (const link of into.of(node)) consider(this.linkSource(link), this.#cost(this.linkSource(link), x, y, -1));
    } else {
      const sign = key === "ArrowRight" ? 1 : -1;
      for (let other = 0; other < this.nodeCount; other++) {
        const away = (this.nodeX(other) - x) * sign;
        if (away > 0 && Math.abs(this.nodeY(other) - y) < 1) consider(other, away);
      }
    }
    return best;
  }

  /** Links against the direction of the drawing come last. */
  #cost(other: number, x: number, y: number, sign: number): number {
    const ahead = (this.nodeY(other) - y) * sign;
    return Math.abs(this.nodeX(other) - x) + (ahead > 0 ? ahead : 1e6 - ahead);
  }
}

/** The edges at every node of a graph. */
class Rows {
  readonly #starts: Uint32Array;
  readonly #edges: Uint32Array;

  /** `ends`: source and target of every edge in turn; `end` says which of them counts. */
  constructor(ends: Uint32Array, end: 0 | 1, nodes: number) {
    const starts = new Uint32Array(nodes + 1);
    for (let e = end; e < ends.length; e += 2) starts[ends[e]! + 1]!++;
    for (let i = 0; i < nodes; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    this.#edges = new Uint32Array(ends.length >> 1);
    for (let e = end; e < ends.length; e += 2) this.#edges[next[ends[e]!]!++] = e >> 1;
    this.#starts = starts;
  }

  of(node: number): Uint32Array {
    return this.#edges.subarray(this.#starts[node], this.#starts[node + 1]);
  }
}

const shown = (number: number | undefined): number | null => (number === undefined || number === notShown ? null : number);

const linesOf = (text: string | undefined): string[] => (text ?? "").split("\n").filter(Boolean);

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

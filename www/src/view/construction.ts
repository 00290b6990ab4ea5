/** The construction of a proof, step by step. */
import type { SpaceChart } from "../space/chart";
import type { Veil } from "../space/paint";

/** The effect of a step. */
export interface Done {
  /** The assertion to which rules were applied; null at the start. */
  assertion: number | null;
  /** The distinct rule paths, in the order of the edges. */
  rules: string[];
  /** Whether the assertion was closed and has no successors. */
  ends: boolean;
  /** The number of new assertions, and of assertions finished by this step. */
  born: number;
  settled: number;
}

export class Construction {
  readonly last: number;
  readonly #edges: number[][];
  readonly #settled: number[][];
  /** The number of assertions and edges after each step. */
  readonly #born: Uint32Array;
  readonly #found: Uint32Array;

  constructor(private readonly chart: SpaceChart) {
    const { born, settled, edgeSteps, steps } = chart.data;
    this.last = steps;
    this.#edges = Array.from({ length: steps + 1 }, () => []);
    this.#settled = Array.from({ length: steps + 1 }, () => []);
    this.#born = new Uint32Array(steps + 1);
    this.#found = new Uint32Array(steps + 1);
    born.forEach((step) => this.#born[step]!++);
    edgeSteps.forEach((step, edge) => {
      this.#edges[step]?.push(edge);
      this.#found[step]!++;
    });
    settled.forEach((step, assertion) => this.#settled[step]?.push(assertion));
    for (let step = 1; step <= steps; step++) {
      this.#born[step]! += this.#born[step - 1]!;
      this.#found[step]! += this.#found[step - 1]!;
    }
  }

  /** The number of assertions after a step. */
  assertions(step: number): number {
    return this.#born[step] ?? 0;
  }

  edges(step: number): number {
    return this.#found[step] ?? 0;
  }

  done(step: number): Done {
    const { chart } = this;
    const settled = this.#settled[step] ?? [];
    const born = step ? this.assertions(step) - this.assertions(step - 1) : this.assertions(0);
    const some = { born, settled: settled.length };
    if (step === 0) return { assertion: null, rules: [], ends: false, ...some };
    const found = this.#edges[step] ?? [];
    // Rules are applied to one assertion. Other new edges are summaries of calls found in this step.
    const own = found.find((edge) => chart.edgeKind(edge) !== "summary");
    const leaf = settled.find((assertion) => chart.lastRules(assertion)) ?? settled.find((assertion) => chart.kind(assertion) === "handedOn");
    const assertion = own !== undefined ? chart.source(own) : (leaf ?? (found[0] === undefined ? null : chart.source(found[0])));
    if (assertion === null) return { assertion, rules: [], ends: false, ...some };
    const edges = found.filter((edge) => chart.source(edge) === assertion);
    const rules = edges.length ? edges.map((edge) => chart.rules(edge)) : [chart.lastRules(assertion)];
    return { assertion, rules: [...new Set(rules.filter(Boolean))], ends: edges.length === 0, ...some };
  }

  /** How assertions are drawn after a step: future ones not at all, unfinished ones lightly. */
  nodes(step: number): Veil {
    const { born, settled } = this.chart.data;
    if (step === this.last) return null;
    return (node) => (born[node]! > step ? "hidden" : settled[node]! > step ? "open" : "plain");
  }

  links(step: number): Veil {
    const { edgeSteps } = this.chart.data;
    return step === this.last ? null : (link) => (edgeSteps[link]! > step ? "hidden" : "plain");
  }
}

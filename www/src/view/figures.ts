/** The figures of explorations and checks, as shown in tables. */
import type { ExplorationStatistics, PropertyReport } from "../engine/graph-grammars";
import { figure, texts } from "../text/language";

export type Count = Exclude<keyof ExplorationStatistics, "readMs" | "generateMs" | "confirmMs" | "partial">;

const t = texts({
  en: {
    more: (states: string) => `more than ${states}`, nodes: "BDD nodes",
    symbolic: "Symbolic: states are counted in sets, stored as binary decision diagrams (BDDs).",
  },
  de: {
    more: (states) => `mehr als ${states}`, nodes: "BDD-Knoten",
    symbolic: "Symbolisch: Gezählt werden die Zustände in Mengen, die als binäre Entscheidungsdiagramme (BDDs) gespeichert sind.",
  },
});

export const nodesName = t.nodes;
export const symbolicNote = t.symbolic;

/** Whether sets of states were computed rather than single states. */
export const isSymbolic = ({ strategy, statistics }: PropertyReport): boolean => strategy === "symbolic" || statistics.nodes !== undefined;

/** A figure, or a dash. */
export const figureOr = (value: number | undefined | null): string => (value === undefined || value === null ? "–" : figure.format(value));

/** A number of states, marked if there may be more. */
export const atLeast = (states: string, { partial }: { partial?: boolean | undefined }): string => (partial ? t.more(states) : states);

/** In reading order. */
const names: readonly [Count, string][] = texts({
  en: [
    ["statesTotal", "States, all procedures"], ["statesMain", "States of the entry procedure"], ["statesFinal", "Final states"],
    ["transitionsTotal", "Transitions"], ["contracts", "Procedure contracts"], ["heaps", "Distinct heaps"], ["peakVertices", "Vertices of the largest heap"],
  ],
  de: [
    ["statesTotal", "Zustände, alle Prozeduren"], ["statesMain", "Zustände der Einstiegsprozedur"], ["statesFinal", "Endzustände"],
    ["transitionsTotal", "Transitionen"], ["contracts", "Prozedurverträge"], ["heaps", "Verschiedene Heaps"], ["peakVertices", "Knoten des größten Heaps"],
  ],
});

/** The figures that apply to an exploration: those about heaps only if there are heaps. */
export const figureNames = ({ heaps }: ExplorationStatistics): readonly [Count, string][] =>
  names.filter(([key]) => heaps || (key !== "heaps" && key !== "peakVertices"));

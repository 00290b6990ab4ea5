/** The figures of explorations and checks, as tables name them. */
import type { ExplorationStatistics, PropertyReport } from "../engine/graph-grammars";
import { figure, texts } from "../text/language";

export type Count = Exclude<keyof ExplorationStatistics, "readMs" | "generateMs" | "confirmMs" | "partial">;

const t = texts({
  en: {
    more: (states: string) => `more than ${states}`, nodes: "BDD nodes",
    symbolic: "Symbolic: states are those in the sets, which are binary decision diagrams (BDDs).",
  },
  de: {
    more: (states) => `mehr als ${states}`, nodes: "BDD-Knoten",
    symbolic: "Symbolisch: Gezählt sind die Zustände in den Mengen, die binäre Entscheidungsdiagramme (BDDs) sind.",
  },
});

export const nodesName = t.nodes;
export const symbolicNote = t.symbolic;

/** Whether sets of states were computed, and not single states. */
export const isSymbolic = ({ strategy, statistics }: PropertyReport): boolean => strategy === "symbolic" || statistics.nodes !== undefined;

/** A figure, or that there is none. */
export const figureOr = (value: number | undefined | null): string => (value === undefined || value === null ? "–" : figure.format(value));

/** States that were seen, where more may be left. */
export const atLeast = (states: string, { partial }: { partial?: boolean | undefined }): string => (partial ? t.more(states) : states);

/** In reading order. */
const names: readonly [Count, string][] = texts({
  en: [
    ["statesTotal", "States, all procedures"], ["statesMain", "States of the entry procedure"], ["statesFinal", "Final states"],
    ["transitionsTotal", "Transitions"], ["contracts", "Procedure contracts"], ["heaps", "Different heaps"], ["peakVertices", "Vertices of the largest heap"],
  ],
  de: [
    ["statesTotal", "Zustände, alle Prozeduren"], ["statesMain", "Zustände der Einstiegsprozedur"], ["statesFinal", "Endzustände"],
    ["transitionsTotal", "Kanten"], ["contracts", "Prozedurverträge"], ["heaps", "Verschiedene Heaps"], ["peakVertices", "Knoten des größten Heaps"],
  ],
});

/** The figures of an exploration that mean something: without heaps these are not counted. */
export const figureNames = ({ heaps }: ExplorationStatistics): readonly [Count, string][] =>
  names.filter(([key]) => heaps || (key !== "heaps" && key !== "peakVertices"));

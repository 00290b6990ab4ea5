/** The figures of explorations and checks, as shown in tables. */
import type { ExplorationStatistics, PropertyReport } from "../engine/engine";
import { figure, texts } from "../text/language";

/** A figure of an exploration; null if there is none in this analysis. */
export interface Count {
  name: string;
  of: (statistics: ExplorationStatistics) => number | null;
}

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

/**
 * A number of states, marked as a lower bound if the exploration is partial, or if the number exceeds the range of
 * numbers.
 */
export const atLeast = (states: string, { partial = false, saturated = false }: { partial?: boolean | undefined; saturated?: boolean | undefined }): string => (partial || saturated ? t.more(states) : states);

const names = texts({
  en: {
    statesTotal: "States, all procedures", statesMain: "States of the entry procedure", statesFinal: "Final states",
    transitions: "Transitions", contracts: "Procedure contracts", heaps: "Distinct heaps", vertices: "Vertices of the largest heap",
  },
  de: {
    statesTotal: "Zustände, alle Prozeduren", statesMain: "Zustände der Einstiegsprozedur", statesFinal: "Endzustände",
    transitions: "Transitionen", contracts: "Prozedurverträge", heaps: "Verschiedene Heaps", vertices: "Knoten des größten Heaps",
  },
});

/** In reading order; the states of all procedures come first. */
export const counts: readonly Count[] = [
  { name: names.statesTotal, of: ({ statesTotal }) => statesTotal },
  { name: names.statesMain, of: ({ statesMain }) => statesMain },
  { name: names.statesFinal, of: ({ statesFinal }) => statesFinal },
  { name: names.transitions, of: ({ transitionsTotal }) => transitionsTotal },
  { name: names.contracts, of: ({ contracts }) => contracts },
  { name: names.heaps, of: ({ heaps }) => heaps?.different ?? null },
  { name: names.vertices, of: ({ heaps }) => heaps?.peakVertices ?? null },
];

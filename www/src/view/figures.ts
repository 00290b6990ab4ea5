/** The figures of an exploration, as tables name them. */
import type { ExplorationStatistics } from "../engine/hrglass";
import { texts } from "../text/language";

export type Count = Exclude<keyof ExplorationStatistics, "readMs" | "generateMs">;

/** In reading order. */
export const figureNames: readonly [Count, string][] = texts({
  en: [
    ["statesTotal", "States, all procedures"], ["statesMain", "States of the entry procedure"], ["statesFinal", "Final states"],
    ["transitionsTotal", "Transitions"], ["contracts", "Procedure contracts"], ["heaps", "Different heaps"], ["peakVertices", "Vertices of the largest heap"],
  ],
  de: [
    ["statesTotal", "Zustände, alle Prozeduren"], ["statesMain", "Zustände der Einstiegsprozedur"], ["statesFinal", "Endzustände"],
    ["transitionsTotal", "Kanten"], ["contracts", "Prozedurverträge"], ["heaps", "Verschiedene Heaps"], ["peakVertices", "Knoten des größten Heaps"],
  ],
});

/** Verdicts by number: their positions in the report's properties. */
import type { Judgement, PropertyReport, Report } from "../engine/engine";
import { texts } from "../text/language";
import { groupsOf, shownOf } from "./groups";

/** The name of memory safety among the properties. */
export const memorySafety = texts({ en: "Memory safety", de: "Speichersicherheit" });

/** Whether the states of the program have values, and no heaps. */
export const hasValues = ({ analysis }: Report): boolean => analysis !== "heap" && analysis !== "forest";

/** The name of a property. */
export const nameOf = ({ id, kind }: Pick<PropertyReport, "id" | "kind">): string => (kind === "memory-safety" ? memorySafety : id);

/** The verdict with this number. */
export function judgementOf(report: Report, number: number): { name: string; judgement: Judgement } | null {
  const property = report.properties[number];
  return property ? { name: nameOf(property), judgement: property } : null;
}

/** The verdicts in the banner that have a run. */
export const failing = (report: Report): number[] =>
  groupsOf(report).flatMap(shownOf).filter(({ property }) => property.run).map(({ position }) => position);

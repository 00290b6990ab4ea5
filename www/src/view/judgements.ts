/** Verdicts by number: -1 is memory safety, others are positions in the report's properties. */
import type { Judgement, Report } from "../engine/graph-grammars";
import { texts } from "../text/language";
import { groupsOf, shownOf } from "./groups";

/** The name of memory safety among the properties. */
export const memorySafety = texts({ en: "Memory safety", de: "Speichersicherheit" });

/** Whether the task is a boolean program, which has no heap and no memory safety. */
export const ofBooleans = ({ exploration, memorySafety }: Report): boolean => exploration !== null && memorySafety === null;

/** The verdict with this number. */
export function judgementOf(report: Report, number: number): { name: string; judgement: Judgement } | null {
  if (number === -1) return report.memorySafety ? { name: memorySafety, judgement: report.memorySafety } : null;
  const property = report.properties[number];
  return property ? { name: property.id, judgement: property } : null;
}

/** The verdicts in the banner that have a run. */
export function failing(report: Report): number[] {
  const all = [-1, ...groupsOf(report).flatMap(shownOf).map(({ position }) => position)];
  return all.filter((number) => judgementOf(report, number)?.judgement.run);
}

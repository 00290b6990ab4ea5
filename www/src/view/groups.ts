/** Verdicts by property: with several strategies a report has several for each property. */
import type { Judgement, PropertyClaim, PropertyReport, Report } from "../engine/engine";
import { assumptionTexts } from "./words";

/** A verdict with its position in the report. */
export interface Judged {
  position: number;
  property: PropertyReport;
}

/** The verdicts on one property, one for each strategy. */
export interface Group {
  id: string;
  claim: PropertyClaim;
  judged: Judged[];
  /** Whether all strategies agree. */
  agree: boolean;
}

export function groupsOf(report: Report): Group[] {
  const groups = new Map<string, Group>();
  report.properties.forEach((property, position) => {
    const key = `${property.kind} ${property.id}`;
    const group = groups.get(key) ?? { id: property.id, claim: property, judged: [], agree: true };
    group.judged.push({ position, property });
    group.agree = group.judged.every(({ property: other }) => saysTheSame(other, property));
    groups.set(key, group);
  });
  return [...groups.values()];
}

/** Whether two verdicts are the same, with the same assumptions. */
const saysTheSame = (one: Judgement, other: Judgement): boolean =>
  one.verdict === other.verdict && assumptionTexts(one).join("\n") === assumptionTexts(other).join("\n");

/** Whether it is memory safety, which does not depend on strategies and has no proof structure. */
export const isMemorySafety = ({ claim }: Group): boolean => claim.kind === "memory-safety";

/** The verdicts that the banner shows: one for each property on which all strategies agree, otherwise one per strategy. */
export function shownOf({ judged, agree }: Group): Judged[] {
  if (!agree) return judged;
  // A run that enters calls is the most informative, and the states of this strategy are drawn.
  const best = judged.find(({ property }) => property.strategy === "rsm") ?? judged[0];
  return best ? [best] : [];
}

/** Whether a report compares strategies. */
export const compares = (report: Report): boolean => new Set(report.properties.map(({ strategy }) => strategy)).size > 1;

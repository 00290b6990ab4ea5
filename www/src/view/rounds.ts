/** The steps of predicate abstraction with refinement: of each round the graph, the path, what contradicts itself, the new predicates. */
import type { RefinementView, RoundView } from "../engine/engine";

/** What is looked at in a round. */
export type Stage = "graph" | "path" | "core" | "predicates";

export interface SearchMoment {
  round: number;
  stage: Stage;
}

/** The stages of a round, in order. */
export function stagesOf({ path, predicates }: Pick<RoundView, "path" | "predicates">): Stage[] {
  if (!path.length) return ["graph"];
  const contradicts = path.some((step) => step.isNeeded);
  return ["graph", "path", ...(contradicts ? ["core" as const] : []), ...(predicates.length ? ["predicates" as const] : [])];
}

/** All stages of all rounds. */
export const momentsOf = ({ rounds }: Pick<RefinementView, "rounds">): SearchMoment[] =>
  rounds.flatMap((round, number) => stagesOf(round).map((stage) => ({ round: number, stage })));

/** Reports, for tests. */
import type { PropertyReport, Report, Verdict } from "../engine/engine";

/** The result of a formula. */
export const propertyOf = (id: string, strategy = "rsm", verdict: Verdict = "satisfied", more: Partial<PropertyReport> = {}): PropertyReport => ({
  id, kind: "ltl", formula: id, words: "", strategy, verdict, reason: null, run: null, statistics: { statesTotal: 1 }, ...more,
});

/** The result of memory safety. */
export const safetyOf = (verdict: Verdict = "satisfied", more: Partial<PropertyReport> = {}): PropertyReport => {
  const { formula, ...property } = propertyOf("memorySafety", "rsm", verdict);
  return { ...property, kind: "memory-safety", ...more };
};

export const reportOf = (properties: PropertyReport[], more: Partial<Report> = {}): Report => ({
  schema: "hrglass.result/3", analysis: "heap", task: "", diagnostics: [], properties, exploration: null, ...more,
});

/** The strategies, by the names that tasks give them. */
export interface Strategy {
  value: string;
  name: string;
  help: string;
}

/** The first is that of tasks that name none. */
export const strategies: readonly Strategy[] = [
  { value: "hybrid", name: "hybrid", help: "on the fly, and what was explored is kept for the next property" },
  { value: "top-level", name: "top level", help: "a call is one step; what happens inside it is not looked at" },
  { value: "rsm", name: "RSM", help: "all procedures are explored first, then all of them are checked" },
  { value: "on-the-fly", name: "on the fly", help: "states come into being as the proof asks for them" },
  { value: "all", name: "all", help: "every strategy, to compare them" },
];

export const strategyName = (value: string): string => strategies.find((strategy) => strategy.value === value)?.name ?? value;

/** The strategies, by the names that tasks give them. */
import { texts } from "./text/language";

export interface Strategy {
  value: string;
  name: string;
  help: string;
}

/** The first is that of tasks that name none. */
export const strategies: readonly Strategy[] = texts({
  en: [
    { value: "hybrid", name: "hybrid", help: "on the fly, and what was explored is kept for the next property" },
    { value: "top-level", name: "top level", help: "a call is one step; what happens inside it is not looked at" },
    { value: "rsm", name: "RSM", help: "all procedures are explored first, then all of them are checked" },
    { value: "on-the-fly", name: "on the fly", help: "states come into being as the proof asks for them" },
    { value: "all", name: "all", help: "every strategy, to compare them" },
  ],
  de: [
    { value: "hybrid", name: "hybrid", help: "on the fly; was erkundet wurde, bleibt für die nächste Eigenschaft erhalten" },
    { value: "top-level", name: "oberste Ebene", help: "ein Aufruf ist ein Schritt; was in ihm geschieht, wird nicht betrachtet" },
    { value: "rsm", name: "RSM", help: "erst werden alle Prozeduren erkundet, dann alle geprüft" },
    { value: "on-the-fly", name: "on the fly", help: "Zustände entstehen, wenn der Beweis nach ihnen fragt" },
    { value: "all", name: "alle", help: "jede Strategie, um sie zu vergleichen" },
  ],
});

export const strategyName = (value: string): string => strategies.find((strategy) => strategy.value === value)?.name ?? value;

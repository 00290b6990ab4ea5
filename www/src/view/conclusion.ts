/** What follows from an exploration: whether all states were reached, and what the report says of each property. */
import { h, icon } from "../dom";
import type { PropertyReport, Report } from "../engine/engine";
import type { Language } from "../frame/settings";
import type { SpaceChart } from "../space/chart";
import { strategyName } from "../strategy";
import { claim } from "./claim";
import { mostExplained } from "./exploration";
import { groupsOf, shownOf } from "./groups";
import { specialOf } from "./words";

/** In every language. */
export const conclusionWords = {
  en: {
    all: (states: string) => `All ${states} states have been reached: every step from them leads to one of them.`, only: "The only state has been reached: no step leads from it to another.",
    some: (some: string, all: string) => `These were the first ${some} of ${all} states.`, early: "The search ended before all states were reached.",
    holds: "No run violates it, so it holds for all inputs.", holdsOutside: "No run violates it in the states outside of calls, each of which is one step here.", holdsIf: (assumed: string) => `No run violates it, if ${assumed}.`,
    violated: "It is violated: the program was executed, and it fails on that run.", suspected: "A run of the analysis violates it, but no execution was found that does: it may be spurious.",
    open: "It is not known whether a run violates it.",
  },
  de: {
    all: (states: string) => `Alle ${states} Zustände sind erreicht: Jeder Schritt von ihnen führt zu einem von ihnen.`, only: "Der einzige Zustand ist erreicht: Kein Schritt führt von ihm zu einem anderen.",
    some: (some: string, all: string) => `Das waren die ersten ${some} von ${all} Zuständen.`, early: "Die Suche endete, bevor alle Zustände erreicht waren.",
    holds: "Kein Lauf verletzt sie, also gilt sie für alle Eingaben.", holdsOutside: "Kein Lauf verletzt sie in den Zuständen außerhalb von Aufrufen, die hier je ein Schritt sind.", holdsIf: (assumed: string) => `Kein Lauf verletzt sie, angenommen, ${assumed}.`,
    violated: "Sie ist verletzt: Das Programm wurde ausgeführt, und in diesem Lauf gilt sie nicht.", suspected: "Ein Lauf der Analyse verletzt sie, aber keine Ausführung, die gefunden wurde: Vielleicht liegt es nur an der Abstraktion.",
    open: "Es ist nicht bekannt, ob ein Lauf sie verletzt.",
  },
};

type Words = typeof conclusionWords.en;

/** Whether all states were reached. */
export function reachedText({ exploration }: Report, chart: SpaceChart, words: Words, number: (value: number) => string): string {
  const all = chart.stateCount + chart.data.hidden + chart.unlisted;
  const some = Math.min(chart.stateCount, mostExplained);
  if (exploration?.partial) return words.early;
  return some < all ? words.some(number(some), number(all)) : all === 1 ? words.only : words.all(number(all));
}

/** What the verdict on a property says of all runs. */
export function verdictText(property: PropertyReport, words: Words): string {
  const { kind, strategy, verdict } = property;
  const assumed = specialOf(property).map(({ words: said }) => said);
  switch (verdict) {
    case "satisfied":
      if (assumed.length) return words.holdsIf(assumed.join("; "));
      // It does not look at the states inside of calls; memory safety does, whatever the strategy.
      return strategy === "top-level" && kind !== "memory-safety" ? words.holdsOutside : words.holds;
    case "violated":
      return words.violated;
    case "suspected":
      return words.suspected;
    case "unknown":
      return words.open;
  }
}

/** The verdicts of the report, in words. */
export const conclusionElement = (report: Report, nameOf: (property: PropertyReport) => string, words: Words, language?: Language): HTMLElement =>
  h("ul", { className: "conclusion" }, ...groupsOf(report).flatMap((group) => shownOf(group).map(({ property }) => {
    const name = group.agree ? nameOf(property) : `${nameOf(property)} · ${strategyName(property.strategy, language)}`;
    return h("li", { dataset: { verdict: property.verdict } },
      h("span", { className: "seal" }, icon(property.verdict)), h("b", {}, name), claim(property), h("p", {}, verdictText(property, words)));
  })));

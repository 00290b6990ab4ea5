/** Searches in large blocks: each is asked for once. Words about their places and figures. */
import type { Outcome } from "../client";
import type { RefinementOptions, RefinementView, SearchEnd, SearchFigures, SearchPlace } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";

const t = texts({
  en: {
    start: "start of", end: "end of", exception: "exception out of", failure: "failure", cut: "call that is not followed", loop: "loop at",
    heads: ["head", "heads"] as Noun, blocks: ["block", "blocks"] as Noun, questions: ["question to the solver", "questions to the solver"] as Noun,
    predicates: ["predicate", "predicates"] as Noun, refinements: ["refinement", "refinements"] as Noun,
    proved: "This proves that no run fails.", fails: "A run takes this path.", open: (reason: string) => `No answer: ${reason}.`,
  },
  de: {
    start: "Anfang von", end: "Ende von", exception: "Ausnahme aus", failure: "Fehler", cut: "nicht verfolgter Aufruf", loop: "Schleife",
    heads: ["Kopf", "Köpfe"], blocks: ["Block", "Blöcke"], questions: ["Frage an den Solver", "Fragen an den Solver"],
    predicates: ["Prädikat", "Prädikate"], refinements: ["Verfeinerung", "Verfeinerungen"],
    proved: "Das beweist, dass kein Lauf fehlschlägt.", fails: "Ein Lauf nimmt diesen Pfad.", open: (reason) => `Keine Antwort: ${reason}.`,
  },
});

/** A search by predicate abstraction, and how long it took in this browser. */
export interface TimedRefinement {
  view: RefinementView;
  milliseconds: number;
}

const known = new WeakMap<Outcome, Map<string, Promise<TimedRefinement | null>>>();

/** The search for the result with this position in the report; null if there is none. The engine keeps it, so that only the first answer tells how long it takes. */
export function refinementOf(outcome: Outcome, property: number, options: RefinementOptions): Promise<TimedRefinement | null> {
  const searches = known.get(outcome) ?? new Map<string, Promise<TimedRefinement | null>>();
  known.set(outcome, searches);
  const key = JSON.stringify([property, options.small, options.cartesian]);
  const search = searches.get(key) ?? timed(outcome, property, options);
  searches.set(key, search);
  return search;
}

async function timed(outcome: Outcome, property: number, options: RefinementOptions): Promise<TimedRefinement | null> {
  const start = performance.now();
  const text = await outcome.ask({ of: "picture", picture: { of: "round", property, step: 0, ...options }, format: "json" });
  return text === null ? null : { view: JSON.parse(text) as RefinementView, milliseconds: performance.now() - start };
}

/** A place in words. */
export function placeName({ kind, procedure, line, isLoop, isCut }: SearchPlace): string {
  const at = `${procedure}:${line}`;
  switch (kind) {
    case "initial":
      return `${t.start} ${procedure}`;
    case "final":
      return `${t.end} ${procedure}`;
    case "exception":
    case "nullDereference":
      return `${t.exception} ${procedure}`;
    case "failed":
      return t.failure;
    case "inner":
      return isCut ? t.cut : isLoop ? `${t.loop} ${at}` : at;
  }
}

/** How large a search was. */
export const figuresText = ({ heads, blocks, predicates, refinements, queries }: SearchFigures): string =>
  [counted(heads, t.heads), counted(blocks, t.blocks), counted(refinements, t.refinements), counted(predicates, t.predicates), counted(queries, t.questions)].join(" · ");

/** How a search ended. */
export const endText = (end: SearchEnd): string => (end.kind === "proved" ? t.proved : end.kind === "fails" ? t.fails : t.open(end.reason));

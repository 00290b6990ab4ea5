/** Words about places and figures of searches in large blocks. */
import type { SearchEnd, SearchFigures, SearchPlace } from "../engine/graph-grammars";
import { counted, type Noun, texts } from "../text/language";
import { reasonText } from "./budget";

const t = texts({
  en: {
    start: "start of", end: "end of", exception: "exception out of", failure: "failure", cut: "call that is not followed", loop: "loop at",
    heads: ["head", "heads"] as Noun, blocks: ["block", "blocks"] as Noun, questions: ["question to the solver", "questions to the solver"] as Noun,
    predicates: ["predicate", "predicates"] as Noun, refinements: ["refinement", "refinements"] as Noun,
    proved: "This proves that no run fails.", fails: "A run takes this path.", open: (reason: string) => `No answer: ${reason}.`,
  },
  de: {
    start: "Anfang von", end: "Ende von", exception: "Ausnahme aus", failure: "Fehler", cut: "nicht verfolgter Aufruf", loop: "Schleife bei",
    heads: ["Kopf", "Köpfe"], blocks: ["Block", "Blöcke"], questions: ["Frage an den Solver", "Fragen an den Solver"],
    predicates: ["Prädikat", "Prädikate"], refinements: ["Verfeinerung", "Verfeinerungen"],
    proved: "Das beweist, dass kein Lauf fehlschlägt.", fails: "Ein Lauf nimmt diesen Pfad.", open: (reason) => `Keine Antwort: ${reason}.`,
  },
});

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
export const endText = (end: SearchEnd): string => (end.kind === "proved" ? t.proved : end.kind === "fails" ? t.fails : t.open(reasonText(end.reason)));

/** The strategies, by the names that tasks give them. */
import type { Analysis } from "./engine/engine";
import type { Language } from "./frame/settings";
import { language, texts } from "./text/language";

export interface Strategy {
  value: string;
  name: string;
  help: string;
}

/** The strategies for each analysis, in every language; the first is the default. */
const tables: Record<Analysis, Record<Language, readonly Strategy[]>> = {
  heap: {
    en: [
      { value: "hybrid", name: "hybrid", help: "on the fly; explored states are kept" },
      { value: "top-level", name: "top level", help: "a call is one step; states inside it are not checked" },
      { value: "rsm", name: "RSM", help: "all procedures are explored first and then checked" },
      { value: "on-the-fly", name: "on the fly", help: "states are generated on demand, as the proof needs them" },
      { value: "all", name: "all", help: "every strategy, for comparison" },
    ],
    de: [
      { value: "hybrid", name: "hybrid", help: "on the fly; erkundete Zustände bleiben erhalten" },
      { value: "top-level", name: "oberste Ebene", help: "ein Aufruf ist ein Schritt; Zustände in ihm werden nicht geprüft" },
      { value: "rsm", name: "RSM", help: "alle Prozeduren werden zuerst erkundet und dann geprüft" },
      { value: "on-the-fly", name: "on the fly", help: "Zustände werden erst erzeugt, wenn der Beweis sie braucht" },
      { value: "all", name: "alle", help: "jede Strategie, zum Vergleich" },
    ],
  },
  boolean: {
    en: [
      { value: "auto", name: "automatic", help: "both in turn, until one of them has the answer" },
      { value: "explicit", name: "explicit", help: "states are generated one by one, on demand" },
      { value: "symbolic", name: "symbolic", help: "sets of states are computed as binary decision diagrams" },
      { value: "all", name: "all", help: "explicit and symbolic, for comparison" },
    ],
    de: [
      { value: "auto", name: "automatisch", help: "beides abwechselnd, bis eines die Antwort hat" },
      { value: "explicit", name: "explizit", help: "Zustände werden einzeln und erst bei Bedarf erzeugt" },
      { value: "symbolic", name: "symbolisch", help: "Zustandsmengen werden als binäre Entscheidungsdiagramme berechnet" },
      { value: "all", name: "alle", help: "explizit und symbolisch, zum Vergleich" },
    ],
  },
  blocks: {
    en: [
      { value: "auto", name: "automatic", help: "the others in turn, until one of them has the answer" },
      { value: "bounded", name: "bounded", help: "all runs of so many blocks at once, as one formula" },
      { value: "k-induction", name: "k-induction", help: "so many blocks in a row without a failure are followed by none" },
      { value: "pdr", name: "PDR", help: "clauses over predicates that every block keeps" },
      { value: "predicates", name: "predicates", help: "what is reached in terms of predicates, refined along paths that no run takes" },
      { value: "all", name: "all", help: "every strategy, for comparison" },
    ],
    de: [
      { value: "auto", name: "automatisch", help: "die anderen abwechselnd, bis eine die Antwort hat" },
      { value: "bounded", name: "beschränkt", help: "alle Läufe aus so vielen Blöcken auf einmal, als eine Formel" },
      { value: "k-induction", name: "k-Induktion", help: "auf so viele Blöcke ohne Fehler folgt keiner" },
      { value: "pdr", name: "PDR", help: "Klauseln über Prädikate, die jeder Block erhält" },
      { value: "predicates", name: "Prädikate", help: "was erreicht wird, durch Prädikate gesehen, verfeinert an Pfaden, die kein Lauf nimmt" },
      { value: "all", name: "alle", help: "jede Strategie, zum Vergleich" },
    ],
  },
  forest: {
    en: [{ value: "auto", name: "automatic", help: "boxes are learned; if a failing run cannot be executed, less is merged" }],
    de: [{ value: "auto", name: "automatisch", help: "Boxen werden gelernt; lässt sich ein fehlschlagender Lauf nicht ausführen, wird weniger verschmolzen" }],
  },
};

/** The strategies for programs with heaps. The first is the default. */
export const strategies = texts(tables.heap);

/** The strategies for boolean programs; the first is the default. */
export const booleanStrategies = texts(tables.boolean);

/** The strategies for programs in large blocks; the first is the default. */
export const blockStrategies = texts(tables.blocks);

/** The only strategy of forest automata. */
const forestStrategies = texts(tables.forest);

/** The strategies for an analysis. */
export const strategiesOf = (analysis: string): readonly Strategy[] =>
  ({ boolean: booleanStrategies, blocks: blockStrategies, forest: forestStrategies })[analysis] ?? strategies;

/** The strategy of a task, given or default. */
export const strategyOf = ({ analysis, options }: { analysis: string; options: Record<string, unknown> }): string =>
  String(options["strategy"] ?? strategiesOf(analysis)[0]?.value);

const everyStrategy = [...strategies, ...booleanStrategies, ...blockStrategies, ...forestStrategies];

/** The options, without a strategy of the other analysis: then the default applies. */
export function fitting(options: Record<string, unknown>, analysis: string): Record<string, unknown> {
  const { strategy, ...rest } = options;
  const named = (all: readonly Strategy[]): boolean => all.some(({ value }) => value === strategy);
  return named(everyStrategy) && !named(strategiesOf(analysis)) ? rest : options;
}

/** The name of a strategy, in a language. */
export const strategyName = (value: string, wanted: Language = language): string =>
  Object.values(tables).flatMap((table) => table[wanted]).find((strategy) => strategy.value === value)?.name ?? value;

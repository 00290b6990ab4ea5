/** The budgets that a run exceeded, and what else may help. */
import type { Budget, BudgetOption, Judgement, Remedy, Report } from "../engine/graph-grammars";
import { figure, texts } from "../text/language";

const t = texts({
  en: {
    used: {
      maxStates: (limit: string) => `The run exceeded its budget of ${limit} states.`, maxHeap: (limit: string) => `A heap exceeded ${limit} vertices.`,
      seconds: (limit: string) => `The run exceeded its budget of ${limit} seconds.`, memory: (limit: string) => `The run exceeded its budget of ${limit} MB.`,
    } as Record<BudgetOption, (limit: string) => string>,
    more: {
      maxStates: (limit: string) => `Continue with ${limit} states`, maxHeap: (limit: string) => `Continue with ${limit} vertices`,
      seconds: (limit: string) => `Continue with ${limit} seconds`, memory: (limit: string) => `Continue with ${limit} MB`,
    } as Record<BudgetOption, (limit: string) => string>,
    fewerValues: (variable: string, values: string) => `Fewer values of ${variable} may help: it has ${values}.`,
    fewerVariables: "Fewer variables may help.", boxes: "Boxes that are learned may help, or another box of the task.",
    contracts: (methods: string) => `Contracts of ${methods} that allow less may help, or none.`,
    strategy: (name: string) => `The strategy “${name}” may need less.`, tryStrategy: (name: string) => `Check with “${name}”`,
    reasons: {} as Record<string, string>,
  },
  de: {
    used: {
      maxStates: (limit) => `Der Lauf hat sein Budget von ${limit} Zuständen überschritten.`, maxHeap: (limit) => `Ein Heap hatte mehr als ${limit} Knoten.`,
      seconds: (limit) => `Der Lauf hat sein Budget von ${limit} Sekunden überschritten.`, memory: (limit) => `Der Lauf hat sein Budget von ${limit} MB überschritten.`,
    },
    more: {
      maxStates: (limit) => `Mit ${limit} Zuständen fortsetzen`, maxHeap: (limit) => `Mit ${limit} Knoten fortsetzen`,
      seconds: (limit) => `Mit ${limit} Sekunden fortsetzen`, memory: (limit) => `Mit ${limit} MB fortsetzen`,
    },
    fewerValues: (variable, values) => `Weniger Werte von ${variable} helfen vielleicht: Es sind ${values}.`,
    fewerVariables: "Weniger Variablen helfen vielleicht.", boxes: "Gelernte Boxen helfen vielleicht, oder eine andere Box der Aufgabe.",
    contracts: (methods) => `Verträge von ${methods}, die weniger erlauben, helfen vielleicht, oder gar keine.`,
    strategy: (name) => `Die Strategie „${name}“ braucht vielleicht weniger.`, tryStrategy: (name) => `Mit „${name}“ prüfen`,
    reasons: { "null is dereferenced": "null wird dereferenziert", "an exception is not caught": "eine Ausnahme wird nicht behandelt",
      "refining the abstraction excluded a failing run": "ein fehlschlagender Lauf wurde ausgeschlossen, indem die Abstraktion an ihm verfeinert wurde",
      "no initial heap matches the start of this run": "kein Anfangsheap beginnt wie dieser Lauf",
      "what holds at the loops excludes it; the proof was checked once more": "was an den Schleifen gilt, schließt es aus; der Beweis wurde noch einmal geprüft",
      "no block leads to it, whatever holds at the loops": "kein Block führt dorthin, was immer an den Schleifen gilt",
      "what recursive calls return, in terms of what was passed, excludes it; the proof was checked once more":
        "was rekursive Aufrufe zurückgeben, bezogen auf das Übergebene, schließt es aus; der Beweis wurde noch einmal geprüft",
      "no run has more than one block, and none fails": "kein Lauf hat mehr als einen Block, und keiner schlägt fehl",
      "by itself, this search takes too long to be shown": "für sich allein dauert diese Suche zu lange, um gezeigt zu werden",
      "no further predicate excludes a path that no run takes": "kein weiteres Prädikat schließt einen Pfad aus, den kein Lauf nimmt",
      "calls may be nested deeper than they are followed": "Aufrufe können tiefer geschachtelt sein, als sie verfolgt werden",
      "contracts are trusted, and the methods themselves allow fewer results than their contracts": "Verträgen wird vertraut, und die Methoden selbst tun weniger, als diese erlauben",
    },
  },
});

/** What may help, of some kind. */
function remediesOf<K extends Remedy["kind"]>({ remedies = [] }: Pick<Judgement, "remedies">, kind: K): Extract<Remedy, { kind: K }>[] {
  return remedies.filter((remedy): remedy is Extract<Remedy, { kind: K }> => remedy.kind === kind);
}

/** Whether a budget ended the check. */
export const isOutOfBudget = (judgement: Judgement): boolean => remediesOf(judgement, "budget").length > 0;

/** The budgets that a run exceeded, each once. */
export function budgetsOf({ properties }: Report): Budget[] {
  const all = properties.flatMap((property) => remediesOf(property, "budget"));
  return all.filter(({ option }, i) => all.findIndex((other) => other.option === option) === i).map(({ option, limit }) => ({ option, limit }));
}

/** The strategies that may help, each once. */
export const strategiesThatMayHelp = ({ properties }: Report): string[] =>
  [...new Set(properties.flatMap((property) => remediesOf(property, "strategy").map(({ strategy }) => strategy)))];

/** What else may help with one property: a sentence; empty if there is nothing. */
export function helpText(judgement: Judgement): string {
  const values = remediesOf(judgement, "fewerValues").map(({ variable, values }) => t.fewerValues(variable, figure.format(values)));
  const variables = remediesOf(judgement, "fewerVariables").map(() => t.fewerVariables);
  const contracts = remediesOf(judgement, "contracts").map(({ methods }) => t.contracts(methods.join(", ")));
  const boxes = remediesOf(judgement, "boxes").map(() => t.boxes);
  return [...values, ...variables, ...boxes, ...contracts].join(" ");
}

/** Options count in 32 bits. */
const largest = 2 ** 32 - 1;

/** Four times as much. */
export const raised = ({ limit }: Budget): number => Math.min(largest, 4 * Math.max(1, limit));

export const usedUp = ({ option, limit }: Budget): string => t.used[option](figure.format(limit));
export const goOn = (budget: Budget): string => t.more[budget.option](figure.format(raised(budget)));

export const strategyMayHelp = t.strategy;
export const tryStrategy = t.tryStrategy;

/**
 * The reason for an unknown verdict or an error: common reasons in the language of the page, others in the engine's
 * words.
 */
export const reasonText = (reason: string): string => t.reasons[reason] ?? reason;

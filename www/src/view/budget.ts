/** The budgets that a run exceeded, and what else may help. */
import type { Budget, BudgetOption, Judgement, Remedy, Report } from "../engine/engine";
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
    field: (name: string) => `It may help to follow the field \`${name}\`: the grammar and the initial heaps must mention it.`,
    condition: (place: string) => `A test of what the heap looks like may help in ${place}, in place of values that are not modelled.`,
    variable: (condition: string) => `A variable that holds the answer may help, as in \`boolean holds = ${condition};\`, with the formula about it.`,
    entry: (place: string) => `Another entry method may help, or a program that does not come to ${place}.`,
    depth: "A test that bounds how deep calls are nested may help.",
    abstraction: "A more precise abstraction may help.", tryAbstraction: "Try more precise ones",
    structure: (name: string) => `A structure for the class ${name} may help: a grammar that describes its objects.`, chooseStructure: "Choose a structure",
    strategy: (name: string) => `The strategy “${name}” may need less.`, tryStrategy: (name: string) => `Check with “${name}”`,
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
    field: (name) => `Vielleicht hilft es, das Feld \`${name}\` zu verfolgen: Grammatik und Anfangsheaps müssen es nennen.`,
    condition: (place) => `Vielleicht hilft in ${place} eine Prüfung, wie der Heap aussieht, anstelle von Werten, die nicht modelliert werden.`,
    variable: (condition) => `Vielleicht hilft eine Variable mit der Antwort, wie \`boolean holds = ${condition};\`, und die Formel über sie.`,
    entry: (place) => `Vielleicht hilft ein anderer Einstieg, oder ein Programm, das nicht zu ${place} kommt.`,
    depth: "Vielleicht hilft eine Prüfung, die begrenzt, wie tief Aufrufe geschachtelt sind.",
    abstraction: "Eine genauere Abstraktion hilft vielleicht.", tryAbstraction: "Genauere versuchen",
    structure: (name) => `Eine Struktur für die Klasse ${name} hilft vielleicht: eine Grammatik, die ihre Objekte beschreibt.`, chooseStructure: "Eine Struktur wählen",
    strategy: (name) => `Die Strategie „${name}“ braucht vielleicht weniger.`, tryStrategy: (name) => `Mit „${name}“ prüfen`,
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
  const fields = remediesOf(judgement, "field").map(({ field }) => t.field(field));
  const conditions = remediesOf(judgement, "condition").map(({ file, line }) => t.condition(`${file}:${line}`));
  const asked = remediesOf(judgement, "variable").map(({ condition }) => t.variable(condition));
  const entries = remediesOf(judgement, "entry").map(({ file, line }) => t.entry(`${file}:${line}`));
  const depth = remediesOf(judgement, "depth").map(() => t.depth);
  return [...values, ...variables, ...boxes, ...contracts, ...fields, ...conditions, ...asked, ...entries, ...depth].join(" ");
}

/** Whether a more precise abstraction may help. */
export const mayNeedPrecision = ({ properties }: Report): boolean => properties.some((property) => remediesOf(property, "abstraction").length > 0);

/** The classes that may need a structure, each once. */
export const classesWithoutStructure = ({ properties }: Report): string[] =>
  [...new Set(properties.flatMap((property) => remediesOf(property, "structure").map(({ class: name }) => name)))];

/** Options count in 32 bits. */
const largest = 2 ** 32 - 1;

/** Four times as much. */
export const raised = ({ limit }: Budget): number => Math.min(largest, 4 * Math.max(1, limit));

export const usedUp = ({ option, limit }: Budget): string => t.used[option](figure.format(limit));
export const goOn = (budget: Budget): string => t.more[budget.option](figure.format(raised(budget)));

export const strategyMayHelp = t.strategy;
export const tryStrategy = t.tryStrategy;
export const precisionMayHelp = { text: t.abstraction, action: t.tryAbstraction };
export const structureMayHelp = (name: string): { text: string; action: string } => ({ text: t.structure(name), action: t.chooseStructure });

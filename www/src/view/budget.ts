/** Budgets that ended a run, and how to go on with more. */
import type { Budget, BudgetOption, Report } from "../engine/graph-grammars";
import { figure, texts } from "../text/language";

const t = texts({
  en: {
    used: {
      maxStates: (limit: string) => `The budget of ${limit} states was used up.`, maxHeap: (limit: string) => `A heap had more than ${limit} vertices.`,
      seconds: (limit: string) => `The budget of ${limit} seconds was used up.`, memory: (limit: string) => `The budget of ${limit} MB was used up.`,
    } as Record<BudgetOption, (limit: string) => string>,
    more: {
      maxStates: (limit: string) => `Continue with ${limit} states`, maxHeap: (limit: string) => `Continue with ${limit} vertices`,
      seconds: (limit: string) => `Continue with ${limit} seconds`, memory: (limit: string) => `Continue with ${limit} MB`,
    } as Record<BudgetOption, (limit: string) => string>,
    reasons: {} as Record<string, string>,
  },
  de: {
    used: {
      maxStates: (limit) => `Das Budget von ${limit} Zuständen ist aufgebraucht.`, maxHeap: (limit) => `Ein Heap hatte mehr als ${limit} Knoten.`,
      seconds: (limit) => `Das Budget von ${limit} Sekunden ist aufgebraucht.`, memory: (limit) => `Das Budget von ${limit} MB ist aufgebraucht.`,
    },
    more: {
      maxStates: (limit) => `Mit ${limit} Zuständen weitermachen`, maxHeap: (limit) => `Mit ${limit} Knoten weitermachen`,
      seconds: (limit) => `Mit ${limit} Sekunden weitermachen`, memory: (limit) => `Mit ${limit} MB weitermachen`,
    },
    reasons: { "null is dereferenced": "null wird dereferenziert", "an exception is not caught": "eine Ausnahme wird nicht behandelt",
      "a failing run was excluded by refining the abstraction along it": "ein fehlschlagender Lauf wurde ausgeschlossen, indem die Abstraktion an ihm verfeinert wurde",
      "no initial heap starts as this run does": "kein Anfangsheap beginnt wie dieser Lauf",
      "contracts are taken on trust, and the methods themselves do less than these allow": "Verträgen wird vertraut, und die Methoden selbst tun weniger, als diese erlauben",
    },
  },
});

/** The budgets that ended a run, each once. */
export function budgetsOf({ memorySafety, properties }: Report): Budget[] {
  const all = [memorySafety, ...properties].flatMap((judgement) => judgement?.budget ?? []);
  return all.filter(({ option }, i) => all.findIndex((other) => other.option === option) === i);
}

/** Options count in 32 bits. */
const largest = 2 ** 32 - 1;

/** Four times as much. */
export const raised = ({ limit }: Budget): number => Math.min(largest, 4 * Math.max(1, limit));

export const usedUp = ({ option, limit }: Budget): string => t.used[option](figure.format(limit));
export const goOn = (budget: Budget): string => t.more[budget.option](figure.format(raised(budget)));

/** Why a verdict is unknown or what is wrong: the common reasons in the language of the page, others as the engine words them. */
export const reasonText = (reason: string): string => t.reasons[reason] ?? reason;

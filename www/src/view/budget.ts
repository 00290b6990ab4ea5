/** The budgets that a run exceeded, and how to continue with larger ones. */
import type { Budget, BudgetOption, Report } from "../engine/graph-grammars";
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
    reasons: { "null is dereferenced": "null wird dereferenziert", "an exception is not caught": "eine Ausnahme wird nicht behandelt",
      "a failing run was excluded by refining the abstraction along it": "ein fehlschlagender Lauf wurde ausgeschlossen, indem die Abstraktion an ihm verfeinert wurde",
      "no initial heap starts as this run does": "kein Anfangsheap beginnt wie dieser Lauf",
      "contracts are taken on trust, and the methods themselves do less than these allow": "Verträgen wird vertraut, und die Methoden selbst tun weniger, als diese erlauben",
    },
  },
});

/** The budgets that a run exceeded, each once. */
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

/** Why a verdict is unknown or what is wrong: common reasons in the language of the page, others in the engine's words. */
export const reasonText = (reason: string): string => t.reasons[reason] ?? reason;

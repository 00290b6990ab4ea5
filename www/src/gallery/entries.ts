/** The tasks of the library as the gallery shows them. */
import type { Verdict } from "../engine/engine";
import type { Example } from "../modules";
import { strategyOf } from "../strategy";
import { type Draft, draftOf } from "../task";
import { texts } from "../text/language";
import { type Presentation, presentationOf } from "../presentation";
import { memorySafety } from "../view/judgements";

type Names = Record<string, string>;

/** Headings for the folders of the library, in the words of the field. */
const subjects: Names = texts<Names>({
  en: {
    lists: "Singly-linked lists", own: "Your own class", collections: "Collections of the library", "doubly-linked": "Doubly-linked lists", trees: "Trees", recursion: "Recursion", endings: "What comes to an end",
    hierarchy: "Properties inside calls", "memory-safety": "Memory safety", inheritance: "Inheritance", "control-flow": "Control flow",
    monitors: "Monitors", paper: "Figures of the thesis", boolean: "Boolean programs", c: "C programs", forest: "Forest automata", learned: "Learned grammars", "heaps-in-c": "Heaps of C programs", unknown: "Unknown, and what helps",
  },
  de: {
    lists: "Einfach verkettete Listen", own: "Die eigene Klasse", collections: "Collections der Bibliothek", "doubly-linked": "Doppelt verkettete Listen", trees: "Bäume", recursion: "Rekursion", endings: "Was zu Ende geht",
    hierarchy: "Eigenschaften in Aufrufen", "memory-safety": "Speichersicherheit", inheritance: "Vererbung", "control-flow": "Kontrollfluss",
    monitors: "Monitore", paper: "Abbildungen der Arbeit", boolean: "Boolesche Programme", c: "C-Programme", forest: "Waldautomaten", learned: "Gelernte Grammatiken", "heaps-in-c": "Heaps von C-Programmen", unknown: "Unbekannt, und was hilft",
  },
});

/** Tags are English words; these are translated. */
const tagNames: Names = texts<Names>({
  en: {},
  de: {
    lists: "Listen", "doubly-linked lists": "doppelt verkettet", trees: "Bäume", cyclic: "zyklisch", nested: "verschachtelt",
    loop: "Schleife", calls: "Aufrufe", recursion: "Rekursion", inheritance: "Vererbung", exceptions: "Ausnahmen", contracts: "Verträge",
    counterexample: "Gegenbeispiel", proof: "Beweis", strategies: "Strategien", "state space": "Zustandsraum", heap: "Heap", figure: "Abbildung",
    shape: "Form", reachability: "Erreichbarkeit", neighbourhood: "Nachbarschaft", garbage: "Unerreichbares", null: "null",
    input: "Eingabe", grammar: "Grammatik", abstraction: "Abstraktion", statistics: "Statistik", monitor: "Monitor",
    integers: "ganze Zahlen", termination: "Terminierung", iterator: "Iterator",
    budget: "Budget", grid: "Gitter", "own class": "eigene Klasse", untracked: "nicht verfolgt", library: "Bibliothek", formula: "Formel", switches: "Schalter",
  },
});

const nameIn = (names: Names, word: string): string => (Object.hasOwn(names, word) ? (names[word] ?? word) : word);

/** A tag as it is shown. */
export const tagName = (tag: string): string => nameIn(tagNames, tag);

export interface Entry {
  id: string;
  subject: string;
  draft: Draft;
  presentation: Presentation;
  /** The expected verdict of each property with the strategy of the task. */
  expected: [name: string, verdict: Verdict][];
  /** The worst of them. */
  worst: Verdict;
}

const order: readonly Verdict[] = ["violated", "suspected", "unknown", "satisfied"];
const isVerdict = (value: unknown): value is Verdict => order.some((verdict) => verdict === value);
const worstOf = (verdicts: readonly Verdict[]): Verdict => order.find((verdict) => verdicts.includes(verdict)) ?? "satisfied";

/** The expected verdicts of a task: one for all strategies, or one for each, with `*` for the others. */
function expectedOf(draft: Draft): [string, Verdict][] {
  const strategy = strategyOf(draft);
  const verdictOf = (promise: unknown): Verdict[] => {
    if (typeof promise !== "object" || promise === null) return isVerdict(promise) ? [promise] : [];
    const named = new Map<string, unknown>(Object.entries(promise));
    const all = strategy === "all" ? [...named.values()] : [named.get(strategy) ?? named.get("*")];
    return all.some(isVerdict) ? [worstOf(all.filter(isVerdict))] : [];
  };
  return Object.entries(draft.rest["expected"] ?? {}).flatMap(([id, promise]) =>
    verdictOf(promise).map((verdict): [string, Verdict] => [id === "memorySafety" ? memorySafety : id, verdict]),
  );
}

/** The tasks of the library; invalid ones are left out. */
export function entriesOf(examples: readonly Example[]): Entry[] {
  return examples.flatMap(({ id, task }) => {
    const draft = draftOf(task);
    if (!draft) return [];
    const folder = id.split("/")[0] ?? "";
    const expected = expectedOf(draft);
    return [{ id, subject: nameIn(subjects, folder), draft, presentation: presentationOf(draft), expected, worst: worstOf(expected.map(([, verdict]) => verdict)) }];
  });
}

/** A search: words that must all occur, and the selected subject and tag. */
export interface Wish {
  words: string;
  subject: string | null;
  tag: string | null;
}

export function fits({ id, subject, draft, presentation }: Entry, wish: Wish): boolean {
  if (wish.subject !== null && subject !== wish.subject) return false;
  if (wish.tag !== null && !presentation.tags.includes(wish.tag)) return false;
  const { title, description, look, tags, figure } = presentation;
  const properties = draft.properties.map(({ id: name, ltl }) => `${name} ${ltl}`);
  const all = [id, subject, title, draft.title, description, look, figure, draft.entry, ...tags, ...tags.map(tagName), ...properties].join("\n").toLowerCase();
  return wish.words.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

/** The distinct values with their counts, in order of first occurrence. */
export function counts(values: Iterable<string>): [string, number][] {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found];
}

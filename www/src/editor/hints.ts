/** Formula examples for the task being edited, using its names. */
import type { Names } from "../engine/engine";
import { type Draft, isBoolean } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    ends: "every run terminates", list: (name: string) => `the heap is always one ${name}`, finally: (name: string) => `at the end the heap is one ${name}`,
    never: (x: string) => `${x} is never null`, visited: (x: string) => `${x} points to every object at some point`, kept: "at the end every object has its original neighbours",
    unreached: (label: string) => `the label ${label} is never reached`, follows: (a: string, b: string) => `after ${a}, ${b} is always reached`,
    unfailed: "no assertion ever fails", again: (label: string) => `${label} is reached infinitely often`,
    always: (x: string) => `${x} is always true where it is in scope`,
  },
  de: {
    ends: "jeder Lauf endet", list: (name) => `der Heap ist immer ein ${name}`, finally: (name) => `am Ende ist der Heap ein ${name}`,
    never: (x) => `${x} ist nie null`, visited: (x) => `${x} zeigt irgendwann auf jedes Objekt`, kept: "am Ende hat jedes Objekt wieder seine ursprünglichen Nachbarn",
    unreached: (label) => `die Marke ${label} wird nie erreicht`, follows: (a, b) => `nach ${a} wird immer auch ${b} erreicht`,
    unfailed: "keine Zusicherung schlägt je fehl", again: (label) => `${label} wird unendlich oft erreicht`,
    always: (x) => `${x} ist immer wahr, wo es sichtbar ist`,
  },
});

export type Hint = [ltl: string, meaning: string];

/** Formulas that fit the task; examples for which it has no names are left out. */
export function hintsOf(draft: Pick<Draft, "analysis">, names: Names): Hint[] {
  return isBoolean(draft) ? ofBooleans(names) : ofHeaps(names);
}

function ofHeaps({ nonterminals: [shape], variables: [x, y = x] }: Names): Hint[] {
  return [
    ["F {terminated}", t.ends],
    ...(shape ? ([[`G {L(${shape})}`, t.list(shape)], [`G ({terminated} -> {L(${shape})})`, t.finally(shape)]] as Hint[]) : []),
    ...(x && y ? ([[`G !{${x} == null}`, t.never(x)], [`F {visited(${y})}`, t.visited(y)]] as Hint[]) : []),
    ["G ({terminated} -> {identicNeighbours})", t.kept],
  ];
}

function ofBooleans({ labels, variables: [variable] }: Names): Hint[] {
  const errors = labels.filter((label) => /err/i.test(label));
  const [a, b] = labels.filter((label) => !errors.includes(label));
  return [
    ...errors.slice(0, 1).map((label): Hint => [`G !{at(${label})}`, t.unreached(label)]),
    ["F {terminated}", t.ends],
    ["G !{failed}", t.unfailed],
    ...(a ? ([[`G F {at(${a})}`, t.again(a)]] as Hint[]) : []),
    ...(a && b ? ([[`G ({at(${a})} -> F {at(${b})})`, t.follows(a, b)]] as Hint[]) : []),
    ...(variable ? ([[`G {${variable}}`, t.always(variable)]] as Hint[]) : []),
  ];
}

/** What can be said of the task under edit: examples of formulas, in its own names. */
import { type Draft, isBoolean } from "../task";
import { texts } from "../text/language";

const t = texts({
  en: {
    ends: "every run ends", list: (name: string) => `the heap is always one ${name}`, finally: (name: string) => `in the end the heap is one ${name}`,
    never: (x: string) => `${x} is never null`, visited: (x: string) => `${x} points to every object at some time`, kept: "in the end every object has its neighbours again",
    unreached: (label: string) => `the label ${label} is never reached`, follows: (a: string, b: string) => `after ${a}, ${b} is always reached`,
    unfailed: "no assertion ever fails", again: (label: string) => `${label} is reached again and again`,
    always: (x: string) => `${x} is always true, where it is in scope`,
  },
  de: {
    ends: "jeder Lauf endet", list: (name) => `der Heap ist immer ein ${name}`, finally: (name) => `am Ende ist der Heap ein ${name}`,
    never: (x) => `${x} ist nie null`, visited: (x) => `${x} zeigt irgendwann auf jedes Objekt`, kept: "am Ende hat jedes Objekt wieder seine Nachbarn",
    unreached: (label) => `die Marke ${label} wird nie erreicht`, follows: (a, b) => `nach ${a} wird immer auch ${b} erreicht`,
    unfailed: "keine Zusicherung schlägt je fehl", again: (label) => `${label} wird immer wieder erreicht`,
    always: (x) => `${x} ist immer wahr, wo es sichtbar ist`,
  },
});

export type Hint = [ltl: string, meaning: string];

/** Texts that are longer are not searched for names: hints should not cost time. */
const readable = 200_000;

/** Formulas that fit the task; what it has no names for is left out. */
export function hintsOf(draft: Draft): Hint[] {
  return isBoolean(draft) ? ofBooleans(draft) : ofHeaps(draft);
}

function ofHeaps(draft: Draft): Hint[] {
  const [shape] = nonterminalsOf(draft.grammars);
  const [x, y = x] = variablesOf(textOf(draft), draft.entry);
  return [
    ["F {terminated}", t.ends],
    ...(shape ? ([[`G {L(${shape})}`, t.list(shape)], [`G ({terminated} -> {L(${shape})})`, t.finally(shape)]] as Hint[]) : []),
    ...(x && y ? ([[`G !{${x} == null}`, t.never(x)], [`F {visited(${y})}`, t.visited(y)]] as Hint[]) : []),
    ["G ({terminated} -> {identicNeighbours})", t.kept],
  ];
}

function ofBooleans(draft: Draft): Hint[] {
  const text = withoutComments(textOf(draft));
  const labels = [...new Set([...text.matchAll(/^[ \t]*([A-Za-z_]\w*)[ \t]*:(?![:=])/gm)].map((match) => match[1]!))];
  const errors = labels.filter((label) => /err/i.test(label));
  const [a, b] = labels.filter((label) => !errors.includes(label));
  const declared = /\bdecl\s+([A-Za-z_]\w*)\s*[,;]/.exec(text)?.[1];
  return [
    ...errors.slice(0, 1).map((label): Hint => [`G !{at(${label})}`, t.unreached(label)]),
    ["F {terminated}", t.ends],
    ["G !{failed}", t.unfailed],
    ...(a ? ([[`G F {at(${a})}`, t.again(a)]] as Hint[]) : []),
    ...(a && b ? ([[`G ({at(${a})} -> F {at(${b})})`, t.follows(a, b)]] as Hint[]) : []),
    ...(declared ? ([[`G {${declared}}`, t.always(declared)]] as Hint[]) : []),
  ];
}

const textOf = ({ files }: Draft): string => {
  const text = files.map((file) => file.text).join("\n");
  return text.length > readable ? "" : text;
};

const withoutComments = (text: string): string => text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, " ");

/** The first nonterminal of a predefined grammar: that of the whole structure. */
export const nonterminalOf = (predefined: string): string => `Ref${predefined.replace(/_.*/, "")}`;

/** The nonterminals of the whole structures that the grammars describe, as far as their text can be read. */
export function nonterminalsOf(grammars: string): string[] {
  if (grammars.length > readable) return [];
  try {
    const list = JSON.parse(grammars) as unknown;
    const sources = Array.isArray(list) ? (list as ({ predefined?: unknown; grammar?: unknown } | null)[]) : [];
    const names = sources.flatMap((source) => {
      if (typeof source?.predefined === "string") return [nonterminalOf(source.predefined)];
      const rules = source?.grammar;
      return Array.isArray(rules) ? (rules as ({ nonterminal?: unknown } | null)[]).map((rule) => rule?.nonterminal) : [];
    });
    return names.filter((name): name is string => typeof name === "string" && /^\w+$/.test(name));
  } catch {
    return [];
  }
}

/** The parameters and local variables of the entry method that point to objects, in the order of the text. */
export function variablesOf(program: string, entry: string): string[] {
  const text = withoutComments(program);
  const method = entry.split(".").pop()?.replace(/\(.*/, "") ?? "";
  if (!/^\w+$/.test(method)) return [];
  const head = new RegExp(`\\b${method}\\s*\\(([^()]*)\\)[^;{}]*\\{`).exec(text);
  if (!head) return [];
  const start = head.index + head[0].length;
  let depth = 1;
  let end = start;
  for (; end < text.length && depth > 0; end++) depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
  const parameters = (head[1] ?? "").split(",").map((one) => /\b([A-Z]\w*)(?:<[^>]*>)?\s+(\w+)\s*$/.exec(one)?.[2]);
  const locals = [...text.slice(start, end).matchAll(/(?<![\w.])(?!String\b)[A-Z]\w*(?:<[^>]*>)?\s+([a-z_$]\w*)\s*(?=[=;,])/g)].map((match) => match[1]);
  return [...new Set([...parameters, ...locals].filter((name): name is string => name !== undefined))];
}

/** The parts of a heap and the changes between two heaps, in words and tables as in the pictures. */
import type { Change, HeapDiff, HeapView } from "../engine/engine";
import { texts } from "../text/language";

const t = texts({
  en: {
    kinds: { object: "Object", variable: "Variable", marking: "Marking", external: "External vertex", selector: "Selector", nonterminal: "Nonterminal" },
    words: {
      object: (type: string, [at]: string[]) => `object ${at} of class ${type}`,
      variable: (name: string, [at]: string[]) => `${name} points to ${at}`,
      marking: (name: string, [at]: string[]) => `${name} marks ${at}`,
      external: (name: string, [at]: string[]) => `${at} is external vertex ${name}`,
      selector: (name: string, [from, to]: string[]) => `${name} of ${from} is ${to}`,
      nonterminal: (name: string, at: string[]) => `${name} between ${at.join(" and ")}`,
    },
    changes: { added: "new", removed: "gone" },
    lost: (number: number) => `gone ${number}`,
    empty: "The heap is empty.",
  },
  de: {
    kinds: { object: "Objekt", variable: "Variable", marking: "Markierung", external: "Externer Knoten", selector: "Selektor", nonterminal: "Nichtterminal" },
    words: {
      object: (type, [at]) => `Objekt ${at} der Klasse ${type}`,
      variable: (name, [at]) => `${name} zeigt auf ${at}`,
      marking: (name, [at]) => `${name} markiert ${at}`,
      external: (name, [at]) => `${at} ist externer Knoten ${name}`,
      selector: (name, [from, to]) => `${name} von ${from} ist ${to}`,
      nonterminal: (name, at) => `${name} zwischen ${at.join(" und ")}`,
    },
    changes: { added: "neu", removed: "weg" },
    lost: (number) => `weg ${number}`,
    empty: "Der Heap ist leer.",
  },
});

export type PartKind = keyof typeof t.kinds;

export interface HeapPart {
  kind: PartKind;
  name: string;
  /** The vertices, by their numbers in the picture; constants have names. */
  at: string[];
  change?: Change;
}

export const kindNames: Record<PartKind, string> = t.kinds;
export const changeNames: Record<Change, string> = t.changes;
export const wordsOf = ({ kind, name, at }: HeapPart): string => t.words[kind](name, at);
/** All of it in words. */
export const describe = (parts: HeapPart[]): string =>
  parts.map((part) => (part.change ? `${t.changes[part.change]}: ${wordsOf(part)}` : wordsOf(part))).join("; ") || t.empty;

type Name = (vertex: number) => string;

/** The number of an object in pictures and words: its position, unless objects have numbers along a run. Then that of static fields has none. */
export const numberOf = ({ vertices }: HeapView, vertex: number): string | null =>
  vertices.some(({ number }) => number !== undefined) ? (vertices[vertex]?.number?.toString() ?? null) : String(vertex);

/** The places of collections: for each of their cells how it is called, `1[0]`. */
function placesOf(heap: HeapView): Map<number, string> {
  const name = nameOf(heap);
  return new Map((heap.collections ?? []).flatMap(({ vertex, slots }) =>
    slots.flatMap(({ label, cell }): [number, string][] => (cell === null ? [] : [[cell, `${name(vertex)}[${label}]`]]))));
}

const nameOf = (heap: HeapView): Name => (vertex) => heap.vertices[vertex]?.constants[0] ?? numberOf(heap, vertex) ?? heap.vertices[vertex]?.type ?? "";

function nameIn(heap: HeapView): Name {
  const [places, name] = [placesOf(heap), nameOf(heap)];
  return (vertex) => places.get(vertex) ?? name(vertex);
}

export function partsOf(heap: HeapView, name: Name = nameIn(heap)): HeapPart[] {
  const [places, hidden] = [placesOf(heap), new Set(heap.hidden ?? [])];
  const all = heap.vertices.map((vertex, i) => ({ ...vertex, at: [name(i)], isPlace: places.has(i) })).filter((_, i) => !hidden.has(i));
  return [
    ...all.flatMap(({ variables, at }) => variables.map((variable): HeapPart => ({ kind: "variable", name: variable, at }))),
    ...all.flatMap(({ kind, type, at, isPlace }): HeapPart[] => (kind === "object" && !isPlace ? [{ kind: "object", name: type, at }] : [])),
    ...all.flatMap(({ external, at }): HeapPart[] => (external === null ? [] : [{ kind: "external", name: String(external), at }])),
    ...all.flatMap(({ markings, at }) => markings.map((marking): HeapPart => ({ kind: "marking", name: marking, at }))),
    ...heap.selectors.map(({ label, source, target }): HeapPart => ({ kind: "selector", name: label, at: [name(source), name(target)] })),
    ...heap.nonterminals.map(({ label, tentacles }): HeapPart => ({ kind: "nonterminal", name: label, at: tentacles.map(name) })),
  ];
}

/** The parts of the new heap, with added ones marked, followed by the removed ones. */
export function changedParts({ before, after, vertices }: HeapDiff): HeapPart[] {
  const nameAfter = nameIn(after);
  const kept = new Map(vertices.flatMap((old, now) => (old === null ? [] : [[old, nameAfter(now)]])));
  const lost = before.vertices.map((_, old) => old).filter((old) => !kept.has(old));
  const gone = partsOf(before, (old) => kept.get(old) ?? t.lost(lost.indexOf(old) + 1));
  const result = partsOf(after).map((part): HeapPart => {
    const at = gone.findIndex((other) => sameParts(other, part));
    if (at < 0) return { ...part, change: "added" };
    gone.splice(at, 1);
    return part;
  });
  return [...result, ...gone.map((part): HeapPart => ({ ...part, change: "removed" }))];
}

const sameParts = (a: HeapPart, b: HeapPart): boolean =>
  a.kind === b.kind && a.name === b.name && a.at.length === b.at.length && a.at.every((vertex, i) => vertex === b.at[i]);

/** A heap and its parts; those that have changed are marked. */
export const toldOf = (data: HeapView | HeapDiff): { heap: HeapView; parts: HeapPart[] } =>
  "after" in data ? { heap: data.after, parts: changedParts(data) } : { heap: data, parts: partsOf(data) };

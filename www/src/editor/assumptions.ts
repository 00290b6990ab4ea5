/** What a task assumes of its input, and which structures classes may be, in words. Code stands between backquotes. */
import type { InputAssumption, ParameterAssumption, StructureCandidate, StructureWords } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";

type Kind = StructureWords["kind"];
interface Words {
  /** As a heading. */
  title: string;
  /** In a sentence, with an article that means any of them. */
  any: string;
}

const t = texts({
  en: {
    kinds: {
      list: { title: "List", any: "any list" },
      ring: { title: "Ring", any: "any ring" },
      doublyLinkedList: { title: "Doubly linked list", any: "any doubly linked list" },
      doublyLinkedRing: { title: "Doubly linked ring", any: "any doubly linked ring" },
      skipList: { title: "Skip list of two levels", any: "any skip list of two levels" },
      parentTree: { title: "Tree with parents", any: "any tree with references to parents" },
      term: { title: "Full tree", any: "any tree in which no child is missing" },
      tree: { title: "Tree", any: "any tree" },
      learned: { title: "Learned structure", any: "what its methods build" },
      built: { title: "Only what methods build", any: "what its methods build" },
    } as Record<Kind, Words>,
    list: { title: "List of structures", any: "any list with what its elements hold" }, collection: { title: "Collection", any: "any collection" }, collections: { title: "Tree with collections", any: "any tree through collections" },
    along: (fields: string) => `through ${fields}`, and: "and",
    node: (variable: string, structure: string) => `${variable} is ${structure}`,
    object: (variable: string, name: string) => `${variable} is any ${name}`,
    learned: (variable: string, name: string, heaps: string) => `${variable} is a ${name} as the methods of the program build it, learned from ${heaps}`,
    built: (variable: string, name: string) => `${variable} is a ${name} in one of the smallest heaps that methods of the program build`,
    holder: (variable: string, name: string, held: string) => `${variable} is a ${name} with ${held}`,
    oneOf: (type: string) => `any ${type}`, points: (variable: string, structure: string) => `${variable} points to ${structure}`,
    pointsToHolder: (variable: string, name: string, held: string) => `${variable} points to a ${name} with ${held}`,
    orNull: ", null included", orNULL: ", NULL included", orNone: ", the empty one included", kept: "the caller keeps its pointers, so that what they lead to is not lost",
    ends: (first: string, last: string) => `; ${first} and ${last} are its ends`, levels: (upper: string, lower: string) => `; ${upper} and ${lower} are the first nodes of its two levels`, never: (field: string, nothing: string) => `; ${field} is never ${nothing}`,
    shared: (one: string, other: string) => `; ${one} and ${other} may lead to the same object`,
    tested: (variable: string, all: string) => `${variable} is null, ${all}, or an object of no class of the program`, one: (name: string) => `a ${name}`,
    withoutValue: (field: string, name: string) => `${field} of a ${name} has no value`, apart: (variables: string) => `${variables} lead to different objects`,
    sameOrApart: (variable: string, receiver: string) => `${variable} is ${receiver}, or leads to objects of its own`,
    apartFromStatics: (isOne: boolean, variables: string, statics: string) => `${variables} ${isOne ? "leads" : "lead"} to other objects than ${statics}`,
    notNull: (variable: string) => `${variable} is not null`, fieldNotNull: (field: string, name: string, nothing: string) => `${field} of a ${name} is never ${nothing}`, elementsNotNull: "no element of a collection is null",
    fits: (heaps: string) => `Fits ${heaps} that your code builds.`, only: (heaps: string) => `Nothing known fits. Looks at ${heaps}; of others, nothing is proved.`, small: ["one small heap", "small heaps"] as Noun, heaps: ["the heap", "heaps"] as Noun, learnedFrom: ["heap", "heaps"] as Noun,
    misfit: (origin: string) => `Does not fit what \`${origin}\` builds.`, untried: "Guessed from the names and types of the fields.",
  },
  de: {
    kinds: {
      list: { title: "Liste", any: "irgendeine Liste" },
      ring: { title: "Ring", any: "irgendein Ring" },
      doublyLinkedList: { title: "Doppelt verkettete Liste", any: "irgendeine doppelt verkettete Liste" },
      doublyLinkedRing: { title: "Doppelt verketteter Ring", any: "irgendein doppelt verketteter Ring" },
      skipList: { title: "Skip-Liste mit zwei Ebenen", any: "irgendeine Skip-Liste mit zwei Ebenen" },
      parentTree: { title: "Baum mit Eltern", any: "irgendein Baum mit Verweisen auf Eltern" },
      term: { title: "Voller Baum", any: "irgendein Baum, in dem kein Kind fehlt" },
      tree: { title: "Baum", any: "irgendein Baum" },
      learned: { title: "Gelernte Struktur", any: "was ihre Methoden bauen" },
      built: { title: "Nur was Methoden bauen", any: "was ihre Methoden bauen" },
    } as Record<Kind, Words>,
    list: { title: "Liste von Strukturen", any: "irgendeine Liste mit dem, was ihre Elemente enthalten" }, collection: { title: "Sammlung", any: "irgendeine Sammlung" }, collections: { title: "Baum mit Sammlungen", any: "irgendein Baum, auch über Sammlungen" },
    along: (fields) => `über ${fields}`, and: "und",
    node: (variable, structure) => `${variable} ist ${structure}`,
    object: (variable, name) => `${variable} ist irgendein Objekt der Klasse ${name}`,
    learned: (variable, name, heaps) => `${variable} ist ein Objekt der Klasse ${name}, wie die Methoden des Programms es bauen, gelernt aus ${heaps}`,
    built: (variable, name) => `${variable} ist ein Objekt der Klasse ${name} in einem der kleinsten Heaps, die Methoden des Programms bauen`,
    holder: (variable, name, held) => `${variable} ist ein Objekt der Klasse ${name}; darin: ${held}`,
    oneOf: (type) => `irgendein Objekt vom Typ ${type}`, points: (variable, structure) => `worauf ${variable} zeigt, ist ${structure}`,
    pointsToHolder: (variable, name, held) => `worauf ${variable} zeigt, ist ein Objekt vom Typ ${name}; darin: ${held}`,
    orNull: ", auch null", orNULL: ", auch NULL", orNone: ", auch leer", kept: "der Aufrufer behält seine Zeiger, sodass nichts verloren geht, wohin sie führen",
    ends: (first, last) => `; ${first} und ${last} sind die beiden Enden`, levels: (upper, lower) => `; ${upper} und ${lower} sind die ersten Knoten der beiden Ebenen`, never: (field, nothing) => `; ${field} ist nie ${nothing}`,
    shared: (one, other) => `; ${one} und ${other} können zum selben Objekt führen`,
    tested: (variable, all) => `${variable} ist null, ${all} oder ein Objekt keiner Klasse des Programms`, one: (name) => `ein Objekt der Klasse ${name}`,
    withoutValue: (field, name) => `${field} in Objekten vom Typ ${name} hat keinen Wert`, apart: (variables) => `${variables} führen zu verschiedenen Objekten`,
    sameOrApart: (variable, receiver) => `${variable} ist ${receiver} oder führt zu eigenen Objekten`,
    apartFromStatics: (isOne, variables, statics) => `${variables} ${isOne ? "führt" : "führen"} zu anderen Objekten als ${statics}`,
    notNull: (variable) => `${variable} ist nicht null`, fieldNotNull: (field, name, nothing) => (nothing === "NULL" ? `${field} in Objekten vom Typ ${name} ist nie NULL` : `${field} in Objekten der Klasse ${name} ist nie null`), elementsNotNull: "kein Element einer Sammlung ist null",
    fits: (heaps) => `Passt zu ${heaps}, die Ihr Programm baut.`, only: (heaps) => `Nichts Bekanntes passt. Betrachtet ${heaps}; über andere wird nichts bewiesen.`, small: ["einen kleinen Heap", "kleine Heaps"], heaps: ["einem Heap", "Heaps"], learnedFrom: ["Heap", "Heaps"],
    misfit: (origin) => `Passt nicht zu dem, was \`${origin}\` baut.`, untried: "Aus Namen und Typen der Felder geschlossen.",
  },
});

const code = (text: string): string => `\`${text}\``;

/** A list of one kind of field is a list, whatever else its elements hold. */
function wordsOf({ kind, fields, hasCollections }: StructureWords): Words {
  if (!fields.length) return t.collection;
  if (hasCollections && (kind === "tree" || kind === "term")) return t.collections;
  return kind === "tree" && fields.length === 1 ? t.list : t.kinds[kind];
}

/** The name of a structure. */
export const titleOf = ({ structure }: StructureCandidate): string => wordsOf(structure).title;

/** The fields of a structure: through `next` and `prev`. */
export function fieldsOf({ fields }: StructureWords): string {
  // Several classes may have fields of one name.
  const names = [...new Set(fields)].map(code);
  const last = names.pop();
  return last === undefined ? "" : t.along(names.length ? `${names.join(", ")} ${t.and} ${last}` : last);
}

/** Why a structure may be what is meant, or not. */
export function evidenceOf({ structure: { kind, heaps }, misfit, tried }: StructureCandidate): string {
  if (kind === "built") return t.only(counted(heaps ?? 0, t.small).replace(/^1 /, ""));
  if (misfit !== null) return t.misfit(misfit);
  return tried === 0 ? t.untried : t.fits(counted(tried, t.heaps).replace(/^1 /, ""));
}

/** What a parameter refers to. */
function parameter({ variable, class: name, mayBeNull, isNode, structures, ends, shared, neverNull }: ParameterAssumption, isC: boolean): string {
  const any = structures.map((structure) => wordsOf(structure).any);
  const orNull = mayBeNull ? (isC ? t.orNULL : t.orNull) : "";
  if (!any.length) return (isC ? t.points(code(variable), t.oneOf(code(name))) : t.object(code(variable), code(name))) + orNull;
  const heaps = structures.find(({ kind }) => kind === "learned")?.heaps;
  if (typeof heaps === "number") return t.learned(code(variable), code(name), counted(heaps, t.learnedFrom)) + orNull;
  if (structures.some(({ kind }) => kind === "built")) return t.built(code(variable), code(name)) + orNull;
  if (isNode) return (isC ? t.points : t.node)(code(variable), any.join(` ${t.and} `)) + orNull;
  const held = (isC ? t.pointsToHolder : t.holder)(code(variable), code(name), any.join(` ${t.and} `)) + (neverNull.length ? "" : t.orNone);
  const remarks = [
    ...ends.map(([first, last]) => (structures.some(({ kind }) => kind === "skipList") ? t.levels : t.ends)(code(first), code(last))),
    ...shared.map(([one, other]) => t.shared(code(one), code(other))),
    ...neverNull.map((field) => t.never(code(field), isC ? "NULL" : "null")),
  ];
  return held + remarks.join("") + orNull;
}

/** One sentence, without a full stop, about a program in C or in Java. */
export function assumptionOf(assumption: InputAssumption, isC: boolean): string {
  switch (assumption.of) {
    case "parameter": return parameter(assumption, isC);
    case "tested": {
      const { variable, receiver, classes } = assumption;
      return t.tested(code(variable), [...(receiver === null ? [] : [code(receiver)]), ...classes.map((name) => t.one(code(name)))].join(", "));
    }
    case "parameterNotNull": return t.notNull(code(assumption.variable));
    case "fieldNotNull": return t.fieldNotNull(code(assumption.field), code(assumption.class), isC ? "NULL" : "null");
    case "elementsNotNull": return t.elementsNotNull;
    case "withoutValue": return t.withoutValue(code(assumption.field), code(assumption.class));
    case "apart": return t.apart(assumption.variables.map(code).join(` ${t.and} `));
    case "sameOrApart": return t.sameOrApart(code(assumption.variable), code(assumption.receiver));
    case "apartFromStatics": {
      const { variables, statics } = assumption;
      const all = (names: readonly string[]): string => names.map(code).join(` ${t.and} `);
      return t.apartFromStatics(variables.length === 1, all(variables), all(statics));
    }
    case "kept": return t.kept;
  }
}

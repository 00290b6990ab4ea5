/** The options of a task, as the form shows them. */
import { strategiesOf } from "../strategy";
import { texts } from "../text/language";

interface Option {
  key: string;
  name: string;
  help: string;
}
export type Field =
  | (Option & { kind: "flag"; default: boolean })
  | (Option & { kind: "number"; placeholder: string })
  | (Option & { kind: "choice"; choices: [string, string][] });

/** Name and help of every option. */
const t = texts({
  en: {
    analysis: ["Analysis", "How the program is checked."],
    strategy: ["Strategy", "How formulas are checked across calls."],
    booleanStrategy: ["Strategy", "How states are found and checked."],
    blockStrategy: ["Strategy", "How failing runs and proofs are sought."],
    search: ["Search", "The order in which states are explored."],
    garbageCollection: ["Garbage collection", "Remove objects that no variable reaches."],
    chainAbstraction: ["Abstract at merge points only", "Otherwise after every step."],
    admissibleAbstraction: ["Admissible abstraction", "Objects with variables stay concrete."],
    admissibleConstants: ["… constants count as variables", "Only with admissible abstraction."],
    admissibleMarkings: ["… markings count as variables", "Only with admissible abstraction."],
    admissibleFull: ["… materialise fully", "All selectors of all variables, in every state."],
    postProcessing: ["… merge final states", "After full abstraction."],
    ruleCollapsing: ["Collapsed rules", "Also abstract with merged external vertices."],
    canonical: ["Canonical states", "Keep every state in canonical form."],
    learnBoxes: ["Learn boxes", "Otherwise only those of the task are used."],
    maxStates: ["Maximum number of states", "Beyond this, the verdict is unknown."],
    maxHeap: ["Maximum heap size", "In vertices; beyond this, the verdict is unknown."],
    seconds: ["Time limit in seconds", "Beyond this, the verdict is unknown."],
    depthFirst: "depth first", breadthFirst: "breadth first: shorter runs", unlimited: "no limit",
    ofHeap: "graph grammars: formulas about heaps", ofBlocks: "large blocks: numbers", ofForest: "forest automata: memory safety",
  },
  de: {
    analysis: ["Analyse", "Wie das Programm geprüft wird."],
    strategy: ["Strategie", "Wie Formeln über Aufrufe hinweg geprüft werden."],
    booleanStrategy: ["Strategie", "Wie Zustände gefunden und geprüft werden."],
    blockStrategy: ["Strategie", "Wie fehlerhafte Läufe und Beweise gesucht werden."],
    search: ["Suche", "Die Reihenfolge, in der Zustände erkundet werden."],
    garbageCollection: ["Speicherbereinigung", "Objekte entfernen, die keine Variable erreicht."],
    chainAbstraction: ["Nur an Zusammenflüssen abstrahieren", "Sonst nach jedem Schritt."],
    admissibleAbstraction: ["Zulässige Abstraktion", "Objekte mit Variablen bleiben konkret."],
    admissibleConstants: ["… Konstanten zählen als Variablen", "Nur mit zulässiger Abstraktion."],
    admissibleMarkings: ["… Markierungen zählen als Variablen", "Nur mit zulässiger Abstraktion."],
    admissibleFull: ["… vollständig materialisieren", "Alle Selektoren aller Variablen, in jedem Zustand."],
    postProcessing: ["… Endzustände zusammenfassen", "Nach vollständiger Abstraktion."],
    ruleCollapsing: ["Kollabierte Regeln", "Auch mit verschmolzenen externen Knoten abstrahieren."],
    canonical: ["Kanonische Zustände", "Jeden Zustand in kanonischer Form halten."],
    learnBoxes: ["Boxen lernen", "Sonst werden nur die der Aufgabe verwendet."],
    maxStates: ["Höchstzahl der Zustände", "Danach ist das Urteil unbekannt."],
    maxHeap: ["Höchstgröße eines Heaps", "In Knoten; danach ist das Urteil unbekannt."],
    seconds: ["Zeitgrenze in Sekunden", "Danach ist das Urteil unbekannt."],
    depthFirst: "Tiefensuche", breadthFirst: "Breitensuche: kurze Läufe", unlimited: "unbegrenzt",
    ofHeap: "Graphgrammatiken: Formeln über Heaps", ofBlocks: "große Blöcke: Zahlen", ofForest: "Waldautomaten: Speichersicherheit",
  },
});

type Key = { [K in keyof typeof t]: (typeof t)[K] extends string[] ? K : never }[keyof typeof t];

function named(key: Key): Option {
  const [name = "", help = ""] = t[key];
  return { key, name, help };
}
const flag = (key: Key, standard: boolean): Field => ({ ...named(key), kind: "flag", default: standard });
const number = (key: Key, placeholder: string): Field => ({ ...named(key), kind: "number", placeholder });

const strategy = (analysis: string, key: Key): Field => ({
  ...named(key), key: "strategy", kind: "choice", choices: strategiesOf(analysis).map(({ value, name, help }) => [value, `${name}: ${help}`]),
});
const maxStates = number("maxStates", "1000000");
const seconds = number("seconds", t.unlimited);

const ofHeaps: readonly Field[] = [
  strategy("heap", "strategy"),
  { ...named("search"), kind: "choice", choices: [["depthFirst", t.depthFirst], ["breadthFirst", t.breadthFirst]] },
  flag("garbageCollection", true),
  flag("chainAbstraction", true),
  flag("admissibleAbstraction", false),
  flag("admissibleConstants", false),
  flag("admissibleMarkings", false),
  flag("admissibleFull", false),
  flag("postProcessing", false),
  flag("ruleCollapsing", true),
  flag("canonical", false),
  maxStates,
  number("maxHeap", "500"),
  seconds,
];
/** Boolean programs have no heaps, and nothing is abstracted. */
const ofBooleans: readonly Field[] = [strategy("boolean", "booleanStrategy"), maxStates, seconds];

/** Neither have programs in large blocks, and their states are not counted. */
const ofBlocks: readonly Field[] = [strategy("blocks", "blockStrategy"), seconds];

/** Forest automata learn what they need. */
const ofForests: readonly Field[] = [flag("learnBoxes", true), maxStates, seconds];

/** The options that apply to an analysis. */
export const fieldsOf = (analysis: string): readonly Field[] => ({ boolean: ofBooleans, blocks: ofBlocks, forest: ofForests })[analysis] ?? ofHeaps;

/** The analyses of a language, if there are several. */
const analysesOf: Partial<Record<string, [string, string][]>> = {
  java: [["heap", t.ofHeap], ["forest", t.ofForest], ["blocks", t.ofBlocks]],
  c: [["blocks", t.ofBlocks], ["forest", t.ofForest], ["heap", t.ofHeap]],
};

/** The choice of the analysis for programs in a language; null if there is only one. */
export function analysisField(language: string): (Option & { kind: "choice"; choices: [string, string][] }) | null {
  const choices = analysesOf[language];
  return choices ? { ...named("analysis"), kind: "choice", choices } : null;
}

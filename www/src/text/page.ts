/** The texts of the page's frame. The build writes the English ones into the document; `translate` replaces them. */
import { keyText } from "../frame/commands";
import { texts } from "./language";

export const pageTexts = {
  en: {
    title: "hrglass · see your pointer programs verified",
    description: "Verify Java pointer programs against temporal properties in the browser, with graph-grammar abstraction.",
    task: "Task",
    result: "Result",
    run: "Run",
    stop: "Stop",
    strategy: "Strategy",
    theme: "Switch between light and dark",
    examples: "Examples",
    search: "Search",
    searchExamples: "Search the examples",
    saveTask: "Save this task",
    share: "Share",
    openTask: "Open a task",
    taskOrResult: "Task or result",
    partsOfTask: "Parts of the task",
    program: "Program",
    properties: "Properties",
    monitors: "Monitors",
    grammar: "Grammar",
    initial: "Initial heap",
    options: "Options",
    files: "Files",
    entry: "Entry",
    entryMethod: "Entry method",
    entryProcedure: "Entry procedure",
    propertiesLead: "Formulas of linear temporal logic over propositions about states, or monitors. Memory safety is always checked.",
    propertiesLeadBlocks: "What no run may do; also formulas and monitors. Without a property, everything is checked that the program mentions: assertions, errors, divisions, shifts, indices.",
    propertiesLeadMemory: "What no run may do, formulas of linear temporal logic over propositions about states, or monitors. Without a check, memory safety is checked, and that no error is reached.",
    propertiesLeadForest: "What no run may do. Without a property, memory safety is checked, and that no error is reached.",
    propertiesLeadBoolean: "Formulas of linear temporal logic, or monitors. Assertions in the program are always checked.",
    addProperty: "Add a property",
    hintsOfChecks: "What can be checked",
    hintsOfChecksLead: "Click one to add it.",
    hints: "Formula examples",
    hintsLead: "For this task, using its names. Click one to add it.",
    grammarLead: "How data structures are abstracted: predefined grammars by name, or your own rules.",
    monitorsLead: "Automata that observe the program: at every step they take an edge whose guard holds. No run may reach a target state, or visit a repeating state infinitely often.",
    monitorsForm: "Example: a place is reached at most once",
    monitorsHelp: "Use “repeating” instead of “target” for repeating states. Guards are formulas without temporal operators; an edge without a guard can always be taken. If no edge can be taken, the monitor stops observing.",
    initialLead: "The heaps on which the entry method starts; the default is the empty heap.",
    findings: "Problems in the task",
    taskWidth: "Width of the task",
    sideWidth: "Width of the second pane",
    verdict: "Verdict",
    loading: "Loading the engine",
    noscript: "The playground runs the verifier in your browser and needs JavaScript.",
  },
  de: {
    title: "hrglass · Zeigerprogramme sichtbar verifizieren",
    description: "Java-Programme mit Zeigern im Browser gegen temporallogische Eigenschaften prüfen, mit Abstraktion durch Graphgrammatiken.",
    task: "Aufgabe",
    result: "Ergebnis",
    run: "Prüfen",
    stop: "Anhalten",
    strategy: "Strategie",
    theme: "Zwischen hell und dunkel wechseln",
    examples: "Beispiele",
    search: "Suchen",
    searchExamples: "In den Beispielen suchen",
    saveTask: "Aufgabe speichern",
    share: "Teilen",
    openTask: "Aufgabe öffnen",
    taskOrResult: "Aufgabe oder Ergebnis",
    partsOfTask: "Teile der Aufgabe",
    program: "Programm",
    properties: "Eigenschaften",
    monitors: "Monitore",
    grammar: "Grammatik",
    initial: "Anfangsheap",
    options: "Optionen",
    files: "Dateien",
    entry: "Einstieg",
    entryMethod: "Einstiegsmethode",
    entryProcedure: "Einstiegsprozedur",
    propertiesLead: "Formeln der linearen temporalen Logik über Aussagen zu Zuständen, oder Monitore. Speichersicherheit wird immer geprüft.",
    propertiesLeadBlocks: "Was kein Lauf tun darf; auch Formeln und Monitore. Ohne Eigenschaft wird alles geprüft, was im Programm vorkommt: Zusicherungen, Fehler, Divisionen, Schieben, Indizes.",
    propertiesLeadMemory: "Was kein Lauf tun darf, Formeln der linearen temporalen Logik über Aussagen zu Zuständen, oder Monitore. Ohne Prüfung wird Speichersicherheit geprüft, und dass kein Fehler erreicht wird.",
    propertiesLeadForest: "Was kein Lauf tun darf. Ohne Eigenschaft wird Speichersicherheit geprüft, und dass kein Fehler erreicht wird.",
    propertiesLeadBoolean: "Formeln der linearen temporalen Logik oder Monitore. Zusicherungen im Programm werden immer geprüft.",
    addProperty: "Eigenschaft hinzufügen",
    hintsOfChecks: "Was geprüft werden kann",
    hintsOfChecksLead: "Ein Klick fügt eine Eigenschaft hinzu.",
    hints: "Beispiele für Formeln",
    hintsLead: "Passend zu dieser Aufgabe, mit ihren Namen. Ein Klick fügt eine Formel hinzu.",
    grammarLead: "Wie Datenstrukturen abstrahiert werden: vordefinierte Grammatiken (mit Namen) oder eigene Regeln.",
    monitorsLead: "Automaten, die das Programm beobachten: Bei jedem Schritt nehmen sie eine Kante, deren Bedingung gilt. Kein Lauf darf einen Zielzustand erreichen oder einen Wiederholungszustand unendlich oft besuchen.",
    monitorsForm: "Beispiel: Eine Stelle wird höchstens einmal erreicht",
    monitorsHelp: "Für Wiederholungszustände steht „repeating“ statt „target“. Bedingungen („guard“) sind Formeln ohne temporale Operatoren; eine Kante ohne Bedingung kann immer genommen werden. Kann keine Kante genommen werden, beobachtet der Monitor nicht weiter.",
    initialLead: "Die Heaps, auf denen die Einstiegsmethode beginnt; ohne Angabe ist es der leere Heap.",
    findings: "Probleme in der Aufgabe",
    taskWidth: "Breite der Aufgabe",
    sideWidth: "Breite des zweiten Bereichs",
    verdict: "Urteil",
    loading: "Die Engine wird geladen",
    noscript: "Die Seite verifiziert in Ihrem Browser und braucht dafür JavaScript.",
  },
};

export type PageText = keyof typeof pageTexts.en;
export const t: Record<PageText, string> = texts(pageTexts);

/** Inserts the texts of the current language and the keys of this keyboard into the document. */
export function translate(root: ParentNode): void {
  const text = (key: string | undefined): string => t[key as PageText] ?? "";
  for (const element of root.querySelectorAll<HTMLElement>("[data-t]")) element.textContent = text(element.dataset["t"]);
  for (const element of root.querySelectorAll<HTMLElement>("[data-t-label]")) {
    element.setAttribute("aria-label", text(element.dataset["tLabel"]));
    if (element.hasAttribute("title")) element.title = text(element.dataset["tLabel"]);
    if (element.hasAttribute("placeholder")) element.setAttribute("placeholder", text(element.dataset["tLabel"]));
  }
  for (const sign of root.querySelectorAll<HTMLElement>("kbd[data-key]")) sign.textContent = keyText(sign.dataset["key"] ?? "");
}

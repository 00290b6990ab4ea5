/** The texts of the page's frame. The build writes the English ones into the document; `translate` replaces them. */
import { keyText } from "../frame/commands";
import { texts } from "./language";

export const pageTexts = {
  en: {
    title: "hrglass · pointer programs, verified and seen",
    description: "Verify Java programs with pointers against temporal properties by graph-grammar abstraction, in the browser.",
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
    propertiesLead: "Formulas of linear temporal logic over what holds in the states, or monitors. Memory safety is always checked.",
    propertiesLeadBoolean: "Formulas of linear temporal logic, or monitors. Assertions of the program are always checked.",
    addProperty: "Add a property",
    hints: "Formula examples",
    hintsLead: "About this task, in its own names. A click adds one.",
    grammarLead: "How data structures are abstracted: predefined grammars by name, or rules of your own.",
    monitorsLead: "Automata beside the program: at every step they take an edge whose guard holds. No run may reach a target state, or go through a repeating one infinitely often.",
    monitorsForm: "For example: a place is reached at most once",
    monitorsHelp: "Or with “repeating” states. Guards are formulas without temporal operators; an edge without one may always be taken. Where none may be, the monitor looks no further.",
    initialLead: "The heaps on which the entry method starts; without any, the empty heap.",
    findings: "Findings about the task",
    taskWidth: "Width of the task",
    sideWidth: "Width of the second pane",
    verdict: "Verdict",
    loading: "Loading the engine",
    noscript: "The playground runs the verifier in your browser and needs JavaScript.",
  },
  de: {
    title: "hrglass · Zeigerprogramme, verifiziert und gesehen",
    description: "Java-Programme mit Zeigern gegen temporallogische Eigenschaften prüfen, mit Abstraktion durch Graphgrammatiken, im Browser.",
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
    propertiesLead: "Formeln der linearen temporalen Logik über das, was in den Zuständen gilt, oder Monitore. Speichersicherheit wird immer geprüft.",
    propertiesLeadBoolean: "Formeln der linearen temporalen Logik, oder Monitore. Zusicherungen des Programms werden immer geprüft.",
    addProperty: "Eigenschaft hinzufügen",
    hints: "Beispiele für Formeln",
    hintsLead: "Zu dieser Aufgabe, mit ihren eigenen Namen. Ein Klick fügt eine hinzu.",
    grammarLead: "Wie Datenstrukturen abstrahiert werden: vordefinierte Grammatiken mit ihrem Namen oder eigene Regeln.",
    monitorsLead: "Automaten neben dem Programm: bei jedem Schritt nehmen sie eine Kante, deren Bedingung gilt. Kein Lauf darf einen Zielzustand erreichen oder unendlich oft durch einen Wiederholungszustand gehen.",
    monitorsForm: "Zum Beispiel: Eine Stelle wird höchstens einmal erreicht",
    monitorsHelp: "Oder mit Wiederholungszuständen („repeating“). Bedingungen („guard“) sind Formeln ohne temporale Operatoren; eine Kante ohne Bedingung steht immer offen. Wo keine offen steht, beobachtet der Monitor nicht weiter.",
    initialLead: "Die Heaps, auf denen die Einstiegsmethode beginnt; ohne Angabe der leere Heap.",
    findings: "Befunde zur Aufgabe",
    taskWidth: "Breite der Aufgabe",
    sideWidth: "Breite des zweiten Bereichs",
    verdict: "Urteil",
    loading: "Die Engine wird geladen",
    noscript: "Die Seite verifiziert in Ihrem Browser und braucht dafür JavaScript.",
  },
};

export type PageText = keyof typeof pageTexts.en;
export const t: Record<PageText, string> = texts(pageTexts);

/** Puts the texts of the language in force, and the keys of this keyboard, where the document names them. */
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

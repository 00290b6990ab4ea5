/** The texts of demos. Each demo has its own language, so both tables are loaded. */
import type { Language } from "../frame/settings";
import { language } from "../text/language";
import { conclusionWords } from "../view/conclusion";
import { explorationWords } from "../view/exploration";
import { ruleWords } from "../view/rules";

function numberIn(language: Language): (value: number) => string {
  const { format } = new Intl.NumberFormat(language);
  return format;
}

const en = {
  language: "en" as Language, number: numberIn("en"),
  exploration: explorationWords.en, conclusion: conclusionWords.en, rules: ruleWords.en,
  demo: "Demo", source: "Program", verdict: "Verdict", heap: "Heap", values: "Values", space: "State space", run: "Steps", components: "Components", proof: "Proof", explain: "Explanation",
  first: "First step", previous: "Previous step", next: "Next step", last: "Last step", play: "Play", pause: "Pause", runTask: "Run", stop: "Stop",
  open: "Open in playground", openHelp: "Opens this task, including your edits, in the playground",
  stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  spoken: (step: number, steps: number, where: string, operation: string) => `Step ${step} of ${steps}, ${where}${operation ? `, ${operation}` : ""}`,
  calledFrom: (stack: string) => `called from ${stack}`,
  failing: (name: string) => `A run on which ${name} fails`, mayBeFailing: (name: string) => `A run on which ${name} may fail`, way: "A path through the state space", forever: "then repeats forever",
  start: "Start", yes: "true", no: "false", fails: "Fails here", mayFail: "May fail here", whole: "whole call", wholeHelp: "The steps inside the call are not shown",
  memorySafety: "Memory safety",
  satisfied: "satisfied", violated: "violated", suspected: "suspected", unknown: "unknown", satisfiedIf: (assumed: string) => `satisfied if ${assumed}`,
  showRun: "Show the failing run", stepped: "This run is shown",
  state: (state: number) => `State ${state}`, line: (line: number) => `before line ${line}`,
  initial: "initial", final: "final", nullDereference: "null dereference", exception: "uncaught exception", failed: "failure",
  noState: "The state of this step is not drawn.", emptyHeap: "The heap is empty.", noHeap: "This heap cannot be drawn.",
  noSpace: "The state space cannot be drawn.", noProof: "There is no proof to show.", notExplained: "Only steps on heaps are explained.", noSteps: "There are no steps to show.",
  waiting: "Starts when it comes into view", loading: "Loading the engine", running: "Running", states: (states: string) => `${states} states found`,
  edited: "Edited; run it again", stopped: "Stopped",
  nothingRan: "The task was not run because it has errors", crashed: "The engine crashed",
  noTask: "There is no task: put one into the attribute or inside the element", noExample: (id: string) => `There is no example named ${id}`,
  noLinks: "This build of the engine cannot read or write links", foreign: (url: string) => `Task files must come from the same site as the page: ${url}`,
  tooLarge: "The task is too large for a demo", noFile: (url: string, why: string) => `${url} cannot be read: ${why}`,
  file: "File", program: (file: string) => `Program ${file}`,
};

export type DemoTexts = typeof en;

const de: DemoTexts = {
  language: "de", number: numberIn("de"),
  exploration: explorationWords.de, conclusion: conclusionWords.de, rules: ruleWords.de,
  demo: "Demo", source: "Programm", verdict: "Urteil", heap: "Heap", values: "Werte", space: "Zustandsraum", run: "Schritte", components: "Komponenten", proof: "Beweis", explain: "Erklärung",
  first: "Erster Schritt", previous: "Voriger Schritt", next: "Nächster Schritt", last: "Letzter Schritt", play: "Abspielen", pause: "Pause", runTask: "Prüfen", stop: "Anhalten",
  open: "Im Playground öffnen", openHelp: "Öffnet diese Aufgabe mit Ihren Änderungen im Playground",
  stepOf: (step, steps) => `Schritt ${step} von ${steps}`,
  spoken: (step, steps, where, operation) => `Schritt ${step} von ${steps}, ${where}${operation ? `, ${operation}` : ""}`,
  calledFrom: (stack) => `aufgerufen aus ${stack}`,
  failing: (name) => `Ein Lauf, auf dem ${name} verletzt ist`, mayBeFailing: (name) => `Ein Lauf, auf dem ${name} vielleicht verletzt ist`, way: "Ein Pfad durch den Zustandsraum", forever: "wiederholt sich dann endlos",
  start: "Anfang", yes: "wahr", no: "falsch", fails: "Hier verletzt", mayFail: "Hier vielleicht verletzt", whole: "ganzer Aufruf", wholeHelp: "Die Schritte im Aufruf werden nicht gezeigt",
  memorySafety: "Speichersicherheit",
  satisfied: "erfüllt", violated: "verletzt", suspected: "unter Verdacht", unknown: "unbekannt", satisfiedIf: (assumed) => `erfüllt, angenommen, ${assumed}`,
  showRun: "Den fehlschlagenden Lauf zeigen", stepped: "Dieser Lauf wird gezeigt",
  state: (state) => `Zustand ${state}`, line: (line) => `vor Zeile ${line}`,
  initial: "Anfang", final: "Ende", nullDereference: "Null-Dereferenzierung", exception: "unbehandelte Ausnahme", failed: "Fehler",
  noState: "Der Zustand dieses Schritts ist nicht gezeichnet.", emptyHeap: "Der Heap ist leer.", noHeap: "Dieser Heap lässt sich nicht zeichnen.",
  noSpace: "Der Zustandsraum lässt sich nicht zeichnen.", noProof: "Es gibt keinen Beweis.", notExplained: "Nur Schritte auf Heaps werden erklärt.", noSteps: "Es gibt keine Schritte.",
  waiting: "Beginnt, sobald sie zu sehen ist", loading: "Die Engine wird geladen", running: "Wird geprüft", states: (states) => `${states} Zustände gefunden`,
  edited: "Geändert; erneut prüfen", stopped: "Angehalten",
  nothingRan: "Die Aufgabe enthält Fehler und wurde nicht geprüft", crashed: "Die Engine ist abgestürzt",
  noTask: "Es gibt keine Aufgabe: Sie gehört in das Attribut oder in das Element", noExample: (id) => `Es gibt kein Beispiel namens ${id}`,
  noLinks: "Diese Fassung der Engine kann Links weder lesen noch schreiben", foreign: (url) => `Aufgabendateien müssen von derselben Website kommen wie die Seite: ${url}`,
  tooLarge: "Die Aufgabe ist zu groß für eine Demo", noFile: (url, why) => `${url} lässt sich nicht lesen: ${why}`,
  file: "Datei", program: (file) => `Programm ${file}`,
};

/** The texts in a language; in that of the page if there is no translation. */
export const textsIn = (lang: string): DemoTexts =>
  ({ en, de })[(/^(en|de)(-|$)/i.exec(lang)?.[1]?.toLowerCase() ?? language) as Language];

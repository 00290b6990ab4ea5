/** The texts of the state space. */
import type { ExplorationStatistics, Fold } from "../engine/engine";
import type { StateLabels } from "../engine/engine";
import { counted, figure, type Noun, texts } from "../text/language";
import type { SpaceChart } from "./chart";

export const t = texts({
  en: {
    title: "State space", drawing: "Drawing the state space …", none: "No states were explored.", impossible: "The state space cannot be drawn.",
    states: ["state", "states"] as Noun, ofStates: ["state", "states"] as Noun, edges: ["edge", "edges"] as Noun, groups: ["group", "groups"] as Noun, steps: ["step", "steps"] as Noun,
    sum: (states: string, edges: string) => `${states}, ${edges}`,
    part: (some: string, all: string) => `${some} of ${all} shown`, folded: (groups: string) => `${groups} folded`,
    unlisted: (count: string) => `${count} of them only counted`,
    beyond: (count: string) => `${count} more are not drawn or listed`, soFar: (states: string) => `the first ${states} found`, partial: "others were not explored",
    shapeless: (states: string) => `the shape of ${states} was not determined`,
    unread: (states: string) => `propositions were not evaluated in ${states}`,
    fold: "Fold", foldAs: (name: string) => `Fold the state space: ${name}`,
    folds: { none: "each state", chains: "chains", lines: "by line", procedures: "by procedure", contents: "by content", scc: "by cycles" } as Record<Fold, string>,
    foldHelp: "“by cycles” draws each strongly connected component as one node",
    around: "Neighbourhood", aroundHelp: "Draw only the neighbourhood of the selected state",
    path: "Path", pathHelp: "Show the shortest path to the selected state",
    auto: (states: string) => `Folded by line because there are ${states}.`, unfold: "Show each state",
    inGroup: (state: string, states: string) => `State ${state} is in a group of ${states}.`, open: "Open the group",
    isOpen: (state: string, states: string) => `The group of state ${state}, of ${states}, is open.`, close: "Close it",
    left: (state: string) => `State ${state} is not drawn.`, showAll: "Draw everything", showAround: "Draw its neighbourhood",
    focus: (state: string, radius: string) => `States within distance ${radius} of state ${state}.`, wider: "Wider", narrower: "Narrower", leave: "Leave",
    way: (state: string, steps: string) => `Shortest path to state ${state}: ${steps}.`, noWay: (state: string) => `No path leads to state ${state}.`,
    only: "Only the path", whole: "Show the rest", hits: (count: string) => `${count} found`,
    find: "Search states", next: "Next match", previous: "Previous match", openOrClose: "Open or close the group of the selected state",
    leaveAll: "Leave the neighbourhood or the path",
    initial: "initial", final: "final", nullDereference: "null dereference", exception: "exception", group: "group", smaller: "something gets smaller", run: "failing run", marked: "at the same line",
    columns: ["State", "Kind", "Procedure", "Line", "Heap", "Vertices", "Propositions", "Successors"],
    ofBooleans: ["State", "Kind", "Procedure", "Line", "Values", "Assigned variables", "Propositions", "Successors"],
  },
  de: {
    title: "Zustandsraum", drawing: "Der Zustandsraum wird gezeichnet …", none: "Es wurden keine Zustände erkundet.", impossible: "Der Zustandsraum lässt sich nicht zeichnen.",
    states: ["Zustand", "Zustände"] as Noun, ofStates: ["Zustand", "Zuständen"] as Noun, edges: ["Kante", "Kanten"] as Noun, groups: ["Gruppe", "Gruppen"] as Noun, steps: ["Schritt", "Schritte"] as Noun,
    sum: (states: string, edges: string) => `${states}, ${edges}`,
    part: (some: string, all: string) => `${some} von ${all} gezeigt`, folded: (groups: string) => `${groups} gefaltet`,
    unlisted: (count: string) => `davon ${count} nur gezählt`,
    beyond: (count: string) => `${count} weitere sind weder gezeichnet noch aufgeführt`, soFar: (states: string) => `die ersten ${states}, die gefunden wurden`, partial: "andere wurden nicht erkundet",
    shapeless: (states: string) => `die Form von ${states} wurde nicht bestimmt`,
    unread: (states: string) => `in ${states} wurden Aussagen nicht ausgewertet`,
    fold: "Falten", foldAs: (name: string) => `Zustandsraum falten: ${name}`,
    folds: { none: "jeder Zustand", chains: "Ketten", lines: "nach Zeile", procedures: "nach Prozedur", contents: "nach Inhalt", scc: "nach Zyklen" } as Record<Fold, string>,
    foldHelp: "„nach Zyklen“ zeichnet jede starke Zusammenhangskomponente als einen Knoten",
    around: "Umgebung", aroundHelp: "Nur die Umgebung des gewählten Zustands zeichnen",
    path: "Pfad", pathHelp: "Den kürzesten Pfad zum gewählten Zustand zeigen",
    auto: (states: string) => `Nach Zeilen gefaltet, weil es ${states} sind.`, unfold: "Jeden Zustand zeigen",
    inGroup: (state: string, states: string) => `Zustand ${state} gehört zu einer Gruppe von ${states}.`, open: "Gruppe öffnen",
    isOpen: (state: string, states: string) => `Die Gruppe von Zustand ${state} mit ${states} ist offen.`, close: "Schließen",
    left: (state: string) => `Zustand ${state} ist nicht gezeichnet.`, showAll: "Alles zeichnen", showAround: "Seine Umgebung zeichnen",
    focus: (state: string, radius: string) => `Zustände bis zur Entfernung ${radius} von Zustand ${state}.`, wider: "Weiter", narrower: "Enger", leave: "Verlassen",
    way: (state: string, steps: string) => `Kürzester Pfad zu Zustand ${state}: ${steps}.`, noWay: (state: string) => `Kein Pfad führt zu Zustand ${state}.`,
    only: "Nur den Pfad", whole: "Den Rest zeigen", hits: (count: string) => `${count} gefunden`,
    find: "Zustände suchen", next: "Nächster Treffer", previous: "Voriger Treffer", openOrClose: "Gruppe des gewählten Zustands öffnen oder schließen",
    leaveAll: "Umgebung oder Pfad verlassen",
    initial: "Anfang", final: "Ende", nullDereference: "Null-Dereferenzierung", exception: "Ausnahme", group: "Gruppe", smaller: "etwas wird kleiner", run: "fehlschlagender Lauf", marked: "an derselben Zeile",
    columns: ["Zustand", "Art", "Prozedur", "Zeile", "Heap", "Knoten", "Aussagen", "Nachfolger"],
    ofBooleans: ["Zustand", "Art", "Prozedur", "Zeile", "Werte", "Belegte Variablen", "Aussagen", "Nachfolger"],
  },
});

export const statesText = (count: number): string => counted(count, t.states);

/** How many of the explored states a drawing shows, and how. */
export function shownText(chart: SpaceChart, holds: StateLabels | null, { statesTotal: total, partial }: Pick<ExplorationStatistics, "statesTotal" | "partial">): string {
  const { stateCount, edgeCount, data, unlisted } = chart;
  const beyond = Math.max(0, total - stateCount - unlisted);
  const all = stateCount + unlisted + beyond;
  const whole = unlisted ? statesText(all) : t.sum(statesText(stateCount), counted(edgeCount, t.edges));
  const parts = [data.hidden ? t.part(figure.format(all - data.hidden), counted(all, t.ofStates)) : whole];
  if (unlisted) parts.push(t.unlisted(figure.format(unlisted)));
  if (data.groupCount) parts.push(t.folded(counted(data.groupCount, t.groups)));
  if (beyond) parts.push(t.beyond(figure.format(beyond)));
  if (partial) parts.push(t.partial);
  if (holds?.open) parts.push(t.shapeless(counted(holds.open, t.ofStates)));
  if (holds && holds.labels.length < stateCount) parts.push(t.unread(counted(stateCount - holds.labels.length, t.ofStates)));
  return parts.join("; ");
}

/** The words of the drawings of monitors. */
import type { Acceptance, WrittenEdge, WrittenMonitor } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";

/** What a name of an edge says. */
type Edge = Pick<WrittenEdge, "from" | "to" | "guard">;

export const t = texts({
  en: {
    title: "Drawing", none: "No monitor yet.", add: "Add a monitor", remove: (name: string) => `Delete the monitor ${name}`, unnamed: "without a name",
    bad: (message: string) => `The text has an error, so the last drawing is shown: ${message}`, tooLarge: "This monitor has too many edges to be drawn.",
    unusedMonitor: "No property uses this monitor.", use: "Add a property",
    hint: "Drag from a state to another for an edge, or to an empty place for a new state. Select a state or an edge to change it.",
    state: (name: string) => `State ${name}`, edge: ({ from, to }: Edge) => `Edge from ${from} to ${to}`, always: "always", initial: "initial", target: "target", repeating: "repeating",
    name: "Name", taken: "Another state has this name.", noName: "A state needs a name.", monitorName: "Name of the monitor", takenMonitor: "Another monitor has this name.", noMonitorName: "A monitor needs a name.", makeInitial: "Make initial", newState: "Add a state", edgeTo: "Edge to …", edgeTargets: (name: string) => `Edge from ${name} to`, another: "a new state",
    accepts: { target: "Target", repeating: "Repeating" } as Record<Acceptance, string>, guard: "Guard", delete: "Delete", alsoEdges: ["edge", "edges"] as Noun, alsoState: (name: string) => `the state ${name}`,
    with: (what: string) => `with ${what}`, and: " and ", stays: "The initial state cannot be deleted. Make another state initial first.",
    legend: { initial: "initial", target: "target: no run may reach it", repeating: "repeating: no run may visit it infinitely often" }, list: "As a table", kind: "Kind", edges: "Edges", stateHead: "State",
    fresh: "state", start: "start", monitor: "monitor",
  },
  de: {
    title: "Zeichnung", none: "Noch kein Monitor.", add: "Monitor hinzufügen", remove: (name) => `Monitor ${name} löschen`, unnamed: "ohne Namen",
    bad: (message) => `Der Text hat einen Fehler; gezeigt wird die letzte Zeichnung: ${message}`, tooLarge: "Dieser Monitor hat zu viele Kanten für eine Zeichnung.",
    unusedMonitor: "Keine Eigenschaft verwendet diesen Monitor.", use: "Eigenschaft hinzufügen",
    hint: "Ziehen Sie von einem Zustand zu einem anderen für eine Kante, oder an eine leere Stelle für einen neuen Zustand. Wählen Sie einen Zustand oder eine Kante, um sie zu ändern.",
    state: (name) => `Zustand ${name}`, edge: ({ from, to }) => `Kante von ${from} nach ${to}`, always: "immer", initial: "Anfangszustand", target: "Zielzustand", repeating: "Wiederholungszustand",
    name: "Name", taken: "Ein anderer Zustand heißt so.", noName: "Ein Zustand braucht einen Namen.", monitorName: "Name des Monitors", takenMonitor: "Ein anderer Monitor heißt so.", noMonitorName: "Ein Monitor braucht einen Namen.", makeInitial: "Zum Anfangszustand machen", newState: "Zustand hinzufügen", edgeTo: "Kante nach …", edgeTargets: (name) => `Kante von ${name} nach`, another: "neuer Zustand",
    accepts: { target: "Zielzustand", repeating: "Wiederholungszustand" }, guard: "Bedingung", delete: "Löschen", alsoEdges: ["Kante", "Kanten"], alsoState: (name) => `dem Zustand ${name}`,
    with: (what) => `mit ${what}`, and: " und ", stays: "Der Anfangszustand lässt sich nicht löschen. Machen Sie zuerst einen anderen zum Anfangszustand.",
    legend: { initial: "Anfangszustand", target: "Zielzustand: Kein Lauf darf ihn erreichen", repeating: "Wiederholungszustand: Kein Lauf darf ihn unendlich oft besuchen" }, list: "Als Tabelle", kind: "Art", edges: "Kanten", stateHead: "Zustand",
    fresh: "Zustand", start: "Start", monitor: "Monitor",
  },
});

/** The kinds of a state, in words. */
export const kindsOf = ({ initial, target, repeating }: WrittenMonitor, state: string): string[] => [
  ...(state === initial ? [t.initial] : []), ...(target.includes(state) ? [t.target] : []), ...(repeating.includes(state) ? [t.repeating] : []),
];

/** A state or an edge, in words. */
export const stateName = (monitor: WrittenMonitor, state: string): string => [t.state(state), ...kindsOf(monitor, state)].join(", ");
export const edgeName = (edge: Edge): string => `${t.edge(edge)}: ${edge.guard ?? t.always}`;

/** What goes with something that is deleted; empty if nothing else does. */
export function alsoDeleted(edges: number, states: readonly string[]): string {
  const parts = [...(edges ? [counted(edges, t.alsoEdges)] : []), ...states.map(t.alsoState)];
  return parts.length ? t.with(parts.join(t.and)) : "";
}

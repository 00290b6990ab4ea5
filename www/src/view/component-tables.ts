/** The recursive state machine as tables: all components, and the nodes of one of them. */
import type { ComponentSummary, PortView, RsmComponentView, RsmView } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";
import { kindNames } from "./places";
import { crumbText } from "./trail";
import type { TableData } from "./view";

const t = texts({
  en: {
    all: "All components", component: (number: number) => `Component ${number}`,
    allColumns: ["Component", "Procedure", "States", "Entries", "Exits", "Calls", "First called from"], at: (procedure: string, line: number) => `${procedure}, line ${line}`,
    inside: (procedure: string, number: number) => `Entries, exits and calls of component ${number}, ${procedure}`,
    columns: ["Node", "Line", "State", "States", "Successors", "Call of", "Component"], between: ["state", "states"] as Noun,
  },
  de: {
    all: "Alle Komponenten", component: (number) => `Komponente ${number}`,
    allColumns: ["Komponente", "Prozedur", "Zustände", "Eingänge", "Ausgänge", "Aufrufe", "Zuerst aufgerufen von"], at: (procedure, line) => `${procedure}, Zeile ${line}`,
    inside: (procedure, number) => `Eingänge, Ausgänge und Aufrufe von Komponente ${number}, ${procedure}`,
    columns: ["Knoten", "Zeile", "Zustand", "Zustände", "Nachfolger", "Aufruf von", "Komponente"], between: ["Zustand", "Zustände"] as Noun,
  },
});

const statesOf = (ports: PortView[], ...kinds: PortView["kind"][]): number =>
  ports.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { states }) => sum + states.length, 0);

export function componentsTable(components: readonly ComponentSummary[], rsm: RsmView): TableData {
  return {
    caption: t.all,
    columns: t.allColumns,
    count: components.length,
    cells: (row) => {
      const { procedure = "", states = 0, caller = null } = components[row] ?? {};
      const { ports = [], boxes = [], hiddenCalls = 0 } = rsm.components[row] ?? {};
      const from = caller ? t.at(crumbText(components, { component: caller.component, line: null }), caller.line) : "";
      return [t.component(row), procedure, states, statesOf(ports, "entry"), statesOf(ports, "exit", "exception", "fault", "failed"), boxes.length + hiddenCalls, from];
    },
    part: (row) => ({ component: row }),
    chosen: ({ pinned }) => pinned.component,
  };
}

/** A row for each port, with callees and successors. */
export function placesTable({ procedure, ports, boxes, paths }: RsmComponentView, number: number): TableData {
  const name = ({ kind, states }: PortView): string => `${kindNames[kind]} ${states[0]}`;
  const onward = ports.map((_, source) =>
    paths.flatMap((path) => {
      const target = path.source === source ? ports[path.target] : undefined;
      return target ? [`${name(target)}${path.states ? ` (${counted(path.states, t.between)})` : ""}`] : [];
    }).join(", "));
  return {
    caption: t.inside(procedure, number),
    columns: t.columns,
    count: ports.length,
    cells: (row) => {
      const port = ports[row];
      if (!port) return [];
      const box = port.ofBox === null ? undefined : boxes[port.ofBox];
      return [kindNames[port.kind], port.line, port.states[0] ?? 0, port.states.length, onward[row] ?? "", box?.method ?? "", box?.callees.join(", ") ?? ""];
    },
    part: (row) => ({ state: ports[row]?.states[0] ?? null }),
    chosen: ({ pinned: { state } }) => {
      const row = state === null ? -1 : ports.findIndex(({ states }) => states.includes(state));
      return row < 0 ? null : row;
    },
  };
}

/** Monitors as JSON text: what is written where, and changes of the text for what is done in their drawings. */
import {
  itemsOf, type JsonArray, type JsonNode, memberOf, parseJson, positionIn, replaced, type TextChange, type TextRange, textOf, withItem, withMember,
  withoutItems, withoutMember,
} from "./jsonText";

/** An edge of a monitor; without a guard it can always be taken. */
export interface MonitorEdge {
  from: string;
  to: string;
  guard: string | null;
}

/** The kinds of states at which a run is accepted. */
export const acceptances = ["target", "repeating"] as const;
export type Acceptance = (typeof acceptances)[number];

export interface Monitor {
  name: string;
  initial: string;
  target: string[];
  repeating: string[];
  edges: MonitorEdge[];
}

/** A monitor with the nodes that it is written in, as far as these are what they should be. */
export interface WrittenMonitor extends Monitor {
  node: JsonNode;
}

const texts = (node: JsonNode | null): string[] => itemsOf(node).map((item) => textOf(item) ?? "");

const edgeOf = (node: JsonNode): MonitorEdge => ({ from: textOf(memberOf(node, "from")) ?? "", to: textOf(memberOf(node, "to")) ?? "", guard: textOf(memberOf(node, "guard")) });

const monitorOf = (node: JsonNode): WrittenMonitor => ({
  node,
  name: textOf(memberOf(node, "name")) ?? "",
  initial: textOf(memberOf(node, "initial")) ?? "",
  target: texts(memberOf(node, "target")),
  repeating: texts(memberOf(node, "repeating")),
  edges: itemsOf(memberOf(node, "edges")).map(edgeOf),
});

/** The monitors of a text; none if it is not well-formed. */
export const monitorsIn = (text: string): WrittenMonitor[] => itemsOf(parseJson(text)).map(monitorOf);

/** The names that properties can use. */
export const monitorNames = (text: string): string[] => [...new Set(monitorsIn(text).flatMap(({ name }) => (name ? [name] : [])))];

/** The states of a monitor: those that its edges mention, and the initial one, which comes first. */
export const statesOf = ({ initial, edges }: Monitor): string[] => [...new Set([initial, ...edges.flatMap(({ from, to }) => [from, to])])];

/** The states that go when edges do: nothing else mentions them. */
export function statesLost(monitor: Monitor, gone: ReadonlySet<number>): string[] {
  const left = statesOf({ ...monitor, edges: monitor.edges.filter((_, i) => !gone.has(i)) });
  return statesOf(monitor).filter((state) => !left.includes(state));
}

/** The edges at a state. */
export const edgesAt = ({ edges }: Monitor, state: string): number[] => edges.flatMap(({ from, to }, i) => (from === state || to === state ? [i] : []));

/** A part of a monitor: a state, or the number of an edge. */
export type MonitorPart = { state: string } | { edge: number };

/** Where a part of a monitor is written: the object of an edge, or everywhere that a state is mentioned. */
export function rangesOf({ node, edges }: WrittenMonitor, part: MonitorPart): TextRange[] {
  const written = itemsOf(memberOf(node, "edges"));
  if ("edge" in part) return written.slice(part.edge, part.edge + 1);
  const mentions = [memberOf(node, "initial"), ...acceptances.flatMap((kind) => itemsOf(memberOf(node, kind))), ...edges.flatMap((_, i) => [memberOf(written[i], "from"), memberOf(written[i], "to")])];
  return mentions.filter((mention) => mention !== null).filter((mention) => textOf(mention) === part.state);
}

/** The part of a monitor that is written at a position. */
export function partAt(monitor: WrittenMonitor, position: number): MonitorPart | null {
  const isAt = ({ from, to }: TextRange): boolean => from <= position && position <= to;
  const state = statesOf(monitor).find((name) => rangesOf(monitor, { state: name }).some(isAt));
  if (state !== undefined) return { state };
  const edge = monitor.edges.findIndex((_, i) => rangesOf(monitor, { edge: i }).some(isAt));
  return edge < 0 ? null : { edge };
}

const arrayAt = ({ node }: WrittenMonitor, key: string): JsonArray | null => {
  const found = memberOf(node, key);
  return found?.kind === "array" ? found : null;
};

/** Adds an edge. */
export function withEdge(text: string, monitor: WrittenMonitor, { from, to, guard }: MonitorEdge): TextChange[] {
  const edges = arrayAt(monitor, "edges");
  const member = guard === null ? "" : `, "guard": ${JSON.stringify(guard)}`;
  return edges ? withItem(text, edges, `{"from": ${JSON.stringify(from)}, "to": ${JSON.stringify(to)}${member}}`) : [];
}

/** Removes edges, and with them the states that only they mention. */
export function withoutEdges(text: string, monitor: WrittenMonitor, gone: ReadonlySet<number>): TextChange[] {
  const edges = arrayAt(monitor, "edges");
  const lost = statesLost(monitor, gone);
  return [...(edges ? withoutItems(text, edges, gone) : []), ...acceptances.flatMap((kind) => withoutStates(text, monitor, kind, lost))];
}

/** Removes a state with its edges, and the states that only these mention. The initial state stays. */
export const withoutState = (text: string, monitor: WrittenMonitor, state: string): TextChange[] => withoutEdges(text, monitor, new Set(edgesAt(monitor, state)));

/** Removes states from those that accept. */
function withoutStates(text: string, monitor: WrittenMonitor, kind: Acceptance, states: readonly string[]): TextChange[] {
  const list = arrayAt(monitor, kind);
  const gone = new Set(monitor[kind].flatMap((state, i) => (states.includes(state) ? [i] : [])));
  return list && gone.size ? withoutItems(text, list, gone) : [];
}

/** Sets the guard of an edge; without one it can always be taken. */
export function withGuard(text: string, { node }: WrittenMonitor, edge: number, guard: string | null): TextChange[] {
  const written = itemsOf(memberOf(node, "edges"))[edge];
  if (written?.kind !== "object") return [];
  if (guard === null) return withoutMember(text, written, "guard");
  const before = memberOf(written, "guard");
  return before ? [replaced(before, guard)] : withMember(text, written, "guard", JSON.stringify(guard));
}

/** Gives a state another name, wherever the monitor mentions it. */
export const renamed = (monitor: WrittenMonitor, state: string, name: string): TextChange[] => rangesOf(monitor, { state }).map((range) => replaced(range, name));

/** Makes another state the initial one. */
export function withInitial({ node }: WrittenMonitor, state: string): TextChange[] {
  const before = memberOf(node, "initial");
  return before ? [replaced(before, state)] : [];
}

/** Whether a run is accepted at a state. */
export function withAcceptance(text: string, monitor: WrittenMonitor, state: string, kind: Acceptance, accepts: boolean): TextChange[] {
  if (accepts === monitor[kind].includes(state) || monitor.node.kind !== "object") return [];
  if (!accepts) return withoutStates(text, monitor, kind, [state]);
  const list = arrayAt(monitor, kind);
  return list ? withItem(text, list, JSON.stringify(state)) : withMember(text, monitor.node, kind, JSON.stringify([state]), "initial");
}

/** A name that others do not have: the word itself, or with a number. */
export function unused(word: string, others: readonly string[]): string {
  let name = word;
  for (let n = 2; others.includes(name); n++) name = `${word} ${n}`;
  return name;
}

/** Adds a monitor with one state. */
export function withMonitor(text: string, name: string, initial: string): TextChange[] {
  const list = parseJson(text);
  const lines = ["{", `  "name": ${JSON.stringify(name)},`, `  "initial": ${JSON.stringify(initial)}, "target": [],`, '  "edges": [', "  ]", "}"];
  if (!list) return text.trim() ? [] : [{ from: 0, to: text.length, insert: `[${lines.join("\n")}]` }];
  return list.kind === "array" ? withItem(text, list, lines.join("\n")) : [];
}

/** Gives a monitor another name. */
export function withName(text: string, { node }: WrittenMonitor, name: string): TextChange[] {
  const before = memberOf(node, "name");
  if (before) return [replaced(before, name)];
  return node.kind === "object" ? withMember(text, node, "name", JSON.stringify(name)) : [];
}

/** Removes a monitor. */
export function withoutMonitor(text: string, position: number): TextChange[] {
  const list = parseJson(text);
  return list?.kind === "array" ? withoutItems(text, list, new Set([position])) : [];
}

/** A position in a text; lines and columns count from 1. */
interface Range {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/**
 * The position of a diagnostic about a guard in the text of the monitors; null if `file` is not a guard. Messages name guards by monitor and edge:
 * of several edges between the same states, the first one that is long enough is taken.
 */
export function guardPlace(text: string, file: string, range: Range): Range | null {
  for (const { node, name, edges } of monitorsIn(text)) {
    for (const [i, { from, to, guard }] of edges.entries()) {
      if (guard === null || file !== `monitor ${name}: ${from} to ${to}`) continue;
      const found = memberOf(itemsOf(memberOf(node, "edges"))[i], "guard");
      const lines = guard.split("\n");
      const longEnough = range.endColumn <= (lines[range.endLine - 1] ?? "").length + 1;
      if (!found || !longEnough) continue;
      const place = (line: number, column: number): [line: number, column: number] => {
        const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
        const above = text.slice(0, positionIn(text, found, before)).split("\n");
        return [above.length, (above.at(-1) ?? "").length + 1];
      };
      const [line, column] = place(range.line, range.column);
      const [endLine, endColumn] = place(range.endLine, range.endColumn);
      return { line, column, endLine, endColumn };
    }
  }
  return null;
}

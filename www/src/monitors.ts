/** Parts of monitors as the engine reads them from their text. */
import type { Acceptance, TextRange, WrittenMonitor } from "./engine/engine";

/** The kinds of states at which a run is accepted. */
export const acceptances: readonly Acceptance[] = ["target", "repeating"];

/** A part of a monitor: a state, or the number of an edge. */
export type MonitorPart = { state: string } | { edge: number };

/** The names of the states of a monitor, the initial one first. */
export const statesOf = ({ states }: WrittenMonitor): string[] => states.map(({ name }) => name);

/** Where a part of a monitor is written: the object of an edge, or everywhere that a state is mentioned. */
export function rangesOf({ states, edges }: WrittenMonitor, part: MonitorPart): TextRange[] {
  if ("state" in part) return states.find(({ name }) => name === part.state)?.ranges ?? [];
  return edges.slice(part.edge, part.edge + 1).map(({ range }) => range);
}

/** The part of a monitor that is written at a position. */
export function partAt({ states, edges }: WrittenMonitor, position: number): MonitorPart | null {
  const isAt = ({ from, to }: TextRange): boolean => from <= position && position <= to;
  const state = states.find(({ ranges }) => ranges.some(isAt));
  if (state) return { state: state.name };
  const edge = edges.findIndex(({ range }) => isAt(range));
  return edge < 0 ? null : { edge };
}

/** A name that others do not have: the word itself, or with a number. */
export function unused(word: string, others: readonly string[]): string {
  let name = word;
  for (let n = 2; others.includes(name); n++) name = `${word} ${n}`;
  return name;
}

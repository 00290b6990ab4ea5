/** The viewpoint of a task or link, as readable keys. */
import type { Report } from "../engine/engine";
import type { SpaceChart } from "../space/chart";
import type { Line, Selection } from "../store";

/**
 * A viewpoint. States are identified by their content hash and properties by their names, so that a link keeps its meaning
 * when the engine numbers them differently.
 */
export interface Viewpoint {
  /** The open views, that of the main dock first. */
  tabs: string[];
  state: string | null;
  /** A property, optionally with a strategy. */
  judgement: { id: string; strategy: string } | null;
  /** A component by its number or its procedure. */
  component: string | null;
  /** A step of the failing run, from 0. */
  step: number | null;
  /** A step of the concrete run behind it, from 0. */
  concrete: number | null;
  assertion: number | null;
  line: Line | null;
}

const ordinal = (text: string | undefined): number | null => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);
/** A position that users count from 1. */
const counted = (text: string | undefined): number | null => (ordinal(text) || null) && Number(text) - 1;

/** Reads the keys of a task's view or of a link; invalid ones are ignored. */
export function viewpointOf(view: unknown): Viewpoint {
  const keys: Record<string, string> = {};
  for (const [key, value] of Object.entries(typeof view === "object" ? (view ?? {}) : {})) keys[key] = String(value);
  const [, file, line] = /^(.*):(\d{1,9})$/s.exec(keys["line"] ?? "") ?? [];
  const { property: id, strategy = "" } = keys;
  return {
    tabs: (keys["tab"] ?? "").split(",").filter((name) => /^[a-z]{1,20}$/.test(name)),
    state: keys["state"] ?? null,
    judgement: id ? { id, strategy } : null,
    component: keys["component"] ?? null,
    step: counted(keys["step"]),
    concrete: counted(keys["concrete"]),
    assertion: ordinal(keys["assertion"]),
    line: file && line ? { file, line: Number(line) } : null,
  };
}

/** The keys for what is selected. */
export function keysOf(tabs: readonly string[], selection: Selection, chart: SpaceChart | null, report: Report | null): Record<string, string> {
  const { state, judgement, component, step, concrete, assertion, line } = selection;
  const property = judgement === null ? null : report?.properties[judgement];
  const id = state === null ? null : chart?.data.ids[state];
  return {
    ...(tabs.length ? { tab: tabs.join(",") } : {}),
    ...(property ? { property: property.id, strategy: property.strategy } : {}),
    ...(step !== null ? { step: String(step + 1) } : {}),
    ...(concrete !== null ? { concrete: String(concrete + 1) } : {}),
    ...(assertion !== null ? { assertion: String(assertion) } : {}),
    ...(id ? { state: id } : component !== null ? { component: String(component) } : {}),
    ...(line && !id ? { line: `${line.file}:${line.line}` } : {}),
  };
}

/** The named component; null if there is none. */
export function componentNamed(chart: SpaceChart, wanted: string | null): number | null {
  const { procedures } = chart.data;
  const number = ordinal(wanted ?? undefined) ?? procedures.indexOf(wanted ?? "");
  return number >= 0 && number < procedures.length ? number : null;
}

/** The number of the named property; null if there is none. */
export function judgementNamed(report: Report, wanted: Viewpoint["judgement"]): number | null {
  if (!wanted) return null;
  const found = report.properties.findIndex(({ id, strategy }) => id === wanted.id && strategy === wanted.strategy);
  const number = found >= 0 ? found : report.properties.findIndex(({ id }) => id === wanted.id);
  return number >= 0 ? number : null;
}

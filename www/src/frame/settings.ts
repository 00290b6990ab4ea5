/** The user's settings, kept for the next visit if the browser permits it. */
import { Store } from "../store";

export type Language = "en" | "de";
export type Theme = "light" | "dark";
/** The two docks. */
export type Dock = "main" | "side";

export interface Settings {
  theme: Theme | "system";
  language: Language | "system";
  /** On which side of the results the task is. */
  taskSide: "left" | "right";
  taskHidden: boolean;
  sideHidden: boolean;
  /** In percent of the page. */
  taskWidth: number;
  /** In percent of the results. */
  sideWidth: number;
  /** Moved views, by name. */
  docks: Record<string, Dock>;
  /** Whether this is not the first visit. */
  visited: boolean;
  /** Whether what the open task is about is folded. */
  aboutClosed: boolean;
  /** What is shown only after its first use: views by name, and `options`. */
  used: readonly string[];
}

/** Also read by the script that sets the colours before the first paint. */
const key = "hrglass.settings";

export const standard: Settings = {
  theme: "system",
  language: "system",
  taskSide: "left",
  taskHidden: false,
  sideHidden: false,
  taskWidth: 31,
  sideWidth: 42,
  docks: {},
  visited: false,
  aboutClosed: false,
  used: [],
};

const choices: { [K in keyof Settings]?: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  language: ["system", "en", "de"],
  taskSide: ["left", "right"],
};

/** Reads stored settings; invalid ones are ignored. */
export function settingsOf(text: string | null): Settings {
  const result: Settings = { ...standard, docks: {} };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return result;
  }
  if (typeof stored !== "object" || stored === null) return result;
  for (const [name, value] of Object.entries(stored)) {
    if (!Object.hasOwn(standard, name) || name === "docks" || name === "used") continue;
    const setting = name as keyof Settings;
    const allowed = choices[setting] as readonly unknown[] | undefined;
    if (typeof value !== typeof standard[setting] || (allowed && !allowed.includes(value))) continue;
    if (typeof value === "number" && !(value >= 10 && value <= 90)) continue;
    Object.assign(result, { [setting]: value });
  }
  const { docks, used } = stored as { docks?: unknown; used?: unknown };
  if (Array.isArray(used)) result.used = used.filter((name): name is string => typeof name === "string");
  for (const [view, dock] of Object.entries(typeof docks === "object" && docks !== null ? docks : {})) {
    if (dock === "main" || dock === "side") result.docks[view] = dock;
  }
  return result;
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers that something was used for the first time. */
export function use(name: string): void {
  if (!settings.value.used.includes(name)) settings.set({ used: [...settings.value.used, name] });
}

export const settings = new Store<Settings>(settingsOf(stored()));

settings.watch((now, before) => {
  if (now === before) return;
  try {
    localStorage.setItem(key, JSON.stringify(now));
  } catch {
    // Without storage the settings hold until the page is closed.
  }
});

/** Messages between the iframe and the surrounding page; every message has `hrglass: 1`. */
import type { DoneDetail, StepDetail } from "./types";

export type ToFrame =
  | { kind: "goTo"; step: number | "last" }
  | { kind: "run" }
  /** Runs another task: a task document, as text or as an object. */
  | { kind: "set"; task: string | object };

export type FromFrame = { kind: "ready" } | ({ kind: "step" } & StepDetail) | ({ kind: "done" } & DoneDetail);

/** Maximum length of a task for a demo, in characters. */
const most = 1_000_000;

/** Reads a message as a request; null for everything else. */
export function requestOf(data: unknown): ToFrame | null {
  if (typeof data !== "object" || data === null || (data as { hrglass?: unknown }).hrglass !== 1) return null;
  const { kind, step, task } = data as { kind?: unknown; step?: unknown; task?: unknown };
  if (kind === "run") return { kind };
  if (kind === "goTo" && (step === "last" || (typeof step === "number" && Number.isFinite(step)))) return { kind, step };
  if (kind === "set" && typeof task === "string" && task.length <= most) return { kind, task };
  if (kind === "set" && typeof task === "object" && task !== null) return { kind, task };
  return null;
}

/** The one origin that an option names; the default without the option, null if it is not an origin. */
export function originOf(option: string | undefined, usual: string): string | null {
  if (option === undefined) return usual;
  try {
    const { origin } = new URL(option);
    return origin === "null" || origin !== option.replace(/\/$/, "") ? null : origin;
  } catch {
    return null;
  }
}

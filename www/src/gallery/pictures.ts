/** Data about the examples before they run: a picture and the number of states. Fetched when the gallery is first opened. */
import type { Scene } from "../engine/engine";
import { language } from "../text/language";
import { sceneElement } from "../view/scene";

export interface Known {
  states: number | null;
  picture: Scene | null;
}

const isPoint = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));

function isScene(value: unknown): value is Scene {
  if (typeof value !== "object" || value === null) return false;
  const { size, shapes, hotspots, description } = value as Record<string, unknown>;
  return isPoint(size) && Array.isArray(shapes) && Array.isArray(hotspots) && typeof description === "string";
}

/** The picture in the language of the page, of which there is one if it differs from the English one. */
function pictureIn(pictures: unknown): Scene | null {
  const { en, [language]: own = en } = (pictures ?? {}) as Record<string, unknown>;
  return isScene(own) ? own : null;
}

/** Reads the data built with the page; invalid entries are left out. */
export function knownOf(built: unknown): Map<string, Known> {
  const known = new Map<string, Known>();
  const { examples } = (built ?? {}) as { examples?: unknown };
  for (const item of Array.isArray(examples) ? examples : []) {
    const { id, states, pictures } = (item ?? {}) as Record<string, unknown>;
    if (typeof id === "string") known.set(id, { states: Number.isInteger(states) ? (states as number) : null, picture: pictureIn(pictures) });
  }
  return known;
}

/** The data built with the page; empty if the site was built without. */
export async function fetchKnown(): Promise<Map<string, Known>> {
  try {
    const response = await fetch("./gallery.json");
    return knownOf(response.ok ? await response.json() : null);
  } catch {
    return new Map();
  }
}

/** A picture for a card; null if it cannot be drawn. */
export function pictureElement(scene: Scene): SVGSVGElement | null {
  try {
    return sceneElement(scene);
  } catch {
    return null;
  }
}

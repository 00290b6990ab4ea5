/** The description of a task in the language of the page. Every part may be missing or of another type. */
import { type Viewpoint, viewpointOf } from "./share/viewpoint";
import type { Draft } from "./task";
import { language } from "./text/language";

export interface Presentation {
  title: string;
  description: string;
  /** What to look at in the pictures. */
  look: string;
  tags: string[];
  /** The figures of the thesis that the task shows. */
  figure: string;
  /** The initial viewpoint. */
  view: Viewpoint;
}

const member = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function presentationOf({ title, description, rest }: Pick<Draft, "title" | "description" | "rest">, wanted = language): Presentation {
  const own = wanted === "de" ? member(rest, "de") : undefined;
  const tags = member(rest, "tags");
  return {
    title: text(member(own, "title")) || title,
    description: text(member(own, "description")) || description,
    look: text(member(own, "look")) || text(member(rest, "look")),
    tags: Array.isArray(tags) ? [...new Set(tags.filter((tag): tag is string => typeof tag === "string" && tag !== ""))] : [],
    figure: text(member(rest, "figure")),
    view: viewpointOf(member(rest, "view")),
  };
}

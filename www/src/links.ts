/** Links to tasks, on the side of the worker: the engine writes and reads them. */
import * as engine from "./engine/hrglass";
import type { Rendered } from "./engine/hrglass";

/** What can be asked about links. */
export type LinkQuestion =
  /** The link for a task document, with what the page is to show first. */
  | { of: "encode"; task: string; view: Record<string, string> }
  | { of: "decode"; fragment: string };

/** A fragment, `#` included, with what the person who shares it should know. */
export type EncodedLink = { fragment: string; warning?: string } | { error: Rendered };
export type DecodedLink = { task: string; view: Record<string, string> } | { error: Rendered };

interface Codec {
  encodeLink(task: string, view: Record<string, string>): EncodedLink;
  decodeLink(fragment: string): DecodedLink;
}

/** Answers a question about links; null if this engine knows nothing of links. */
export function exchange(question: LinkQuestion): EncodedLink | DecodedLink | null {
  const { encodeLink, decodeLink }: Partial<Codec> = engine as object;
  return question.of === "encode"
    ? (encodeLink?.(question.task, question.view) ?? null)
    : (decodeLink?.(question.fragment) ?? null);
}

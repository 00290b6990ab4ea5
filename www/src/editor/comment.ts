/** Block comments, which the readers of all languages share. */
import type { StringStream } from "@codemirror/language";

export interface Commented {
  /** Whether the line begins inside a comment. */
  inComment: boolean;
}

/** Reads a comment to its end, or to that of the line. */
export function blockComment(stream: StringStream, state: Commented): string {
  state.inComment = !stream.match(/^.*?\*\//);
  if (state.inComment) stream.skipToEnd();
  return "comment";
}

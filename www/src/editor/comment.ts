/** Block comments, shared by the tokenizers of all languages. */
import type { StringStream } from "@codemirror/language";

export interface Commented {
  /** Whether the line begins inside a comment. */
  inComment: boolean;
}

/** Reads to the end of the comment or of the line. */
export function blockComment(stream: StringStream, state: Commented): string {
  state.inComment = !stream.match(/^.*?\*\//);
  if (state.inComment) stream.skipToEnd();
  return "comment";
}

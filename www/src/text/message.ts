/** What the engine says in a diagnostic. */
import type { Rendered } from "../engine/engine";

/** A diagnostic's message and suggestion. */
export const messageText = ({ message, suggestion }: Pick<Rendered, "message" | "suggestion">): string => [message, ...(suggestion ? [suggestion] : [])].join(": ");

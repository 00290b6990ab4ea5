/** Errors, warnings and notes in the language of the page; the German ones are loaded after the first run, or when they are needed. */
import type { Rendered } from "../engine/graph-grammars";
import { language } from "./language";
import { learn, reasonText } from "./reasons";

let loading: Promise<void> | null = null;

/** Loads the translations, if the page has another language than the engine. Without them, the engine's words stay. */
export async function loadTranslations(): Promise<void> {
  if (language !== "de") return;
  loading ??= import("./diagnostics.de").then(({ diagnostics }) => learn(diagnostics));
  try {
    await loading;
  } catch {
    loading = null;
  }
}

/** A diagnostic's message and suggestion. */
export const messageText = ({ message, suggestion }: Pick<Rendered, "message" | "suggestion">): string =>
  [message, ...(suggestion ? [suggestion] : [])].map(reasonText).join(": ");

/** A note of a diagnostic, which may begin with its place. */
export function noteText(note: string): string {
  const [, place = "", text = note] = /^([^\s:]+:\d+: )(.*)$/s.exec(note) ?? [];
  return place + reasonText(text);
}

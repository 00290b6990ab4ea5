/** Errors, warnings and notes in the language of the page or of a demo; the German ones are loaded after the first run, or when they are needed. */
import type { Rendered, Report } from "../engine/graph-grammars";
import type { Language } from "../frame/settings";
import { language } from "./language";
import { learn, reasonText } from "./reasons";

let loading: Promise<void> | null = null;

/** Loads the translations, if the wanted language is not that of the engine. Without them, the engine's words stay. */
export async function loadTranslations(wanted: Language = language): Promise<void> {
  if (wanted !== "de") return;
  loading ??= import("./diagnostics.de").then(({ diagnostics }) => learn(diagnostics));
  try {
    await loading;
  } catch {
    loading = null;
  }
}

/** Loads the translations if a report has something to translate. */
export async function loadTranslationsOf({ diagnostics, properties }: Report, wanted: Language = language): Promise<void> {
  if (diagnostics.length || properties.some(({ reason }) => reason)) await loadTranslations(wanted);
}

/** A diagnostic's message and suggestion. */
export const messageText = ({ message, suggestion }: Pick<Rendered, "message" | "suggestion">, said = reasonText): string =>
  [message, ...(suggestion ? [suggestion] : [])].map(said).join(": ");

/** A note of a diagnostic, which may begin with its place. */
export function noteText(note: string, said = reasonText): string {
  const [, place = "", text = note] = /^([^\s:]+:\d+: )(.*)$/s.exec(note) ?? [];
  return place + said(text);
}

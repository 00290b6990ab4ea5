/** Errors, warnings and notes in the language of the page or of a demo; the German ones are loaded after the first run, or when they are needed. */
import type { Rendered, Report } from "../engine/graph-grammars";
import type { Language } from "../frame/settings";
import { inGermanOnly, language } from "./language";
import { loadPictureTexts } from "./pictures";
import { learn, reasonText } from "./reasons";

/** Loads the translations, if the wanted language is not that of the engine. Without them, the engine's words stay. */
export const loadTranslations = inGermanOnly(async () => {
  const { diagnostics } = await import("./diagnostics.de");
  learn(diagnostics);
});

/** Loads the translations of a report, if it has something to translate, and of its pictures. */
export async function loadTranslationsOf({ diagnostics, properties }: Report, wanted: Language = language): Promise<void> {
  const says = diagnostics.length > 0 || properties.some(({ reason }) => reason);
  await Promise.all([loadPictureTexts(wanted), says ? loadTranslations(wanted) : null]);
}

/** A diagnostic's message and suggestion. */
export const messageText = ({ message, suggestion }: Pick<Rendered, "message" | "suggestion">, said = reasonText): string =>
  [message, ...(suggestion ? [suggestion] : [])].map(said).join(": ");

/** A note of a diagnostic, which may begin with its place. */
export function noteText(note: string, said = reasonText): string {
  const [, place = "", text = note] = /^([^\s:]+:\d+: )(.*)$/s.exec(note) ?? [];
  return place + said(text);
}

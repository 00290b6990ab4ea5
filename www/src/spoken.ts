/** What an engine needs to speak the language of its page or demo. */
import germanUrl from "../../src/base/german.json?url";
import type { Language } from "./frame/settings";
import { fetched, once } from "./modules";

/** A language, with its translations, which English has none of. */
export interface Spoken {
  language: Language;
  translations: string | undefined;
}

const german = once(async () => (await fetched(germanUrl)).text());

/** What is needed for a language. Without translations, the engine speaks English. */
export async function spoken(language: Language): Promise<Spoken> {
  return { language, translations: language === "de" ? await german().catch(() => undefined) : undefined };
}

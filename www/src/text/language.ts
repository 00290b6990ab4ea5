/** The language of the page and its texts. */
import { type Language, settings } from "../frame/settings";

const system = typeof navigator === "undefined" ? "en" : navigator.language;
const chosen = settings.value.language;

/** Fixed when the page loads; changing it reloads the page. */
export const language: Language = chosen === "system" ? (system.startsWith("de") ? "de" : "en") : chosen;

/** Every text is in a table like this, beside its translation; keys and parameters are the same in both. */
export const texts = <T>(table: { en: T; de: NoInfer<T> }): T => table[language];

/** Numbers as the language writes them. */
export const figure = new Intl.NumberFormat(language);

/** A noun in the singular and the plural. */
export type Noun = readonly [one: string, many: string];

/** `1 state`, `2 states`. */
export const counted = (count: number, [one, many]: Noun): string =>
  `${figure.format(count)} ${count === 1 ? one : many}`;

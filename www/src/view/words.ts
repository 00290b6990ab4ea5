/** Words for verdicts and their assumptions. */
import type { Assumption, Judgement, Verdict } from "../engine/engine";
import { language, texts } from "../text/language";

const t = texts({
  en: {
    words: { satisfied: "satisfied", violated: "violated", unknown: "unknown" } as Record<Verdict, string>,
    only: (word: string) => `${word} if …`,
    returns: (methods: string) => `… every call of ${methods} returns. These calls are one step here; as far as the analysis knows, one may not terminate.`,
  },
  de: {
    words: { satisfied: "erfüllt", violated: "verletzt", unknown: "unbekannt" },
    only: (word) => `${word}, falls …`,
    returns: (methods) => `… jeder Aufruf von ${methods} zurückkehrt. Diese Aufrufe sind hier ein Schritt; soweit die Analyse weiß, terminiert vielleicht einer nicht.`,
  },
});

export const verdictWords = t.words;

/** The word for a verdict, marked if it has an assumption. */
export const wordOf = ({ verdict, assumption }: Judgement): string => (assumption ? t.only(verdictWords[verdict]) : verdictWords[verdict]);

/** The assumption, as the end of a sentence that starts with the verdict. */
export const assumptionText = ({ returns }: Assumption): string =>
  t.returns(new Intl.ListFormat(language, { type: "conjunction" }).format(returns));

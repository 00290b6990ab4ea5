/** Words for verdicts and their assumptions. */
import type { Assumption, Judgement, Verdict } from "../engine/engine";
import { texts } from "../text/language";

const t = texts({
  en: {
    words: { satisfied: "satisfied", violated: "violated", suspected: "suspected", unknown: "unknown" } as Record<Verdict, string>,
    only: (word: string) => `${word} if …`,
    holds: (assumption: string) => `… ${assumption}.`,
    assumed: (assumption: string) => `Assumed: ${assumption}.`,
  },
  de: {
    words: { satisfied: "erfüllt", violated: "verletzt", suspected: "unter Verdacht", unknown: "unbekannt" },
    only: (word) => `${word}, angenommen …`,
    holds: (assumption) => `… ${assumption}.`,
    assumed: (assumption) => `Angenommen: ${assumption}.`,
  },
});

export const verdictWords = t.words;

/** What is assumed besides what is assumed of every program. */
export const specialOf = ({ assumptions = [] }: Pick<Judgement, "assumptions">): Assumption[] =>
  assumptions.filter(({ kind }) => kind !== "allocation" && kind !== "stack");

/** The word for a verdict; a proof that rests on something says so. */
export const wordOf = (judgement: Judgement): string =>
  judgement.verdict === "satisfied" && specialOf(judgement).length ? t.only(verdictWords[judgement.verdict]) : verdictWords[judgement.verdict];

/** What a verdict rests on, a sentence each; of a proof, each ends the sentence that starts with the verdict. */
export const assumptionTexts = (judgement: Judgement): string[] =>
  specialOf(judgement).map(({ words }) => (judgement.verdict === "satisfied" ? t.holds(words) : t.assumed(words)));

/** The claim of a property: a formula, or in words a behaviour that no run has. */
import { h } from "../dom";
import type { PropertyClaim } from "../engine/graph-grammars";
import { texts } from "../text/language";

const t = texts({
  en: { monitor: "monitor", assertions: "no assertion fails", reaches: "no run reaches", or: "or", safe: "no uncaught null dereference or other exception" },
  de: { monitor: "Monitor", assertions: "keine Zusicherung schlägt fehl", reaches: "kein Lauf erreicht", or: "oder", safe: "keine unbehandelte Null-Dereferenzierung oder andere Ausnahme" },
});

/** Its parts, in words or as code: formulas and names. */
function parts({ kind, formula = "", monitor = "", labels = [] }: PropertyClaim, words: typeof t): { text: string; isCode: boolean }[] {
  const said = (text: string) => ({ text, isCode: false });
  const code = (text: string) => ({ text, isCode: true });
  switch (kind) {
    case "ltl":
      return [code(formula)];
    case "monitor":
      return [said(`${words.monitor} `), code(monitor)];
    case "unreach-call":
      return labels.flatMap((label, i) => [said(i ? ` ${words.or} ` : `${words.reaches} `), code(label)]);
    case "assertions":
      return [said(words.assertions)];
    case "memory-safety":
      return [said(words.safe)];
  }
}

export const claimText = (claim: PropertyClaim): string => parts(claim, t).map(({ text }) => text).join("");

/** As an element; `words` are given if the language is not that of the page. */
export function claim(claimed: PropertyClaim, title = claimText(claimed), words: typeof t = t): HTMLElement {
  const found = parts(claimed, words);
  const elements = found.map(({ text, isCode }) => (isCode ? h("code", found.length > 1 ? {} : { title }, text) : text));
  const [first] = elements;
  return first instanceof HTMLElement ? first : h("span", { className: "gloss", title }, ...elements);
}

/** The claim of a property: a formula, or in words a behaviour that no run has. */
import { h } from "../dom";
import type { PropertyClaim } from "../engine/graph-grammars";
import { texts } from "../text/language";

/** The words of claims, in every language. */
export const claimWords = {
  en: { monitor: "monitor", assertions: "no assertion fails", reaches: "no run reaches", or: "or", safe: "no uncaught null dereference or other exception",
    errors: "no run reaches reach_error, a label ERROR, or an assertion that fails", division: "no run divides by zero",
    shift: "no run shifts by a distance that is negative or not less than the width", bounds: "no run uses an index that its array does not have",
    overflow: "no operation on signed numbers overflows", deref: "no run dereferences null, a pointer without a value, or a pointer to memory that is gone",
    free: "every run frees only what it has allocated, and only once", memtrack: "no run loses memory: what was not freed is reached from variables",
    memcleanup: "when a run ends, all memory that it has allocated is freed",
  },
  de: { monitor: "Monitor", assertions: "keine Zusicherung schlägt fehl", reaches: "kein Lauf erreicht", or: "oder", safe: "keine unbehandelte Null-Dereferenzierung oder andere Ausnahme",
    errors: "kein Lauf erreicht reach_error, eine Marke ERROR oder eine Zusicherung, die fehlschlägt", division: "kein Lauf teilt durch null",
    shift: "kein Lauf schiebt um eine Weite, die negativ ist oder nicht kleiner als die Breite", bounds: "kein Lauf benutzt einen Index, den das Feld nicht hat",
    overflow: "keine Operation auf Zahlen mit Vorzeichen läuft über",
    deref: "kein Lauf dereferenziert null, einen Zeiger ohne Wert oder einen Zeiger auf Speicher, den es nicht mehr gibt",
    free: "jeder Lauf gibt nur frei, was er angefordert hat, und nur einmal",
    memtrack: "kein Lauf verliert Speicher: was nicht freigegeben wurde, ist von Variablen aus erreichbar",
    memcleanup: "wenn ein Lauf endet, ist aller Speicher freigegeben, den er angefordert hat",
  },
};

const t = texts(claimWords);

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
      if (labels.length === 0) return [said(words.errors)];
      return labels.flatMap((label, i) => [said(i ? ` ${words.or} ` : `${words.reaches} `), code(label)]);
    case "assertions":
      return [said(words.assertions)];
    case "memory-safety":
      return [said(words.safe)];
    case "no-division-by-zero":
      return [said(words.division)];
    case "no-invalid-shift":
      return [said(words.shift)];
    case "no-index-out-of-bounds":
      return [said(words.bounds)];
    case "no-overflow":
      return [said(words.overflow)];
    case "valid-deref":
      return [said(words.deref)];
    case "valid-free":
      return [said(words.free)];
    case "valid-memtrack":
      return [said(words.memtrack)];
    case "valid-memcleanup":
      return [said(words.memcleanup)];
  }
}

export const claimText = (claim: PropertyClaim, words = t): string => parts(claim, words).map(({ text }) => text).join("");

/** As an element; `words` are given if the language is not that of the page. */
export function claim(claimed: PropertyClaim, said?: string, words = t): HTMLElement {
  const title = said ?? claimText(claimed, words);
  const found = parts(claimed, words);
  const elements = found.map(({ text, isCode }) => (isCode ? h("code", found.length > 1 ? {} : { title }, text) : text));
  const [first] = elements;
  return first instanceof HTMLElement ? first : h("span", { className: "gloss", title }, ...elements);
}

/** What a property claims: a formula, that a monitor accepts no run, or that no assertion fails. */
import { h } from "../dom";
import { texts } from "../text/language";

const t = texts({
  en: { monitor: "monitor", assertions: "no assertion fails" },
  de: { monitor: "Monitor", assertions: "keine Zusicherung schlägt fehl" },
});

// Formulas put their propositions in braces.
const monitor = "monitor ";
const assertions = "no assertion fails";

/** Whether it is a formula. */
export const isFormula = (ltl: string): boolean => ltl !== assertions && !ltl.startsWith(monitor);

export const claimText = (ltl: string): string =>
  ltl === assertions ? t.assertions : ltl.startsWith(monitor) ? `${t.monitor} ${ltl.slice(monitor.length)}` : ltl;

/** As an element; `words` are given if the language is not that of the page. */
export function claim(ltl: string, title = claimText(ltl), words = t): HTMLElement {
  if (isFormula(ltl)) return h("code", { title }, ltl);
  return h("span", { className: "gloss", title }, ...(ltl === assertions ? [words.assertions] : [`${words.monitor} `, h("code", {}, ltl.slice(monitor.length))]));
}

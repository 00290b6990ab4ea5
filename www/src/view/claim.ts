/** What a property claims: a formula, or in words that a monitor finds nothing, or that no assertion fails. */
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

export function claim(ltl: string, title = claimText(ltl)): HTMLElement {
  if (isFormula(ltl)) return h("code", { title }, ltl);
  return h("span", { className: "gloss", title }, ...(ltl === assertions ? [t.assertions] : [`${t.monitor} `, h("code", {}, ltl.slice(monitor.length))]));
}

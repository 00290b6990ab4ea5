/** The proof rules in the engine's notation, each with an explanation. */
import { h } from "../dom";
import { texts } from "../text/language";

interface Rule {
  /** The action, as part of a sentence. */
  act: string;
  line: string;
}

const t = texts({
  en: {
    title: "Rules",
    rules: {
      "⊨": { act: "a literal holds", line: "A literal of the set holds in the state: the assertion is proved." },
      "⊭": { act: "drop a false literal", line: "A literal that is false in the state is dropped; if nothing is left, the assertion is refuted." },
      "∨": { act: "split a disjunction", line: "φ ∨ ψ: the next assertion contains both formulas." },
      "∧": { act: "branch on a conjunction", line: "φ ∧ ψ: two assertions, one with φ and one with ψ." },
      U: { act: "unfold until", line: "φ U ψ: two assertions, one with ψ and φ, one with ψ and X (φ U ψ)." },
      R: { act: "unfold release", line: "φ R ψ: two assertions, one with ψ, one with φ and X (φ R ψ)." },
      X: { act: "go to the next state", line: "Only obligations for the next state are left: every successor takes them over." },
      contract: { act: "skip a call by its contract", line: "A model-checking contract stands for the rules inside a whole call." },
    } as Record<string, Rule>,
  },
  de: {
    title: "Regeln",
    rules: {
      "⊨": { act: "ein Literal gilt", line: "Ein Literal der Menge gilt im Zustand: Die Behauptung ist bewiesen." },
      "⊭": { act: "falsches Literal streichen", line: "Ein Literal, das im Zustand falsch ist, fällt weg; bleibt nichts übrig, ist die Behauptung widerlegt." },
      "∨": { act: "Disjunktion zerlegen", line: "φ ∨ ψ: Die nächste Behauptung enthält beide Formeln." },
      "∧": { act: "nach einer Konjunktion verzweigen", line: "φ ∧ ψ: zwei Behauptungen, eine mit φ und eine mit ψ." },
      U: { act: "Until auffalten", line: "φ U ψ: zwei Behauptungen, eine mit ψ und φ, eine mit ψ und X (φ U ψ)." },
      R: { act: "Release auffalten", line: "φ R ψ: zwei Behauptungen, eine mit ψ, eine mit φ und X (φ R ψ)." },
      X: { act: "zum nächsten Zustand gehen", line: "Nur Verpflichtungen für den nächsten Zustand sind übrig: Jeder Nachfolger übernimmt sie." },
      contract: { act: "einen Aufruf durch seinen Vertrag überspringen", line: "Ein Model-Checking-Vertrag steht für die Regeln in einem ganzen Aufruf." },
    },
  },
});

/** Rule paths in words, each rule once. */
export function actsOf(rules: readonly string[]): string {
  const names = new Set(rules.flatMap((path) => path.split(" ")).filter(Boolean));
  return [...names].map((name) => t.rules[name]?.act ?? name).join(", ");
}

/** The rules on these paths with their explanations, as a collapsible list. */
export function rulesLegend(paths: readonly string[]): HTMLElement {
  const used = new Set(paths.flatMap((path) => path.split(" ")));
  const entries = Object.entries(t.rules).filter(([name]) => used.has(name));
  return h("details", { className: "rules" },
    h("summary", {}, t.title),
    h("dl", {}, ...entries.flatMap(([name, { line }]) => [h("dt", {}, h("code", {}, name)), h("dd", {}, line)])));
}

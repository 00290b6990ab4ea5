/** The rules of the grammars of a task as hypergraphs, beside their text: the rule that the cursor is in is marked, and one that is chosen marks its text. */
import { coded, h } from "../dom";
import type { GrammarPictures, NonterminalPicture, RulePicture } from "../engine/exchange";
import { itemsOf, memberOf, parseJson, positionIn, type TextRange } from "../jsonText";
import { counted, type Noun, texts } from "../text/language";
import { sceneElement } from "../view/scene";
import { Asking } from "./asking";

const t = texts({
  en: {
    title: "Drawing", bad: (message: string) => `The text has an error, so the last drawing is shown: ${message}`,
    rule: (name: string, number: number) => `Rule ${number} of ${name}`, rank: (rank: number) => `${rank} external vertices`, library: "predefined", hidden: ["more rule is not drawn", "more rules are not drawn"] as Noun,
    legend: "A ringed vertex is external: the number says to which tentacle of the nonterminal it belongs.", none: "The task has no grammar.",
  },
  de: {
    title: "Zeichnung", bad: (message) => `Der Text hat einen Fehler; gezeigt wird die letzte Zeichnung: ${message}`,
    rule: (name, number) => `Regel ${number} von ${name}`, rank: (rank) => `${rank} externe Knoten`, library: "vordefiniert", hidden: ["weitere Regel ist nicht gezeichnet", "weitere Regeln sind nicht gezeichnet"],
    legend: "Ein Knoten mit Ring ist extern: Die Zahl sagt, zu welchem Tentakel des Nichtterminals er gehört.", none: "Die Aufgabe hat keine Grammatik.",
  },
});

/** The editor of the text, and the engine. */
export interface RuleContext {
  mark(ranges: readonly TextRange[], reveal: boolean): void;
  pictures(text: string): Promise<GrammarPictures | null>;
}

interface DrawnRule {
  button: HTMLButtonElement;
  /** Where the rule is written. */
  range: TextRange | null;
}

export class RuleDrawing {
  readonly #problem = h("p", { className: "problem", hidden: true, aria: { role: "status" } });
  readonly #list = h("div", { className: "drawn-list" });
  readonly #legend = h("p", { className: "legend", hidden: true }, t.legend);
  readonly element = h("section", { className: "drawn", aria: { label: t.title } }, this.#problem, this.#list, this.#legend);
  readonly #asking = new Asking<GrammarPictures>((pictures) => this.#draw(pictures));
  #text = "";
  #rules: DrawnRule[] = [];

  constructor(private readonly context: RuleContext) {}

  /** Shows the rules of a text. While it cannot be read, the last ones stay, dimmed. */
  show(text: string): void {
    this.#text = text;
    this.#asking.ask(() => this.context.pictures(text), this.#rules.length === 0);
  }

  /** Forgets the drawings: another task is open. */
  clear(): void {
    this.#rules = [];
    this.#list.replaceChildren();
  }

  /** The user moved to a position in the text. */
  cursor(position: number): void {
    const at = this.#rules.filter(({ range }) => range && range.from <= position && position <= range.to);
    this.#choose(at, false);
  }

  #choose(rules: readonly DrawnRule[], reveal: boolean): void {
    for (const rule of this.#rules) rule.button.ariaPressed = String(rules.includes(rule));
    rules[0]?.button.scrollIntoView({ block: "nearest" });
    this.context.mark(rules.flatMap(({ range }) => range ?? []).slice(0, 1), reveal);
  }

  #draw({ nonterminals, diagnostics }: GrammarPictures): void {
    const error = diagnostics.find(({ severity }) => severity === "error");
    this.#problem.hidden = nonterminals !== null || !error;
    this.#problem.replaceChildren(...coded(error && !nonterminals ? t.bad(error.message) : ""));
    this.#list.toggleAttribute("data-stale", !nonterminals);
    if (!nonterminals) return;
    this.#rules = [];
    this.#list.replaceChildren(...nonterminals.map((own) => this.#nonterminal(own)), ...(nonterminals.length ? [] : [h("p", { className: "quiet" }, t.none)]));
    this.#legend.hidden = !nonterminals.some(({ rank }) => rank > 0);
  }

  #nonterminal({ name, rank, grammar, rules, hidden }: NonterminalPicture): HTMLElement {
    const drawn = rules.map((rule, i) => {
      const label = t.rule(name, i + 1);
      const button = h("button", { type: "button", className: "rule", aria: { label, pressed: "false" } }, sceneElement(rule.scene));
      const own: DrawnRule = { button, range: this.#rangeOf(grammar, rule) };
      button.addEventListener("click", () => this.#choose([own], true));
      this.#rules.push(own);
      return h("li", {}, button);
    });
    const note = [t.rank(rank), ...(rules[0]?.in === "library" ? [t.library] : [])].join(", ");
    return h("section", { aria: { label: name } }, h("header", {}, h("h2", {}, h("code", {}, name)), h("span", { className: "quiet" }, note)),
      h("ul", { className: "rules" }, ...drawn), hidden ? h("p", { className: "quiet" }, counted(hidden, t.hidden)) : null);
  }

  /** Where a rule is written in the text; a predefined one where its grammar is named. */
  #rangeOf(grammar: number, { in: place, from, to }: RulePicture): TextRange | null {
    const node = itemsOf(parseJson(this.#text))[grammar];
    if (!node || place === "library") return node ?? null;
    if (place === "text") return { from: offsetOf(this.#text, from), to: offsetOf(this.#text, to) };
    const definitions = memberOf(node, "definitions");
    if (definitions?.kind !== "string") return node;
    const at = (position: [number, number]): number => positionIn(this.#text, definitions, offsetOf(definitions.text, position));
    return { from: at(from), to: at(to) };
  }
}

/** The offset of a line and column, both from 1. */
const offsetOf = (text: string, [line, column]: readonly [number, number]): number =>
  text.split("\n").slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, column - 1);

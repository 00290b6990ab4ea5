/** The rules of the grammars of a task as hypergraphs, beside their text: the rule that the cursor is in is marked, and one that is chosen marks its text. Rules in JSON can be changed here. */
import { coded, h, smallButton } from "../dom";
import type { GrammarPictures, NonterminalPicture, RulePicture } from "../engine/exchange";
import { itemsOf, memberOf, parseJson, positionIn, type TextChange, type TextRange } from "../jsonText";
import { type Declaration, declarationsIn, rulesIn, withoutRule, withRule, type WrittenRule } from "../rules";
import { counted, type Noun, texts } from "../text/language";
import { reasonText } from "../text/reasons";
import { describe, partsOf } from "../view/parts";
import { numbered, sceneElement } from "../view/scene";
import { Asking } from "./asking";
import { type KnownNonterminal, RuleForm } from "./ruleForm";

const t = texts({
  en: {
    title: "Drawing", bad: (message: string) => `The text has an error, so the last drawing is shown: ${message}`,
    rule: (name: string, number: number) => `Rule ${number} of ${name}`, rank: ["external vertex", "external vertices"] as Noun, library: "predefined", hidden: ["more rule is not drawn", "more rules are not drawn"] as Noun,
    legend: "A ringed vertex is external: the number says to which tentacle of the nonterminal it belongs.", none: "The task has no grammar.", add: "Add a rule", addTo: (name: string) => `Add a rule for ${name}`,
  },
  de: {
    title: "Zeichnung", bad: (message) => `Der Text hat einen Fehler; gezeigt wird die letzte Zeichnung: ${message}`,
    rule: (name, number) => `Regel ${number} von ${name}`, rank: ["externer Knoten", "externe Knoten"], library: "vordefiniert", hidden: ["weitere Regel ist nicht gezeichnet", "weitere Regeln sind nicht gezeichnet"],
    legend: "Ein Knoten mit Ring ist extern: Die Zahl sagt, zu welchem Tentakel des Nichtterminals er gehört.", none: "Die Aufgabe hat keine Grammatik.", add: "Regel hinzufügen", addTo: (name) => `Regel hinzufügen für ${name}`,
  },
});

/** The editor of the text, and the engine. */
export interface RuleContext {
  edit(changes: readonly TextChange[]): void;
  mark(ranges: readonly TextRange[], reveal: boolean): void;
  pictures(text: string): Promise<GrammarPictures | null>;
}

interface DrawnRule {
  /** The positions of a rule in JSON; an empty text for others. */
  path: string;
  button: HTMLButtonElement;
  item: HTMLElement;
  /** Where the rule is written. */
  range: TextRange | null;
}

/** The rules in JSON by their positions. */
const writtenRules = (text: string): Map<string, WrittenRule> => new Map(rulesIn(text).map(([path, rule]) => [path.join(), rule]));

export class RuleDrawing {
  readonly #problem = h("p", { className: "problem", hidden: true, aria: { role: "status" } });
  readonly #list = h("div", { className: "drawn-list" });
  readonly #legend = h("p", { className: "legend", hidden: true }, t.legend);
  readonly element = h("section", { className: "drawn", aria: { label: t.title } }, this.#problem, this.#list, this.#legend);
  readonly #asking = new Asking<GrammarPictures>((pictures) => this.#draw(pictures));
  readonly #form = new RuleForm({ edit: (changes) => this.context.edit(changes), remove: () => this.#removeRule() });
  readonly #place = h("li", { className: "rule-form" }, this.#form.element);
  #text = "";
  #rules: DrawnRule[] = [];
  #nonterminals: KnownNonterminal[] = [];
  /** The rule in JSON that can be changed. */
  #chosen = "";
  /** Whether the next drawing moves to the chosen rule, or, if there is none, to where one can be added. */
  #focus = false;

  constructor(private readonly context: RuleContext) {}

  /** Shows the rules of a text. While it cannot be read, the last ones stay, dimmed. */
  show(text: string): void {
    this.#text = text;
    this.#focus = false;
    this.#showForm();
    this.#asking.ask(() => this.context.pictures(text), this.#rules.length === 0);
  }

  /** Forgets the drawings: another task is open. */
  clear(): void {
    this.#rules = [];
    this.#chosen = "";
    this.#list.replaceChildren();
  }

  /** The user moved to a position in the text. */
  cursor(position: number): void {
    const at = this.#rules.filter(({ range }) => range && range.from <= position && position <= range.to);
    this.#choose(at, false);
  }

  #choose(rules: readonly DrawnRule[], reveal: boolean): void {
    for (const rule of this.#rules) rule.button.ariaPressed = String(rules.includes(rule));
    this.#chosen = rules[0]?.path ?? "";
    this.#showForm();
    rules[0]?.button.scrollIntoView({ block: "nearest" });
    this.context.mark(rules.flatMap(({ range }) => range ?? []).slice(0, 1), reveal);
  }

  /** Shows what can be done to the chosen rule, behind it; nothing if the text cannot be read, or has no such rule. */
  #showForm(): void {
    const written = writtenRules(this.#text).get(this.#chosen);
    const drawn = this.#rules.find(({ path }) => path && path === this.#chosen);
    if (!written || !drawn) return this.#place.remove();
    this.#form.show(this.#text, written, this.#nonterminals);
    // Moving it would take the focus away.
    if (drawn.item.nextSibling !== this.#place) drawn.item.after(this.#place);
  }

  #draw({ nonterminals, diagnostics }: GrammarPictures): void {
    const error = diagnostics.find(({ severity }) => severity === "error");
    this.#problem.hidden = nonterminals !== null || !error;
    this.#problem.replaceChildren(...coded(error && !nonterminals ? t.bad(reasonText(error.message)) : ""));
    this.#list.toggleAttribute("data-stale", !nonterminals);
    if (!nonterminals) return;
    this.#rules = [];
    this.#nonterminals = nonterminals;
    const written = writtenRules(this.#text);
    const focused = this.#form.element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    this.#list.replaceChildren(...nonterminals.map((own) => this.#nonterminal(own, written)), ...(nonterminals.length ? [] : [h("p", { className: "quiet" }, t.none)]));
    this.#legend.hidden = !nonterminals.some(({ rank }) => rank > 0);
    for (const rule of this.#rules) rule.button.ariaPressed = String(rule.path !== "" && rule.path === this.#chosen);
    this.#showForm();
    if (this.#focus) this.#moveToChosen();
    else focused?.focus();
  }

  #moveToChosen(): void {
    this.#focus = false;
    const own = this.#rules.find(({ path }) => path === this.#chosen);
    if (own) this.#choose([own], true);
    (own?.button ?? this.#list.querySelector<HTMLElement>(`[data-declaration="${this.#chosen}"]`))?.focus();
  }

  /** Changes which rules there are; once they are drawn, moves to the one with these positions. */
  #change(changes: readonly TextChange[], chosen: string): void {
    this.#chosen = chosen;
    this.context.edit(changes);
    // What is drawn has other positions until then.
    this.#place.remove();
    this.#focus = true;
  }

  #declaration(path: string): Declaration | undefined {
    return declarationsIn(this.#text).find((own) => own.path.join() === path);
  }

  #addRule(path: string): void {
    const declaration = this.#declaration(path);
    if (declaration) this.#change(withRule(this.#text, declaration), `${path},${declaration.rules.items.length}`);
  }

  /** Deletes the chosen rule; the next one, or the last one, is chosen then. */
  #removeRule(): void {
    const [, path = "", number] = /^(.*),(\d+)$/.exec(this.#chosen) ?? [];
    const declaration = this.#declaration(path);
    if (!declaration) return;
    const last = declaration.rules.items.length - 2;
    this.#change(withoutRule(this.#text, declaration, Number(number)), last < 0 ? path : `${path},${Math.min(Number(number), last)}`);
  }

  #nonterminal({ name, rank, grammar, rules, hidden }: NonterminalPicture, written: ReadonlyMap<string, WrittenRule>): HTMLElement {
    const drawn = rules.map((rule, i) => {
      const words = describe(partsOf(rule.heap));
      const range = this.#rangeOf(grammar, rule);
      const [path = ""] = (rule.in === "text" ? [...written].find(([, { node }]) => node.from === range?.from) : null) ?? [];
      const picture = sceneElement({ ...rule.scene, description: words });
      // In JSON, vertices are numbers.
      const button = h("button", { type: "button", className: "rule", aria: { label: `${t.rule(name, i + 1)}: ${words}`, pressed: "false" } }, path ? numbered(picture, rule.scene, rule.heap) : picture);
      const own: DrawnRule = { path, button, item: h("li", {}, button), range };
      button.addEventListener("click", () => this.#choose([own], true));
      this.#rules.push(own);
      return own.item;
    });
    const declaration = declarationsIn(this.#text).find(({ path: [own], name: other }) => own === grammar && other === name);
    const note = [counted(rank, t.rank), ...(rules[0]?.in === "library" ? [t.library] : [])].join(", ");
    return h("section", { aria: { label: name } }, h("header", {}, h("h2", {}, h("code", {}, name)), h("span", { className: "quiet" }, note)),
      h("ul", { className: "rules" }, ...drawn), hidden ? h("p", { className: "quiet" }, counted(hidden, t.hidden)) : null,
      declaration ? h("p", { className: "drawn-row" }, this.#adds(declaration)) : null);
  }

  /** A button that adds a rule. */
  #adds({ path, name }: Declaration): HTMLElement {
    const button = smallButton(t.add, () => this.#addRule(path.join()));
    button.ariaLabel = t.addTo(name);
    button.dataset["declaration"] = path.join();
    return button;
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

/** The rules of the grammars of a task as hypergraphs, beside their text: the rule that the cursor is in is marked, and one that is chosen marks its text. Rules in JSON can be changed here. */
import { coded, h, smallButton } from "../dom";
import type { EditedRules, GrammarPictures, NonterminalPicture, RuleEdit, TextChange, TextRange, WrittenNonterminal } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";
import { describe, partsOf } from "../view/parts";
import { numbered, sceneElement } from "../view/scene";
import { Asking } from "./asking";
import { Editing } from "./editing";
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
  /** What an edit does to a text. */
  edited(text: string, edit: RuleEdit): Promise<EditedRules | null>;
}

interface DrawnRule {
  /** The positions of a rule in JSON; an empty text for others. */
  path: string;
  button: HTMLButtonElement;
  item: HTMLElement;
  /** Where the rule is written. */
  range: TextRange;
}

export class RuleDrawing {
  readonly #problem = h("p", { className: "problem", hidden: true, aria: { role: "status" } });
  readonly #list = h("div", { className: "drawn-list" });
  readonly #legend = h("p", { className: "legend", hidden: true }, t.legend);
  readonly element = h("section", { className: "drawn", aria: { label: t.title } }, this.#problem, this.#list, this.#legend);
  readonly #asking = new Asking<GrammarPictures>((pictures) => this.#draw(pictures));
  readonly #editing = new Editing<RuleEdit, WrittenNonterminal>(() => this.#text, (text, edit) => this.context.edited(text, edit));
  readonly #form = new RuleForm({ edit: (edit) => this.#edit(edit), remove: () => this.#removeRule() });
  readonly #place = h("li", { className: "rule-form" }, this.#form.element);
  #text = "";
  /** The text whose rules are drawn. */
  #drawn: string | null = null;
  #rules: DrawnRule[] = [];
  /** What is written as JSON in the text that was read last. */
  #written: readonly WrittenNonterminal[] = [];
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
    this.#asking.ask(() => this.context.pictures(text), this.#rules.length === 0);
  }

  /** Forgets the drawings: another task is open. */
  clear(): void {
    this.#rules = [];
    this.#written = [];
    this.#chosen = "";
    this.#list.replaceChildren();
  }

  /** The user moved to a position in the text. */
  cursor(position: number): void {
    const at = this.#rules.filter(({ range }) => range.from <= position && position <= range.to);
    this.#choose(at, false);
  }

  #choose(rules: readonly DrawnRule[], reveal: boolean): void {
    for (const rule of this.#rules) rule.button.ariaPressed = String(rules.includes(rule));
    this.#chosen = rules[0]?.path ?? "";
    this.#showForm();
    rules[0]?.button.scrollIntoView({ block: "nearest" });
    this.context.mark(rules.slice(0, 1).map(({ range }) => range), reveal);
  }

  /** Shows what can be done to the chosen rule, behind it; nothing if the text cannot be read, or has no such rule. */
  #showForm(): void {
    const [grammar = -1, nonterminal = -1, number = -1] = this.#chosen.split(",").map(Number);
    const written = this.#writtenAt(`${grammar},${nonterminal}`)?.rules[number];
    const drawn = this.#rules.find(({ path }) => path && path === this.#chosen);
    if (!written || !drawn) return this.#place.remove();
    this.#form.show([grammar, nonterminal, number], written, this.#nonterminals);
    // Moving it would take the focus away.
    if (drawn.item.nextSibling !== this.#place) drawn.item.after(this.#place);
  }

  #draw({ nonterminals, written, diagnostics }: GrammarPictures): void {
    this.#written = written;
    this.#showForm();
    const error = diagnostics.find(({ severity }) => severity === "error");
    this.#problem.hidden = nonterminals !== null || !error;
    this.#problem.replaceChildren(...coded(error && !nonterminals ? t.bad(error.message) : ""));
    this.#list.toggleAttribute("data-stale", !nonterminals);
    if (!nonterminals) return;
    const focused = this.#focused();
    // Rules of definitions have no path: of the same text, the same one stays chosen.
    const chosen = this.#text === this.#drawn ? this.#rules.findIndex(({ button }) => button.ariaPressed === "true") : -1;
    this.#drawn = this.#text;
    this.#rules = [];
    this.#nonterminals = nonterminals;
    this.#list.replaceChildren(...nonterminals.map((own) => this.#nonterminal(own)), ...(nonterminals.length ? [] : [h("p", { className: "quiet" }, t.none)]));
    this.#legend.hidden = !nonterminals.some(({ rank }) => rank > 0);
    this.#rules.forEach(({ button, path }, at) => (button.ariaPressed = String(path ? path === this.#chosen : at === chosen)));
    this.#showForm();
    if (this.#focus) this.#moveToChosen();
    else focused()?.focus();
  }

  /** What has the focus, or what takes its place once the rules are drawn again. */
  #focused(): () => HTMLElement | null | undefined {
    const active = document.activeElement as HTMLElement | null;
    const [declaration, place] = [active?.dataset["declaration"], this.#rules.findIndex(({ button }) => button === active)];
    if (place >= 0) return () => this.#rules[place]?.button;
    if (declaration !== undefined) return () => this.#list.querySelector<HTMLElement>(`[data-declaration="${declaration}"]`);
    return () => (this.#form.element.contains(active) ? active : null);
  }

  #moveToChosen(): void {
    this.#focus = false;
    const own = this.#rules.find(({ path }) => path === this.#chosen);
    if (own) this.#choose([own], true);
    (own?.button ?? this.#list.querySelector<HTMLElement>(`[data-declaration="${this.#chosen}"]`))?.focus();
  }

  #edit(edit: RuleEdit): void {
    void this.#editing.edit(() => edit, (changes, written) => {
      this.context.edit(changes);
      this.#written = written;
      this.#showForm();
    });
  }

  /** Changes which rules there are; once they are drawn, moves to the one with these positions. */
  #change(edit: RuleEdit, chosen: string): void {
    void this.#editing.edit(() => edit, (changes, written) => {
      this.#chosen = chosen;
      this.context.edit(changes);
      this.#written = written;
      // What is drawn has other positions until then.
      this.#place.remove();
      this.#focus = true;
    });
  }

  /** The nonterminal with these positions. */
  #writtenAt(path: string): WrittenNonterminal | undefined {
    return this.#written.find((own) => own.path.join() === path);
  }

  #addRule({ path, rules }: WrittenNonterminal): void {
    this.#change({ of: "addRule", path }, `${path.join()},${rules.length}`);
  }

  /** Deletes the chosen rule; the next one, or the last one, is chosen then. */
  #removeRule(): void {
    const [grammar = -1, nonterminal = -1, number = -1] = this.#chosen.split(",").map(Number);
    const written = this.#writtenAt(`${grammar},${nonterminal}`);
    if (!written) return;
    const last = written.rules.length - 2;
    this.#change({ of: "removeRule", path: [grammar, nonterminal, number] }, [...written.path, ...(last < 0 ? [] : [Math.min(number, last)])].join());
  }

  /** The positions of the rule that is written in JSON from a position on; an empty text if there is none. */
  #pathAt(from: number): string {
    const found = this.#written.flatMap(({ path, rules }) => rules.flatMap(({ range }, i) => (range.from === from ? [[...path, i].join()] : [])));
    return found[0] ?? "";
  }

  #nonterminal({ name, rank, grammar, rules, hidden }: NonterminalPicture): HTMLElement {
    const drawn = rules.map((rule, i) => {
      const words = describe(partsOf(rule.heap));
      const { range } = rule;
      const path = rule.in === "text" ? this.#pathAt(range.from) : "";
      const picture = sceneElement({ ...rule.scene, description: words });
      // In JSON, vertices are numbers.
      const button = h("button", { type: "button", className: "rule", aria: { label: `${t.rule(name, i + 1)}: ${words}`, pressed: "false" } }, path ? numbered(picture, rule.scene, rule.heap) : picture);
      const own: DrawnRule = { path, button, item: h("li", {}, button), range };
      button.addEventListener("click", () => this.#choose([own], true));
      this.#rules.push(own);
      return own.item;
    });
    const written = this.#written.find(({ path: [own], name: other }) => own === grammar && other === name);
    const note = [counted(rank, t.rank), ...(rules[0]?.in === "library" ? [t.library] : [])].join(", ");
    return h("section", { aria: { label: name } }, h("header", {}, h("h2", {}, h("code", {}, name)), h("span", { className: "quiet" }, note)),
      h("ul", { className: "rules" }, ...drawn), hidden ? h("p", { className: "quiet" }, counted(hidden, t.hidden)) : null,
      written ? h("p", { className: "drawn-row" }, this.#adds(written)) : null);
  }

  /** A button that adds a rule. */
  #adds(written: WrittenNonterminal): HTMLElement {
    const button = smallButton(t.add, () => this.#addRule(written));
    button.ariaLabel = t.addTo(written.name);
    button.dataset["declaration"] = written.path.join();
    return button;
  }
}

/** The fields and buttons for a rule of a grammar: what can be added to it and deleted from it. */
import { h, smallButton } from "../dom";
import type { RuleEdit, WrittenRule } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";

const t = texts({
  en: {
    type: "Class", object: "Add an object", selector: "Selector", from: "from", to: "to", addSelector: "Add a selector", nonterminal: "Nonterminal", tentacle: (number: number) => `tentacle ${number} at`,
    addEdge: "Add a nonterminal edge", parts: "Parts of the rule", vertex: (number: number, type: string) => `object ${number}: ${type}`, delete: "Delete", deletePart: (part: string) => `Delete ${part}`, also: ["edge", "edges"] as Noun,
    with: (edges: string) => `with ${edges}`, external: "external, stays", deleteRule: "Delete the rule",
  },
  de: {
    type: "Klasse", object: "Objekt hinzufügen", selector: "Selektor", from: "von", to: "nach", addSelector: "Selektor hinzufügen", nonterminal: "Nichtterminal", tentacle: (number) => `Tentakel ${number} an`,
    addEdge: "Nichtterminalkante hinzufügen", parts: "Teile der Regel", vertex: (number, type) => `Objekt ${number}: ${type}`, delete: "Löschen", deletePart: (part) => `${part} löschen`, also: ["Kante", "Kanten"],
    with: (edges) => `mit ${edges}`, external: "extern, bleibt", deleteRule: "Regel löschen",
  },
});

/** A nonterminal that edges can have. */
export interface KnownNonterminal {
  name: string;
  rank: number;
}

/** The positions of a rule: its grammar, nonterminal and own one. */
export type RulePath = [grammar: number, nonterminal: number, rule: number];

/** What the form does to its rule. */
export interface RuleActions {
  edit(edit: RuleEdit): void;
  /** Deletes the whole rule. */
  remove(): void;
}

export class RuleForm {
  readonly #type = h("input", { spellcheck: false, aria: { label: t.type } });
  readonly #label = h("input", { spellcheck: false, aria: { label: t.selector } });
  readonly #origin = h("select", { aria: { label: t.from } });
  readonly #target = h("select", { aria: { label: t.to } });
  readonly #nonterminal = h("select", { aria: { label: t.nonterminal } });
  readonly #tentacles = h("span", { className: "drawn-row" });
  readonly #parts = h("ul", { className: "rule-parts", aria: { label: t.parts } });
  readonly element = h("div", { className: "drawn-form" },
    h("div", { className: "drawn-row" }, this.#type, smallButton(t.object, () => this.#addObject())),
    h("div", { className: "drawn-row" }, this.#label, t.from, this.#origin, t.to, this.#target, smallButton(t.addSelector, () => this.#addSelector())),
    h("div", { className: "drawn-row" }, this.#nonterminal, this.#tentacles, smallButton(t.addEdge, () => this.#addEdge())),
    this.#parts,
    h("div", { className: "drawn-row" }, smallButton(t.deleteRule, () => this.actions.remove())));
  #path: RulePath = [0, 0, 0];
  #rule: WrittenRule | null = null;
  #nonterminals: readonly KnownNonterminal[] = [];

  constructor(private readonly actions: RuleActions) {
    this.#nonterminal.addEventListener("change", () => this.#showTentacles());
  }

  /** Shows the rule with these positions. */
  show(path: RulePath, rule: WrittenRule, nonterminals: readonly KnownNonterminal[]): void {
    [this.#path, this.#rule, this.#nonterminals] = [path, rule, nonterminals];
    const objects = rule.types.filter((type) => type !== "NULL" && type !== "int");
    this.#type.value ||= objects[0] ?? "";
    this.#label.value ||= rule.selectors[0]?.label ?? "";
    const options = (): HTMLElement[] => rule.types.map((_, i) => h("option", { value: String(i) }, String(i)));
    for (const box of [this.#origin, this.#target]) refill(box, options());
    refill(this.#nonterminal, nonterminals.map(({ name }) => h("option", { value: name }, name)));
    this.#showTentacles();
    this.#showParts(rule);
  }

  #showTentacles(): void {
    const { rank = 0 } = this.#nonterminals.find(({ name }) => name === this.#nonterminal.value) ?? {};
    const boxes = [...this.#tentacles.querySelectorAll("select")];
    while (boxes.length < rank) boxes.push(h("select", { aria: { label: t.tentacle(boxes.length + 1) } }));
    this.#tentacles.replaceChildren(...boxes.slice(0, rank));
    boxes.slice(0, rank).forEach((box, i) => refill(box, (this.#rule?.types ?? []).map((_, v) => h("option", { value: String(v) }, String(v))), i));
  }

  #showParts(rule: WrittenRule): void {
    const focused = [...this.#parts.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
    const row = (of: "removeObject" | "removeSelector" | "removeHyperedge", number: number, name: string, note: string, isFixed = false): HTMLElement => {
      const remove = smallButton(t.delete, () => this.actions.edit({ of, path: this.#path, number }));
      remove.ariaLabel = [t.deletePart(name), note].join(" ").trim();
      remove.disabled = isFixed;
      return h("li", { className: "drawn-row" }, h("code", {}, name), h("span", { className: "quiet" }, note), remove);
    };
    const also = (vertex: number): string => (edgesAt(rule, vertex) ? t.with(counted(edgesAt(rule, vertex), t.also)) : "");
    this.#parts.replaceChildren(
      ...rule.types.map((type, number) => row("removeObject", number, t.vertex(number, type), rule.externals.includes(number) ? t.external : also(number), rule.externals.includes(number))),
      ...rule.selectors.map(({ label, origin, target }, number) => row("removeSelector", number, `${origin}.${label} = ${target}`, "")),
      ...rule.hyperedges.map(({ label, tentacles }, number) => row("removeHyperedge", number, `${label}(${tentacles.join(", ")})`, "")));
    // The next part takes the place of one that was deleted.
    if (focused >= 0) [...this.#parts.querySelectorAll<HTMLButtonElement>("button:enabled")].at(Math.min(focused, this.#parts.childElementCount - 1))?.focus();
  }

  #addObject(): void {
    const type = this.#type.value.trim();
    if (type) this.actions.edit({ of: "addObject", path: this.#path, class: type });
    else this.#type.focus();
  }

  #addSelector(): void {
    const label = this.#label.value.trim();
    if (label) this.actions.edit({ of: "addSelector", path: this.#path, label, origin: Number(this.#origin.value), target: Number(this.#target.value) });
    else this.#label.focus();
  }

  #addEdge(): void {
    const tentacles = [...this.#tentacles.querySelectorAll("select")].map(({ value }) => Number(value));
    this.actions.edit({ of: "addHyperedge", path: this.#path, label: this.#nonterminal.value, tentacles });
  }
}

/** The number of selectors and nonterminal edges at a vertex. */
const edgesAt = ({ selectors, hyperedges }: WrittenRule, vertex: number): number =>
  selectors.filter(({ origin, target }) => origin === vertex || target === vertex).length + hyperedges.filter(({ tentacles }) => tentacles.includes(vertex)).length;

/** Gives a box other options, and keeps what is chosen if it still can be; at first that is the option at a position. */
function refill(box: HTMLSelectElement, options: HTMLElement[], first = 0): void {
  const before = box.value || String(first);
  box.replaceChildren(...options);
  box.value = before;
  if (box.selectedIndex < 0) box.selectedIndex = 0;
}

/** One manual derivation step: shows the heaps that the rules derive at a nonterminal, and continues from one of them. */
import type { Outcome } from "../client";
import { h, iconButton } from "../dom";
import type { DerivedHeap } from "../engine/engine";
import { counted, type Noun, texts } from "../text/language";
import { thumbnail } from "./thumbnail";

const t = texts({
  en: {
    rules: ["rule", "rules"] as Noun, vertices: ["vertex", "vertices"] as Noun,
    title: (nonterminal: string, rules: string) => `${nonterminal} can be replaced by ${rules}`,
    none: (nonterminal: string) => `No rule of the grammar applies to ${nonterminal}.`,
    rule: (number: number) => `Rule ${number}`, goOn: "Continue from this heap", close: "Close", full: "too many heaps to keep it",
  },
  de: {
    rules: ["Regel", "Regeln"], vertices: ["Knoten", "Knoten"],
    title: (nonterminal, rules) => `${nonterminal} lässt sich durch ${rules} ersetzen`,
    none: (nonterminal) => `Keine Regel der Grammatik passt auf ${nonterminal}.`,
    rule: (number) => `Regel ${number}`, goOn: "Mit diesem Heap fortfahren", close: "Schließen", full: "zu viele Heaps, um ihn zu behalten",
  },
});

/** A derived heap and the rule that derived it. */
export interface Derived {
  heap: number;
  /** `RefSLList, rule 2` */
  label: string;
}

export class Derivation {
  readonly element = h("section", { className: "derivation", hidden: true, tabIndex: -1 });

  /** `choose` receives the selected heap; `closed` is called if none was selected. */
  constructor(private readonly choose: (derived: Derived) => void, private readonly closed: () => void) {
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#leave();
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  close(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  #leave(): void {
    this.close();
    this.closed();
  }

  /** Shows the alternatives; returns the text to announce. */
  show(outcome: Outcome, nonterminal: string, alternatives: DerivedHeap[]): string {
    const title = alternatives.length ? t.title(nonterminal, counted(alternatives.length, t.rules)) : t.none(nonterminal);
    this.element.replaceChildren(
      h("header", {}, h("h3", {}, title), iconButton("remove", t.close, () => this.#leave())),
      h("ul", {}, ...alternatives.map((alternative) => h("li", {}, this.#alternative(outcome, alternative)))));
    this.element.hidden = false;
    (this.element.querySelector<HTMLElement>("ul button:enabled") ?? this.element).focus();
    return title;
  }

  #alternative(outcome: Outcome, { nonterminal, rule, body, heap, vertices }: DerivedHeap): HTMLElement {
    const name = t.rule(rule);
    const size = vertices === null ? t.full : counted(vertices, t.vertices);
    const card = h("button", { type: "button", disabled: heap === null, title: t.goOn, aria: { label: `${name}: ${body}. ${size}. ${t.goOn}` } },
      h("span", { className: "name" }, h("b", {}, name), h("span", { className: "quiet" }, size)),
      heap === null ? null : thumbnail(() => outcome.ask({ of: "heap", number: heap })), h("code", {}, body));
    if (heap !== null) card.addEventListener("click", () => this.choose({ heap, label: `${nonterminal}, ${name}` }));
    return card;
  }
}
